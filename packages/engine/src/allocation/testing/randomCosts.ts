import { SeededRandom } from '@hinterland/geo';
import type { PlaceCosts } from '../placeCosts.ts';

/** A random instance, small enough for a look at every choice. */
export interface RandomCosts {
  readonly costs: PlaceCosts;
  readonly weights: Float64Array;
  /** Cost of each customer (row) at each candidate, Infinity where there is no way. */
  readonly rows: readonly (readonly number[])[];
  readonly base: readonly number[];
  readonly openCount: number;
}

/**
 * Customers and candidates on islands without a way between them, with ways that cost another amount in each direction,
 * ties, customers without people and some that a store serves already.
 */
export function randomCosts(seed: number): RandomCosts {
  const random = new SeededRandom(seed);
  const candidates = 2 + random.int(8);
  const customers = 1 + random.int(25);
  const islands = 1 + random.int(3);
  const isWhole = random.next() < 0.6;
  const limit = 20;
  const number = (most: number) => (isWhole ? random.int(most + 1) : random.between(0, most));
  const placeOf = () => ({ island: random.int(islands), x: number(12), y: number(12) });
  const places = Array.from({ length: candidates }, placeOf);
  // Some candidates twice: choices that are as good as others.
  if (random.next() < 0.3) places[1] = places[0]!;
  const rows = Array.from({ length: customers }, () => {
    const here = placeOf();
    return places.map(({ island, x, y }) => {
      if (island !== here.island) return Infinity;
      // One way streets: east costs more than west.
      const east = Math.max(0, x - here.x) * 2 + Math.max(0, here.x - x);
      return east + Math.abs(y - here.y);
    });
  });
  const base = rows.map(() => (random.next() < 0.3 ? number(limit) : limit));
  const weights = Float64Array.from(rows, () => (random.next() < 0.1 ? 0 : number(5)));
  const firstEntry = new Uint32Array(candidates + 1);
  const [customer, cost]: [number[], number[]] = [[], []];
  for (let j = 0; j < candidates; j++) {
    rows.forEach((row, c) => {
      if (row[j]! >= base[c]!) return;
      customer.push(c);
      cost.push(row[j]!);
    });
    firstEntry[j + 1] = customer.length;
  }
  return {
    costs: {
      customers,
      base: Float64Array.from(base),
      firstEntry,
      customer: Uint32Array.from(customer),
      cost: Float64Array.from(cost),
    },
    weights,
    rows,
    base,
    openCount: 1 + random.int(Math.min(4, candidates)),
  };
}

/** Cost of each customer with some open candidates, by a look at every one. */
export const costsBy = ({ rows, base }: RandomCosts, open: readonly number[]): number[] =>
  rows.map((row, c) => Math.min(base[c]!, ...open.map((j) => row[j]!)));

/** All ways to choose so many of some candidates. */
export function* choicesOf(candidates: number, count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let j = from; j + count <= candidates; j++) {
    for (const rest of choicesOf(candidates, count - 1, j + 1)) yield [j, ...rest];
  }
}
