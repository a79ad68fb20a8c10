import { actions, findAction } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { entryText, HEIGHT, mapOf, WIDTH } from '@hinterland/answers';
import type { Territory } from '@hinterland/territory';
import { tileOf, tilesOfBox } from '@hinterland/tiles';
import { groundOf } from '../../../work/tiles/ground.ts';
import { sheetText } from '../assets.ts';
import { html, join, trusted } from '../html.ts';
import { wordsIn } from '../language/words.ts';
import { drawingOf } from './area.ts';
import { markup } from './map.ts';

const ROW = 22;
const MARGIN = 14;
/** Characters of a line that the width of a picture surely holds. */
const LINE_CHARACTERS = 96;
/** Colors that the sheet of pictures takes from its page. */
const COLORS = 'svg{--text:#2d2a26;--soft:#6b675f;--line:#d9d3c8;--brand:#0b6b5d}';

/**
 * Draws an answer as a file of its own: the map of reports with its ground, below it what the answer says, the legend and the
 * attributions. Returns an SVG document, the same for the same answer; null where the answer has no places.
 */
export function pictureSvg(
  territory: Territory,
  { actionId, input, result }: { readonly actionId: string; readonly input: unknown; readonly result: unknown },
  widthPixels: number,
): string | null {
  const map = mapOf({ result, input, area: areaOf(territory, actionId, input) });
  if (map === null) return null;
  const words = wordsIn('en');
  const { view } = map;
  const tiles = [...tilesOfBox(view.tileZoom, view.seen)].map((address) => ({
    address,
    bytes: tileOf(territory, address),
  }));
  const ground = groundOf(tiles, view, map.taken, { spot: map.about, town: null });
  const { sentence } = tellingOf(actionId, result);
  const said = sentence === null ? '' : `${words.tell(sentence.figure)} ${words.tell(sentence.rest)}`;
  const sources = Object.values(territory.descriptors).flatMap((family) => family.sources);
  const how = map.how === null ? [] : [words.title(map.how)];
  const feet = inLines(
    [...how, territory.manifest.name, ...new Set(sources.map(({ attribution }) => attribution))].join(' · '),
  );
  const rowAt = (row: number) => HEIGHT + ROW * row + 18;
  const legend = map.legend.map(
    (entry, i) =>
      html`<g class="legend" transform="translate(${MARGIN} ${rowAt(i + 1) - 11})">${markup(entry.swatch)}</g><text x="${MARGIN + 28}" y="${rowAt(i + 1)}">${entryText(entry, words)}</text>\n`,
  );
  const height = rowAt(map.legend.length + 1 + feet.length);
  const foot = feet.map(
    (line, i) => html`<text x="${MARGIN}" y="${rowAt(map.legend.length + 1 + i)}" fill-opacity="0.7">${line}</text>\n`,
  );
  const drawn = [...ground.shapes, ...map.below, ...ground.labels, ...map.above, ...map.names, map.scale].map(markup);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${widthPixels}" height="${Math.round((widthPixels * height) / WIDTH)}">
<title>${said === '' ? territory.manifest.name : said}</title>
${trusted(`<style>${COLORS}${sheetText('pictures')}</style>`)}
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<svg aria-hidden="true" width="${WIDTH}" height="${HEIGHT}"><rect class="g-land" width="${WIDTH}" height="${HEIGHT}"/>${join(drawn, '\n')}</svg>
<text class="name" x="${MARGIN}" y="${rowAt(0)}">${said}</text>
${legend}${foot}</svg>
`.text;
}

/** A text in lines, broken between words. */
function inLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_CHARACTERS)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The area of a question, by the action that draws areas; null where it has none, or cannot be drawn. */
function areaOf(territory: Territory, actionId: string, input: unknown): unknown {
  const drawing = drawingOf(actions, input);
  if (drawing === null || drawing.action.id === actionId) return null;
  const context = { territory, channel: 'api', progress: () => {}, cancelled: () => false } as const;
  try {
    return findAction(drawing.action.id)!.run(context, drawing.input).result;
  } catch {
    return null;
  }
}
