import { describe, expect, it } from 'vitest';
import { analysisIsochrone } from '../analysis.isochrone/index.ts';
import { analysisPeopleEconomy } from '../analysis.people_economy/index.ts';
import { BLOCK_SECONDS, contextOf, island } from '../testing/island.ts';
import { grainSection } from './tellGrain.ts';

/** Of the four units the south-west has 36 poles, all of the same people. */
const { town, territory } = island();
const context = contextOf(territory);
const bands = (blocks: readonly number[], right: number, up: number) => {
  const bandSeconds = blocks.map((one) => one * BLOCK_SECONDS);
  const input = { origins: [town.at(right, up)], bandSeconds, geometry: false };
  return analysisIsochrone.run(context, analysisIsochrone.input.parse(input)).result.bands;
};

describe('a catchment that is smaller than the units of the census', () => {
  it('has the share of its units that it reaches, on average of its people', () => {
    // A crossing and the four around it: 5 of 36 poles.
    expect(bands([1], -3, -3)[0]!.unitShare).toBeCloseTo(5 / 36, 6);
    // Two units at once: one crossing of the south-west with 30 people, four of the north-west, of 42 poles, with 20.
    const people = [30, 80];
    const mean = (people[0]! * (1 / 36) + people[1]! * (4 / 42)) / (people[0]! + people[1]!);
    expect(bands([1], -3, 0)[0]!.unitShare).toBeCloseTo(mean, 6);
  });

  it('has none once it holds half of them', () => {
    const [small, large] = bands([1, 12], -3, -3);
    expect(small!.unitShare).toBeLessThan(0.5);
    expect(large!.unitShare).toBeUndefined();
  });

  it('is told by its widest limit, an area without a limit', () => {
    const within = grainSection(bands([1, 2, 12], -3, -3));
    expect(within).toMatchObject([
      { parts: [{ text: { text: 'grain.within', with: { within: { limit: { seconds: 100 } } } } }] },
    ]);
    expect(grainSection(bands([12], -3, -3))).toEqual([]);
    const [a, b] = [town.at(-3.5, -3.5), town.at(-2.5, -2.5)];
    const corners = [
      [a.lng, a.lat],
      [b.lng, a.lat],
      [b.lng, b.lat],
      [a.lng, b.lat],
      [a.lng, a.lat],
    ];
    const input = { polygon: { type: 'Polygon', coordinates: [corners] }, topics: ['residents'] };
    const { parts } = analysisPeopleEconomy.run(context, analysisPeopleEconomy.input.parse(input)).result;
    expect(parts[0]!.unitShare).toBeCloseTo(1 / 36, 6);
    expect(grainSection(parts)).toMatchObject([{ parts: [{ text: { text: 'grain.area' } }] }]);
  });
});
