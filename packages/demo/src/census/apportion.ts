/**
 * Whole numbers in proportion to shares that add up to a whole number exactly: the largest remainders get one more
 * (Hamilton's method). Equal remainders go to the earlier class. Shares may be of any size; all zero puts everything
 * into the first class.
 */
export function apportion(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  const exact = sum > 0 ? shares.map((share) => (total * share) / sum) : shares.map((_, i) => (i === 0 ? total : 0));
  const counts = exact.map(Math.floor);
  let left = total - counts.reduce((a, b) => a + b, 0);
  const order = [...counts.keys()].sort((a, b) => exact[b]! - counts[b]! - (exact[a]! - counts[a]!) || a - b);
  for (const i of order) {
    if (left <= 0) break;
    counts[i]!++;
    left--;
  }
  return counts;
}

/** A whole number near `share` of a total, at most the total. */
export function part(total: number, share: number): number {
  return Math.min(total, Math.max(0, Math.round(total * share)));
}
