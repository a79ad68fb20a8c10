/** Times of one place, one per departure, made of rows of times at stops. */
export interface Rows {
  /** Begins a place with the same time for every departure. */
  start(time: number): void;
  /** Takes the times of a row, each with a walk behind it, wherever they are less. Returns the longest time afterwards. */
  offer(row: number, walk: number): number;
  least(): number;
  /** Returns the least number from `low` to `high` that at least `rank` of the times do not exceed. */
  ranked(rank: number, low: number, high: number): number;
}
