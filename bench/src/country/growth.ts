/** A part of a time as theory has it: how much of it there is at each point. Fixed parts are 1 everywhere. */
export type Part = readonly number[];

export interface Growth {
  /** x and the predicted time, one per point. */
  readonly predicted: readonly (readonly [number, number])[];
  /** Time per unit of each part, never below 0. */
  readonly rates: readonly number[];
  /** The largest share by which a point differs from its prediction. */
  readonly worst: number;
}

/** Times as sums of parts, each at a rate of its own; the rates that leave the least squares of relative errors. */
export function fitted(points: readonly (readonly [number, number])[], parts: readonly Part[]): Growth {
  let best: { rates: number[]; error: number } | null = null;
  // Few parts: all choices of those that have a rate above 0.
  for (let choice = 1; choice < 1 << parts.length; choice++) {
    const chosen = parts.map((_, i) => i).filter((i) => (choice >> i) & 1);
    const solved = solve(
      chosen.map((i) => chosen.map((k) => dot(points, parts[i]!, parts[k]!))),
      chosen.map((i) => points.reduce((sum, [, y], at) => sum + parts[i]![at]! / y, 0)),
    );
    if (solved === null || solved.some((rate) => rate < 0)) continue;
    const rates = parts.map((_, i) => solved[chosen.indexOf(i)] ?? 0);
    const error = points.reduce((sum, [, y], at) => sum + (timeAt(parts, rates, at) / y - 1) ** 2, 0);
    if (best === null || error < best.error) best = { rates, error };
  }
  return withRates(points, parts, best!.rates);
}

/** The same with rates that are known already. */
export function withRates(
  points: readonly (readonly [number, number])[],
  parts: readonly Part[],
  rates: readonly number[],
): Growth {
  const predicted = points.map(([x], at): [number, number] => [x, timeAt(parts, rates, at)]);
  return { predicted, rates, worst: Math.max(...points.map(([, y], at) => Math.abs(y / predicted[at]![1] - 1))) };
}

function timeAt(parts: readonly Part[], rates: readonly number[], at: number): number {
  return parts.reduce((sum, part, i) => sum + part[at]! * rates[i]!, 0);
}

/** Sum of products of two parts, weighed so that errors are relative. */
function dot(points: readonly (readonly [number, number])[], a: Part, b: Part): number {
  return points.reduce((sum, [, y], at) => sum + (a[at]! * b[at]!) / (y * y), 0);
}

/** Gauss-Jordan elimination; null where the equations have no single solution. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows.findIndex((row, i) => i >= column && Math.abs(row[column]!) > 1e-12 * Math.abs(matrix[i]![i]!));
    if (pivot === -1) return null;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]!;
    for (const row of rows) {
      if (row === lead) continue;
      const factor = row[column]! / lead[column]!;
      for (let i = column; i < row.length; i++) row[i]! -= factor * lead[i]!;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}
