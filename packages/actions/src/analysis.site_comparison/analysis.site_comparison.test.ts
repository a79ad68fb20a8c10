import { said } from '@hinterland/answers/said';
import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { analysisIsochrone } from '../analysis.isochrone/index.ts';
import { siteRank } from '../site.rank/index.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, PER_POLE, residentsWithin, unitAt } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { islandWithShops } from '../testing/shops.ts';
import { analysisSiteComparison as action } from './index.ts';
import { reasonsOf } from './reasons.ts';
import type { Output } from './schema.ts';

const { town, territory } = islandWithShops();
const at = (id: string, right: number, up: number, more: object = {}) => ({ id, ...town.at(right, up), ...more });
const candidates = [at('middle', 0, 0, { name: 'Middle' }), at('west', -4, 0), at('edge', 6, 6)];
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) => action.input.parse({ candidates, bandSeconds: blocks(2, 4), ...more });
const quote = (more: object, on = territory) => action.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more)).result;
const rowOf = ({ tables }: Output, id: string) => tables.flatMap(({ rows }) => rows).find((row) => row.id === id)!;

/** The first number of a sentence. */
function numberIn(text: string): number {
  const [, digits = '', scale = ''] = /(-?[\d,.]*\d)(?: (million|billion))?/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * ({ million: 1e6, billion: 1e9 }[scale] ?? 1);
}

describe('price', () => {
  it('S33 S47 S49 20 per candidate site, whatever is compared', () => {
    expect(quote({}).lines).toMatchObject([
      {
        tariff: 'site_comparison.candidate',
        label: '3 candidate sites',
        unit: 'candidate site',
        quantity: 3,
        unitCredits: 20,
        credits: 60,
      },
    ]);
    expect(quotedCredits(quote({ sectorCode: 'food.supermarket', ownStores: [at('o', 0, 1)] }))).toBe(60);
  });

  it('refuses by the place in the request', () => {
    const lost = { id: 'lost', lat: -36.4, lng: -151.99 };
    try {
      quote({ candidates: [candidates[0], lost] });
      throw new Error('nothing was thrown');
    } catch (error) {
      expect((error as any).fields.errors).toMatchObject([{ pointer: '#/candidates/1' }]);
    }
    expect(() => quote({ sectorCode: 'nothing' })).toThrow(/no sector/);
    expect(() => parse({ ownStores: [at('o', 0, 1)] })).toThrow(/ownStores has no effect without sectorCode/);
    expect(() => parse({ candidates: candidates.slice(0, 1) })).toThrow(/give at least 2/);
    expect(() => run({ sectorCode: 'food.supermarket' }, island().territory)).toThrow(/holds no stores/);
  });
});

describe('result', () => {
  it('has one value per candidate in every row, and marks the best', () => {
    const result = run({ sectorCode: 'food.supermarket' });
    expect(result.tables.map(({ id }) => id)).toEqual(['people', 'economy', 'market']);
    const within = (count: number) =>
      ['middle', 'west', 'edge'].map((_, i) => {
        const origins: [number, number][] = [
          [0, 0],
          [-4, 0],
          [6, 6],
        ];
        return residentsWithin(count, [origins[i]!]);
      });
    expect(rowOf(result, 'residents_1').values).toEqual(within(2));
    expect(rowOf(result, 'residents_2')).toMatchObject({
      label: 'residents within 200 seconds',
      values: within(4),
      better: 'higher',
    });
    for (const { rows } of result.tables) {
      for (const { values, best, better } of rows) {
        expect(values).toHaveLength(3);
        const known = values.filter((value) => value !== null);
        const top = better === 'lower' ? Math.min(...known) : Math.max(...known);
        const differs = known.some((value) => value !== top);
        const expected =
          better === null || !differs ? [] : candidates.filter((_, i) => values[i] === top).map(({ id }) => id);
        expect(best).toEqual(expected);
      }
    }
    result.candidates.forEach(({ id, bestRows }) => {
      const rows = result.tables.flatMap((table) => table.rows);
      expect(bestRows).toBe(rows.filter(({ best }) => best.includes(id)).length);
    });
  });

  it('works without stores and sector: people and economy alone', () => {
    const result = run({}, island().territory);
    expect(result.market).toBeNull();
    expect(result.tables.map(({ id }) => id)).toEqual(['people']);
    expect(result.notes.join()).toMatch(/sectorCode/);
    // Without a market there is no demand that anybody could be missing from.
    expect(result.notes.join()).not.toMatch(/Demand/);
    expect(run({ sectorCode: 'food.supermarket' }).notes[0]).toMatch(/^Demand is the spend of residents/);
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1' });
  });

  it('tells of the market what site.rank tells of the same sites', () => {
    const given = { sectorCode: 'food.supermarket', ownStores: [at('own', 0, 1, { name: 'Halcyon Fare' })] };
    const result = run(given);
    const ranked = siteRank.run(contextOf(territory), siteRank.input.parse({ candidates, ...given })).result;
    const byId = new Map(ranked.candidates.map((each) => [each.id, each]));
    candidates.forEach(({ id }, i) => {
      const expected = byId.get(id)!;
      expect(rowOf(result, 'captured').values[i]).toBeCloseTo(expected.captured, 4);
      expect(rowOf(result, 'taken_from_own').values[i]).toBeCloseTo(expected.takenFromOwn, 4);
      expect(rowOf(result, 'net_new').values[i]).toBeCloseTo(expected.netNew, 4);
      expect(rowOf(result, 'taken_from_competitors').values[i]).toBeCloseTo(expected.takenFromCompetitors, 4);
      expect(rowOf(result, 'new_to_market').values[i]).toBeCloseTo(expected.newToMarket, 4);
    });
    expect(rowOf(result, 'net_new').best).toEqual([ranked.candidates[0]!.id]);
    expect(result.market!.sensitivity.length).toBeGreaterThan(3);
    expect(result.market!.isRobust).toBe(
      result.market!.sensitivity.every(({ best }) => best === ranked.candidates[0]!.id),
    );
  });

  it('gives reasons whose figures stand in the tables', () => {
    const result = run({ sectorCode: 'food.supermarket' });
    const rows = result.tables.flatMap((table) => table.rows);
    const names = result.candidates.map(({ id, name }) => name ?? String(id));
    for (const [candidate, { reasons }] of result.candidates.entries()) {
      expect(reasons.length).toBeGreaterThanOrEqual(2);
      expect(reasons.length).toBeLessThanOrEqual(3);
      for (const reason of reasons) {
        const row = rows.find(({ label }) => reason.toLowerCase().startsWith(`${label.toLowerCase()}: `))!;
        const [own, rest = ''] = reason.slice(row.label.length + 2).split(/, (?:the|against) /);
        const other = names.findIndex((name) => rest.includes(name));
        for (const [text, value] of [
          [own!, row.values[candidate]!],
          [rest, row.values[other]!],
        ] as const)
          expect(Math.abs(numberIn(text) - value)).toBeLessThanOrEqual(0.005 * Math.abs(value));
        expect(numberIn(own!)).not.toBe(numberIn(rest));
        // The label names what is counted; amounts of money have their currency.
        expect([reason, / XDD /.test(own!)]).toEqual([reason, row.unit.startsWith('currency')]);
        expect(reason).not.toMatch(/ index|\d{2},\d{3},\d{3}/);
        expect(reason).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  it('gives figures as many digits as tell them apart', () => {
    const row = (unit: string, values: number[]) => ({
      id: 'one',
      label: 'unemployment rate',
      said: { label: said('row_unemployment').statement },
      unit,
      better: 'lower' as const,
      values,
      best: [],
    });
    const reason = (unit: string, ...values: number[]) =>
      String(reasonsOf(['East', 'West'], [row(unit, values)], 'EUR')[0]![0]);
    expect(reason('percent', 6.1462, 6.1494)).toBe(
      'Unemployment rate: 6.146%, the lowest of all; West follows with 6.149%.',
    );
    expect(reason('currency_per_year', 1_234_567, 68_983_947)).toBe(
      'Unemployment rate: 1.23 million EUR a year, the lowest of all; West follows with 69 million EUR a year.',
    );
    expect(reason('stores', 27, 26)).toBe('Unemployment rate: 27, against 26 at West.');
  });

  it('says so where nothing sets sites apart', () => {
    const twins = [at('one', 2, 2), at('two', 2, 2)];
    for (const { reasons, bestRows } of run({ candidates: twins, sectorCode: 'food.bakery' }).candidates) {
      expect(bestRows).toBe(0);
      expect(reasons).toEqual(['No figure sets this site apart from the others.']);
    }
  });
});

describe('public transport', () => {
  const withTrips = withLine(territory, town);
  const sites = [at('end', HALF, 0), at('corner', -HALF, -HALF)];
  const given = { candidates: sites, mode: 'transit', bandSeconds: [539, 540] };

  it('counts the people whom each site has by its own isochrone, and ranks as site.rank does', () => {
    const result = run({ ...given, sectorCode: 'food.supermarket' }, withTrips);
    const single = (candidate: object, band: number) => {
      const asked = analysisIsochrone.input.parse({
        ...given,
        candidates: undefined,
        origins: [candidate],
        geometry: false,
      });
      return analysisIsochrone.run(contextOf(withTrips), asked).result.bands[band]!.cumulativeResidents;
    };
    expect(rowOf(result, 'residents_1').values).toEqual(sites.map((site) => single(site, 0)));
    expect(rowOf(result, 'residents_2').values).toEqual(sites.map((site) => single(site, 1)));
    // The middle of the island is five minutes of ride and a median wait of four from the end.
    const [end] = [0, 1].map((band) => rowOf(result, `residents_${band + 1}`).values[0]!);
    expect(rowOf(result, 'residents_2').values[0]! - end!).toBe(PER_POLE[unitAt(0, 0)]);
    const asked = siteRank.input.parse({ candidates: sites, mode: 'transit', sectorCode: 'food.supermarket' });
    const ranked = siteRank.run(contextOf(withTrips), asked).result;
    sites.forEach(({ id }, i) => {
      const { captured } = ranked.candidates.find((one) => one.id === id)!;
      expect(rowOf(result, 'captured').values[i]).toBeCloseTo(captured, 4);
    });
    expect(result.method.transit).toEqual(ranked.method.transit);
    expect(result.dataVersion.transit).toBe('1');
  });

  it('D160, D162: refuses what isochrones refuse', () => {
    expect(() => quote({ ...given, departure: { day: 'sunday' } }, withTrips)).toThrow(/No trip runs/);
    expect(() => quote(given)).toThrow(/has no timetables/);
    expect(() => parse({ ...given, bandSeconds: undefined, radiusMeters: [500] })).toThrow(/give bandSeconds instead/);
    expect(() => parse({ maxRides: 2 })).toThrow(/maxRides is for mode transit/);
  });
});
