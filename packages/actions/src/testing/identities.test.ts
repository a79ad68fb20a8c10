import { describe, expect, it } from 'vitest';
import { findAction } from '../registry.ts';
import { brokenIdentities } from './identities.ts';
import { contextOf } from './island.ts';
import { islandWithShops } from './shops.ts';

type Result = Record<string, any>;

const { town, territory } = islandWithShops();
const spots = [
  { id: 'a', ...town.at(-3, -2) },
  { id: 'b', ...town.at(3, 2) },
  { id: 'c', ...town.at(0, 4) },
];
const reach = { origins: [town.at(0, 0)], bandSeconds: [100, 200, 300] };
const SUPERMARKETS = 'food.supermarket';

const QUESTIONS: Readonly<Record<string, object>> = {
  'analysis.isochrone': reach,
  'analysis.people_economy': { ...reach, topics: ['residents'] },
  'analysis.markets_sector': { ...reach, sectors: [SUPERMARKETS] },
  'analysis.brand_coverage': { ownPoints: spots.slice(0, 2), plannedPoints: spots.slice(2), minutes: 3 },
  'network.coverage': {
    stores: spots,
    candidates: [{ id: 'd', ...town.at(-5, 5) }],
    minutes: 3,
    closeCount: 2,
    openCount: 1,
  },
  'site.rank': { candidates: spots.slice(0, 2), sectorCode: SUPERMARKETS, ownStores: spots.slice(2) },
  'site.search': {
    sectorCode: SUPERMARKETS,
    candidates: 'addresses',
    spacingMeters: 100,
    openCount: 2,
    ownStores: spots.slice(2),
  },
};

const answers = new Map(
  Object.entries(QUESTIONS).map(([id, question]) => {
    const action = findAction(id)!;
    return [id, action.run(contextOf(territory), action.input.parse(question)).result as Result] as const;
  }),
);

/** What a plant does to an answer: the action, where, and the rule that must notice. */
const PLANTS: readonly (readonly [string, (result: Result) => void, RegExp])[] = [
  ['analysis.isochrone', ({ bands }) => (bands[1].cumulativeResidents += 1), /bands of an answer/],
  ['analysis.isochrone', ({ bands }) => (bands[0].residents *= 1.01), /bands of an answer/],
  ['analysis.people_economy', ({ parts }) => (part(parts, 'cumulative_2').residents += 1), /parts of an answer/],
  ['analysis.people_economy', ({ parts }) => (part(parts, 'cumulative_3').areaSquareKm *= 2), /parts of an answer/],
  ['analysis.markets_sector', ({ sectors }) => (sectors[0].oneMore.takenFromStores *= 1.1), /takenFromStores/],
  ['analysis.markets_sector', ({ sectors }) => (sectors[0].oneMore.newToMarket += 5), /newToMarket/],
  ['analysis.markets_sector', ({ sectors }) => (sectors[0].figures.band_1.leakageToStores += 1e6), /leakage/],
  ['analysis.markets_sector', ({ sectors }) => (sectors[0].figures.band_2.captured += 1e9), /captured ≤ demand/],
  ['analysis.brand_coverage', ({ coverage }) => (coverage.covered += 1), /covered/],
  ['analysis.brand_coverage', ({ coverage }) => (coverage.unreached += 1), /touchedPeople/],
  ['analysis.brand_coverage', ({ ownPoints }) => (ownPoints[0].exclusive += 1), /exclusive/],
  ['network.coverage', ({ network }) => (network.coveredByTwoOrMore += 1), /coveredByOne/],
  ['network.coverage', ({ network }) => (network.sharedShare += 0.01), /sharedShare/],
  ['network.coverage', ({ closurePlan }) => (closurePlan[0].lostInAll += 1), /closurePlan/],
  ['site.rank', ({ candidates }) => (candidates[0].netNew = candidates[0].captured * 1.2), /netNew/],
  ['site.rank', ({ candidates }) => (candidates[0].takenFromOwn += 1000), /takenFromOwn/],
  ['site.rank', ({ candidates }) => candidates.reverse(), /ranks of candidates/],
  ['site.rank', ({ candidates }) => (candidates[1].rank = 1), /ranks of candidates/],
  ['site.rank', ({ candidates }) => (candidates[0].captured = candidates[0].spendWithinReach * 2), /spendWithinReach/],
  ['site.search', ({ places }) => (places[1].gain = places[0].gain * 1.5), /ranks of places/],
  ['site.search', ({ set }) => (set.total *= 1.01), /what a set adds/],
  ['site.search', ({ set }) => (set.upperBound = set.total * 0.9), /what a set adds/],
];

const part = (parts: readonly Result[], wanted: string): Result => parts.find(({ id }) => id === wanted)!;

describe('identities of an answer', () => {
  it.each([...answers])('%s agrees with itself', (_, result) => {
    expect(brokenIdentities(result)).toEqual([]);
  });

  it.each(PLANTS.map(([id, plant, why], number) => [number + 1, id, why, plant] as const))(
    'plant %i, in %s, breaks %s',
    (_, id, why, plant) => {
      const spoilt = structuredClone(answers.get(id)!);
      plant(spoilt);
      expect(brokenIdentities(spoilt).join('\n')).toMatch(why);
    },
  );

  it('one reach with two areas', () => {
    const reaches = {
      ten: { limitSeconds: 600, areaSquareKm: 55.8 },
      market: { limitSeconds: 600, areaSquareKm: 1795 },
    };
    expect(brokenIdentities(reaches)).toEqual(['one area for 600 s: 55.8, 1795 km²']);
    expect(brokenIdentities({ one: reaches.ten, other: { ...reaches.ten } })).toEqual([]);
  });

  it('a range within another, and forecasts that add what they sell at most', () => {
    const forecast = {
      sales: 707,
      netNew: 692,
      range80: { low: 475, high: 1080 },
      range95: { low: 400, high: 1300 },
    };
    expect(brokenIdentities(forecast)).toEqual([]);
    expect(brokenIdentities({ ...forecast, netNew: 708 })).toEqual(['netNew ≤ sales']);
    expect(brokenIdentities({ ...forecast, range80: { low: 300, high: 1080 } })).toHaveLength(1);
  });
});
