import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { siteRank } from '../site.rank/index.ts';
import { BLOCK_SECONDS, contextOf, island, residentsWithin } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { analysisSiteComparison as action } from './index.ts';
import type { Output } from './schema.ts';

const { town, territory } = islandWithShops();
const at = (id: string, right: number, up: number, more: object = {}) => ({ id, ...town.at(right, up), ...more });
const candidates = [at('middle', 0, 0, { name: 'Middle' }), at('west', -4, 0), at('edge', 6, 6)];
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) => action.input.parse({ candidates, bandSeconds: blocks(2, 4), ...more });
const quote = (more: object, on = territory) => action.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more)).result;
const rowOf = ({ tables }: Output, id: string) => tables.flatMap(({ rows }) => rows).find((row) => row.id === id)!;

describe('price', () => {
  it('S33 S47 S49 20 per candidate site, whatever is compared', () => {
    expect(quote({}).lines).toEqual([
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
    const figures = new Set(
      result.tables.flatMap(({ rows }) =>
        rows.flatMap(({ values }) =>
          values.flatMap((value) =>
            value === null
              ? []
              : [0, 1, 2].map((digits) => value.toLocaleString('en', { maximumFractionDigits: digits })),
          ),
        ),
      ),
    );
    for (const { reasons } of result.candidates) {
      expect(reasons.length).toBeGreaterThanOrEqual(2);
      expect(reasons.length).toBeLessThanOrEqual(3);
      for (const reason of reasons) {
        const [, told] = /: (-?[\d,.]+) /.exec(reason)!;
        expect(figures).toContain(told);
      }
    }
    expect(result.candidates[0]!.reasons[0]).toMatch(/^[A-Z].*\.$/);
  });

  it('says so where nothing sets sites apart', () => {
    const twins = [at('one', 2, 2), at('two', 2, 2)];
    for (const { reasons, bestRows } of run({ candidates: twins, sectorCode: 'food.bakery' }).candidates) {
      expect(bestRows).toBe(0);
      expect(reasons).toEqual(['No figure sets this site apart from the others.']);
    }
  });
});
