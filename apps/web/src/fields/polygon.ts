import { choicesOf, type Schema } from './schema.ts';

interface Corner {
  readonly lat: number;
  readonly lng: number;
}

/** A drawn polygon: one ring, closed by its first corner. */
export interface Drawing {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly [number, number])[])[];
}

/** Corners that a closed ring has at least, the first one twice. */
const LEAST = 4;

/** Whether a member takes a polygon. */
export const takesPolygon = (schema: Schema): boolean =>
  choicesOf(schema).some(({ properties }) => properties?.type?.const === 'Polygon');

export const isDrawing = (value: unknown): value is Drawing =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Polygon';

/** Whether a polygon has too few corners yet to have an inside. */
export const isUnfinished = (value: unknown): boolean =>
  isDrawing(value) && value.coordinates.length === 1 && (value.coordinates[0]?.length ?? 0) < LEAST;

/** The corners of a polygon without holes; none of any other value. */
export function cornersIn(value: unknown): Corner[] {
  if (!isDrawing(value) || value.coordinates.length !== 1) return [];
  return (value.coordinates[0] ?? []).slice(0, -1).map(([lng, lat]) => ({ lat, lng }));
}

/** The polygon with these corners, in their order; undefined for none. */
export function polygonOf(corners: readonly Corner[]): Drawing | undefined {
  const [first] = corners;
  if (first === undefined) return undefined;
  return { type: 'Polygon', coordinates: [[...corners, first].map(({ lat, lng }) => [lng, lat] as const)] };
}
