import { isObject, objectsIn } from './parts.ts';

type Members = Readonly<Record<string, unknown>>;
export type Position = readonly number[];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };

export interface Feature {
  readonly type: 'Feature';
  readonly properties: Members;
  readonly geometry: Geometry;
}

/** Features of one kind: one entry of the legend. */
export interface Layer {
  /** `area` has the bands of a catchment, `shapes` polygons of the result, `places` what was asked about, `points` other places. */
  readonly level: 'area' | 'shapes' | 'points' | 'places';
  /** The limit of a band, the part of a network, or the list that places are from; `closed` and `opened` by a plan. */
  readonly kind: string;
  readonly features: readonly Feature[];
}

/** Result of the action that draws areas. */
export interface Area {
  readonly features: readonly Feature[];
}

const POINTS_MAX = 5000;
/** Lists of the question whose members are places. */
const ASKED = ['origins', 'destinations', 'stores', 'ownPoints', 'ownStores', 'plannedPoints', 'candidates', 'points'];

/**
 * Returns the layers of a result on a map, from the lowest up: the area, the largest band first, polygons, places of the result,
 * places of the question. Places have the figures of the row with their id. Layers without a feature are left out.
 */
export function layersOf(result: unknown, input: unknown, area: Area | null): readonly Layer[] {
  const shapes = shapesIn(result);
  const places = placesIn(input, result);
  const taken = new Set(places.map(keyOf));
  // A place that stands in several lists is drawn once, as the first of them has it.
  const points = pointsIn(result).filter((point) => {
    const key = keyOf(point);
    return taken.has(key) ? false : taken.add(key);
  });
  const bands = shapes.length > 0 ? [] : (area?.features ?? []).toReversed();
  const polygon = isObject(input) ? polygonFeature(input.polygon) : null;
  const layers = [
    ...grouped('area', bands, ({ properties }) => bandKind(properties)),
    ...grouped('shapes', polygon === null ? [] : [polygon], () => 'polygon'),
    ...grouped('shapes', shapes, ({ properties }) => String(properties.part)),
    ...grouped('points', points.slice(0, POINTS_MAX), ({ properties }) => String(properties.list)),
    ...grouped('places', places, ({ properties }) => String(properties.list)),
  ];
  return withPlans(layers, result);
}

/** "600 s" or "1500 m" */
const bandKind = ({ limitSeconds, limitMeters }: Members): string =>
  typeof limitSeconds === 'number' ? `${limitSeconds} s` : `${String(limitMeters)} m`;

function grouped(level: Layer['level'], features: readonly Feature[], kindOf: (feature: Feature) => string): Layer[] {
  const kinds = [...new Set(features.map(kindOf))];
  return kinds.map((kind) => ({ level, kind, features: features.filter((one) => kindOf(one) === kind) }));
}

const keyOf = ({ geometry }: Feature): string => geometry.coordinates.slice(0, 2).join(' ');

function polygonFeature(value: unknown): Feature | null {
  if (!isObject(value) || (value.type !== 'Polygon' && value.type !== 'MultiPolygon')) return null;
  return { type: 'Feature', properties: {}, geometry: value as unknown as Geometry };
}

/** Polygons with the part of a network that they show. */
function shapesIn(value: unknown): Feature[] {
  if (Array.isArray(value)) return value.flatMap(shapesIn);
  if (!isObject(value)) return [];
  if (value.type !== 'FeatureCollection') return Object.values(value).flatMap(shapesIn);
  return (value.features as Feature[]).filter(({ properties }) => isObject(properties) && 'part' in properties);
}

function placesIn(input: unknown, result: unknown): Feature[] {
  if (!isObject(input)) return [];
  const asked = ASKED.flatMap((list) => objectsIn(input[list]).map((one) => [list, one] as const));
  const all = isObject(input.point) ? [['point', input.point] as const, ...asked] : asked;
  const own = typeof input.lat === 'number' ? [['point', input] as const, ...all] : all;
  return own.flatMap(([list, one]) => {
    const row = isObject(result)
      ? objectsIn(result[list]).find(({ id }) => id !== undefined && id === one.id)
      : undefined;
    const point = pointFeature(one, list, row);
    return point === null ? [] : [point];
  });
}

function pointsIn(value: unknown, list = ''): Feature[] {
  if (Array.isArray(value)) return value.flatMap((one) => pointsIn(one, list));
  if (!isObject(value) || value.type === 'FeatureCollection') return [];
  const own = list === '' || UNSEEN.has(list) ? null : pointFeature(value, list);
  if (own !== null) return [own];
  return Object.entries(value).flatMap(([name, one]) => (UNSEEN.has(name) ? [] : pointsIn(one, name)));
}

/** Places that stand for another one, which is drawn. */
const UNSEEN = new Set(['snapped', 'origins', 'point', 'center']);

function pointFeature(value: Members, list: string, row: Members = {}): Feature | null {
  const { lat, lng } = value;
  if (typeof lat !== 'number' || typeof lng !== 'number') return null;
  const figures = Object.entries({ ...value, ...row }).filter(
    ([name, one]) => name !== 'lat' && name !== 'lng' && (typeof one !== 'object' || one === null),
  );
  return {
    type: 'Feature',
    properties: { list, ...Object.fromEntries(figures) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  };
}

/** The kind of a place that a plan closes or opens, by the list that it is from. */
const KINDS = { stores: 'closed', candidates: 'opened' } as const;

/** Layers in which what the plans of an answer close and open are kinds of their own. */
function withPlans(layers: readonly Layer[], result: unknown): readonly Layer[] {
  if (!isObject(result)) return layers;
  const combined = isObject(result.combinedPlan) ? result.combinedPlan : {};
  const ids = {
    stores: idsOf(combined.closing ?? result.closurePlan),
    candidates: idsOf(combined.opening ?? result.openingPlan),
  };
  return layers.flatMap((layer): readonly Layer[] => {
    const { level, kind, features } = layer;
    if (level !== 'places' || !(kind === 'stores' || kind === 'candidates')) return [layer];
    const isPlanned = ({ properties }: Feature) => ids[kind].has(String(properties.id));
    return [
      { ...layer, features: features.filter((one) => !isPlanned(one)) },
      { ...layer, kind: KINDS[kind], features: features.filter(isPlanned) },
    ].filter((one) => one.features.length > 0);
  });
}

const idsOf = (steps: unknown): ReadonlySet<string> => new Set(objectsIn(steps).map(({ id }) => String(id)));
