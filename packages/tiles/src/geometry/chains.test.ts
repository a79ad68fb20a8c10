import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chains } from './chains.ts';

describe('chains', () => {
  it('hold every edge once and run on from node to node', () => {
    const edge = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 40 }), (ends) => {
        const table = { fromNode: Uint32Array.from(ends, ([a]) => a), toNode: Uint32Array.from(ends, ([, b]) => b) };
        const rows = ends.map((_, row) => row);
        const found = chains(rows, table);
        const used = found.flat().map((step) => (step < 0 ? ~step : step));
        expect(used.sort((a, b) => a - b)).toEqual(rows);
        for (const chain of found) {
          const walked = chain.map((step) => (step < 0 ? [...ends[~step]!].reverse() : ends[step]!));
          for (let i = 1; i < walked.length; i++) expect(walked[i]![0]).toBe(walked[i - 1]![1]);
        }
      }),
    );
  });

  it('joins a street of three edges drawn in any direction into one line', () => {
    const table = { fromNode: Uint32Array.of(0, 2, 2), toNode: Uint32Array.of(1, 1, 3) };
    expect(chains([0, 1, 2], table)).toEqual([[0, ~1, 2]]);
  });
});
