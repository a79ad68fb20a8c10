import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { networkCoverage } from '../network.coverage/index.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, residentsWithin } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { islandWithShops } from '../testing/shops.ts';
import { analysisBrandCoverage as action } from './index.ts';

const { town, territory } = islandWithShops();
const at = (id: string, right: number, up: number) => ({ id, ...town.at(right, up) });
const minutes = (2 * BLOCK_SECONDS) / 60;
const parse = (more: object) => action.input.parse({ minutes, areaLevel: 4, ...more });
const quote = (more: object, on = territory) => action.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more)).result;

/** Residents within two blocks of any of these crossings. */
const within = (...points: [number, number][]) => residentsWithin(2, points);
const own = [at('a', 0, 0), at('b', 1, 0), at('c', 5, 5)];
const planned = [at('x', 0, 1), at('y', -4, -4), at('z', -4, 3)];

describe('price', () => {
  it('S30 S47 5 per point, own and planned alike, and per store of the brand', () => {
    expect(quote({ ownPoints: own, plannedPoints: planned }).lines).toMatchObject([
      {
        tariff: 'brand_coverage.point',
        label: '3 own and 3 planned points',
        unit: 'point',
        quantity: 6,
        unitCredits: 5,
        credits: 30,
      },
    ]);
    expect(quotedCredits(quote({ plannedPoints: planned }))).toBe(15);
    expect(quotedCredits(quote({ brand: 'Halcyon Fare' }))).toBe(5);
  });

  it('refuses what cannot be answered by its place in the request', () => {
    expect(() => parse({})).toThrow(/give brand, ownPoints or plannedPoints/);
    expect(() => quote({ brand: 'Nobody' })).toThrow(/no brand of the name "Nobody"/);
    expect(() => quote({ brand: 'Halcyon Fare' }, island().territory)).toThrow(/holds no stores/);
    const lost = { id: 'lost', lat: -36.4, lng: -151.99 };
    try {
      quote({ ownPoints: own, plannedPoints: [planned[0], lost] });
      throw new Error('nothing was thrown');
    } catch (error) {
      // Those who answer for lists put the row before it, as the caller wrote it.
      const detail = expect.stringMatching(/^The place \(lat -36\.4, lng -151\.99\) /);
      expect((error as any).fields.errors).toEqual([{ pointer: '#/plannedPoints/1', detail }]);
    }
  });

  it('needs no players data when the points are given', () => {
    const { coverage, dataVersion } = run({ ownPoints: own }, island().territory);
    expect(coverage.covered).toBeCloseTo(within([0, 0], [1, 0], [5, 5]), 6);
    expect(coverage.spend).toBeNull();
    expect(dataVersion).toEqual({ territory: '1', sociodemo: '1' });
  });
});

describe('result', () => {
  it('S30 tells where the brand covers its market, as a whole and by area', () => {
    const { coverage, areas, levelUsed } = run({ ownPoints: own });
    const covered = within([0, 0], [1, 0], [5, 5]);
    expect(coverage.covered).toBeCloseTo(covered, 6);
    expect(coverage.shareOfTerritory).toBeCloseTo(covered / 2830, 6);
    expect(levelUsed).toBe(4);
    expect(areas.map(({ name }) => name)).toEqual(['Rāwhiti', 'Ponant']);
    for (const { people, covered: reached, unreached, coveredShare } of areas) {
      expect(people).toBeCloseTo(reached + unreached, 6);
      expect(coveredShare).toBeCloseTo(reached / people, 6);
    }
    expect(areas.reduce((sum, { covered: reached }) => sum + reached, 0)).toBeCloseTo(covered, 6);
  });

  it('S31 own points add the order in which they can close', () => {
    const { closingOrder } = run({ ownPoints: own });
    const lostByA = within([0, 0], [1, 0], [5, 5]) - within([1, 0], [5, 5]);
    const lostByB = within([0, 0], [1, 0], [5, 5]) - within([0, 0], [5, 5]);
    const lostByC = within([0, 0], [1, 0], [5, 5]) - within([0, 0], [1, 0]);
    const least = Math.min(lostByA, lostByB, lostByC);
    expect(closingOrder).toHaveLength(2);
    expect(closingOrder![0]!.lost).toBeCloseTo(least, 6);
    const first = { [lostByC]: 'c', [lostByB]: 'b', [lostByA]: 'a' }[least];
    expect(closingOrder!.map(({ id, position }) => [id, position])[0]).toEqual([first, 1]);
    expect(run({ ownPoints: own.slice(0, 1) })).not.toHaveProperty('closingOrder');
  });

  it('S32 planned points add the order in which to open them, after the own ones', () => {
    const { openingOrder, plannedPoints } = run({ ownPoints: own, plannedPoints: planned });
    const base = within([0, 0], [1, 0], [5, 5]);
    const places: Record<string, [number, number]> = { x: [0, 1], y: [-4, -4], z: [-4, 3] };
    const gain = (id: string, open: string[]) =>
      within([0, 0], [1, 0], [5, 5], ...open.map((o) => places[o]!), places[id]!) -
      within([0, 0], [1, 0], [5, 5], ...open.map((o) => places[o]!));
    const order: string[] = [];
    while (order.length < 3) {
      const left = ['x', 'y', 'z'].filter((id) => !order.includes(id));
      order.push(left.reduce((best, id) => (gain(id, order) > gain(best, order) ? id : best)));
    }
    expect(openingOrder!.map(({ id, position }) => [id, position])).toEqual(order.map((id, i) => [id, i + 1]));
    expect(openingOrder!.at(-1)!.covered).toBeCloseTo(within(...own3, ...Object.values(places)), 6);
    for (const { id, reached, added, sharedWithOwn } of plannedPoints) {
      expect(reached).toBeCloseTo(within(places[id]!), 6);
      expect(added).toBeCloseTo(within(...own3, places[id]!) - base, 6);
      expect(sharedWithOwn).toBeCloseTo(reached - added, 6);
    }
    const { notes, openingOrder: fromNothing } = run({ plannedPoints: planned });
    expect(fromNothing![0]!.gained).toBeCloseTo(Math.max(...Object.values(places).map((place) => within(place))), 6);
    expect(notes.join()).toMatch(/empty network/);
  });

  it('is what network.coverage tells of the same places', () => {
    const network = networkCoverage.run(
      contextOf(territory),
      networkCoverage.input.parse({ stores: own, candidates: planned, minutes, closeCount: 2, openCount: 3 }),
    ).result;
    const { ownPoints, closingOrder, openingOrder } = run({ ownPoints: own, plannedPoints: planned });
    expect(ownPoints.map(({ reached }) => reached)).toEqual(network.stores.map(({ reached }) => reached));
    expect(closingOrder!.map(({ position: _, ...step }) => step)).toEqual(network.closurePlan);
    expect(openingOrder!.map(({ position: _, ...step }) => step)).toEqual(network.openingPlan);
  });

  it('takes the open stores of a brand, and the spend on its sector', () => {
    const { ownPoints, coverage } = run({ brand: 'Halcyon Fare', ownPoints: own.slice(2) });
    expect(ownPoints.map(({ id, ofBrand }) => [id, ofBrand])).toEqual([
      ['c', false],
      ['drawn/0', true],
    ]);
    const { spend } = coverage;
    expect(spend).toMatchObject({ sector: 'food.supermarket', unit: 'currency_per_year' });
    expect(spend!.share).toBeCloseTo(spend!.covered / spend!.territory, 6);
    expect(run({ ownPoints: own, sectorCode: 'food.bakery' }).coverage.spend!.sector).toBe('food.bakery');
  });
});

const own3: [number, number][] = [
  [0, 0],
  [1, 0],
  [5, 5],
];

describe('public transport', () => {
  const withTrips = withLine(territory, town);
  const travel = { mode: 'transit', minutes: 16 };

  it('is the coverage that network.coverage finds, orders included', () => {
    const points = [at('end', HALF, 0), at('north', 0, 5), at('west', -4, 0)];
    const result = run({ ...travel, ownPoints: points, plannedPoints: planned }, withTrips);
    const asNetwork = networkCoverage.input.parse({
      ...travel,
      stores: points,
      candidates: planned,
      whiteSpotLevel: 4,
    });
    const network = networkCoverage.run(contextOf(withTrips), asNetwork).result;
    expect(result.coverage).toMatchObject(network.network);
    expect(result.ownPoints.map(({ reached }) => reached)).toEqual(network.stores.map(({ reached }) => reached));
    expect(result.openingOrder![0]).toMatchObject(network.openingPlan![0]!);
    expect(result.method.transit).toEqual(network.method.transit);
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1', players: '1', transit: '1' });
    const onFoot = run({ ...travel, mode: 'walk', ownPoints: points, plannedPoints: planned }, withTrips);
    expect(result.coverage.covered).toBeGreaterThan(onFoot.coverage.covered);
    expect(onFoot.dataVersion).toEqual({ territory: '1', sociodemo: '1', players: '1' });
  });

  it('D162: refuses fields of public transport with other modes', () => {
    expect(() => parse({ ownPoints: own, percentile: 50 })).toThrow(/percentile is for mode transit/);
    expect(() => run({ ...travel, ownPoints: own })).toThrow(/has no timetables of public transport/);
  });
});
