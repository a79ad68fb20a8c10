import { SeededRandom } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import { EXPENDITURE_SURVEYS, INCOME_ELASTICITY, spendByDivision } from './expenditure.ts';

const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + (value || 0), 0);

describe('surveys', () => {
  test('add up to the published totals, with what is left out', () => {
    const us = EXPENDITURE_SURVEYS['us-ces-2018'];
    // 61,224 as published; its parts are rounded.
    expect(Math.abs(total(Object.values(us.perHousehold)) + 1_888 + 7_296 - 61_224)).toBeLessThanOrEqual(2);
    const au = EXPENDITURE_SURVEYS['au-hes-2016'];
    expect(Math.abs(total(Object.values(au.perHousehold)) / 52.18 - 1_425)).toBeLessThanOrEqual(3);
  });
});

describe('spend of census units', () => {
  const survey = { ...EXPENDITURE_SURVEYS['us-ces-2018'], personsPerHousehold: 2 };

  test('by hand: two units of equal size, one with four times the income of the other', () => {
    const spend = spendByDivision({
      residents: Float64Array.of(100, 100),
      income: Float64Array.of(20_000, 80_000),
      survey: { personsPerHousehold: 2, perHousehold: { ...survey.perHousehold, cp01: 4_000, cp03: 2_000, cp10: 0 } },
    });
    // Food goes with the root of income: 1 to 2; clothing with income: 1 to 4. Together 200 × 2,000 and 200 × 1,000.
    expect(spend.get('cp01')![0]).toBeCloseTo(400_000 / 3, 6);
    expect(spend.get('cp01')![1]).toBeCloseTo(800_000 / 3, 6);
    expect(spend.get('cp03')![0]).toBeCloseTo(200_000 / 5, 6);
    expect(spend.get('cp03')![1]).toBeCloseTo(800_000 / 5, 6);
    expect(spend.has('cp10')).toBe(false);
  });

  test('totals are those of the survey, whatever residents and incomes are, and more income never means less spend', () => {
    const random = new SeededRandom(7);
    for (let round = 0; round < 50; round++) {
      const units = 2 + random.int(40);
      const residents = Float64Array.from({ length: units }, () => (random.next() < 0.1 ? 0 : random.int(5_000) + 1));
      const income = Float64Array.from({ length: units }, () =>
        random.next() < 0.2 ? Number.NaN : random.between(5_000, 200_000),
      );
      const spend = spendByDivision({ residents, income, survey });
      for (const [division, values] of spend) {
        const expected = (total(residents) * survey.perHousehold[division]) / 2;
        expect(Math.abs(total(values) / Math.max(1, expected) - (expected > 0 ? 1 : 0))).toBeLessThan(1e-9);
        for (let a = 0; a < units; a++) {
          for (let b = 0; b < units; b++) {
            if (!(income[a]! > income[b]!) || !(residents[a]! > 0) || !(residents[b]! > 0)) continue;
            expect(values[a]! / residents[a]!).toBeGreaterThanOrEqual(values[b]! / residents[b]!);
          }
        }
      }
    }
  });

  test('without incomes everybody spends alike; where residents are not published, nothing is', () => {
    const spend = spendByDivision({ residents: Float64Array.of(10, Number.NaN, 30), income: null, survey }).get(
      'cp01',
    )!;
    expect(spend[2]! / spend[0]!).toBeCloseTo(3, 12);
    expect(spend[1]).toBeNaN();
    expect(Object.values(INCOME_ELASTICITY).every((each) => each >= 0 && each <= 1)).toBe(true);
  });
});
