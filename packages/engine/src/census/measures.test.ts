import { AGE_CLASSES } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { measurePerPole } from './measures.ts';
import { drawnCensus } from './testing/drawnCensus.ts';

describe('a measure per pole', () => {
  const town = drawnCensus({
    units: [
      { code: 'A', poles: [{ dwellings: 1 }, { dwellings: 3 }] },
      { code: 'B', poles: [{ dwellings: 1 }] },
    ],
    topics: {
      residents: { total: [100, 60] },
      age_classes: Object.fromEntries(AGE_CLASSES.map(({ code }, i) => [`total_${code}`, [i, 0]])),
    },
  });

  it('spreads the unit over its poles by dwellings', () => {
    expect([...measurePerPole(town, 'population')!]).toEqual([25, 75, 60]);
    // Classes 14 to 17 are 70 and over: 14 + 15 + 16 + 17 = 62 people.
    expect([...measurePerPole(town, 'aged_70_plus')!]).toEqual([15.5, 46.5, 0]);
  });

  it('is null where the territory lacks the topic', () => {
    expect(measurePerPole(town, 'families')).toBeNull();
    expect(measurePerPole({ ...town, sociodemo: null }, 'population')).toBeNull();
  });
});
