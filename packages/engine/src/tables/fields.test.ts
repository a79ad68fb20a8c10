import { AGE_CLASSES } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { only, part, two } from './testing/drawnTables.ts';

describe('age classes', () => {
  /** `people[i]` of the i-th five-year class in unit A, none in B. */
  const town = (people: number[]) =>
    two({
      age_classes: Object.fromEntries(
        AGE_CLASSES.flatMap(({ code }, i) => [
          [`total_${code}`, [people[i] ?? 0, 0]],
          [`male_${code}`, [(people[i] ?? 0) / 4, 0]],
          [`female_${code}`, [(3 * (people[i] ?? 0)) / 4, 0]],
        ]),
      ),
    });

  it('sums the ranges of the specification and computes the indices', () => {
    // One person in class 0, two in class 1, ..., 18 in class 85+: 171 in all.
    const territory = town(AGE_CLASSES.map((_, i) => i + 1));
    const { values, shares } = only(territory, 'age_classes', part(territory, 0, 1)).parts[0]!;
    expect(values).toMatchObject({
      total: 171,
      under_5: 1,
      aged_0_14: 6,
      aged_15_64: 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13,
      aged_65_plus: 14 + 15 + 16 + 17 + 18,
      aged_70_plus: 15 + 16 + 17 + 18,
    });
    expect(values.male).toBeCloseTo(171 / 4, 12);
    expect(values.old_age_index).toBeCloseTo((100 * 80) / 6, 10);
    expect(values.dependency_ratio).toBeCloseTo((100 * 86) / 85, 10);
    // Half of 171 is 85.5; 78 are younger than 60, 13 are 60 to 64: 60 + 5 · 7.5 / 13.
    expect(values.median_age).toBeCloseTo(60 + (5 * 7.5) / 13, 10);
    expect(shares.under_5).toBeCloseTo(100 / 171, 10);
    expect(shares.male_0_4).toBeCloseTo(25, 10);
    expect(shares.total_85_plus).toBeCloseTo(1800 / 171, 10);
  });

  it('says "at least 85" where half of the people are in the open class', () => {
    const territory = town([...Array(17).fill(0), 9]);
    const figures = only(territory, 'age_classes', part(territory, 0)).parts[0]!;
    expect(figures.values.median_age).toBeNull();
    expect(figures.atLeast).toEqual({ median_age: 85 });
  });
});
