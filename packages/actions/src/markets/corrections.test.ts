import { correctedTerritory, type StoreCorrection, storeRowsById, type Territory } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../action/action.ts';
import { findAction, pageActions } from '../registry.ts';
import { BLOCK_SECONDS, contextOf } from '../testing/island.ts';
import { islandWithShops, SHOPS, type Shop } from '../testing/shops.ts';

/** The island with counts of its open shops alone by the origin of their floor areas, as territories have them. */
function drawnWith(shops: readonly Shop[]) {
  const { town, territory } = islandWithShops(shops);
  const open = shops.filter(({ state }) => state !== 'closed');
  const known = open.filter(({ squareMeters }) => squareMeters !== undefined).length;
  const added = shops.slice(SHOPS.length).filter(({ state }) => state !== 'closed').length;
  const supply = {
    ...territory.players!.supply,
    stores: { synthetic: open.length - added, ...(added === 0 ? {} : { file: added }) },
    floorAreas: { known, sector_median: open.length - known },
  };
  return { town, territory: { ...territory, players: { ...territory.players!, supply } } };
}

const { town, territory } = drawnWith(SHOPS);
const REACH = { origins: [town.at(0, 0)], bandSeconds: [2, 12].map((blocks) => blocks * BLOCK_SECONDS) };
const CALLS: readonly (readonly [string, object])[] = [
  ['analysis.markets_sector', { ...REACH, sectors: ['food.supermarket', 'food.bakery'] }],
  ['analysis.category_mix', { ...REACH, categories: ['food.supermarket', 'food.bakery', 'food.butcher'] }],
  ['analysis.markets_brands', { ...REACH, brands: ['Brindlemart'], includeStores: true }],
  [
    'site.rank',
    {
      sectorCode: 'food.supermarket',
      candidates: [
        { id: 'a', ...town.at(2, 2) },
        { id: 'b', ...town.at(-2, 1) },
      ],
    },
  ],
  ['areas.profile', { area: 'XD' }],
  ['markets.sectors', {}],
];

const actionOf = (id: string): Action => (findAction(id) ?? pageActions.find((one) => one.id === id))!;

/** An answer without what tells how many lists there are, and which corrections. */
function answer(on: Territory, id: string, input: object) {
  const action = actionOf(id);
  const result = JSON.parse(JSON.stringify(action.run(contextOf(on), action.input.parse(input)).result));
  const corrections = result.corrections;
  expect(action.output.safeParse(result).error).toBeUndefined();
  delete result.corrections;
  return {
    said: JSON.parse(
      JSON.stringify(result, (key, value) =>
        key === 'supplyData' || /^(drawn|own)\//.test(value) ? undefined : value,
      ),
    ),
    corrections,
  };
}

const idOf = (row: number) => territory.players!.stores.id.at(row);
const listedOf = (row: number) => ({ name: '', brand: null, sector: SHOPS[row]!.sector, lat: 0, lng: 0 });

interface Saying {
  readonly kind: 'closed' | 'opened' | 'not_competitor' | 'brand' | 'sector' | 'floor_area' | 'moved' | 'added';
  readonly shop: number;
  readonly right: number;
  readonly up: number;
  readonly squareMeters: number;
}

const said = fc.record({
  kind: fc.constantFrom<Saying['kind']>(
    'closed',
    'opened',
    'not_competitor',
    'brand',
    'sector',
    'floor_area',
    'moved',
    'added',
  ),
  shop: fc.nat(SHOPS.length - 1),
  right: fc.integer({ min: -5, max: 5 }),
  up: fc.integer({ min: -5, max: 5 }),
  squareMeters: fc.integer({ min: 50, max: 3000 }),
});

/**
 * The same change to the shops that the island is drawn with, and as a correction of the island. The brand that is asked for stays,
 * and the sector of a brand is that of its first shop on one island and of most of its stores on the other.
 */
function change(shops: Shop[], corrections: StoreCorrection[], { kind, shop, right, up, squareMeters }: Saying): void {
  const listed = { id: idOf(shop), listed: listedOf(shop) };
  const set = (more: Partial<Shop>) => {
    shops[shop] = { ...shops[shop]!, ...more };
  };
  if (kind === 'closed' || kind === 'not_competitor') {
    set({ state: 'closed' });
    corrections.push({ ...listed, state: kind === 'closed' ? 'closed' : 'left_out' });
  } else if (kind === 'opened') {
    set({ state: 'open' });
    corrections.push({ ...listed, state: 'open' });
  } else if (kind === 'brand' && shop !== 1) {
    set({ brand: 'Crustwell' });
    corrections.push({ ...listed, brand: 'Crustwell', name: 'Crustwell' });
  } else if (kind === 'sector' && SHOPS[shop]!.brand === undefined) {
    set({ sector: 'food.butcher' });
    corrections.push({
      ...listed,
      sector: 'food.butcher',
      ...(shops[shop]!.brand === undefined ? { name: 'food.butcher' } : {}),
    });
  } else if (kind === 'floor_area') {
    set({ squareMeters });
    corrections.push({ ...listed, squareMeters });
  } else if (kind === 'moved') {
    set({ right, up });
    corrections.push({ ...listed, place: town.at(right, up) });
  } else if (kind === 'added') {
    shops.push({ sector: 'food.supermarket', right, up, brand: 'Crustwell', squareMeters });
    corrections.push({
      id: `own/${shops.length}`,
      listed: null,
      state: 'open',
      name: 'Crustwell',
      brand: 'Crustwell',
      sector: 'food.supermarket',
      squareMeters,
      place: town.at(right, up),
    });
  }
}

describe('corrected stores', () => {
  it('take their brand along to the sector of most of its stores', () => {
    const sectorOf = (stores: readonly StoreCorrection[]) => {
      const of = { organization: stores.length, operator: 0 };
      const { brands, sectors } = correctedTerritory(territory, { revision: '0.9', of, stores }).players!;
      const row = Array.from({ length: brands.rows }, (_, at) => brands.name.at(at)).indexOf('Halcyon Fare');
      return sectors.code.at(brands.sector[row]!);
    };
    const bakery = (row: number) => ({ id: idOf(row), listed: listedOf(row), sector: 'food.bakery' });
    expect(sectorOf([bakery(0)])).toBe('food.supermarket');
    expect(sectorOf([bakery(0), bakery(3)])).toBe('food.bakery');
  });

  it('answer as an island that was drawn with them', () => {
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (sayings) => {
        const shops = [...SHOPS];
        const corrections: StoreCorrection[] = [];
        for (const one of sayings) change(shops, corrections, one);
        const drawn = drawnWith(shops).territory;
        const corrected = correctedTerritory(territory, {
          revision: '0.1',
          of: { organization: corrections.length, operator: 0 },
          stores: corrections,
        });
        for (const [id, input] of CALLS) {
          const got = answer(corrected, id, input);
          expect([id, got.said]).toEqual([id, answer(drawn, id, input).said]);
          expect([id, got.corrections]).toMatchObject([id, { revision: '0.1', notFound: 0 }]);
        }
      }),
      { numRuns: 20, seed: 51 },
    );
  });

  it('leave answers on the territory itself as they were, before and after', () => {
    const before = CALLS.map(([id, input]) => answer(territory, id, input));
    const corrected = correctedTerritory(territory, {
      revision: '0.2',
      of: { organization: 1, operator: 0 },
      stores: [{ id: idOf(0), listed: listedOf(0), state: 'closed' }],
    });
    for (const [i, [id, input]] of CALLS.entries()) {
      const { said: now, corrections } = answer(corrected, id, input);
      expect([id, JSON.stringify(now) === JSON.stringify(before[i]!.said), corrections.stores]).toEqual([
        id,
        false,
        { closed: 1 },
      ]);
    }
    const after = CALLS.map(([id, input]) => answer(territory, id, input));
    expect(after).toEqual(before);
    expect(after.every(({ corrections }) => corrections === undefined)).toBe(true);
  });

  it('count supply by its origin as it is now', () => {
    const place = town.at(1, 1);
    const { supply } = correctedTerritory(territory, {
      revision: '0.3',
      of: { organization: 3, operator: 0 },
      stores: [
        { id: idOf(0), listed: listedOf(0), state: 'closed' },
        { id: idOf(2), listed: listedOf(2), squareMeters: 700 },
        { id: 'own/1', listed: null, state: 'open', name: 'New', sector: 'food.bakery', place },
      ],
    }).players!;
    // Six open shops, four of them with a known floor area: one of those closed, one more became known, one was added without.
    const { known, sector_median: median } = territory.players!.supply.floorAreas;
    expect(supply.stores).toEqual({ synthetic: 5, file: 1 });
    expect(supply.floorAreas).toEqual({ known: known! - 1 + 1, sector_median: median! - 1 + 1 });
  });

  it('are found under another id by name and place, and said to be lost where nothing is alike', () => {
    const { stores, brands } = territory.players!;
    const at = (row: number) => ({ lat: stores.latMicrodegrees[row]! / 1e6, lng: stores.lngMicrodegrees[row]! / 1e6 });
    const listed = {
      name: stores.name.at(1),
      brand: brands.name.at(stores.brand[1]!),
      sector: 'food.supermarket',
      ...at(1),
    };
    const corrected = correctedTerritory(territory, {
      revision: '0.4',
      of: { organization: 2, operator: 0 },
      stores: [
        { id: 'list/other', listed, state: 'closed' },
        { id: 'list/lost', listed: { ...listed, name: 'Nowhere Known' }, state: 'closed' },
      ],
    });
    const states = Array.from(
      { length: stores.rows },
      (_, row) => corrected.players!.stores.state[row]! - stores.state[row]!,
    );
    expect(states).toEqual([0, 1, 0, 0, 0, 0, 0]);
    const { corrections } = answer(corrected, 'markets.sectors', {});
    expect(corrections).toEqual({
      revision: '0.4',
      of: { organization: 2, operator: 0 },
      stores: { closed: 1 },
      notFound: 1,
    });
    expect(storeRowsById(corrected.players!).get(idOf(1))).toBe(1);
  });
});
