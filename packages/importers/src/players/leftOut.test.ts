import { describe, expect } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { itLeavesNothing, type Made } from '../testing/leftOut.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { playersFamily } from './playersFamily.ts';
import { STORE_SOURCES } from './storeSources.ts';

const folder = await testFolder();
let files = 0;
const BOX = { west: 9, south: 49, east: 11, north: 51 };

/** The family of the stores of an entry: names, brands, floor areas and all other columns. */
async function familyOf(entry: WrittenEntry, context = testContext()): Promise<Made> {
  const report = new Report('Test');
  const source = openEntry(STORE_SOURCES, entry, { ...context, report });
  const { tables, supply, counts } = await playersFamily(
    { sources: [source], brands: [] },
    { version: '1', territoryVersion: '1', countries: ['DE'], sources: [], box: BOX, report },
  );
  const dropped = report.toJson().subjects.reduce((sum, subject) => sum + subject.dropped, 0);
  // A store without an id of its own is called by its row.
  const { id: _, ...stores } = tables.stores as Record<string, unknown>;
  return { figures: { stores, brands: tables.brands, supply, counts }, dropped };
}

/** 21 bakeries of a brand with their sizes, so that the median of the territory counts, and one whose size is not known. */
const SIZES = Array.from({ length: 21 }, (_, i) => 100 + i);

describe('stores of a table that are left out', () => {
  const header = 'nr,name,brand,lng,lat,qm,kind';
  const rows = [...SIZES, ''].map((size, i) => `${i},Halde ${i},Halde Brot,10.${100 + i},50,${size},b`);
  const read = async (all: readonly string[]) => {
    const file = await folder.write(`stores-${files++}.csv`, `${[header, ...all].join('\n')}\n`);
    const columns = { id: 'nr', name: 'name', brand: 'brand', lng: 'lng', lat: 'lat', sector: 'kind' };
    return familyOf({
      from: 'table',
      file,
      columns: { ...columns, floorAreaSquareMeters: 'qm' },
      sectors: { b: 'food.bakery' },
    });
  };

  // Each is large, and spells the brand in capitals: were it used, the median and the spelling would be others.
  const like = (place: string, more = '9000,b', id = 'x') => `${id},Halde X,HALDE BROT,${place},${more}`;
  itLeavesNothing(read, rows, [
    ['no coordinates', like(',')],
    ['one coordinate', like('10.5,')],
    ['words for coordinates', like('east,north')],
    ['coordinates of a projection', like('512345,5512345')],
    ['coordinates 0, 0', like('0,0')],
    ['outside the map', like('12,50')],
    ['a kind that has no sector', like('10.5,50', '9000,?')],
    ['no kind', like('10.5,50', '9000,')],
    ['an id that stands there', like('10.5,50', '9000,b', '3'), 'behind'],
    ['the letter O for a direction', like('"9,1 O","48,1"')],
  ]);
});

describe.each(['geojson', 'alltheplaces', 'overture'] as const)('features of %s that are left out', (from) => {
  type Feature = readonly [coordinates: unknown, properties: Record<string, unknown>];
  const properties = (i: number | string, brand: string): Record<string, unknown> =>
    from === 'geojson'
      ? { nr: i, name: `Halde ${i}`, brand, qm: i === 'x' ? 9000 : 100 + Number(i), kind: 'b' }
      : from === 'alltheplaces'
        ? { ref: i, '@spider': 'halde', shop: 'bakery', name: `Halde ${i}`, brand }
        : {
            id: `${i}`,
            names: { primary: `Halde ${i}` },
            brand: { names: { primary: brand } },
            categories: { primary: 'bakery' },
            confidence: 0.9,
          };
  const rows = SIZES.map((_, i): Feature => [[10.1 + i / 1000, 50], properties(i, 'Halde Brot')]);
  const read = async (all: readonly Feature[]) => {
    const features = all.map(([coordinates, own]) => ({
      type: 'Feature',
      properties: own,
      geometry: coordinates === null ? null : { type: 'Point', coordinates },
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    const file = await folder.write(`stores-${files++}.geojson`, text);
    const words = {
      properties: { id: 'nr', name: 'name', brand: 'brand', sector: 'kind', floorAreaSquareMeters: 'qm' },
      sectors: { b: 'food.bakery' },
    };
    return familyOf({ from, file, ...(from === 'geojson' ? words : {}) });
  };
  const other = properties('x', 'HALDE BROT');
  const noStore: Record<typeof from, Record<string, unknown>> = {
    geojson: { ...other, kind: 'statue' },
    alltheplaces: { ...other, shop: undefined, amenity: 'bicycle_rental' },
    overture: { ...other, confidence: 0.2 },
  };
  itLeavesNothing(read, rows, [
    ['no geometry', [null, other]],
    ['coordinates of a projection', [[512345, 5512345], other]],
    ['a point without coordinates', [[], other]],
    ['coordinates 0, 0', [[0, 0], other]],
    ['outside the map', [[12, 50], other]],
    ['no store, or not surely one', [[10.5, 50], noStore[from]]],
    ['an id that stands there', [[10.5, 50], properties(3, 'HALDE BROT')], 'behind'],
  ]);
});

describe('objects of a map that are left out', () => {
  type Thing = (map: OsmBuilder) => void;
  const node = (lng: number, tags: Record<string, string>, lat = 50): Thing => {
    return (map) => void map.addNode(lat, lng, tags);
  };
  const tags = { shop: 'bakery', name: 'Halde', brand: 'Halde Brot', floor_area: '120' };
  const rows = [0, 1, 2].map((i) => node(10.1 + i / 100, { ...tags, name: `Halde ${i}` }));
  const read = async (things: readonly Thing[]) => {
    const map = new OsmBuilder();
    for (const thing of things) thing(map);
    return familyOf({ from: 'osm' }, testContext({ map: map.build() }));
  };
  const other = { brand: 'HALDE BROT', floor_area: '9000' };
  itLeavesNothing(read, rows, [
    ['a shop that is vacant', node(10.5, { ...other, shop: 'vacant' })],
    ['a shop that sells nothing known', node(10.5, { ...other, shop: 'moon_rocks' })],
    ['a dock of bicycles with the brand', node(10.5, { ...other, amenity: 'bicycle_rental' })],
    ['outside the map', node(12, { ...other, shop: 'bakery', name: 'Halde' })],
    [
      'a building of which no node is there',
      (map) => void map.addWay([900, 901, 902, 900], { ...other, shop: 'bakery', building: 'retail' }),
    ],
    [
      'a relation of which no way is there',
      (map) =>
        void map.addRelation([{ kind: 'way', id: 900, role: 'outer' }], {
          ...other,
          type: 'multipolygon',
          shop: 'bakery',
        }),
    ],
  ]);
});

describe('the brand of the others', () => {
  const file = 'nr,brand,lng,lat\n1,Halde Brot,10.1,50\n2,Halde Brot,10.2,50\n';
  const shout = Array.from({ length: 5 }, (_, i) => `${3 + i},HALDE BROT,0,0`).join('\n');
  const columns = { id: 'nr', brand: 'brand', lng: 'lng', lat: 'lat' };
  itLeavesNothing(
    async (rows: readonly string[]) => {
      const path = await folder.write(`brands-${files++}.csv`, `${file}${rows.join('\n')}\n`);
      const made = await familyOf({ from: 'table', file: path, columns, sector: 'food.bakery' });
      expect(JSON.stringify(made.figures)).toContain('"Halde Brot"');
      return made;
    },
    [],
    [['is spelled as stores that count do', shout.split('\n')[0]!]],
  );
});
