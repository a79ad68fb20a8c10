import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECTORS, type SectorCode } from '@hinterland/catalogue';
import { describe, expect, test } from 'vitest';
import type { StorePoint } from '../inputs/stores.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { mergeStores, type SourcedStore } from './merge.ts';
import { osmStores } from './osmStores.ts';
import { playersFamily } from './playersFamily.ts';
import { STORE_SOURCES } from './storeSources.ts';

const folder = await testFolder();

async function readAll(entry: WrittenEntry) {
  const stores: StorePoint[] = [];
  const drops: string[] = [];
  await openEntry(STORE_SOURCES, entry, testContext()).each(
    (store) => stores.push(store),
    (reason) => drops.push(reason),
  );
  return { stores, drops };
}

async function fileOf(name: string, content: string) {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

const points = (...features: [number, number, Record<string, unknown>][]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(([lng, lat, properties]) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  });

describe('stores of OpenStreetMap', () => {
  const map = new OsmBuilder();
  map.addNode(50, 10, {
    shop: 'bakery',
    name: 'Brotgut',
    'addr:street': 'Elm',
    'addr:housenumber': '1',
    'addr:city': 'A',
  });
  map.addNode(50, 10.001, { amenity: 'bicycle_rental', brand: 'Citi Bike', 'brand:wikidata': 'Q2974438' });
  map.addNode(50, 10.002, { leisure: 'playground', brand: 'Playco' });
  map.addNode(50, 10.003, { shop: 'vacant' });
  map.addNode(50, 10.004, { shop: 'yes;shoes', name: 'Either' });
  map.addNode(50, 10.005, { amenity: 'fuel', shop: 'convenience', brand: 'Shell', opening_hours: 'closed' });
  map.addNode(50, 10.006, { amenity: 'bench' });
  map.addNode(50, 10.007, { shop: 'supermarket', floor_area: '1200', 'brand:wikidata': 'Q1;Q2' });
  const corner = (lat: number, lng: number) => map.addNode(lat, lng);
  // 0.001 degrees of latitude are 111.2 m, of longitude at 50 degrees 71.5 m.
  const square = (lat: number, lng: number, tags: Record<string, string>) => {
    const nodes = [
      corner(lat, lng),
      corner(lat, lng + 0.001),
      corner(lat + 0.001, lng + 0.001),
      corner(lat + 0.001, lng),
    ];
    map.addWay([...nodes, nodes[0]!], tags);
  };
  square(50.01, 10, { building: 'yes', shop: 'furniture' });
  square(50.02, 10, { building: 'retail' });
  map.addNode(50.0205, 10.0005, { shop: 'shoes', name: 'Alone inside' });
  square(50.03, 10, { building: 'retail' });
  map.addNode(50.0305, 10.0003, { shop: 'toys' });
  map.addNode(50.0305, 10.0007, { shop: 'gift' });
  square(50.04, 10, { amenity: 'fuel' });
  // A plot with its car park: the building on it, half as wide and half as long, is the floor.
  square(50.05, 10, { shop: 'supermarket' });
  const [a, b, c, d] = [corner(50.05, 10), corner(50.05, 10.0005), corner(50.0505, 10.0005), corner(50.0505, 10)];
  map.addWay([a, b, c, d, a], { building: 'yes' });
  // A unit that is drawn inside a mall has its own area; a plot without any building has none.
  square(50.06, 10, { building: 'retail' });
  const unit = [corner(50.0601, 10.0001), corner(50.0601, 10.0002), corner(50.0602, 10.0002), corner(50.0602, 10.0001)];
  map.addWay([...unit, unit[0]!], { shop: 'shoes', indoor: 'room' });
  square(50.07, 10, { amenity: 'cinema' });
  const stores: StorePoint[] = [];
  const drops: [string, string][] = [];
  osmStores(
    map.build(),
    (each) => stores.push(each),
    (reason, ref) => drops.push([reason, ref]),
  );
  const byRef = (ref: string) => stores.find((each) => each.ref === ref)!;

  test('have a sector, a name, an address and a state', () => {
    expect(byRef('node 1')).toMatchObject({
      id: 'osm/n1',
      name: 'Brotgut',
      sector: 'food.bakery',
      address: 'Elm 1, A'.replace('Elm 1', '1 Elm'),
    });
    expect(byRef('node 5').sector).toBe('fashion.shoes');
    expect(byRef('node 6')).toMatchObject({ sector: 'auto.fuel', state: 'closed', brand: 'Shell' });
    expect(byRef('node 8').wikidata).toBe('Q1');
  });

  test('what carries a brand without being a store is left out and told', () => {
    expect(drops).toEqual([
      ['amenity=bicycle_rental is in no sector, though it carries a brand', 'node 2'],
      ['leisure=playground is in no sector, though it carries a brand', 'node 3'],
      ['shop=vacant: nobody does business there', 'node 4'],
    ]);
  });

  test('size: tagged, the outline of the store, a retail building with one store in it; grounds are none', () => {
    const squareMeters = 111.2 * 71.5;
    expect(byRef('node 8')).toMatchObject({ floorAreaSquareMeters: 1200, floorAreaSource: 'known' });
    expect(byRef('way 1').floorAreaSquareMeters / squareMeters).toBeCloseTo(1, 2);
    expect(byRef('way 1').floorAreaSource).toBe('footprint');
    expect(stores.find(({ name }) => name === 'Alone inside')!.floorAreaSquareMeters / squareMeters).toBeCloseTo(1, 2);
    for (const sector of ['leisure.toys', 'leisure.gifts', 'food.bakery']) {
      expect(stores.find((each) => each.sector === sector)!.floorAreaSquareMeters).toBeNaN();
    }
    expect(byRef('way 4').floorAreaSquareMeters).toBeNaN();
  });

  test('size of an outline that is no building: what is built on it, or itself within a building', () => {
    const squareMeters = 111.2 * 71.5;
    expect(byRef('way 5').floorAreaSquareMeters / squareMeters).toBeCloseTo(1 / 4, 2);
    expect(byRef('way 8').floorAreaSquareMeters / squareMeters).toBeCloseTo(1 / 100, 3);
    expect(byRef('way 9').floorAreaSquareMeters).toBeNaN();
  });
});

describe('store files', () => {
  test('AllThePlaces: tags, spider and reference; an end date closes', async () => {
    const file = await fileOf(
      'atp.geojson',
      points(
        [
          10,
          50,
          {
            ref: '17',
            '@spider': 'aldi',
            brand: 'ALDI',
            'brand:wikidata': 'Q125054',
            shop: 'supermarket',
            'addr:street': 'Elm',
            'addr:housenumber': 3,
          },
        ],
        [10, 50, { ref: '18', '@spider': 'aldi', shop: 'supermarket', end_date: '2026-01-01' }],
        [10, 50, { ref: '19', '@spider': 'docks', amenity: 'bicycle_rental' }],
      ),
    );
    const { stores, drops } = await readAll({ from: 'alltheplaces', file });
    expect(stores[0]).toMatchObject({
      id: 'atp/aldi/17',
      brand: 'ALDI',
      wikidata: 'Q125054',
      sector: 'food.supermarket',
      state: 'open',
      address: '3 Elm',
    });
    expect(stores[1]!.state).toBe('closed');
    expect(drops).toEqual(['amenity=bicycle_rental is in no sector']);
  });

  test('Overture: nested values as objects or as text, confidence, status', async () => {
    const file = await fileOf(
      'overture.geojson',
      points(
        [
          10,
          50,
          {
            id: 'a',
            names: { primary: 'Aldi' },
            categories: { primary: 'supermarket' },
            confidence: 0.9,
            operating_status: 'open',
            addresses: [{ freeform: '3 Elm', locality: 'A' }],
          },
        ],
        [
          10,
          50,
          {
            id: 'b',
            names: '{"primary":"Bo"}',
            categories: '{"primary":"unheard_of","alternate":["bakery"]}',
            brand: '{"wikidata":"Q9","names":{"primary":"Bo"}}',
            confidence: 0.7,
            operating_status: 'permanently_closed',
          },
        ],
        [10, 50, { id: 'c', categories: { primary: 'bakery' }, confidence: 0.3 }],
        [10, 50, { id: 'd', categories: { primary: 'lighthouse' } }],
      ),
    );
    const { stores, drops } = await readAll({ from: 'overture', file });
    expect(stores).toMatchObject([
      { id: 'overture/a', name: 'Aldi', sector: 'food.supermarket', state: 'open', address: '3 Elm, A' },
      { id: 'overture/b', name: 'Bo', sector: 'food.bakery', state: 'closed', brand: 'Bo', wikidata: 'Q9' },
    ]);
    expect(drops).toEqual(['confidence below 0.6', 'category lighthouse is in no sector']);
  });

  test('a table with a column map, sectors in words, a projection, closed ones', async () => {
    const file = await fileOf(
      'own.csv',
      'no;shop;kind;x;y;sqm;state\n7;Bo;Bread;222638.98;0;120,5;ok\n8;Cy;food.butcher;111319.49;0;;shut\n9;Di;Hats;5;5;;ok\n10;Ed;Bread;;;;ok\n',
    );
    const { stores, drops } = await readAll({
      from: 'table',
      file,
      columns: {
        id: 'no',
        name: 'shop',
        sector: 'kind',
        lng: 'x',
        lat: 'y',
        floorAreaSquareMeters: 'sqm',
        state: 'state',
      },
      sectors: { Bread: 'food.bakery' },
      closed: ['shut'],
      crs: 'EPSG:3857',
    });
    expect(stores).toMatchObject([
      {
        id: 'file/stores of own.csv/7',
        name: 'Bo',
        sector: 'food.bakery',
        floorAreaSquareMeters: 120.5,
        state: 'open',
      },
      { id: 'file/stores of own.csv/8', sector: 'food.butcher', state: 'closed' },
    ]);
    expect(stores[1]!.lng).toBeCloseTo(1, 6);
    expect(drops).toEqual(['"Hats" is no sector; give it one under sectors', 'no coordinates']);
  });

  test('GeoJSON with one sector for all', async () => {
    const file = await fileOf('own.geojson', points([10, 50, { title: 'Bo' }], [0, 0, { title: 'Null Island' }]));
    const { stores, drops } = await readAll({
      from: 'geojson',
      file,
      properties: { name: 'title' },
      sector: 'leisure.gym',
    });
    expect(stores).toMatchObject([{ name: 'Bo', sector: 'leisure.gym' }]);
    expect(drops).toEqual(['no point in degrees']);
  });
});

/** About one meter to the east at the equator. */
const METER = 1 / 111_195;
const at = (sourceIndex: number, meters: number, part: Partial<StorePoint>): SourcedStore => ({
  id: `${sourceIndex}/${meters}/${part.name ?? ''}`,
  name: '',
  brand: '',
  wikidata: '',
  sector: 'food.supermarket',
  lng: meters * METER,
  lat: 0,
  floorAreaSquareMeters: Number.NaN,
  floorAreaSource: 'known',
  state: 'open',
  address: '',
  ref: 'x',
  source: 'osm',
  sourceIndex,
  ...part,
});

describe('duplicates', () => {
  const merged = (...stores: SourcedStore[]) => mergeStores(stores, ['US'], () => {}).stores.map(({ id }) => id);

  test('between sources: the same name or brand nearby; another brand, another kind or a far one is another', () => {
    const aldi = at(0, 0, { name: 'Aldi', wikidata: 'Q1' });
    expect(merged(aldi, at(1, 10, { name: 'ALDI SÜD', wikidata: 'Q1' }))).toHaveLength(1);
    expect(merged(aldi, at(1, 20, { name: 'The Aldi Store' }))).toHaveLength(1);
    expect(merged(aldi, at(1, 260, { name: 'Aldi', wikidata: 'Q1' }))).toHaveLength(2);
    expect(merged(aldi, at(1, 10, { name: 'Aldi', wikidata: 'Q2' }))).toHaveLength(2);
    expect(merged(aldi, at(1, 10, { name: 'Lidl' }))).toHaveLength(2);
    expect(merged(aldi, at(1, 90, { name: 'Aldi', sector: 'health.pharmacy' }))).toHaveLength(2);
  });

  test('a telephone or a door joins names that are spelled otherwise; another door parts the same name', () => {
    const bo = at(0, 0, { name: 'Trattoria da Bo', phone: '+1 212-555-0147', address: '12 Elm Street' });
    expect(merged(bo, at(1, 60, { name: 'Da Bo', phone: '(212) 555 0147' }))).toHaveLength(1);
    expect(merged(bo, at(1, 30, { name: 'Da Bo Trattoria', address: '12 Elm St' }))).toHaveLength(1);
    expect(
      merged(bo, at(1, 70, { name: 'Trattoria da Bo', phone: '212 555 0188', address: '40 Elm St' })),
    ).toHaveLength(2);
  });

  test('each store has one partner per source, the nearest', () => {
    const cafes = [
      at(0, 0, { name: 'Bean' }),
      at(0, 60, { name: 'Bean' }),
      at(1, 50, { name: 'Bean' }),
      at(1, 5, { name: 'Bean' }),
    ];
    expect(merged(...cafes)).toEqual(['0/0/Bean', '0/60/Bean']);
  });

  test('within a source only the same name within 20 m; without a name none', () => {
    expect(merged(at(0, 0, { name: 'Bo' }), at(0, 15, { name: 'BO' }))).toHaveLength(1);
    expect(merged(at(0, 0, { name: 'Bo' }), at(0, 25, { name: 'BO' }))).toHaveLength(2);
    expect(merged(at(0, 0, {}), at(0, 1, {}))).toHaveLength(2);
  });

  test('what the first lacks is taken from the other; a known size beats a footprint', () => {
    const {
      stores: [store],
    } = mergeStores(
      [
        at(0, 0, { name: 'Bo', state: 'unknown', floorAreaSquareMeters: 90, floorAreaSource: 'footprint' }),
        at(1, 5, {
          name: 'Bo',
          wikidata: 'Q3',
          address: '1 Elm',
          floorAreaSquareMeters: 100,
          floorAreaSource: 'known',
        }),
      ],
      ['US'],
      () => {},
    );
    expect(store).toMatchObject({
      wikidata: 'Q3',
      address: '1 Elm',
      state: 'open',
      floorAreaSquareMeters: 100,
      floorAreaSource: 'known',
    });
  });
});

test('the family: unknown sizes take the median of the sector, of the territory where enough are known', async () => {
  const sized = (n: number, sector: SectorCode) =>
    Array.from({ length: n }, (_, i) =>
      at(0, i * 100, { id: `${sector}/${i}`, sector, name: `${i} ${sector}`, floorAreaSquareMeters: 10 + i }),
    );
  const stores = [
    ...sized(21, 'food.bakery'),
    ...sized(3, 'home.florist'),
    at(0, 9000, { id: 'b', sector: 'food.bakery' }),
    at(0, 9000, { id: 'f', sector: 'home.florist' }),
    at(0, -9000, { id: 'outside' }),
  ];
  const report = new Report('test');
  const family = await playersFamily(
    {
      sources: [
        {
          name: 's',
          kind: 'file',
          async each(push) {
            for (const each of stores) push(each);
          },
        },
      ],
      brands: [],
    },
    {
      version: '1',
      territoryVersion: '1',
      countries: ['XX'],
      sources: [],
      box: { west: 0, south: -1, east: 1, north: 1 },
      report,
    },
  );
  const table = family.tables.stores!;
  const size = (id: string) => {
    const row = (table.id as string[]).indexOf(id);
    return [table.floorAreaSquareMeters[row], table.floorAreaSource[row]];
  };
  expect(size('b')).toEqual([20, 2]);
  expect(size('f')).toEqual([SECTORS.find(({ code }) => code === 'home.florist')!.medianFloorAreaSquareMeters, 2]);
  expect(size('food.bakery/3')).toEqual([13, 0]);
  expect(family.supply).toEqual({
    stores: { file: 26 },
    floorAreas: { known: 24, sector_median: 2 },
    completeness: { estimate: null, note: expect.stringContaining('not known') },
  });
  expect(report.toJson().subjects[0]).toMatchObject({
    name: 's',
    kept: 26,
    dropped: 1,
    drops: [{ reason: 'outside the map' }],
  });
});
