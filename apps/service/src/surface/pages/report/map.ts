import { areaIn, isObject, type Layer, layersOf, wordsOf } from '@hinterland/answers';
import { type Html, html } from '../html.ts';
import { groundOf } from './ground.ts';
import { placed } from './labels.ts';
import { pathOf, type Spot, tenth } from './path.ts';
import type { ReportSource, ReportTexts } from './source.ts';
import { type Box, boxOf, HEIGHT, type View, viewOf, WIDTH } from './view.ts';

/** Marks of places by the list that they are from; others are dots. */
const MARKS: Readonly<Record<string, string>> = {
  candidates: 'diamond',
  plannedPoints: 'diamond',
  ownStores: 'square',
};
const NAMES: Readonly<Record<string, string>> = {
  origins: 'Place asked about',
  point: 'Place asked about',
  points: 'Points',
  nearest: 'Nearest stores',
  covered: 'Covered',
  shared: 'Covered by two or more',
  white: 'Not covered',
  polygon: 'Drawn area',
};
const RADIUS = 6.5;
const LABELS_MAX = 40;

/** The layers of a report: what its legend and its map are made from. */
function layersOfReport({ results, input, area }: ReportTexts) {
  const drawn: unknown = area === null ? null : JSON.parse(area);
  const result: unknown = JSON.parse(results);
  return layersOf(result, JSON.parse(input), areaIn(result) ?? areaIn(drawn));
}

/** The box around everything that the map of a report shows; null where it has none. */
export const boxOfReport = (texts: ReportTexts): Box | null => boxOf(layersOfReport(texts));

/** The map with its legend, made from the same layers; null where there is nothing to show. */
export function mapHtml(source: ReportSource): Html | null {
  const layers = layersOfReport(source);
  const box = boxOf(layers);
  if (box === null) return null;
  const view = viewOf(box);
  const places = layers.filter(({ level }) => level === 'places');
  const spots = places.flatMap(({ features }) => features.map((one) => spotOf(one, view)));
  const ground = groundOf(source.tiles, view, spots);
  const labels = placed(
    places.flatMap(({ features }) =>
      features.map((one) => ({
        text: String(one.properties.name ?? one.properties.id ?? ''),
        spot: spotOf(one, view),
      })),
    ),
    spots,
    { radius: RADIUS, max: LABELS_MAX },
  );
  const depths = new Map(layers.filter(({ level }) => level === 'area').map((layer, i) => [layer, i + 1]));
  const drawn = layers.map((layer) => layerHtml(layer, view));
  const entries = layers.map((layer) => entryHtml(layer, depths.get(layer)));
  const attributions = [...new Set(source.sources.map(({ attribution }) => attribution))];
  return html`<figure class="picture">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Map of the answer, north up"><rect class="g-land" width="${WIDTH}" height="${HEIGHT}"/>${ground.shapes}${drawn.slice(0, levelsBelow(layers))}${ground.labels}${drawn.slice(levelsBelow(layers))}${labels.map(({ x, y, text }) => html`<text class="name" x="${x}" y="${y}">${text}</text>`)}${scaleHtml(view)}</svg>
<figcaption>${howHtml(source.area)}<ul class="legend">${entries}</ul>${attributions.length > 0 && html`<p class="attribution">${attributions.join(' · ')}</p>`}</figcaption>
</figure>`;
}

/** Names of places of the ground stand above areas and below marks. */
const levelsBelow = (layers: readonly Layer[]): number =>
  layers.filter(({ level }) => level === 'area' || level === 'shapes').length;

const nameOf = ({ level, kind }: Layer): string => `${level} ${kind}`;

function spotOf({ geometry }: Layer['features'][number], view: View): Spot {
  return view.project(geometry.type === 'Point' ? geometry.coordinates : [0, 0]);
}

function layerHtml(layer: Layer, view: View): Html {
  const { level, kind, features } = layer;
  const shapes = features.map((feature) => {
    const { geometry } = feature;
    if (geometry.type === 'Point') return markHtml(level, kind, spotOf(feature, view));
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const rings = polygons.flatMap((rings) => rings.map((ring) => ring.map((at) => view.project(at))));
    return html`<path fill-rule="evenodd" d="${pathOf(rings, true)}"/>`;
  });
  return html`<g class="${level} ${partClass(layer)}" data-drawn="${nameOf(layer)}">${shapes}</g>`;
}

const partClass = ({ level, kind }: Layer): string => (level === 'shapes' ? `part-${kind}` : (MARKS[kind] ?? 'dot'));

function markHtml(level: Layer['level'], kind: string, [x, y]: Spot): Html {
  const r = level === 'places' ? RADIUS : 2.8;
  const [left, top] = [tenth(x), tenth(y)];
  const mark = level === 'places' ? MARKS[kind] : undefined;
  if (mark === 'diamond')
    return html`<path d="M${left} ${tenth(y - r)}L${tenth(x + r)} ${top}L${left} ${tenth(y + r)}L${tenth(x - r)} ${top}Z"/>`;
  if (mark === 'square')
    return html`<rect x="${tenth(x - r + 1)}" y="${tenth(y - r + 1)}" width="${2 * r - 2}" height="${2 * r - 2}"/>`;
  return html`<circle cx="${left}" cy="${top}" r="${r}"/>`;
}

/** An entry of the legend: a small picture of the layer, and its name. */
function entryHtml(layer: Layer, depth: number | undefined): Html {
  const { level, kind, features } = layer;
  const swatch =
    level === 'area'
      ? Array.from({ length: depth ?? 1 }, () => html`<rect x="1" y="1" width="18" height="12"/>`)
      : level === 'shapes'
        ? html`<rect x="1" y="1" width="18" height="12"/>`
        : markHtml(level, kind, [10, 7]);
  return html`<li data-legend="${nameOf(layer)}"><svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true"><g class="${level} ${partClass(layer)}">${swatch}</g></svg><span>${entryName(layer)}${level === 'points' && features.length > 1 && ` (${features.length.toLocaleString('en')})`}</span></li>`;
}

function entryName({ level, kind, features }: Layer): string {
  if (level !== 'area')
    return NAMES[kind] === 'Place asked about' && features.length > 1
      ? 'Places asked about'
      : (NAMES[kind] ?? wordsOf(kind));
  const { limitSeconds, limitMeters } = features[0]?.properties ?? {};
  return typeof limitSeconds === 'number'
    ? `${Number((limitSeconds / 60).toFixed(1))} min`
    : `${Number(limitMeters) / 1000} km`;
}

/** "By car, normal traffic" */
function howHtml(area: string | null): Html | null {
  const method: unknown = area === null ? null : (JSON.parse(area) as { method?: unknown }).method;
  if (!isObject(method)) return null;
  const { mode, traffic, measure } = method;
  if (typeof mode !== 'string')
    return html`<p class="how">${measure === 'radius' ? 'As the crow flies' : wordsOf(String(measure ?? ''))}</p>`;
  const by = mode === 'walk' ? 'On foot' : `By ${mode.replace(/_/g, ' ')}`;
  return html`<p class="how">${by}${typeof traffic === 'string' && mode === 'car' && `, ${traffic.replace(/_/g, ' ')} traffic`}</p>`;
}

const SCALE_LONGEST = 120;

function scaleHtml({ metersPerUnit }: View): Html {
  const longest = metersPerUnit * SCALE_LONGEST;
  const power = 10 ** Math.floor(Math.log10(longest));
  const meters = ([5, 2, 1].find((step) => step * power <= longest) as number) * power;
  const [x, y, width] = [14, HEIGHT - 12, tenth(meters / metersPerUnit)];
  return html`<g class="scale"><path d="M${x} ${y - 4}v4h${width}v-4"/><text x="${x + 4}" y="${y - 6}">${meters >= 1000 ? `${meters / 1000} km` : `${meters} m`}</text></g>`;
}
