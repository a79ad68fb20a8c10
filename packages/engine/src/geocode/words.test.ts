import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './editDistance.ts';

describe('edit distance', () => {
  it('counts letters put in, left out, replaced and swapped with their neighbor, as a slow one does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = editDistance(a, b, 2);
        expect(Math.min(distance, 3)).toBe(Math.min(slowDistance(a, b), 3));
      }),
    );
  });

  function slowDistance(a: string, b: string): number {
    if (a === '' || b === '') return a.length + b.length;
    const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
    return Math.min(
      slowDistance(a.slice(0, -1), b) + 1,
      slowDistance(a, b.slice(0, -1)) + 1,
      slowDistance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
      swapped ? slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
    );
  }
});
