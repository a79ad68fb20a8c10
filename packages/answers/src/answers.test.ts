import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';
import { geoJsonText } from './geojson.ts';
import { layersOf } from './layers.ts';
import { measureOf } from './measure.ts';
import { type Cell, headerOf, type Table } from './table.ts';
import { tablesOf } from './tables.ts';
import { planOfAction, resultOf, worked } from './testing/worked.ts';
import { nameOf } from './words/said.ts';
import { xlsxBlob } from './xlsx.ts';

const tableOf = (action: string, id: string, options = {}): Table =>
  tablesOf(resultOf(action), { ...options, plan: planOfAction(action) }).find((one) => one.id === id) as Table;
const headers = ({ columns }: Table) => columns.map(headerOf);
/** Rows as objects by their headers. */
const records = (table: Table) =>
  table.rows.map((row) => Object.fromEntries(headers(table).map((header, i) => [header, named(row[i])])));
const named = (cell: Cell | undefined) =>
  typeof cell === 'object' && cell !== null && !(cell instanceof Date) ? nameOf(cell) : cell;

describe('measures', () => {
  it.each([
    ['limitSeconds', 'Limit', 'min', 1 / 60],
    ['seconds', 'Time', 'min', 1 / 60],
    ['areaSquareKm', 'Area', 'km²', 1],
    ['squareMeters', 'Size', 'm²', 1],
    ['sharedShare', 'Shared share', '%', 100],
    ['shareOfTerritory', 'Share of territory', '%', 100],
    ['change_percent', 'Change percent', '%', 1],
    ['storesPer10000', 'Stores per 10000', '', 1],
  ])('%s is %s in "%s"', (name, title, unit, factor) => {
    expect(measureOf(name)).toMatchObject({ unit, factor });
    expect(nameOf({ field: name })).toBe(title);
  });
});

describe('tables', () => {
  it('have single figures with their units, and a row for each of a list', () => {
    const result = resultOf('network.coverage');
    const [stores, facts] = [tableOf('network.coverage', 'stores'), tableOf('network.coverage', 'figures')];
    expect(headers(stores).slice(0, 5)).toEqual(['Store', 'Id', 'Reached', 'Exclusive', 'Shared']);
    expect(records(stores)).toMatchObject(
      result.stores.map(({ name, id, reached }: any) => ({ Store: name, Id: id, Reached: reached })),
    );
    const share = expect.closeTo(100 * result.network.sharedShare, 9);
    expect(records(facts)).toContainEqual({ Figure: 'Network, Shared share', Value: share, Unit: '%' });
  });

  it('have figures of all topics in one, named by their meaning, a column for each part', () => {
    const result = resultOf('analysis.people_economy');
    const table = tableOf('analysis.people_economy', 'topics.figures', { isForReading: true });
    expect(headers(table).slice(0, 4)).toEqual(['Topic', 'Figure', 'Unit', 'within 5 min']);
    const [row] = records(table).filter(({ Figure }) => Figure === 'Residents aged 0 to 4');
    expect(row).toMatchObject({
      Topic: 'Age classes',
      Unit: 'persons',
      'within 5 min': result.topics[1].figures.cumulative_1.values.total_0_4,
    });
    expect(headers(tableOf('analysis.people_economy', 'topics.figures'))).toContain('band up to 5 min');
  });

  it('name the row that lists within lists belong to', () => {
    const nearest = tableOf('site.rank', 'candidates.competitors.nearest');
    expect(records(nearest)).toContainEqual({
      Candidate: 'East',
      Nearest: 'Maresol',
      Id: 'demo/32',
      'Minutes to competitor, min': 1.68,
    });
  });

  it('have rows of one width and no member that is no cell, for every action', () => {
    for (const id of Object.keys(worked))
      for (const { columns, rows } of tablesOf(resultOf(id), { plan: planOfAction(id) })) {
        expect(columns.length).toBeGreaterThan(0);
        for (const row of rows) {
          expect(row).toHaveLength(columns.length);
          for (const cell of row.map(named))
            expect(cell === null || cell instanceof Date || typeof cell !== 'object').toBe(true);
        }
      }
  });

  it('hold every number of a result', () => {
    const cells = new Set(
      tablesOf({ a: 1, b: { c: 2 }, d: [{ e: 3, f: [{ g: 4 }], h: { i: 5 } }] }).flatMap(({ rows }) => rows.flat()),
    );
    for (const number of [1, 2, 3, 4, 5]) expect(cells.has(number)).toBe(true);
  });
});

const DAY = new Date('2026-10-31T00:00:00Z');
const harmful: Table = {
  id: 'stores',
  title: 'Stores: "a/b"',
  columns: [
    { title: 'Store', unit: '', isKey: true },
    { title: 'Change', unit: '%', isKey: false },
    { title: 'Day', unit: '', isKey: false },
  ],
  rows: [
    ['=HYPERLINK("http://x")', -5.25, DAY],
    ['+1 (555) 0100', 0, null],
    ['-cmd', 1e-7, null],
    ['@SUM(A1)', null, null],
    ['\tcmd', 3, null],
    ['\rcmd', 4, null],
    ['Plain, "quoted"\nand long', 5, null],
  ],
};

describe('files that a foreign reader opens', () => {
  it('CSV: headers with units, numbers and days as they are, no formula', () => {
    const { data, errors } = Papa.parse<string[]>(csvText(harmful), { skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data[0]).toEqual(['Store', 'Change, %', 'Day']);
    expect(data.slice(1).map(([name]) => name)).toEqual(harmful.rows.map(([name]) => expected(String(name))));
    expect(data[1]?.slice(1)).toEqual(['-5.25', '2026-10-31']);
    for (const [name] of data.slice(1)) expect(name).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('XLSX: the same, with numbers as numbers and days as days', async () => {
    const bytes = Buffer.from(await (await xlsxBlob([harmful, { ...harmful, rows: [] }])).arrayBuffer());
    const sheets = await readWorkbook(bytes);
    expect(sheets.map(({ sheet }: any) => sheet)).toEqual(['Stores  "a b"', 'Stores  "a b" 2']);
    const data = (sheets[0] as any).data as unknown[][];
    expect(data[0]).toEqual(['Store', 'Change, %', 'Day']);
    expect(data[1]?.slice(1)).toEqual([-5.25, DAY]);
    expect(data.slice(1).map(([, change]) => change)).toEqual(harmful.rows.map(([, change]) => change));
    for (const [name] of data.slice(1)) expect(name).not.toMatch(/^[=+\-@\t\r]/);
  });
});

const expected = (name: string): string => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);

describe('layers', () => {
  const ring = (size: number) => [
    [0, 0],
    [0, size],
    [size, size],
    [size, 0],
    [0, 0],
  ];
  const band = (limitSeconds: number) => ({
    type: 'Feature' as const,
    properties: { limitSeconds, residents: limitSeconds * 2 },
    geometry: { type: 'Polygon' as const, coordinates: [ring(limitSeconds / 1000), ring(0.1).toReversed()] },
  });

  it('are the bands, the largest first, then other places, then those asked about with their figures', () => {
    const input = { stores: [{ id: 'a', name: 'A', lat: 1, lng: 2 }] };
    const result = {
      stores: [{ id: 'a', reached: 9 }],
      rivals: [{ id: 7, lat: 3, lng: 4 }],
      origins: [{ lat: 5, lng: 6 }],
    };
    const layers = layersOf(result, input, { features: [band(300), band(600)] });
    expect(layers.map(({ level, kind }) => `${level} ${kind}`)).toEqual([
      'area 600 s',
      'area 300 s',
      'points rivals',
      'places stores',
    ]);
    expect(layers.at(-1)?.features[0]?.properties).toEqual({ list: 'stores', id: 'a', name: 'A', reached: 9 });
  });

  it('tell what a plan closes and opens, and draw a place of several lists once', () => {
    const stores = ['a', 'b'].map((id, i) => ({ id, lat: i, lng: 0 }));
    const candidates = ['c', 'd'].map((id, i) => ({ id, lat: i, lng: 1 }));
    const result = {
      closurePlan: [{ id: 'b' }],
      combinedPlan: { closing: [{ id: 'a' }], opening: [{ id: 'd' }] },
      places: [{ rank: 1, lat: 5, lng: 5 }],
      set: {
        places: [
          { lat: 5, lng: 5 },
          { lat: 6, lng: 6 },
        ],
      },
    };
    const told = layersOf(result, { stores, candidates }, null).map(({ kind, features }) => [
      kind,
      ...features.map(({ properties }) => properties.id ?? properties.rank ?? null),
    ]);
    expect(told).toEqual([
      ['places', 1, null],
      ['stores', 'b'],
      ['closed', 'a'],
      ['candidates', 'c'],
      ['opened', 'd'],
    ]);
    const { combinedPlan: _, ...closing } = result;
    expect(layersOf(closing, { stores }, null).map(({ kind }) => kind)).toEqual(['places', 'stores', 'closed']);
  });

  it('become GeoJSON with rings that turn as RFC 7946 says, and the figures of each feature', () => {
    const { features } = JSON.parse(geoJsonText([{ layer: 'area', feature: band(600) }]));
    expect(features[0].properties).toEqual({ layer: 'area', limitSeconds: 600, residents: 1200 });
    const [outer, hole] = features[0].geometry.coordinates as number[][][];
    expect([turn(outer!) > 0, turn(hole!) > 0]).toEqual([true, false]);
  });
});

/** Twice the signed area: above zero where a ring runs counterclockwise. */
const turn = (ring: number[][]): number =>
  ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i]![0]! * y! - x! * ring[i]![1]!), 0);
