import { inMemoryTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { itLeavesNothing } from '../testing/leftOut.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { LISTING_SOURCES } from './listingSources.ts';
import { realestateFamily } from './realestateFamily.ts';

const folder = await testFolder();
let files = 0;

/** Elm Street 1 to 4, each a kilometer from the next. */
const NUMBERS = ['1', '2', '3', '4'];
const zeros = NUMBERS.map(() => 0);
const TOWN = inMemoryTerritory({
  texts: ['', 'Elm Street', '10001'],
  poles: { lngMicrodegrees: NUMBERS.map((_, i) => 9000 * i), latMicrodegrees: zeros, dwellings: zeros, kind: zeros },
  addresses: {
    pole: NUMBERS.map((_, i) => i),
    street: zeros.map(() => 1),
    locality: zeros,
    region: zeros,
    postcode: zeros.map(() => 2),
    number: NUMBERS,
    numberLast: zeros.map(() => ''),
    unit: zeros.map(() => ''),
  },
});

const HEADER = 'id,number,street,postcode,lng,lat,price,sqm,day,what';

async function read(rows: readonly string[]) {
  const file = await folder.write(`listings-${files++}.csv`, `${[HEADER, ...rows].join('\n')}\n`);
  const report = new Report('Test');
  const columns = { id: 'id', number: 'number', street: 'street', postcode: 'postcode', lng: 'lng', lat: 'lat' };
  const entry = {
    from: 'table',
    name: 'offers',
    file,
    showsRows: true,
    columns: { ...columns, price: 'price', floorArea: 'sqm', day: 'day' },
    kind: 'sale',
    state: 'listing',
    type: { column: 'what', values: { flat: 'apartment', house: 'house' } },
  };
  const { tables, listingSources } = await realestateFamily(
    { currency: 'EUR', sources: [openEntry(LISTING_SOURCES, entry, testContext({ report }))] },
    {
      version: '1',
      territoryVersion: '1',
      countries: ['US'],
      sources: [{ name: 'offers', licence: 'x', attribution: 'x' }],
      tables: TOWN,
      box: { west: -0.01, south: -0.01, east: 0.04, north: 0.01 },
      report,
    },
  );
  const dropped = report.toJson().subjects.reduce((sum, subject) => sum + subject.dropped, 0);
  const { firstDay, lastDay } = listingSources![0]!;
  return { figures: { listings: tables.listings, firstDay, lastDay }, dropped };
}

const ROWS = [
  'a,1,Elm Street,10001,,,100000,50,2024-03-01,flat',
  'b,2,Elm Street,10001,,,300000,100,2024-03-02,house',
  'c,,,,0.018,0,200000,80,2024-03-03,flat',
];

describe('listings that are left out', () => {
  const like = (place: string, what = 'flat', day = '2019-01-01') => `x,${place},9999999,10,${day},${what}`;
  itLeavesNothing(read, ROWS, [
    ['a street that is not on the map', like('1,Oak Street,10001,,')],
    ['a number that is not on the map', like('9,Elm Street,10001,,')],
    ['another postcode', like('1,Elm Street,20002,,')],
    ['no address and no coordinates', like(',,,,')],
    ['coordinates outside the map', like(',,,5,5')],
    ['coordinates far from every home', like(',,,0.0135,0.009')],
    ['a type that the recipe does not explain', like('1,Elm Street,10001,,', 'castle')],
    ['no type', like('1,Elm Street,10001,,', '')],
    ['the same offer again', 'y,1,Elm Street,10001,,,100000,50,2024-03-01,flat', 'behind'],
    ['the same offer again two months later', 'y,1,Elm Street,10001,,,100000,50,2024-05-01,flat', 'behind'],
  ]);

  it('an offer that came again is one, in whatever order its rows stand', async () => {
    const days = ['2023-01-01', '2023-01-10', '2023-12-01'];
    const row = (day: string) => `r,1,Elm Street,10001,,,100000,50,${day},flat`;
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const { figures, dropped } = await read(order.map((i) => row(days[i]!)));
      expect([figures.listings!.price!.length, dropped]).toEqual([2, 1]);
    }
  });
});
