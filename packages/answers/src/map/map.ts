import { areaIn } from '../formats.ts';
import { type Layer, layersOf } from '../layers.ts';
import { limitOf } from '../limit.ts';
import { isObject } from '../parts.ts';
import { travelOf } from '../sentences.ts';
import type { Said } from '../words/said.ts';
import type { Words } from '../words/words.ts';
import { placed } from './labels.ts';
import { pathOf, type Spot, tenth } from './path.ts';
import { type Shape, shape } from './shape.ts';
import { type Box, boxOf, HEIGHT, type MapView, viewOf, WIDTH } from './view.ts';

/** Marks of places by the list that they are from; others are dots. */
const MARKS: Readonly<Record<string, string>> = {
  candidates: 'diamond',
  plannedPoints: 'diamond',
  opened: 'opened',
  closed: 'closed',
  ownStores: 'square',
};
const NAMES: Readonly<Record<string, Said>> = {
  origins: { text: 'part.asked' },
  point: { text: 'part.asked' },
  points: { field: 'points' },
  nearest: { field: 'nearestStores' },
  covered: { text: 'part.covered' },
  shared: { text: 'part.shared' },
  white: { text: 'part.white' },
  polygon: { text: 'part.polygon' },
  closed: { text: 'part.closed' },
  opened: { text: 'part.opened' },
};
const RADIUS = 6.5;
const RANKED_RADIUS = 8;
/** Of a place that was found, and has no rank. */
const FOUND_RADIUS = 5;
const DOT_RADIUS = 2.8;
const LABELS_MAX = 40;

/** An answer with its question; `area` is the result of the action that draws areas, null without one. */
export interface Mapped {
  readonly result: unknown;
  readonly input: unknown;
  readonly area: unknown;
}

/** A map of an answer on the ground of `view`, from the lowest up. The same layers make map and legend. */
export interface AnswerMap {
  readonly view: MapView;
  /** Areas and polygons; names of the ground stand above them. */
  readonly below: readonly Shape[];
  /** Points and the places asked about. */
  readonly above: readonly Shape[];
  /** Names of the places asked about. */
  readonly names: readonly Shape[];
  readonly scale: Shape;
  readonly legend: readonly LegendEntry[];
  /** "By car, normal traffic"; null without an area. */
  readonly how: Said | null;
  /** Spots of the places asked about and of their names, which names of the ground leave free. */
  readonly taken: readonly Spot[];
  /** The middle of what was asked about. */
  readonly about: Spot;
}

export interface LegendEntry {
  /** The layer that it names. */
  readonly layer: string;
  readonly name: Said;
  /** How many places it has; null where they are not counted. */
  readonly count: number | null;
  /** A small picture of the layer, 20 by 14. */
  readonly swatch: Shape;
}

const layersOfMap = ({ result, input, area }: Mapped) => layersOf(result, input, areaIn(result) ?? areaIn(area));

/** The box around everything that the map of an answer shows; null where it shows nothing. */
export const boxOfMap = (mapped: Mapped): Box | null => framed(layersOfMap(mapped));

/** Areas and places asked about are in the middle; where there are none, all that there is. Other places may lie outside. */
const framed = (layers: readonly Layer[]): Box | null =>
  boxOf(layers.filter(({ level }) => level !== 'points')) ?? boxOf(layers);

/** The map of an answer; null where there is nothing to show. */
export function mapOf(mapped: Mapped): AnswerMap | null {
  const layers = layersOfMap(mapped);
  const box = framed(layers);
  if (box === null) return null;
  const view = viewOf(box);
  const ranked = layers.filter(isRanked).flatMap(({ features }) => features);
  const about = layers.filter(({ level }) => level === 'places').flatMap(({ features }) => features);
  // What was found comes first: it is what the answer says.
  const places = [...ranked, ...about];
  const taken = places.map((one) => spotOf(one, view));
  const labels = placed(
    places.map((one) => ({ text: labelOf(one.properties), spot: spotOf(one, view) })),
    taken,
    { radius: RADIUS, max: LABELS_MAX },
  );
  const depths = new Map(layers.filter(({ level }) => level === 'area').map((layer, i) => [layer, i + 1]));
  const isBelow = ({ level }: Layer) => level === 'area' || level === 'shapes';
  return {
    view,
    below: layers.filter(isBelow).map((layer) => drawnOf(layer, view)),
    above: layers.filter((layer) => !isBelow(layer)).map((layer) => drawnOf(layer, view)),
    names: labels.map(({ x, y, text }) => shape('text', { class: 'name', x, y }, text)),
    scale: scaleOf(view),
    legend: layers.map((layer) => entryOf(layer, depths.get(layer))),
    how: howOf(mapped.area),
    taken: [...taken, ...labels.flatMap(alongText)],
    about: middleOf(about.map((one) => spotOf(one, view))) ?? [WIDTH / 2, HEIGHT / 2],
  };
}

/** Places of an answer in the order of their ranks, which their marks say. */
const isRanked = ({ level, kind }: Layer): boolean => level === 'points' && kind === 'places';

const labelOf = ({ name, address, id }: Layer['features'][number]['properties']): string =>
  String(name ?? String(address ?? id ?? '').split(',')[0]);

/** Spots below a label, near enough to each other that no other name fits between. */
const alongText = ({
  x,
  y,
  text,
}: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}): readonly Spot[] =>
  Array.from({ length: Math.ceil((text.length * LETTER) / LETTERS_APART) + 1 }, (_, i) => [
    x + i * LETTERS_APART,
    y - 4,
  ]);
const LETTER = 6.4;
const LETTERS_APART = 14;

function middleOf(spots: readonly Spot[]): Spot | null {
  const sum = spots.reduce((all, [x, y]): Spot => [all[0] + x, all[1] + y], [0, 0] as Spot);
  return spots.length === 0 ? null : [sum[0] / spots.length, sum[1] / spots.length];
}

const nameOf = ({ level, kind }: Layer): string => `${level} ${kind}`;

function spotOf({ geometry }: Layer['features'][number], view: MapView): Spot {
  return view.project(geometry.type === 'Point' ? geometry.coordinates : [0, 0]);
}

function drawnOf(layer: Layer, view: MapView): Shape {
  const { level, features } = layer;
  const shapes = features.map((feature) => {
    const { geometry } = feature;
    if (geometry.type === 'Point') {
      const { rank } = feature.properties;
      return markOf(layer, spotOf(feature, view), typeof rank === 'number' ? rank : undefined);
    }
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const rings = polygons.flatMap((rings) => rings.map((ring) => ring.map((at) => view.project(at))));
    return shape('path', { 'fill-rule': 'evenodd', d: pathOf(rings, true) });
  });
  return shape('g', { class: `${level} ${partClass(layer)}`, 'data-drawn': nameOf(layer) }, shapes);
}

const partClass = (layer: Layer): string =>
  layer.level === 'shapes' ? `part-${layer.kind}` : isRanked(layer) ? 'ranked' : (MARKS[layer.kind] ?? 'dot');

function markOf(layer: Layer, [x, y]: Spot, rank?: number): Shape {
  const { level, kind } = layer;
  const found = rank === undefined ? FOUND_RADIUS : RANKED_RADIUS;
  const r = level === 'places' ? RADIUS : isRanked(layer) ? found : DOT_RADIUS;
  const [left, top] = [tenth(x), tenth(y)];
  const mark = level === 'places' ? MARKS[kind] : undefined;
  if (mark === 'diamond' || mark === 'opened')
    return shape('path', {
      d: `M${left} ${tenth(y - r)}L${tenth(x + r)} ${top}L${left} ${tenth(y + r)}L${tenth(x - r)} ${top}Z`,
    });
  if (mark === 'square')
    return shape('rect', { x: tenth(x - r + 1), y: tenth(y - r + 1), width: 2 * r - 2, height: 2 * r - 2 });
  const circle = shape('circle', { cx: left, cy: top, r });
  if (r !== RANKED_RADIUS) return circle;
  return shape('g', {}, [circle, shape('text', { class: 'rank', x: left, y: tenth(y + 3.5) }, String(rank))]);
}

/** An entry of the legend: a small picture of the layer, and its name. */
function entryOf(layer: Layer, depth: number | undefined): LegendEntry {
  const { level, features } = layer;
  const ground = shape('rect', { x: 1, y: 1, width: 18, height: 12 });
  const swatch =
    level === 'area'
      ? Array.from({ length: depth ?? 1 }, () => ground)
      : [level === 'shapes' ? ground : markOf(layer, [10, 7], isRanked(layer) ? 1 : undefined)];
  return {
    layer: nameOf(layer),
    name: entryName(layer),
    count: level === 'points' && features.length > 1 ? features.length : null,
    swatch: shape('g', { class: `${level} ${partClass(layer)}` }, swatch),
  };
}

function entryName({ level, kind, features }: Layer): Said {
  if (level !== 'area')
    return features.length > 1 && (kind === 'origins' || kind === 'point')
      ? { text: 'part.askedSeveral' }
      : (NAMES[kind] ?? { field: kind });
  const limit = limitOf(features[0]?.properties ?? {});
  return limit === null ? '' : { part: 'within', limit };
}

/** The words of an entry, with the number of its places: "Stores (1,200)". */
export const entryText = ({ name, count }: LegendEntry, words: Words): string =>
  `${words.title(name)}${count === null ? '' : ` (${words.whole(count)})`}`;

const howOf = (area: unknown): Said | null => (isObject(area) && isObject(area.method) ? travelOf(area.method) : null);

const SCALE_LONGEST = 120;

function scaleOf({ metersPerUnit }: MapView): Shape {
  const longest = metersPerUnit * SCALE_LONGEST;
  const power = 10 ** Math.floor(Math.log10(longest));
  const meters = ([5, 2, 1].find((step) => step * power <= longest) as number) * power;
  const [x, y, width] = [14, HEIGHT - 12, tenth(meters / metersPerUnit)];
  return shape('g', { class: 'scale' }, [
    shape('path', { d: `M${x} ${y - 4}v4h${width}v-4` }),
    shape('text', { x: x + 4, y: y - 6 }, meters >= 1000 ? `${meters / 1000} km` : `${meters} m`),
  ]);
}
