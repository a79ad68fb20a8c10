/** How far a part of an area reaches: one of the two. */
export interface Limit {
  readonly seconds?: number;
  readonly meters?: number;
}

/** A band, a part or a question with its limit. */
export interface Limited {
  readonly limitSeconds?: unknown;
  readonly limitMeters?: unknown;
  readonly radiusMeters?: unknown;
}

/** Returns the limit of a part; null for one that is no band. */
export function limitOf({ limitSeconds, limitMeters, radiusMeters }: Limited): Limit | null {
  if (typeof limitSeconds === 'number') return { seconds: limitSeconds };
  const meters = limitMeters ?? radiusMeters;
  return typeof meters === 'number' ? { meters } : null;
}

/** Returns a limit in minutes or kilometers, told apart to the second and the meter: 6.67 for 400 s, 1.234 for 1234 m. */
export const limitFigure = ({ seconds, meters = 0 }: Limit): number =>
  seconds === undefined ? Number((meters / 1000).toFixed(3)) : Number((seconds / 60).toFixed(2));

export const limitUnit = ({ seconds }: Limit): string => (seconds === undefined ? 'km' : 'min');

/** "10 min" or "1.5 km" */
export const limitName = (limit: Limit): string => `${limitFigure(limit)} ${limitUnit(limit)}`;
