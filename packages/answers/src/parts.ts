type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Returns the names of the parts that a result, or a section of it, has figures for, by their ids: bands, all within a
 * limit, the areas around.
 */
export function partNames(result: Members): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const part of objectsIn(result.parts)) {
    const { id, kind, name } = part;
    const limit = limitOf(part);
    const named = typeof name === 'string' && name !== '' ? name : String(id);
    if (limit === null) names.set(String(id), kind === 'total' ? 'Total' : kind === 'polygon' ? 'Drawn area' : named);
    else names.set(String(id), kind === 'band' ? `band up to ${limit}` : `within ${limit}`);
  }
  for (const { level, name } of [...objectsIn(result.benchmarks), ...objectsIn(result.references)]) {
    if (typeof level === 'string') names.set(level, typeof name === 'string' && name !== '' ? name : level);
  }
  return names;
}

/** "10 min" or "1.5 km"; null for a part that is no band. */
export function limitOf({ limitSeconds, limitMeters, radiusMeters }: Members): string | null {
  if (typeof limitSeconds === 'number') return `${Number((limitSeconds / 60).toFixed(2))} min`;
  const meters = limitMeters ?? radiusMeters;
  return typeof meters === 'number' ? `${Number((meters / 1000).toFixed(3))} km` : null;
}

/** A part between two limits, beside the parts that count everything within one. */
export const isRing = (id: string): boolean => /^band_\d+$/.test(id);

/** Of a result with rings and wholes, the wholes are what people read. */
export const readParts = (ids: readonly string[]): readonly string[] =>
  ids.some((id) => /^cumulative_\d+$/.test(id)) ? ids.filter((id) => !isRing(id)) : ids;
