import { readFileSync } from 'node:fs';
import { TOPIC_CODES } from '@hinterland/catalogue';
import { catchment } from '@hinterland/engine/catchment';
import { benchmarksOf } from '@hinterland/engine/tables';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Action, ActionProblem } from '../action/action.ts';
import { describeAction } from '../action/descriptor.ts';
import { quotedCredits, totalCredits } from '../action/pricing.ts';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { analysisPeopleEconomy } from '../analysis.people_economy/index.ts';
import { pointInput as input } from '../enrichment/point.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, PER_POLE, residentsWithin, unitAt } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { islandWithShops } from '../testing/shops.ts';
import { enrichPoint } from './index.ts';

vi.mock('@hinterland/engine/catchment', async (original) => {
  const real = await original<typeof import('@hinterland/engine/catchment')>();
  return { ...real, catchment: vi.fn(real.catchment) };
});
vi.mock('@hinterland/engine/tables', async (original) => {
  const real = await original<typeof import('@hinterland/engine/tables')>();
  return { ...real, benchmarksOf: vi.fn(real.benchmarksOf) };
});

const { town, territory } = island();
const center = town.at(0, 0);
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) => input.parse({ ...center, bandSeconds: blocks(1, 3), ...more });
const quote = (more: object, on = territory) => enrichPoint.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => enrichPoint.run(contextOf(on), parse(more));
const ALL = ['people', 'economy', 'realestate', 'brands', 'sectors'];
/** The island has three of the five topics of people, and none of the economy's. */
const PEOPLE_HELD = 3;

beforeEach(() => void vi.clearAllMocks());

describe('price', () => {
  it('S38 S39 has one line per section, at the tariff of its analysis', () => {
    expect(quote({ include: ['people'] })).toMatchObject({
      lines: [
        {
          tariff: 'people_economy.topic',
          label: expect.stringContaining('people'),
          unit: 'topic',
          quantity: 5,
          unitCredits: 2,
          credits: 10,
        },
      ],
      extra: { polesInvolved: 25 },
      skipped: [],
    });
  });

  it('S42 what the territory does not hold is not charged', () => {
    expect(run({ include: ['people'] }).creditsDue).toBe(2 * PEOPLE_HELD);
  });

  it('is people and economy when nothing is included by name, each section once', () => {
    expect(parse({}).include).toEqual(['people', 'economy']);
    expect(parse({ include: ['economy', 'people', 'economy'] }).include).toEqual(['people', 'economy']);
  });

  it('S104 sections without data are skipped with a reason, and cost nothing', () => {
    const given = { include: ALL, brands: ['Gull & Crumb'] };
    expect(quote(given).lines.map(({ tariff }) => tariff)).toEqual(['people_economy.topic']);
    const { result, creditsDue } = run(given);
    expect(creditsDue).toBe(2 * PEOPLE_HELD);
    expect(result.skipped.map(({ section, reason }) => [section, reason])).toEqual([
      ['economy', 'no_data'],
      ['realestate', 'no_data'],
      ['brands', 'no_data'],
      ['sectors', 'no_data'],
    ]);
    for (const { detail } of result.skipped) expect(detail).toMatch(/Grid Island/);
    expect(Object.keys(result)).toEqual(['point', 'territory', 'catchment', 'people', 'skipped', 'dataVersion']);
    // The price says it before anything is paid.
    expect(quote(given).skipped).toEqual(result.skipped);
  });

  it('its parts are published with the tariffs of their analyses', () => {
    expect(describeAction(enrichPoint as Action).pricing).toEqual({
      model: 'per_item',
      unit: 'section',
      credits: null,
      parts: [
        { name: 'people', tariff: 'people_economy.topic', unit: 'topic', credits: 2, quantity: 5 },
        { name: 'economy', tariff: 'people_economy.topic', unit: 'topic', credits: 2, quantity: 5 },
        { name: 'realestate', tariff: 'realestate.analysis', unit: 'analysis', credits: 20, quantity: 1 },
        { name: 'brands', tariff: 'markets_brands.brand', unit: 'brand', credits: 5, quantity: null },
        { name: 'sectors', tariff: 'markets_sector.sector', unit: 'sector', credits: 40, quantity: null },
      ],
    });
  });

  it('is nothing where every section is skipped; the catchment itself is told all the same', () => {
    const bare = { ...territory, sociodemo: null };
    expect(quotedCredits(quote({}, bare))).toBe(0);
    const { result, creditsDue } = run({}, bare);
    expect([creditsDue, result.catchment.residents, result.catchment.poles]).toEqual([0, null, 25]);
  });
});

describe('result', () => {
  it('S104 tells the catchment: bands, residents, poles', () => {
    const { result, summary } = run({});
    expect(result.point).toEqual(center);
    expect(
      result.catchment.bands.map(({ limitSeconds, residents, poles }) => [limitSeconds, residents, poles]),
    ).toEqual([
      [50, residentsWithin(1), 5],
      [150, residentsWithin(3, [[0, 0]], 1), 20],
    ]);
    expect([result.catchment.residents, result.catchment.poles]).toEqual([residentsWithin(3), 25]);
    expect(result.catchment.method).toMatchObject({ measure: 'time', mode: 'car', traffic: 'normal' });
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1' });
    expect(summary).toEqual({
      residents: residentsWithin(3),
      poles: 25,
      cumulativeResidents: [residentsWithin(1), residentsWithin(3)],
      skipped: ['economy'],
    });
  });

  it('is the worked example of docs/methods/enrichment.md', () => {
    const page = readFileSync(new URL('../../../../docs/methods/enrichment.md', import.meta.url), 'utf8');
    const { result, creditsDue } = run({});
    for (const { limitSeconds, cumulativePoles, cumulativeResidents } of result.catchment.bands)
      expect(page).toContain(`| up to ${limitSeconds} s | ${cumulativePoles} | ${cumulativeResidents} |`);
    expect(page).toContain(
      `The quote is ${quotedCredits(quote({}))} credits in one line, section people; ${creditsDue} are`,
    );
    expect(result.skipped).toMatchObject([{ section: 'economy', reason: 'no_data' }]);
  });

  it('its tables are those of analysis.people_economy for the same catchment', () => {
    const alone = analysisPeopleEconomy.run(
      contextOf(territory),
      analysisPeopleEconomy.input.parse({
        origins: [center],
        bandSeconds: blocks(1, 3),
        topics: TOPIC_CODES.slice(0, 5),
      }),
    ).result;
    const { people } = run({ include: ['people'] }).result;
    expect(people).toEqual({ parts: alone.parts, benchmarks: alone.benchmarks, topics: alone.topics });
    expect(people?.topics.map(({ code }) => code)).toEqual(TOPIC_CODES.slice(0, 5));
  });

  it('one traversal serves quote, run and every section', () => {
    const other = island().territory;
    const given = parse({ include: ALL, detail: 'full' });
    enrichPoint.quote(contextOf(other), given);
    enrichPoint.run(contextOf(other), given);
    expect(catchment).toHaveBeenCalledTimes(1);
    expect(benchmarksOf).toHaveBeenCalledTimes(1);
  });

  it('S103 full adds the geometry of the catchment', () => {
    expect(run({}).result.catchment).not.toHaveProperty('geojson');
    const { catchment } = run({ detail: 'full' }).result;
    expect(catchment.geojson?.features.map(({ properties }) => properties.limitSeconds)).toEqual([50, 150]);
    expect(catchment.bands[0]?.shape?.recall).toBeGreaterThan(0);
  });
});

describe('S99 S100 S101 input', () => {
  it.each([
    [{ sectors: 'auto' }, 'auto'],
    [{ sectors: ['auto'] }, 'auto'],
    [{ sectors: ['47.1', '56.1', '47.1'] }, ['47.1', '56.1']],
    [{}, 'auto'],
  ])('%j chooses the sectors %j', (given, sectors) => expect(parse(given).sectors).toEqual(sectors));

  it('D49 brands are taken once each', () => {
    expect(parse({ brands: ['A', 'B', 'A'] }).brands).toEqual(['A', 'B']);
  });

  it.each<[object, string]>([
    [{ include: [] }, 'include holds 0 sections; give at least 1.'],
    [{ include: ['shops'] }, 'A section must be one of people, economy'],
    [{ include: 'people' }, 'include must be a list of sections, not the text "people".'],
    [{ sectors: 'bakeries' }, 'sectors must be a list of sector codes, or "auto"'],
    [{ sectors: ['auto', '47.1'] }, '"auto" chooses the sectors itself'],
    [{ brands: 'A' }, 'brands must be a list of names, not the text "A".'],
    [{ brands: [''] }, 'A brand must not be empty.'],
    [{ detail: 'long' }, 'detail must be one of summary, full'],
    [{ lat: '1' }, 'lat must be a number of degrees'],
    [{ bandSeconds: undefined }, 'Say how far the catchment reaches'],
  ])('%j is refused', (more, message) => {
    const { error } = input.safeParse({ ...center, bandSeconds: [300], ...more });
    expect(error?.issues.map((issue) => issue.message).join('\n')).toContain(message);
  });

  it('a point off the roads is refused by its own place, by the quote too', () => {
    for (const call of [quote, run]) {
      let problem: unknown;
      try {
        call({ lat: center.lat + 0.2 });
      } catch (error) {
        problem = error;
      }
      expect(problem).toBeInstanceOf(ActionProblem);
      expect((problem as ActionProblem).fields).toMatchObject({ errors: [{ pointer: '#' }] });
    }
  });
});

describe('S101 S102 S105 brands and sectors, where there are shops', () => {
  const { territory: withShops } = islandWithShops();
  const wide = { bandSeconds: blocks(12) };

  it('S105 auto takes the three sectors with most shops, for 120 credits; S101 the codes chosen are told', () => {
    const given = { ...wide, include: ['sectors'] };
    expect(quote(given, withShops).lines.map(({ quantity, credits }) => [quantity, credits])).toEqual([[3, 120]]);
    const { result, creditsDue } = run(given, withShops);
    expect(creditsDue).toBe(120);
    const text = JSON.stringify(result.sectors);
    for (const code of ['food.supermarket', 'food.bakery', 'food.butcher']) expect(text).toContain(code);
  });

  it('S105 each sector costs 40', () => {
    const given = { ...wide, include: ['sectors'], sectors: ['food.bakery'] };
    expect(totalCredits(quote(given, withShops))).toBe(40);
  });

  it('S102 without brands the section is skipped and not charged; with them each costs 5', () => {
    const skipped = { ...wide, include: ['brands', 'people'] };
    expect(totalCredits(quote(skipped, withShops))).toBe(10);
    expect(run(skipped, withShops).result.skipped).toMatchObject([{ section: 'brands', reason: 'no_brands' }]);
    const named = { ...skipped, brands: ['Halcyon Fare', 'Crustwell'] };
    expect(quote(named, withShops).lines.map(({ credits }) => credits)).toEqual([10, 10]);
    expect(Object.keys(run(named, withShops).result)).toContain('brands');
  });

  it('one traversal serves all of them', () => {
    const { territory: other } = islandWithShops();
    run({ ...wide, include: ALL, brands: ['Crustwell'] }, other);
    expect(catchment).toHaveBeenCalledTimes(1);
  });
});

describe('public transport', () => {
  it('rides in the catchment and in every section', () => {
    const shops = islandWithShops();
    const on = withLine(shops.territory, shops.town);
    const end = shops.town.at(HALF, 0);
    const given = {
      ...end,
      mode: 'transit',
      bandSeconds: [840],
      include: ['people', 'sectors'],
      sectors: ['food.bakery'],
    };
    const { result } = run(given, on);
    const onFoot = run({ ...given, mode: 'walk' }, on).result;
    expect(result.catchment.residents! - onFoot.catchment.residents!).toBe(PER_POLE[unitAt(0, 0)]);
    expect(result.catchment.bands[0]!.reliability!.any).toBeGreaterThan(result.catchment.residents!);
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1', players: '1', transit: '1' });
    // The section is what the action answers for the same catchment.
    const { lat: _, lng: __, include: ___, ...same } = given;
    const asked = analysisMarketsSector.input.parse({ ...same, origins: [end] });
    const { sectors } = analysisMarketsSector.run(contextOf(on), asked).result;
    expect((result.sectors!.sectors[0] as any).figures).toEqual((sectors[0] as any).figures);
    expect(quote(given, on).lines).toEqual(quote({ ...given, mode: 'walk' }, on).lines);
  });

  it('D160, D162: refuses what isochrones refuse', () => {
    const on = withLine(territory, town);
    const refused = (given: object) => {
      try {
        quote(given, on);
      } catch (error) {
        return error as ActionProblem;
      }
      throw new Error('nothing was refused');
    };
    expect(refused({ mode: 'transit', departure: { day: '2026-03-03' } }).code).toBe('no_service');
    expect(() => quote({ mode: 'transit' })).toThrow(/has no timetables/);
    expect(() => parse({ percentile: 50 })).toThrow(/percentile is for mode transit/);
  });
});
