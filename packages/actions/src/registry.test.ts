import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actionDescriptor, quoteLine } from '@hinterland/contract';
import { FAMILIES } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { type Action, CancelledError } from './action/action.ts';
import { describeAction } from './action/descriptor.ts';
import { quotedCredits, totalCredits } from './action/pricing.ts';
import { actions, findAction, pageActions, storeActions } from './registry.ts';
import { contextOf } from './testing/island.ts';
import { withListings } from './testing/listings.ts';
import { islandWithShops } from './testing/shops.ts';

const here = dirname(fileURLToPath(import.meta.url));
const furnished = () => withListings(islandWithShops());
const territory = furnished();
const context = contextOf(territory);

describe('the registry', () => {
  it('S15: names the actions of the catalogue, each once', () => {
    expect(actions.map(({ id }) => id)).toEqual([
      'analysis.isochrone',
      'analysis.people_economy',
      'analysis.markets_sector',
      'analysis.category_mix',
      'analysis.markets_brands',
      'analysis.brand_coverage',
      'analysis.site_comparison',
      'analysis.realestate',
      'network.coverage',
      'network.matrix',
      'network.nearest',
      'site.rank',
      'site.search',
      'market.calibrate',
      'enrich.point',
      'enrich.points',
      'search.addresses',
      'search.resolve_address',
      'search.reverse_address',
      'areas.list',
      'markets.sectors',
      'search.brands',
      'markets.changes',
    ]);
  });

  it('holds every action folder', () => {
    const folders = readdirSync(here).filter((name) => statSync(join(here, name)).isDirectory() && name.includes('.'));
    expect(folders.sort()).toEqual([...actions, ...pageActions, ...storeActions].map(({ id }) => id).sort());
  });

  it('an action folder is a leaf: nothing but the registry, the index and the list of tellings imports it', () => {
    const sources = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const reaching = sources.flatMap((path) => {
      const isRoof = ['registry.ts', 'index.ts', 'tell.ts'].includes(path) || /^testing|\.test\.ts$/.test(path);
      const imports = [...readFileSync(join(here, path), 'utf8').matchAll(/from '(\.[^']+)'/g)];
      return imports
        .map(([, target]) => relative(here, join(here, dirname(path), target!)))
        .filter(
          (target) =>
            dirname(target).length > 1 && dirname(target).includes('.') && dirname(target) !== dirname(path) && !isRoof,
        )
        .map((target) => `${path} -> ${target}`);
    });
    expect(sources.length).toBeGreaterThan(100);
    expect(reaching).toEqual([]);
  });

  it('finds by id and nothing else', () => {
    expect(findAction('areas.list')?.id).toBe('areas.list');
    expect(findAction('areas.List')).toBeUndefined();
    expect(findAction('')).toBeUndefined();
    expect(findAction('constructor')).toBeUndefined();
  });

  it('says of every action that is charged how it is computed: reports have a sentence of it', () => {
    // enrich.dataset writes files, of which there are no reports.
    const charged = actions.filter(({ tariff }) => tariff !== null);
    expect(charged.length).toBeGreaterThan(10);
    expect(charged.filter(({ method }) => method === undefined).map(({ id }) => id)).toEqual([]);
  });

  it('S4, S17, S20, S21, S43, S44, S47: charges what the price list says', () => {
    const prices = actions.map(({ id, tariff }) => [
      id,
      tariff?.code,
      tariff?.model,
      tariff?.unit,
      tariff?.unitCredits,
    ]);
    expect(prices).toEqual([
      ['analysis.isochrone', 'isochrone.call', 'flat', 'call', 3],
      ['analysis.people_economy', 'people_economy.topic', 'per_item', 'topic', 2],
      ['analysis.markets_sector', 'markets_sector.sector', 'per_item', 'sector', 40],
      ['analysis.category_mix', 'category_mix.category', 'per_item', 'category', 1],
      ['analysis.markets_brands', 'markets_brands.brand', 'per_item', 'brand', 5],
      ['analysis.brand_coverage', 'brand_coverage.point', 'per_unit', 'point', 5],
      ['analysis.site_comparison', 'site_comparison.candidate', 'per_unit', 'candidate site', 20],
      ['analysis.realestate', 'realestate.analysis', 'flat', 'analysis', 20],
      ['network.coverage', 'network_coverage.place', 'per_unit', 'place', 5],
      ['network.matrix', 'network_matrix.origin', 'per_unit', 'origin', 1],
      ['network.nearest', 'network_nearest.origin', 'per_unit', 'origin', 1],
      ['site.rank', 'site_rank.candidate', 'per_unit', 'candidate', 20],
      ['site.search', 'site_search.search', 'flat', 'search', 100],
      ['market.calibrate', 'market_calibrate.store', 'per_unit', 'store with sales', 2],
      ['enrich.point', 'enrich.point', 'per_item', 'section', null],
      ['enrich.points', 'enrich.points', 'per_item', 'point', null],
      ['search.addresses', undefined, undefined, undefined, undefined],
      ['search.resolve_address', undefined, undefined, undefined, undefined],
      ['search.reverse_address', undefined, undefined, undefined, undefined],
      ['areas.list', undefined, undefined, undefined, undefined],
      ['markets.sectors', undefined, undefined, undefined, undefined],
      ['search.brands', undefined, undefined, undefined, undefined],
      ['markets.changes', 'markets_changes.call', 'flat', 'call', 5],
    ]);
  });
});

describe.each(actions.map((action) => [action.id, action] as const))('%s', (id, action: Action) => {
  const descriptor = describeAction(action);
  const given = action.input.parse(action.example);

  it('says in words what it is and what it costs', () => {
    expect(action.title.length).toBeGreaterThan(3);
    expect(action.description.length).toBeGreaterThan(40);
    expect(action.description).toMatch(
      action.tariff === null
        ? /Free\.$/
        : action.tariff.unitCredits === null
          ? new RegExp(`Costs the sum of its ${action.tariff.unit}s`)
          : new RegExp(`Costs ${action.tariff.unitCredits} credits? per ${action.tariff.unit}`),
    );
  });

  it('is read where it is free and run where it is charged', () => {
    expect(action.scope).toBe(action.tariff === null ? 'read' : 'run');
    if (action.tariff === null) return;
    expect(action.tariff.code).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(['per_item', 'per_unit', 'flat']).toContain(action.tariff.model);
    if (action.tariff.unitCredits !== null) expect(action.tariff.unitCredits).toBeGreaterThan(0);
  });

  it('names data families that exist', () => {
    expect(action.families.length).toBeGreaterThan(0);
    expect(action.families.filter((family) => !FAMILIES.includes(family))).toEqual([]);
  });

  it('has a descriptor as the contract promises it', () => {
    expect(actionDescriptor.parse(descriptor)).toEqual(descriptor);
    expect(descriptor.charged).toBe(action.tariff !== null);
  });

  it('describes every field of input and output', () => {
    expect(undescribed(expanded(descriptor.inputSchema))).toEqual([]);
    const result = expanded(descriptor.outputSchema).properties as Record<string, { description?: string }>;
    expect(Object.keys(result).filter((name) => undescribedAt(result[name]!))).toEqual([]);
  });

  it('shows the charge in its result, but for the isochrone', () => {
    const properties = Object.keys(descriptor.outputSchema.properties as object);
    const shown = action.tariff !== null && id !== 'analysis.isochrone';
    expect(properties.includes('charged')).toBe(shown);
    expect(properties.includes('creditsCharged')).toBe(shown);
  });

  it('has schemas that hold every definition they refer to, and no other', () => {
    for (const schema of [descriptor.inputSchema, descriptor.outputSchema]) {
      const used = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
      expect([...new Set(used)].sort()).toEqual(Object.keys(schema.$defs ?? {}).sort());
    }
  });

  it('its schemas are those that customers know', () => {
    const path = join(here, '../golden', `${id}.json`);
    const current = `${JSON.stringify(descriptor, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, current);
    const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect(current, `${id} changed for its callers; if that is meant, run the test with UPDATE_GOLDEN=1`).toBe(known);
  });

  it('quotes its example, the same every time, in lines of its tariff', () => {
    const quote = action.quote(context, given);
    expect(action.quote(context, given)).toEqual(quote);
    // A sum has a line per part, everything else one.
    if (action.tariff?.unitCredits !== null) expect(quote.lines.length).toBe(action.tariff === null ? 0 : 1);
    for (const line of quote.lines) {
      expect(quoteLine.parse(line)).toEqual(line);
      // A sum has the lines of its parts.
      const sold = actions.find(({ tariff }) => tariff?.code === line.tariff)?.tariff;
      if (action.tariff!.unitCredits !== null) expect(sold).toBe(action.tariff);
      expect(line).toMatchObject({ unit: sold!.unit, unitCredits: sold!.unitCredits });
      expect(line.credits).toBe(line.quantity * line.unitCredits);
    }
    expect(Object.values(quote.extra ?? {}).every(Number.isInteger)).toBe(true);
    const price: Record<string, number> = {
      'analysis.isochrone': 3,
      'analysis.people_economy': 4,
      'analysis.markets_sector': 40,
      'analysis.category_mix': 3,
      'analysis.markets_brands': 5,
      'analysis.brand_coverage': 20,
      'analysis.site_comparison': 40,
      'analysis.realestate': 20,
      'enrich.point': 20,
      'network.coverage': 25,
      'network.matrix': 2,
      'network.nearest': 2,
      'site.rank': 40,
      'site.search': 100,
      'market.calibrate': 20,
      'markets.changes': 5,
      'enrich.points': 30,
    };
    expect(totalCredits(quote)).toBe(action.tariff === null ? 0 : price[id]);
  });

  it('runs its example into a result of its schema, the same bytes every time, and never asks more than was quoted', () => {
    const outcome = action.run(context, given);
    // What a background action answers is the job that the service makes of it.
    expect(action.batch === undefined).toBe(!action.background);
    if (action.background) return;
    expect(action.output.parse(outcome.result)).toEqual(outcome.result);
    expect(JSON.stringify(action.run(contextOf(furnished()), given).result)).toBe(JSON.stringify(outcome.result));
    expect(outcome.creditsDue ?? 0).toBeLessThanOrEqual(quotedCredits(action.quote(context, given)));
    expect(JSON.stringify(outcome.result)).not.toContain('NaN');
    expect(outcome.result).not.toHaveProperty('charged');
    const { dataVersion } = outcome.result as { dataVersion: Record<string, string> };
    expect(dataVersion).toMatchObject({ territory: '1' });
    for (const [family, version] of Object.entries(dataVersion)) {
      expect(action.families).toContain(family);
      expect(version).toBe(territory.dataVersion[family as (typeof FAMILIES)[number]]);
    }
  });

  it('stops when its caller is gone', () => {
    const gone = contextOf(furnished(), { cancelled: () => true });
    if (action.tariff !== null) expect(() => action.run(gone, given)).toThrow(CancelledError);
  });
});

/** A schema with its definitions put where they are referred to. */
function expanded(schema: any, { $defs = {} }: any = schema): any {
  if (Array.isArray(schema)) return schema.map((item) => expanded(item, { $defs }));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, $defs: _, ...own } = schema;
  const whole = $ref === undefined ? own : { ...$defs[$ref.replace('#/$defs/', '')], ...own };
  return Object.fromEntries(Object.entries(whole).map(([name, member]) => [name, expanded(member, { $defs })]));
}

/** Paths of properties of an input schema without a description. */
function undescribed(schema: unknown, path = '#'): string[] {
  const { properties = {}, items, oneOf, anyOf } = (schema ?? {}) as Record<string, any>;
  const own = Object.entries(properties as Record<string, unknown>).flatMap(([name, property]) => [
    ...(undescribedAt(property) && !('const' in (property as object)) && !(property as any).items
      ? [`${path}/${name}`]
      : []),
    ...undescribed(property, `${path}/${name}`),
  ]);
  const inner = [items, ...(oneOf ?? []), ...(anyOf ?? [])].filter((each) => each !== undefined);
  return [...own, ...inner.flatMap((each, i) => undescribed(each, `${path}/${i}`))];
}

const undescribedAt = (schema: unknown): boolean =>
  typeof (schema as { description?: string }).description !== 'string';

describe('actions with journeys by public transport', () => {
  it('D163: are all that take a mode, but for the search of places, whose bounds rest on roads', () => {
    const modesOf = (action: Action) => (describeAction(action).inputSchema.properties as any).mode?.enum;
    const withMode = actions.filter((action) => modesOf(action) !== undefined && action.id !== 'site.search');
    expect(withMode.length).toBe(16);
    for (const action of withMode) {
      expect([action.id, modesOf(action)]).toEqual([action.id, ['car', 'walk', 'bicycle', 'transit']]);
      expect([action.id, action.familiesOf !== undefined]).toEqual([action.id, true]);
    }
  });

  it.each(actions.filter(({ familiesOf }) => familiesOf !== undefined).map((action) => [action.id, action] as const))(
    '%s depends on timetables for mode transit, and for no other',
    (_, { families, familiesOf }) => {
      expect(families).toContain('transit');
      // Of all that a network may be asked, closing alone looks at stores of others.
      const asked = { closing: {} };
      expect(familiesOf?.({ mode: 'transit', ...asked })).toEqual(families);
      expect(familiesOf?.({ mode: 'car', ...asked })).toEqual(families.filter((family) => family !== 'transit'));
    },
  );
});
