import type { SchemaElement } from 'hyparquet';
import { type BasicType, type ColumnSource, parquetWriteBuffer, schemaFromColumnData } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import wkx from 'wkx';
import { overture } from '../addresses/overture.ts';
import { boundaryFile } from '../boundaries/boundaryFile.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { AddressPoint } from '../inputs/poles.ts';
import type { StorePoint } from '../inputs/stores.ts';
import { overturePlaces } from '../players/overturePlaces.ts';
import { Report } from '../report/report.ts';
import { readOutlines } from '../shapes/read.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { readKeyedTable } from './keyedTable.ts';
import { readTable } from './readTable.ts';

const folder = await testFolder();

type Crs = { readonly id?: { readonly authority: string; readonly code: number | string } } | null;

/** Metadata of a GeoParquet file whose geometry is WKB. */
const geo = (crs?: Crs) => ({
  key: 'geo',
  value: JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: [], ...(crs === undefined ? {} : { crs }) } },
  }),
});

const wkb = (geometry: object) => new Uint8Array(wkx.Geometry.parseGeoJSON(geometry).toWkb());
const point = (lng: number, lat: number) => wkb({ type: 'Point', coordinates: [lng, lat] });
const square = (west: number, side = 1) => [
  [
    [west, 0],
    [west + side, 0],
    [west + side, side],
    [west, side],
    [west, 0],
  ],
];

const column = (name: string, data: unknown[], type?: BasicType): ColumnSource =>
  ({ name, data, ...(type === undefined ? {} : { type }) }) as ColumnSource;

/** A column of values within values: `children` by name, each a text. */
const within = (name: string, children: readonly string[], data: readonly unknown[]) => ({
  schema: [
    { name, repetition_type: 'OPTIONAL', num_children: children.length },
    ...children.map((child) => ({
      name: child,
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      repetition_type: 'OPTIONAL',
    })),
  ] as SchemaElement[],
  source: { name, data } as ColumnSource,
});

type Column = ColumnSource | ReturnType<typeof within>;

/** Writes a file in groups of two rows. */
async function file(
  name: string,
  columns: readonly Column[],
  metadata: readonly { key: string; value: string }[] = [],
) {
  const sources = columns.map((each) => ('source' in each ? each.source : each));
  const plain = columns.filter((each): each is ColumnSource => !('source' in each));
  const flat = schemaFromColumnData({ columnData: plain }).slice(1);
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap((each) =>
      'schema' in each ? each.schema : flat.filter((element) => element.name === each.name),
    ),
  ];
  const bytes = parquetWriteBuffer({
    columnData: sources.map(({ name, data }) => ({ name, data })),
    schema: schema as never,
    kvMetadata: [...metadata],
    rowGroupSize: 2,
  });
  return folder.write(name, Buffer.from(bytes));
}

describe('Parquet', () => {
  it('is a table like any other: texts, whole and other numbers, days, values within others, none', async () => {
    const path = await file('people.parquet', [
      column('code', ['1', '2', '3'], 'STRING'),
      column('people', [10n, 20n, 9_007_199_254_740_993n], 'INT64'),
      column('share', [0.5, undefined, 1.5], 'DOUBLE'),
      column(
        'day',
        ['2024-02-29', '2024-03-01', '2024-03-02'].map((day) => new Date(day)),
        'TIMESTAMP',
      ),
      within('names', ['primary', 'short'], [{ primary: 'One', short: 'O' }, { primary: 'Two' }, {}]),
    ]);
    const rows: unknown[] = [];
    let header: readonly string[] = [];
    await readTable({ path }, {}, (columns) => {
      header = columns;
      return ({ row, cells }) => rows.push([row, ...cells]);
    });
    expect(header).toEqual(['code', 'people', 'share', 'day', 'names.primary', 'names.short']);
    expect(rows).toEqual([
      [1, '1', '10', '0.5', '2024-02-29', 'One', 'O'],
      [2, '2', '20', '', '2024-03-01', 'Two', ''],
      [3, '3', '9007199254740993', '1.5', '2024-03-02', '', ''],
    ]);
    const table = await readKeyedTable({ path }, { key: { column: 'code', padTo: 2 } });
    expect(['01', '02'].map((code) => table.number(code, table.column('people')))).toEqual([10, 20]);
    expect(() => table.column('peple')).toThrow(/people\.parquet has no column "peple"; did you mean "people"\?/);
  });

  it.each([
    ['without a word on the projection', undefined],
    ['of degrees', { id: { authority: 'OGC', code: 'CRS84' } }],
    ['of WGS 84', { id: { authority: 'EPSG', code: 4326 } }],
  ])('holds outlines %s', async (_, crs) => {
    const path = await file(
      'outlines.parquet',
      [
        column(
          'geometry',
          [0, 2, 4].map((west) => wkb({ type: 'Polygon', coordinates: square(west) })),
          'BYTE_ARRAY',
        ),
        column('code', ['a', 'b', 'c'], 'STRING'),
      ],
      [geo(crs)],
    );
    const outlines = await readOutlines({ path }, {}, new Report('test').subject('outlines'));
    expect(outlines.map(({ properties, polygon }) => [properties.code, polygon])).toEqual(
      ['a', 'b', 'c'].map((code, i) => [code, [square(2 * i)]]),
    );
  });

  it('takes the projection of its metadata, and the one of the recipe', async () => {
    const columns = [
      // The Parthenon in UTM zone 34 north, a square kilometer.
      column(
        'geometry',
        [
          wkb({
            type: 'Polygon',
            coordinates: square(739_000, 1000).map((ring) => ring.map(([x, y]) => [x!, y! + 4_206_000])),
          }),
        ],
        'BYTE_ARRAY',
      ),
      column('code', ['a'], 'STRING'),
    ];
    const counter = new Report('test').subject('outlines');
    const own = await file('utm.geoparquet', columns, [geo({ id: { authority: 'EPSG', code: 32_634 } })]);
    const silent = await file('silent.parquet', columns, [geo()]);
    const corner = async (path: string, crs?: string) =>
      (await readOutlines({ path }, { crs }, counter))[0]!.polygon[0]![0]![0]!.map((degrees) => degrees.toFixed(2));
    expect(await corner(own)).toEqual(['23.72', '37.97']);
    expect(await corner(silent, 'EPSG:32634')).toEqual(['23.72', '37.97']);
    await expect(corner(silent)).rejects.toThrow(/Give the projection in the recipe as crs/);
  });

  it('holds divisions of Overture, whose names are values within others', async () => {
    const outline = (west: number) => wkb({ type: 'MultiPolygon', coordinates: [square(west)] });
    const path = await file(
      'division_area.parquet',
      [
        column('id', ['w', 'x', 'y', 'z'], 'STRING'),
        column('geometry', [outline(0), outline(0), outline(1), outline(2)], 'BYTE_ARRAY'),
        column('country', ['LI', 'LI', 'LI', 'CH'], 'STRING'),
        column('subtype', ['country', 'county', 'county', 'county'], 'STRING'),
        column('class', ['land', 'land', 'maritime', 'land'], 'STRING'),
        within(
          'names',
          ['primary'],
          [{ primary: 'Land' }, { primary: 'Vaduz' }, { primary: 'Vaduz' }, { primary: 'Buchs' }],
        ),
        column('division_id', ['d0', 'd1', 'd1', 'd2'], 'STRING'),
      ],
      [geo()],
    );
    const found: Boundary[] = await openEntry(
      [boundaryFile],
      {
        from: 'file',
        file: path,
        level: 6,
        kind: 'county',
        code: 'division_id',
        name: 'names.primary',
        where: [
          { column: 'subtype', equals: 'county' },
          { column: 'class', equals: 'land' },
          { column: 'country', equals: 'LI' },
        ],
      },
      testContext({ countries: ['LI'] }),
    );
    expect(found.map(({ code, name, polygon }) => [code, name, polygon])).toEqual([['d1', 'Vaduz', [square(0)]]]);
  });

  it('holds addresses of Overture', async () => {
    const path = await file(
      'address.parquet',
      [
        column('id', ['x', 'y'], 'STRING'),
        column('geometry', [point(7.5, 50.25), point(7.6, 50.25)], 'BYTE_ARRAY'),
        column('country', ['DE', 'DE'], 'STRING'),
        column('postcode', ['1000', undefined], 'STRING'),
        column('street', ['Main Street', 'Side Street'], 'STRING'),
        column('number', ['12', '3a'], 'STRING'),
        column('unit', [undefined, '4'], 'STRING'),
        column('address_levels', [[{ value: 'State' }, { value: 'Town' }], []], 'JSON'),
        column('postal_city', [undefined, 'Post Town'], 'STRING'),
      ],
      [geo()],
    );
    const found: AddressPoint[] = [];
    const source = openEntry([overture], { from: 'overture-addresses', file: path }, testContext());
    if (source.kind === 'address') await source.each((address) => void found.push(address));
    expect(found).toMatchObject([
      {
        lng: 7.5,
        lat: 50.25,
        number: '12',
        unit: '',
        street: 'Main Street',
        locality: 'Town',
        region: 'State',
        postcode: '1000',
        ref: 'row 1 (x)',
      },
      { lng: 7.6, number: '3A', unit: '4', street: 'Side Street', locality: 'Post Town', region: '', postcode: '' },
    ]);
  });

  it('holds places of Overture, by the taxonomy and by the older categories', async () => {
    const path = await file(
      'place.parquet',
      [
        column('id', ['1', '2', '3', '4'], 'STRING'),
        column(
          'geometry',
          [1, 2, 3, 4].map((lng) => point(lng, 50)),
          'BYTE_ARRAY',
        ),
        column('confidence', [0.9, 0.9, 0.9, 0.1], 'DOUBLE'),
        column('operating_status', ['open', 'permanently_closed', 'open', 'open'], 'STRING'),
        within(
          'names',
          ['primary'],
          ['A', 'B', 'C', 'D'].map((primary) => ({ primary })),
        ),
        column(
          'categories',
          [undefined, { primary: 'bakery', alternate: [] }, { primary: 'mountain' }, { primary: 'bakery' }],
          'JSON',
        ),
        column(
          'taxonomy',
          [
            { primary: 'organic_bread_shop', hierarchy: ['shopping', 'bakery', 'organic_bread_shop'] },
            undefined,
            undefined,
            undefined,
          ],
          'JSON',
        ),
      ],
      [geo()],
    );
    const stores: StorePoint[] = [];
    const drops: string[] = [];
    const source = openEntry([overturePlaces], { from: 'overture', file: path }, testContext());
    await source.each(
      (store) => void stores.push(store),
      (reason) => void drops.push(reason),
    );
    expect(stores).toMatchObject([
      { id: 'overture/1', name: 'A', sector: 'food.bakery', lng: 1, lat: 50, state: 'open' },
      { id: 'overture/2', name: 'B', sector: 'food.bakery', lng: 2, state: 'closed' },
    ]);
    expect(drops).toEqual(['category mountain is in no sector', 'confidence below 0.6']);
  });

  it('says which file is none, or cut short', async () => {
    const none = await folder.write('none.parquet', 'PAR1 and nothing else');
    await expect(readKeyedTable({ path: none }, { key: { column: 'code' } })).rejects.toThrow(
      /none\.parquet cannot be read as Parquet .* It may be cut short: fetch it again/,
    );
    await expect(readKeyedTable({ path: `${none}.gone.parquet` }, { key: { column: 'code' } })).rejects.toThrow(
      /There is no file/,
    );
  });
});
