import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actions, lackOf } from '@hinterland/actions';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorldMirror } from '../../../packages/importers/src/world/testing/worldMirror.ts';
import { around } from './aroundPlace.ts';
import { demoBundle } from './demoBundle.ts';
import { dataFolder, hasData, run } from './hinterland.ts';

/** Which question has an answer on a place that one command fetched; docs/data/what-answers.md says more, of several places. */
const ON_A_FETCHED_PLACE: Readonly<Record<string, 'answers' | 'lacks' | 'refuses'>> = {
  'analysis.isochrone': 'answers',
  'analysis.people_economy': 'answers',
  'analysis.markets_sector': 'answers',
  'analysis.category_mix': 'answers',
  'analysis.markets_brands': 'answers',
  'analysis.brand_coverage': 'answers',
  'analysis.site_comparison': 'answers',
  'analysis.realestate': 'lacks',
  'network.coverage': 'answers',
  'network.matrix': 'answers',
  'network.nearest': 'answers',
  'site.rank': 'answers',
  'site.search': 'answers',
  'market.calibrate': 'answers',
  'enrich.point': 'answers',
  'enrich.points': 'answers',
  'search.addresses': 'answers',
  'search.resolve_address': 'answers',
  'search.reverse_address': 'answers',
  'areas.list': 'answers',
  'markets.sectors': 'answers',
  'search.brands': 'answers',
  // It has one list of stores.
  'markets.changes': 'refuses',
};

type Result = { readonly available?: boolean; readonly reason?: string };

const call = (territory: Territory, id: string, input: unknown): Result => {
  const action = actions.find((one) => one.id === id)!;
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  return action.run(context, action.input.parse(input)).result as Result;
};

it('knows every action', () => {
  expect(Object.keys(ON_A_FETCHED_PLACE)).toEqual(actions.map(({ id }) => id));
});

it('answers everything on the demo, which is generated and has all data', async () => {
  const territory = await loadTerritory(await demoBundle());
  for (const { id, example } of actions) {
    expect(call(territory, id, example).available, id).not.toBe(false);
  }
  for (const action of actions) expect(lackOf(action, territory), action.id).toBeNull();
});

describe.skipIf(!hasData)(`a fetched country (needs ${dataFolder})`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-actions-'));
  const VADUZ = { lat: 47.1394, lng: 9.5223 };
  let territory: Territory;
  let said = '';
  beforeAll(async () => {
    const mirror = join(scratch, 'mirror');
    await makeWorldMirror(mirror);
    const options = ['--mirror', mirror, '--home', scratch, '--compare', 'none', '--rim', 'none'];
    const { code, stdout } = await run(['territory', 'get', 'LI', ...options]);
    expect(code).toBe(0);
    said = stdout;
    territory = await loadTerritory(join(scratch, 'territories/liechtenstein'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** What examples name by words is there under other words. */
  const inWords = (): Readonly<Record<string, object>> => {
    const { brands } = territory.players!;
    const brand = brands.name.at(0);
    return {
      'analysis.markets_brands': { brands: [brand] },
      'search.brands': { query: brand, sectorCode: undefined },
      'search.addresses': { query: 'Aeulestrasse 5', continent: 'europe' },
      'search.resolve_address': { query: 'Aeulestrasse 5, Vaduz', continent: 'europe' },
      'areas.list': { level: 8 },
    };
  };

  it.each(Object.entries(ON_A_FETCHED_PLACE))('%s %s', (id, expected) => {
    const action = actions.find((one) => one.id === id)!;
    const input = { ...(around(VADUZ, action.example) as object), ...inWords()[id] };
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const lack = lackOf(action, territory);
    expect(lack === null).toBe(expected === 'answers');
    if (expected === 'refuses') {
      expect(() => call(territory, id, given)).toThrow(/No earlier list of the stores of Liechtenstein is kept/);
      expect(said).toContain(`${action.title}: ${lack}.`);
      return;
    }
    const result = call(territory, id, given);
    expect(result.available !== false).toBe(expected === 'answers');
    if (lack !== null) {
      // Its answer names what would bring it, and so does the command.
      expect(result.reason).toMatch(/Its recipe may name some/);
      expect(said).toContain(`${action.title}: ${lack}.`);
    }
  });

  it('says of public transport what would bring it', () => {
    const input = { origins: [VADUZ], bandSeconds: [600], mode: 'transit' };
    expect(() => call(territory, 'analysis.isochrone', input)).toThrow(/Its recipe may name some under transit/);
    expect(said).toMatch(/By public transport: Liechtenstein has no timetables .*--timetables/);
  });
});
