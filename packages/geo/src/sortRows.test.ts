import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from './random.ts';
import { everyRow, sortRows } from './sortRows.ts';

/** The plain twin: an ordinary stable sort of row numbers. */
const plain = (rows: Uint32Array, keys: ArrayLike<number>) => [...rows].sort((a, b) => keys[a]! - keys[b]!);

describe('rows sorted by their keys', () => {
  it('agrees with an ordinary stable sort, few rows or many, with and without signs', () => {
    for (const count of [0, 1, 100, 4096, 4097, 20_000]) {
      const random = new SeededRandom(count);
      for (const range of [1, 7, 60_000, 70_000, 2 ** 32]) {
        const unsigned = Uint32Array.from({ length: count }, () => random.next() * range);
        const signed = Int32Array.from({ length: count }, () => (random.next() - 0.5) * range);
        expect([...sortRows(everyRow(count), unsigned)]).toEqual(plain(everyRow(count), unsigned));
        expect([...sortRows(everyRow(count), signed)]).toEqual(plain(everyRow(count), signed));
      }
    }
  });

  it('sorts by several columns, the last one first, and some rows only', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 30 }), (pairs) => {
        const [first, second] = [0, 1].map((i) => Uint32Array.from(pairs, (pair) => pair[i]!)) as [
          Uint32Array,
          Uint32Array,
        ];
        const odd = everyRow(pairs.length).filter((row) => row % 2 === 1);
        const expected = [...odd].sort((a, b) => first[a]! - first[b]! || second[a]! - second[b]! || a - b);
        expect([...sortRows(sortRows(odd, second), first)]).toEqual(expected);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
