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

/**
 * What of a result lies on the map, whatever the action: its GeoJSON, and the places in its lists and in the question. The places asked about
 * are pins already, and the polygons of bands are drawn as the area.
 */
export function drawnOf(
  area: readonly Feature[],
  result: Readonly<Record<string, unknown>>,
  places: readonly At[],
): Drawn {
  const asked = new Set(places.map(keyOf));
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
    } else for (const [member, one] of Object.entries(members)) visit(one, member);
  };
  visit(result, '');
  return { area: shapes.length > 0 ? [] : area, shapes, points: [...points.values()] };
}

const isAt = (value: object): value is At =>
  'lat' in value && 'lng' in value && typeof value.lat === 'number' && typeof value.lng === 'number';

const keyOf = ({ lat, lng }: At): string => `${lat} ${lng}`;

function pointOf(value: At & { readonly name?: unknown; readonly id?: unknown; readonly status?: unknown }): Feature {
  const geometry: Geometry = { type: 'Point', coordinates: [value.lng, value.lat] };
  const { name = value.id, status } = value;
  const properties = {
    name: typeof name === 'string' || typeof name === 'number' ? String(name) : '',
    ...(typeof value.id === 'string' || typeof value.id === 'number' ? { id: value.id } : {}),
    ...(typeof status === 'string' ? { state: status } : {}),
  };
  return { type: 'Feature', properties, geometry };
}
