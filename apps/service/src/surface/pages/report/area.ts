import type { Action } from '@hinterland/actions';
import { isObject, objectsIn } from '@hinterland/answers';

/** The action that draws areas. */
const DRAWING = 'analysis.isochrone';
const ORIGINS_MAX = 50;
/** Lists of a question around whose places an area is drawn, and the members that say how far and by which way. */
const PLACES = ['origins', 'stores', 'ownPoints', 'candidates', 'points'];
const REACH = ['bandSeconds', 'bandMeters', 'radiusMeters'];
const TRAVEL = [
  'mode',
  'traffic',
  'direction',
  'snapLimitMeters',
  'departure',
  'percentile',
  'maxRides',
  'maxWalkMinutes',
  'access',
];
const WAYS = [...REACH, ...TRAVEL];

/** The action that draws the area of a question, with its input; null where a question has no area. */
export function drawingOf(actions: readonly Action[], input: unknown): { action: Action; input: unknown } | null {
  const action = actions.find(({ id }) => id === DRAWING);
  if (action === undefined || !isObject(input)) return null;
  const origins = placesOf(input).slice(0, ORIGINS_MAX + 1);
  const { minutes } = input;
  const reach = typeof minutes === 'number' ? { bandSeconds: [Math.round(minutes * 60)] } : {};
  const ways = Object.fromEntries(WAYS.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));
  const parsed = action.input.safeParse({ ...ways, ...reach, origins });
  return parsed.success ? { action, input: parsed.data } : null;
}

/** The places that a question is about, from its first list of places; none of areas and polygons. */
export function placesOf(input: unknown): readonly { readonly lat: number; readonly lng: number }[] {
  if (!isObject(input)) return [];
  const list = PLACES.find((name) => objectsIn(input[name]).length > 0);
  const places = list === undefined ? [isObject(input.point) ? input.point : input] : objectsIn(input[list]);
  return places.flatMap(({ lat, lng }) => (typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : []));
}
