import type { Boundary } from '../inputs/boundaries.ts';

/** The areas with a code, the first of each country, kind and code; `drop` hears of the others. */
export function distinctAreas(
  boundaries: readonly Boundary[],
  drop: (reason: string, boundary: Boundary) => void = () => {},
): Boundary[] {
  const seen = new Set<string>();
  return boundaries.filter((boundary) => {
    const { code, kind, country } = boundary;
    const key = `${country} ${kind} ${code}`;
    if (code === '') drop('no code', boundary);
    else if (seen.has(key)) drop('another area has the same kind and code', boundary);
    else {
      seen.add(key);
      return true;
    }
    return false;
  });
}
