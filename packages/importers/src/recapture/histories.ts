/** How many stores each set of lists holds: position = the sum of 2^list, 0 is never counted. */
export type Histories = readonly number[];

/** Counts of the stores of `lists` lists by the sets that hold them; a set is a number with a bit per list. */
export function historiesOf(sets: Iterable<number>, lists: number): number[] {
  const counts = Array.from({ length: 2 ** lists }, () => 0);
  for (const set of sets) counts[set]!++;
  return counts;
}

/** Stores that any list holds. */
export const observed = (histories: Histories): number =>
  histories.reduce((sum, count, set) => sum + (set === 0 ? 0 : count), 0);

/** Stores that one list holds. */
export const inList = (histories: Histories, list: number): number =>
  histories.reduce((sum, count, set) => sum + ((set >> list) & 1 ? count : 0), 0);

/** Stores that both of two lists hold. */
export const inBoth = (histories: Histories, a: number, b: number): number =>
  histories.reduce((sum, count, set) => sum + ((set >> a) & (set >> b) & 1 ? count : 0), 0);
