import { SeededRandom } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import type { StorePoint, StoreSource } from '../inputs/stores.ts';
import { Report } from '../report/report.ts';
import { dayOf, existenceOf } from './existence.ts';
import type { MergedStore } from './merge.ts';
import { playersFamily } from './playersFamily.ts';

const BOX = { west: 9, south: 49, east: 11, north: 51 };
const METER = 1 / 111_195;

const bare = (id: string, lng: number, lat: number, more: Partial<StorePoint>): StorePoint => ({
  id,
  name: '',
  brand: '',
  wikidata: '',
  sector: 'food.bakery',
  lng,
  lat,
  floorAreaSquareMeters: Number.NaN,
  floorAreaSource: 'known',
  state: 'open',
  address: '',
  ref: id,
  ...more,
});

const listOf = (
  name: string,
  kind: StoreSource['kind'],
  date: string | undefined,
  stores: readonly StorePoint[],
): StoreSource => ({
  name,
  kind,
  date,
  async each(push) {
    for (const store of stores) push(store);
  },
});

async function familyOf(sources: readonly StoreSource[]) {
  const report = new Report('Test');
  const family = await playersFamily(
    { sources, brands: [] },
    {
      version: '2026-10',
      territoryVersion: '1',
      countries: ['DE'],
      sources: [],
      box: BOX,
      place: { code: 'town', name: 'Town' },
      year: 2026,
      report,
    },
  );
  return { family, report };
}

/** A town of bakeries with names of two made words, and what each of some lists finds of them, a few meters off. */
function town(seed: number, stores: number, recalls: readonly number[]) {
  const random = new SeededRandom(seed);
  const word = () =>
    Array.from({ length: 3 }, () => `${random.pick([...'bdfgklmnprst'])}${random.pick([...'aeiou'])}`).join('');
  const real = Array.from({ length: stores }, (_, i) => ({
    name: `${word()} ${word()}`,
    lng: 10 + (i % 20) * 120 * METER,
    lat: 50 + Math.floor(i / 20) * 120 * METER,
  }));
  const lists = recalls.map((recall, list) =>
    real.flatMap(({ name, lng, lat }, i) =>
      random.next() < recall
        ? [
            bare(`${list}/${i}`, lng + 15 * METER * random.next(), lat, {
              name: list === 1 ? name.toUpperCase() : name,
            }),
          ]
        : [],
    ),
  );
  const found = new Set(lists.flatMap((list) => list.map(({ id }) => id.split('/')[1])));
  return { lists, found: found.size };
}

describe('stores of several lists', () => {
  test('are one list, know which lists saw them and when, and say how complete they are', async () => {
    const { lists, found } = town(3, 400, [0.6, 0.5, 0.7]);
    const { family } = await familyOf([
      listOf('map', 'osm', '2026-06-30', lists[0]!),
      listOf('places', 'overture', '2026-09', lists[1]!),
      listOf('own', 'file', undefined, lists[2]!),
    ]);
    const { stores, storeLists, storeExistence } = family.tables;
    const ids = stores!.id as string[];
    // What every list calls store i is one store.
    expect(ids).toHaveLength(found);
    expect(new Set(ids.map((id) => id.split('/')[1])).size).toBe(found);
    expect(storeLists!.id).toHaveLength(lists.flat().length);
    expect([...storeExistence!.probability].every((share) => share > 0.5 && share <= 1)).toBe(true);
    const placesDay = dayOf('2026-09')!;
    const days = [...(storeLists!.list as Uint8Array)].map((list, row) => [
      list,
      (storeLists!.seenDay as Int32Array)[row],
    ]);
    expect(days.filter(([list]) => list === 1).every(([, day]) => day === placesDay)).toBe(true);
    expect(days.filter(([list]) => list === 2).every(([, day]) => day === -2_147_483_648)).toBe(true);
    expect(family.supply!.lists!.map(({ name, stores: held }) => [name, held])).toEqual([
      ['map', lists[0]!.length],
      ['places', lists[1]!.length],
      ['own', lists[2]!.length],
    ]);
    const [bakeries] = family.supply!.completeness.measured!;
    expect(bakeries).toMatchObject({ sectors: ['food.bakery'], method: 'log_linear', mapped: found, confidence: 0.8 });
    expect(Math.abs(bakeries!.value - found / 400)).toBeLessThan(0.05);
    expect(bakeries!.low).toBeLessThan(found / 400);
    expect(bakeries!.high).toBeGreaterThan(found / 400);
  });

  test('a single list is not measured, and has no tables of lists', async () => {
    const { lists } = town(3, 100, [0.6]);
    const { family } = await familyOf([listOf('map', 'osm', '2026-06-30', lists[0]!)]);
    expect(family.tables).not.toHaveProperty('storeLists');
    expect(family.tables).not.toHaveProperty('storeExistence');
    expect(family.supply).not.toHaveProperty('lists');
    expect(family.supply!.completeness).toEqual({ estimate: null, note: expect.stringContaining('not known') });
    expect(family.parameters).not.toHaveProperty('linkage');
  });

  test('rows that a list copied from another of the territory are no sighting of their own', async () => {
    const { lists } = town(5, 300, [0.6, 0.5]);
    const copies = lists[0]!.map((store): StorePoint => ({ ...store, id: `copy/${store.id}`, copiedFrom: 'osm' }));
    const measured = async (second: readonly StorePoint[]) => {
      const { family } = await familyOf([
        listOf('map', 'osm', '2026-06', lists[0]!),
        listOf('places', 'overture', '2026-06', second),
      ]);
      return family.supply!.completeness.measured;
    };
    expect(await measured(copies)).toBeUndefined();
    expect((await measured(lists[1]!))![0]!.method).toBe('two_lists');
  });

  test('a list of chains says nothing of independent stores', async () => {
    const { lists } = town(7, 300, [0.6, 0.5]);
    const chains = lists[1]!.map((store): StorePoint => ({ ...store, wikidata: 'Q9', brand: 'Halde' }));
    const { family } = await familyOf([
      listOf('map', 'osm', '2026-06', lists[0]!),
      listOf('chains', 'alltheplaces', '2026-06', chains),
    ]);
    expect(family.supply!.completeness).not.toHaveProperty('measured');
  });
});

describe('whether a store is still there', () => {
  const lists = [
    { name: 'map', kind: 'osm', date: '2022-01-01' },
    { name: 'places', kind: 'overture', date: '2026-01-01' },
  ] as const;
  const seenIn = (...sightings: { list: number; seen?: string; state?: 'open' | 'closed' }[]): MergedStore => {
    const of = ({ list, seen, state = 'open' }: (typeof sightings)[number]) => ({
      ...bare(`${list}`, 10, 50, { state, ...(seen === undefined ? {} : { seen }) }),
      source: lists[list]!.kind,
      sourceIndex: list,
    });
    return { ...of(sightings[0]!), sightings: sightings.map(of) };
  };
  const half = () => 0.5;

  test('falls with the years since it was last seen, at the rate of its sector', () => {
    const { probability, state } = existenceOf(seenIn({ list: 1, seen: '2024-01-01' }), lists, half);
    expect(probability).toBeCloseTo(Math.exp((-731 / 365.25) * 0.08), 9);
    expect(state).toBe('open');
  });

  test('falls with each later list that should have it and does not (Bayes)', () => {
    const alone = Math.exp(-(4 + 2) * 0.08);
    const { probability } = existenceOf(seenIn({ list: 0 }), lists, half);
    expect(probability).toBeCloseTo((alone * 0.5) / (alone * 0.5 + 1 - alone), 2);
    const gone = existenceOf(seenIn({ list: 0 }), lists, () => 0.9);
    expect(gone.state).toBe('closed');
    expect(gone.reason).toContain('later list');
  });

  test('the latest word on closing counts', () => {
    const open = { list: 0, seen: '2025-06-01' } as const;
    expect(existenceOf(seenIn(open, { list: 1, seen: '2024-01-01', state: 'closed' }), lists, half).state).toBe('open');
    expect(existenceOf(seenIn(open, { list: 1, seen: '2025-12-01', state: 'closed' }), lists, half)).toMatchObject({
      state: 'closed',
      probability: 0,
      reason: 'closed, by places',
    });
  });
});
