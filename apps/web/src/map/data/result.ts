import type { ActionResult } from '@hinterland/client';
import type { Feature, Geometry } from 'geojson';
import type { Drawn } from './drawn.ts';

/** Bands of a catchment, the largest first: the nearest lies on top. Those of one mode of several say which. */
export const areaFeatures = (
  area: Pick<ActionResult<'analysis.isochrone'>, 'geojson'> | undefined,
  mode?: string,
): readonly Feature[] => {
  const features = (area?.geojson?.features as unknown as Feature[] | undefined)?.toReversed() ?? [];
  return mode === undefined
    ? features
    : features.map((feature) => ({ ...feature, properties: { mode, ...feature.properties } }));
};

/** As many as a map of a city has address points. */
const POINTS_MAX = 50_000;

interface At {
  readonly lat: number;
  readonly lng: number;
}

interface Asked extends At {
  readonly id?: string | number;
}

/**
 * What of a result lies on the map, whatever the action: its GeoJSON, and the places in its lists and in the question. The places asked about
 * are pins already, and the polygons of bands are drawn as the area.
 */
export function drawnOf(
  area: readonly Feature[],
  result: Readonly<Record<string, unknown>>,
  places: readonly Asked[],
): Drawn {
  const asked = new Set(places.map(keyOf));
  const known = new Set(places.map(({ id }) => String(id)));
  const shapes: Feature[] = [];
  const points = new Map<string, Feature>();
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const members = value as Readonly<Record<string, unknown>>;
    if (members.type === 'FeatureCollection') {
      const features = members.features as Feature[];
      if (features.some(({ properties }) => properties !== null && 'part' in properties)) shapes.push(...features);
    } else if (isAt(members) && name !== 'snapped' && name !== 'origins') {
      const key = keyOf(members);
      const state = points.get(key)?.properties?.state;
      // A candidate stays one where a list of the result has it again.
      if (!asked.has(key) && points.size < POINTS_MAX) points.set(key, pointOf({ status: state, ...members }));
      known.add(String((members as Asked).id));
    } else {
      // The question has no place of the rows of a dataset.
      if (isStore(members) && !known.has(String(members.id)) && points.size < POINTS_MAX) {
        const { snapped, ...store } = members;
        points.set(`store ${store.id}`, pointOf({ ...store, lat: snapped.lat, lng: snapped.lng }));
      }
      for (const [member, one] of Object.entries(members)) visit(one, member);
    }
  };
  visit(result, '');
  return { area: shapes.length > 0 ? [] : area, shapes, points: weighed([...points.values()]) };
}

const isAt = (value: object): value is At =>
  'lat' in value && 'lng' in value && typeof value.lat === 'number' && typeof value.lng === 'number';

/** A row of a result that was put on a road. */
const isStore = (
  value: Readonly<Record<string, unknown>>,
): value is { readonly id: string | number; readonly snapped: At } =>
  'id' in value && typeof value.snapped === 'object' && value.snapped !== null && isAt(value.snapped);

const keyOf = ({ lat, lng }: At): string => `${lat} ${lng}`;

/** What makes a point larger: what it sells, or whom only it reaches. */
const WEIGHED_BY = ['sales', 'exclusive'] as const;
/** Units of these. */
export const SIZE_UNITS = { sales: 'currency_per_year', exclusive: 'people' } as const satisfies Record<
  (typeof WEIGHED_BY)[number],
  string
>;
/** Members of no use without the rest of an answer. */
const LEFT_OUT = ['band'];

function pointOf(value: At & { readonly name?: unknown; readonly id?: unknown; readonly status?: unknown }): Feature {
  const { lat, lng, name = value.id, id, status, ...rest } = value;
  const geometry: Geometry = { type: 'Point', coordinates: [lng, lat] };
  const facts = Object.entries(rest).filter(
    ([member, one]) => !LEFT_OUT.includes(member) && (typeof one === 'number' || typeof one === 'string'),
  );
  const properties = {
    name: typeof name === 'string' || typeof name === 'number' ? String(name) : '',
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...(typeof status === 'string' ? { state: status } : {}),
    ...Object.fromEntries(facts),
  };
  return { type: 'Feature', properties, geometry };
}

/** The points with their weight among each other: the largest has 1. */
function weighed(points: readonly Feature[]): readonly Feature[] {
  const most = points.reduce((max, { properties }) => Math.max(max, sizeOf(properties)), 0);
  if (most === 0) return points;
  // The largest lies lowest.
  return points
    .toSorted((a, b) => sizeOf(b.properties) - sizeOf(a.properties))
    .map((point) => {
      const size = sizeOf(point.properties);
      return { ...point, properties: { ...point.properties, ...(size > 0 ? { weight: size / most } : {}) } };
    });
}

/** By what points differ in size, and the most that one of them has; null where they do not. */
export function sizedBy(
  points: readonly Feature[],
): { readonly by: (typeof WEIGHED_BY)[number]; readonly most: number } | null {
  const largest = points.find(({ properties }) => properties?.weight === 1);
  const by = WEIGHED_BY.find((name) => largest?.properties?.[name] !== undefined);
  return by === undefined || points.length < 2 ? null : { by, most: sizeOf(largest?.properties ?? null) };
}

function sizeOf(properties: Feature['properties']): number {
  const size: unknown = WEIGHED_BY.map((name) => properties?.[name]).find((one) => one !== undefined);
  return typeof size === 'number' ? size : 0;
}
