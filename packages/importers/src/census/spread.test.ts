import { NONE } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpreadPoles, spreadOverPoles } from './spread.ts';

const drawn = (poles: readonly { unit: number; dwellings: number }[]): SpreadPoles => ({
  count: poles.length,
  unit: (pole) => poles[pole]!.unit,
  dwellings: (pole) => poles[pole]!.dwellings,
});

describe('spreading people over poles', () => {
  it('follows dwellings: 1, 2 and 5 of them', () => {
    const { unit, share } = spreadOverPoles(
      drawn([
        { unit: 0, dwellings: 1 },
        { unit: 0, dwellings: 2 },
        { unit: 1, dwellings: 7 },
        { unit: 0, dwellings: 5 },
        { unit: -1, dwellings: 3 },
      ]),
      Float64Array.of(1, 0.5),
    );
    expect([...unit]).toEqual([0, 0, 1, 0, NONE]);
    expect([...share]).toEqual([0.125, 0.25, 0.5, 0.625, 0]);
  });

  it('gives nothing to places where nobody lives, unless a unit has only such places', () => {
    const { unit, share, poles } = spreadOverPoles(
      drawn([
        { unit: 0, dwellings: 0 },
        { unit: 0, dwellings: 4 },
        { unit: 1, dwellings: 0 },
        { unit: 1, dwellings: 0 },
        { unit: 2, dwellings: 1 },
      ]),
      Float64Array.of(1, 1, 0),
    );
    expect([...unit]).toEqual([NONE, 0, 1, 1, NONE]);
    expect([...share]).toEqual([0, 1, 0.5, 0.5, 0]);
    expect([...poles]).toEqual([1, 2, 0]);
  });

  it('keeps the people of every unit, whatever the poles', () => {
    const pole = fc.record({
      unit: fc.integer({ min: -1, max: 5 }),
      dwellings: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
      ),
    });
    const unit = fc.record({
      inside: fc.oneof(fc.constant(1), fc.double({ min: 1e-6, max: 1, noNaN: true })),
      residents: fc.integer({ min: 0, max: 20_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(pole, { maxLength: 300 }),
        fc.array(unit, { minLength: 6, maxLength: 6 }),
        (poles, units) => {
          const spread = spreadOverPoles(
            drawn(poles),
            Float64Array.from(units, ({ inside }) => inside),
          );
          units.forEach(({ inside, residents }, row) => {
            let people = 0;
            spread.unit.forEach((of, i) => {
              if (of === row) people += residents * spread.share[i]!;
            });
            const hasPoles = poles.some((p) => p.unit === row);
            expect(Math.abs(people - (hasPoles ? inside * residents : 0))).toBeLessThan(1e-6);
          });
          // A pole with twice the dwellings of another one in its unit holds twice its people.
          poles.forEach((a, i) => {
            const j = poles.findIndex((b, k) => k > i && b.unit === a.unit && a.unit >= 0);
            if (j >= 0 && a.dwellings > 0 && poles[j]!.dwellings > 0) {
              expect(spread.share[i]! / spread.share[j]!).toBeCloseTo(a.dwellings / poles[j]!.dwellings, 6);
            }
          });
        },
      ),
      { seed: 20_201, numRuns: 200 },
    );
  });
});
