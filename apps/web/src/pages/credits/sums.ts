import type { Use } from '../../api/types.ts';

/** Credits of one month, member, key or action. */
export interface Sum {
  /** A month (YYYY-MM) or the number of a member or key, `web`, or an action; null is storage. */
  readonly id: string | null;
  readonly name: string;
  readonly credits: number;
  readonly entries: number;
}

/** The months up to `month`, YYYY-MM, oldest first. */
export function lastMonths(month: string, count: number): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, before) =>
    new Date(Date.UTC(year, number - count + before, 1)).toISOString().slice(0, 7),
  );
}

/** A sum for each of the months, 0 where nothing was spent. */
export const sumByMonth = (uses: readonly Use[], months: readonly string[]): Sum[] =>
  months.map((month) =>
    total(
      month,
      month,
      uses.filter((use) => use.month === month),
    ),
  );

/** A sum for each member, key or action over all months, largest first. */
export const sumByName = (uses: readonly Use[]): Sum[] =>
  Array.from(new Set(uses.map(({ id }) => id)), (id) => {
    const group = uses.filter((use) => use.id === id);
    return total(id, group.at(-1)?.name ?? id ?? '', group);
  }).toSorted((a, b) => b.credits - a.credits);

const total = (id: string | null, name: string, uses: readonly Use[]): Sum => ({
  id,
  name,
  // Credits have three decimals: sums are rounded to them.
  credits: Math.round(uses.reduce((sum, { credits }) => sum + credits * 1000, 0)) / 1000,
  entries: uses.reduce((sum, { entries }) => sum + entries, 0),
});
