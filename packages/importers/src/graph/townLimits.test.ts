import { describe, expect, it } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { TownLimits } from './townLimits.ts';

const METERS_PER_DEGREE = 111_195;

/**
 * The limits of roads of 1 km in a town of streets 200 m apart, at the equator, and of one far outside. `signed` are
 * classes and limits of further roads of 1 km in the town.
 */
function limitsOf(
  roads: readonly Record<string, string>[],
  signed: readonly (readonly [string, string])[],
  countries: string[],
) {
  const builder = new OsmBuilder();
  const line = (tags: Record<string, string>, northMeters: number) =>
    builder.addWay(
      [0, 500, 1000].map((east) => builder.addNode(northMeters / METERS_PER_DEGREE, east / METERS_PER_DEGREE)),
      tags,
    );
  for (let north = -1000; north <= 1000; north += 100) line({ highway: 'residential' }, north);
  for (const [highway, maxspeed] of signed) line({ highway, maxspeed }, 10);
  const ways = [...roads.map((tags) => line(tags, 20)), line({ highway: 'primary' }, 50_000)];
  const map = builder.build();
  const limits = new TownLimits(map, countries);
  return ways.map((way) => limits.of(map.wayRow(way)));
}

const primary = { highway: 'primary' };
const times = (count: number, limit: string) => Array.from({ length: count }, () => ['primary', limit] as const);

describe('limits of towns', () => {
  it('are the mean of 10 signed kilometers of the class where it is higher than the country says', () => {
    const [same, outside] = limitsOf([primary], times(11, '60'), ['DE']);
    expect(same).toBeCloseTo(60, 6);
    expect(outside).toBeUndefined();
    const [mean] = limitsOf([primary], [...times(6, '60'), ...times(6, '70')], ['DE']);
    expect(mean).toBeCloseTo(65, 6);
  });

  it('are the country’s where fewer are signed, or lower ones, or on another class', () => {
    expect(limitsOf([primary], times(9, '60'), ['DE'])).toEqual([50, undefined]);
    expect(limitsOf([primary], times(12, '30'), ['DE'])).toEqual([50, undefined]);
    expect(limitsOf([{ highway: 'secondary' }], times(12, '60'), ['DE'])).toEqual([50, undefined]);
  });

  it('count miles per hour as they are signed', () => {
    const [limit] = limitsOf([primary], times(12, '35 mph'), ['US']);
    expect(limit).toBeCloseTo(35 * 1.609344, 4);
  });

  it('leave roundabouts at the country’s', () => {
    expect(limitsOf([{ ...primary, junction: 'roundabout' }], times(12, '60'), ['DE'])).toEqual([50, undefined]);
  });
});
