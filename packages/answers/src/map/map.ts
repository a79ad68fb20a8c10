import { areaIn } from '../formats.ts';
import { type Layer, layersOf } from '../layers.ts';
import { wordsOf } from '../measure.ts';
import { isObject } from '../parts.ts';
import { placed } from './labels.ts';
import { pathOf, type Spot, tenth } from './path.ts';
import { type Shape, shape } from './shape.ts';
import { type Box, boxOf, HEIGHT, type MapView, viewOf } from './view.ts';

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
  readonly how: string | null;
  /** Spots of the places asked about, which names of the ground leave free. */
  readonly taken: readonly Spot[];
}

export interface LegendEntry {
  /** The layer that it names. */
  readonly layer: string;
  readonly text: string;
  /** A small picture of the layer, 20 by 14. */
  readonly swatch: Shape;
}

const layersOfMap = ({ result, input, area }: Mapped) => layersOf(result, input, areaIn(result) ?? areaIn(area));

/** The box around everything that the map of an answer shows; null where it shows nothing. */
export const boxOfMap = (mapped: Mapped): Box | null => boxOf(layersOfMap(mapped));

/** The map of an answer; null where there is nothing to show. */
export function mapOf(mapped: Mapped): AnswerMap | null {
  const layers = layersOfMap(mapped);
  const box = boxOf(layers);
  if (box === null) return null;
  const view = viewOf(box);
  const places = layers.filter(({ level }) => level === 'places').flatMap(({ features }) => features);
  const taken = places.map((one) => spotOf(one, view));
  const labels = placed(
    places.map((one) => ({
      text: String(one.properties.name ?? one.properties.id ?? ''),
      spot: spotOf(one, view),
    })),
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
    taken,
  };
}

const nameOf = ({ level, kind }: Layer): string => `${level} ${kind}`;

function spotOf({ geometry }: Layer['features'][number], view: MapView): Spot {
  return view.project(geometry.type === 'Point' ? geometry.coordinates : [0, 0]);
}

function drawnOf(layer: Layer, view: MapView): Shape {
  const { level, kind, features } = layer;
  const shapes = features.map((feature) => {
    const { geometry } = feature;
    if (geometry.type === 'Point') return markOf(level, kind, spotOf(feature, view));
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const rings = polygons.flatMap((rings) => rings.map((ring) => ring.map((at) => view.project(at))));
    return shape('path', { 'fill-rule': 'evenodd', d: pathOf(rings, true) });
  });
  return shape('g', { class: `${level} ${partClass(layer)}`, 'data-drawn': nameOf(layer) }, shapes);
}

const partClass = ({ level, kind }: Layer): string => (level === 'shapes' ? `part-${kind}` : (MARKS[kind] ?? 'dot'));

function markOf(level: Layer['level'], kind: string, [x, y]: Spot): Shape {
  const r = level === 'places' ? RADIUS : 2.8;
  const [left, top] = [tenth(x), tenth(y)];
  const mark = level === 'places' ? MARKS[kind] : undefined;
  if (mark === 'diamond')
    return shape('path', {
      d: `M${left} ${tenth(y - r)}L${tenth(x + r)} ${top}L${left} ${tenth(y + r)}L${tenth(x - r)} ${top}Z`,
    });
  if (mark === 'square')
    return shape('rect', { x: tenth(x - r + 1), y: tenth(y - r + 1), width: 2 * r - 2, height: 2 * r - 2 });
  return shape('circle', { cx: left, cy: top, r });
}

/** An entry of the legend: a small picture of the layer, and its name. */
function entryOf(layer: Layer, depth: number | undefined): LegendEntry {
  const { level, kind, features } = layer;
  const ground = shape('rect', { x: 1, y: 1, width: 18, height: 12 });
  const swatch =
    level === 'area'
      ? Array.from({ length: depth ?? 1 }, () => ground)
      : [level === 'shapes' ? ground : markOf(level, kind, [10, 7])];
  const count = level === 'points' && features.length > 1 ? ` (${features.length.toLocaleString('en')})` : '';
  return {
    layer: nameOf(layer),
    text: `${entryName(layer)}${count}`,
    swatch: shape('g', { class: `${level} ${partClass(layer)}` }, swatch),
  };
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
function howOf(area: unknown): string | null {
  const method: unknown = isObject(area) ? area.method : null;
  if (!isObject(method)) return null;
  const { mode, traffic, measure } = method;
  if (typeof mode !== 'string') return measure === 'radius' ? 'As the crow flies' : wordsOf(String(measure ?? ''));
  const by = mode === 'walk' ? 'On foot' : `By ${mode.replace(/_/g, ' ')}`;
  return typeof traffic === 'string' && mode === 'car' ? `${by}, ${traffic.replace(/_/g, ' ')} traffic` : by;
}

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
