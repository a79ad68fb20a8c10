import { type AnswerMap, type Box, boxOfMap, entryText, HEIGHT, mapOf, type Shape, WIDTH } from '@hinterland/answers';
import { groundOf } from '../../../work/tiles/ground.ts';
import { attribute, type Html, html, join, trusted } from '../html.ts';
import { type Words, wordsIn } from '../language/words.ts';
import type { ReportSource, ReportTexts } from './source.ts';

const mapped = ({ results, input, area }: ReportTexts) => ({
  result: JSON.parse(results) as unknown,
  input: JSON.parse(input) as unknown,
  area: area === null ? null : (JSON.parse(area) as unknown),
});

/** The box around everything that the map of a report shows; null where it has none. */
export const boxOfReport = (texts: ReportTexts): Box | null => boxOfMap(mapped(texts));

/** The map with its legend, made from the same layers, and the town that was asked about; null where there is nothing to show. */
export function mapHtml(source: ReportSource): { readonly html: Html; readonly town: string | null } | null {
  const map = mapOf(mapped(source));
  if (map === null) return null;
  const words = wordsIn(source.language);
  const ground = groundOf(source.tiles, map.view, map.taken, { spot: map.about, town: source.town });
  const attributions = [...new Set(source.sources.map(({ attribution }) => attribution))];
  const drawn = html`<figure class="picture">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.say('picture.label')}"><rect class="g-land" width="${WIDTH}" height="${HEIGHT}"/>${[...ground.shapes, ...map.below, ...ground.labels, ...map.above, ...map.names, map.scale].map(markup)}</svg>
<figcaption>${map.how !== null && html`<p class="how">${words.title(map.how)}</p>`}<ul class="legend">${map.legend.map((entry) => entryHtml(entry, words))}</ul>${attributions.length > 0 && html`<p class="attribution">${attributions.join(' · ')}</p>`}</figcaption>
</figure>`;
  return { html: drawn, town: ground.town };
}

const entryHtml = (entry: AnswerMap['legend'][number], words: Words): Html =>
  html`<li data-legend="${entry.layer}"><svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">${markup(entry.swatch)}</svg><span>${entryText(entry, words)}</span></li>`;

/** A shape as markup: its tag is one of five names, the rest is escaped. */
export function markup({ tag, attributes, children }: Shape): Html {
  const named = Object.entries(attributes).map(([name, value]) => attribute(name, value)?.text ?? '');
  const start = `<${tag}${named.join('')}`;
  if (children === undefined) return trusted(`${start}/>`);
  const inner = typeof children === 'string' ? html`${children}` : join(children.map(markup), '');
  return trusted(`${start}>${inner.text}</${tag}>`);
}
