import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inMemoryTerritory, NO_DAY, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { ListingAddress, ListingPoint } from '../inputs/listings.ts';
import { USUAL_STYLE } from '../osm/houseNumber.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { AddressMatcher } from './addressMatcher.ts';
import { dayOfText } from './dates.ts';
import { LISTING_SOURCES } from './listingSources.ts';
import { realestateFamily } from './realestateFamily.ts';
import { splitAddress } from './splitAddress.ts';

const folder = await testFolder();
let files = 0;

async function fileOf(text: string): Promise<string> {
  const path = join(folder.path, `listings-${files++}.csv`);
  await writeFile(path, text);
  return path;
}

/** Poles and their addresses: [number, last number, street, postcode, kilometers to the east]. */
const ADDRESSES = [
  ['264', '', 'East 7th Street', '10009', 0],
  ['719', '', 'East 6th Street', '10009', 1],
  ['10', '14', 'Saint Marks Place', '10003', 2],
  ['12A', '', 'Avenue B', '', 3],
  ['5', '', 'Water Street', '10004', 4],
  ['5', '', 'Water Street', '11201', 6],
  ['7', '', 'Main Street', '', 8],
  ['7', '', 'Main Street', '', 9],
] as const;

function town(): Territory {
  const texts = ['', ...new Set(ADDRESSES.flatMap(([, , street, postcode]) => [street, postcode]))];
  const zeros = ADDRESSES.map(() => 0);
  const numbers = (of: (address: (typeof ADDRESSES)[number], i: number) => number) => ADDRESSES.map(of);
  return inMemoryTerritory({
    texts,
    poles: {
      lngMicrodegrees: numbers(([, , , , east]) => Math.round(east * 9000)),
      latMicrodegrees: zeros,
      dwellings: zeros,
      kind: zeros,
    },
    addresses: {
      pole: numbers((_, i) => i),
      street: numbers(([, , street]) => texts.indexOf(street)),
      locality: zeros,
      region: zeros,
      postcode: numbers(([, , , postcode]) => texts.indexOf(postcode)),
      number: ADDRESSES.map(([number]) => number),
      numberLast: ADDRESSES.map(([, last]) => last),
      unit: ADDRESSES.map(() => ''),
    },
  });
}

const address = (text: string, postcode = ''): ListingAddress => ({
  ...splitAddress(text, USUAL_STYLE),
  locality: '',
  postcode,
});

describe('addresses of listings', () => {
  const matcher = new AddressMatcher(town(), ['US']);

  it.each([
    ['264 EAST 7TH   STREET', '10009', 0],
    ['264 E 7 ST', '', 0],
    ['719 EAST SIXTH STREET, 5C', '10009', 1],
    ['719 East 6th', '', 1],
    ["12 ST MARK'S PLACE", '10003', 2],
    ['8-12 St. Marks Pl', '', 2],
    ['12 AVENUE B', '10009', 3],
    ['5 WATER STREET', '10004', 4],
    ['5 WATER STREET', '11201', 5],
  ])('%s %s is pole %i', (text, postcode, pole) => {
    expect(matcher.find(address(text, postcode))).toEqual({ pole });
  });

  it.each([
    ['264 WEST 7TH STREET', '', /no street of the map/],
    ['264 7TH AVENUE', '', /no street of the map/],
    ['265 EAST 7TH STREET', '', /no such number/],
    ['11 SAINT MARKS PLACE', '', /no such number/],
    ['12B AVENUE B', '', /no such number/],
    ['EAST 7TH STREET', '', /no house number/],
    ['', '', /no street/],
    ['264 EAST 7TH STREET', '10003', /in another postcode/],
    ['264 EAST 7TH STREET', '94110', /postcode lies outside the map/],
    ['7 MAIN STREET', '', /several places/],
    ['5 WATER STREET', '', /several places/],
  ])('%s %s has none: %s', (text, postcode, reason) => {
    expect(matcher.find(address(text, postcode))).toMatchObject({ reason: expect.stringMatching(reason) });
  });

  it.each([
    ['719 EAST SIXTH STREET, 5C', ['719', '', '5C', 'EAST SIXTH STREET']],
    ['347-349 EAST 4TH', ['347', '349', '', 'EAST 4TH']],
    ['12 Main St Apt 4B', ['12', '', '4B', 'Main St']],
    ['Hauptstr. 12', ['12', '', '', 'Hauptstr.']],
    ['NO NUMBER ROAD', ['', '', '', 'NO NUMBER ROAD']],
  ])('%s is taken apart', (text, [number, numberLast, unit, street]) => {
    expect(splitAddress(text, USUAL_STYLE)).toEqual({ number, numberLast, unit, street });
  });
});

describe('dates', () => {
  it.each([
    ['2021-05-06', 'day_first', '2021-05-06'],
    ['2021-05-06 00:00', 'year_first', '2021-05-06'],
    ['12/22/2016', 'month_first', '2016-12-22'],
    ['2/9/21', 'month_first', '2021-02-09'],
    ['06.05.99', 'day_first', '1999-05-06'],
    ['2021-05', 'year_first', '2021-05-01'],
    ['2021/5', 'day_first', '2021-05-01'],
    ['05/2021', 'month_first', '2021-05-01'],
    ['5.2021', 'day_first', '2021-05-01'],
    ['2021-13', 'year_first', null],
    ['31/02/2021', 'day_first', null],
    ['soon', 'year_first', null],
  ] as const)('%s (%s) is %s', (text, order, iso) => {
    expect(dayOfText(text, order)).toBe(iso === null ? null : Date.parse(iso) / 86_400_000);
  });
});

async function read(text: string, entry: WrittenEntry) {
  const listings: ListingPoint[] = [];
  const counter = new Report('test').subject('listings');
  const file = await fileOf(text);
  const source = openEntry(LISTING_SOURCES, { name: 'x', showsRows: true, file, ...entry }, testContext());
  await source.each((listing) => listings.push(listing), counter);
  return { listings, drops: counter.toJson().drops.map(({ reason, count }) => [reason, count]) };
}

const day = (iso: string) => Date.parse(iso) / 86_400_000;

describe('layouts', () => {
  it('New York: padded texts, " - " for zero, transfers without a price, square feet', async () => {
    const header =
      'BLOCK,BUILDING CLASS CATEGORY,ADDRESS,APARTMENT NUMBER,ZIP CODE,GROSS SQUARE FEET, SALE PRICE ,SALE DATE';
    const { listings } = await read(
      `A title,,,,,,,\n${header}
377,03  THREE FAMILY DWELLINGS     ,264 EAST 7TH   STREET       ,            ,10009," 3,696 "," 7,738,700 ",12/22/2016
378,13  CONDOS - ELEVATOR APARTMENTS,"719 EAST SIXTH STREET, 5C",,10009, -   , -   ,2/9/17
379,44  CONDO PARKING,1 AVENUE B,,10009,0,"9,999",3/1/17
`,
      { from: 'nyc-rolling-sales', skipLines: 1 },
    );
    expect(listings).toMatchObject([
      { kind: 'sale', state: 'transaction', type: 'building', price: 7_738_700, day: day('2016-12-22') },
      {
        type: 'apartment',
        price: Number.NaN,
        floorAreaSquareMeters: Number.NaN,
        address: { unit: '5C', postcode: '10009' },
      },
      { type: 'parking', price: Number.NaN },
    ]);
    expect(listings[0]!.floorAreaSquareMeters).toBeCloseTo(343.37, 2);
  });

  it('homes of a block that were sold together on one day have no price of their own', async () => {
    const header =
      'BLOCK,BUILDING CLASS CATEGORY,ADDRESS,APARTMENT NUMBER,ZIP CODE,GROSS SQUARE FEET, SALE PRICE ,SALE DATE';
    const row = (block: number, address: string, unit: string, price: number, date = '2/9/17') =>
      `${block},10  COOPS - ELEVATOR APARTMENTS,${address},${unit},10009,0,${price},${date}`;
    const { listings } = await read(
      [
        header,
        row(377, '264 EAST 7TH STREET', '1A', 5_000_000),
        row(377, '264 EAST 7TH STREET', '1B', 5_000_000),
        // Another price, day or block, and the same home written twice, are no package.
        row(377, '264 EAST 7TH STREET', '2A', 900_000),
        row(377, '264 EAST 7TH STREET', '3A', 5_000_000, '2/10/17'),
        row(378, '719 EAST 6TH STREET', '1A', 5_000_000),
        row(379, '1 AVENUE B', '4', 700_000),
        row(379, '1 AVENUE B', '4', 700_000),
      ].join('\n'),
      { from: 'nyc-rolling-sales' },
    );
    expect(listings.map(({ price }) => price)).toEqual([
      Number.NaN,
      Number.NaN,
      900_000,
      5_000_000,
      5_000_000,
      700_000,
      700_000,
    ]);
  });

  it('United Kingdom: no header, rows taken back are not read', async () => {
    const row = (price: number, type: string, paon: string, saon: string, status: string) =>
      `"{id}","${price}","2021-05-06 00:00","AB1 2CD","${type}","N","F","${paon}","${saon}","HIGH STREET","","OLDTOWN","X","Y","A","${status}"`;
    const { listings } = await read(
      [row(250000, 'T', '12 - 14', '', 'A'), row(1, 'F', '7', 'FLAT 2', 'A'), row(9, 'D', '1', '', 'D')].join('\n'),
      { from: 'uk-price-paid' },
    );
    expect(listings).toMatchObject([
      {
        type: 'house',
        price: 250_000,
        day: day('2021-05-06'),
        address: { number: '12', numberLast: '14', postcode: 'AB1 2CD' },
      },
      { type: 'apartment', address: { number: '7', unit: 'FLAT 2', street: 'HIGH STREET', locality: 'OLDTOWN' } },
    ]);
  });

  it('France: a sale of one dwelling counts once, its price too; others do not', async () => {
    const header =
      'id_mutation,date_mutation,nature_mutation,valeur_fonciere,adresse_numero,adresse_suffixe,adresse_nom_voie,code_postal,nom_commune,type_local,surface_reelle_bati,nombre_pieces_principales,longitude,latitude';
    const row = (id: string, type: string, area: string, nature = 'Vente', number = '5') =>
      `${id},2023-03-01,${nature},300000,${number},B,RUE DES LILAS,75011,Paris,${type},${area},3,2.38,48.86`;
    const { listings, drops } = await read(
      [
        header,
        row('1', 'Appartement', '60'),
        row('1', 'Dépendance', ''),
        row('1', 'Appartement', '60'),
        row('2', 'Maison', '90'),
        row('2', 'Maison', '80'),
        row('3', 'Dépendance', ''),
        row('4', 'Maison', '90', 'Echange'),
        row('5', 'Maison', '90'),
      ].join('\n'),
      { from: 'dvf' },
    );
    expect(listings).toMatchObject([
      {
        id: '1',
        type: 'apartment',
        price: 300_000,
        floorAreaSquareMeters: 60,
        rooms: 3,
        lng: 2.38,
        address: { number: '5 B' },
      },
      { id: '5', type: 'house' },
    ]);
    expect(drops).toEqual([
      ['no dwelling was sold', 1],
      ['no plain sale', 1],
      ['several things were sold for one price', 1],
    ]);
  });

  it('any table: words of columns, weekly rents, days on the market', async () => {
    const layout = {
      from: 'table',
      columns: { price: 'Rent', floorArea: 'm2', day: 'From', endDay: 'To', address: 'Where' },
      kind: { column: 'What', values: { Rent: 'rent', Sale: 'sale' } },
      state: 'listing',
      type: { column: 'Type', values: { Flat: 'apartment', 'Flat share': 'other' } },
      open: { column: 'Status', equals: ['active'] },
      dates: 'day_first',
      areaUnit: 'square_meters',
      rentPer: 'week',
      decimal: ',',
    };
    const { listings, drops } = await read(
      `What;Type;Rent;m2;From;To;Where;Status
Rent;Flat (new);300;50,5;01/02/2026;11/02/2026;5 Water St;gone
Sale;Flat share;200000;;01/02/2026;;5 Water St;active
Rent;Boat;100;20;01/02/2026;;5 Water St;active
`,
      layout,
    );
    expect(listings).toMatchObject([
      { kind: 'rent', type: 'apartment', price: 1300, floorAreaSquareMeters: 50.5, daysOnMarket: 10, open: false },
      { kind: 'sale', type: 'other', price: 200_000, daysOnMarket: -1, open: true },
    ]);
    expect(drops).toEqual([['"Boat" in Type is none of the texts of the recipe', 1]]);
    await expect(read('What;Type;Rent;m2;From;To;Where;Status\nRent;Flat;much;;;;;\n', layout)).rejects.toThrow(
      /row 2, column "Rent": "much" is no number/,
    );
    await expect(read('What;Type;Rent;m2;From;To;Where;Status\nRent;Flat;1;;soon;;;\n', layout)).rejects.toThrow(
      /row 2, column "From": "soon" is no date/,
    );
    await expect(read('What;Type;Rent;m2;From;To;Where\n', layout)).rejects.toThrow(/has no column "Status"/);
  });
});

describe('the family', () => {
  const listing: ListingPoint = {
    kind: 'sale',
    state: 'listing',
    type: 'house',
    price: 1,
    floorAreaSquareMeters: 1,
    rooms: Number.NaN,
    day: 100,
    daysOnMarket: -1,
    open: false,
    lng: Number.NaN,
    lat: Number.NaN,
    address: address('264 East 7th Street'),
    id: 'a',
    ref: 'row 1',
  };

  async function family(listings: readonly ListingPoint[], names = ['L']) {
    const report = new Report('test');
    const content = await realestateFamily(
      {
        currency: 'USD',
        sources: [{ name: 'L', showsRows: true, each: async (push) => listings.forEach(push) }],
      },
      {
        version: '1',
        territoryVersion: '1',
        countries: ['US'],
        sources: names.map((name) => ({ name, licence: 'CC0-1.0', attribution: 'Nobody' })),
        tables: town(),
        box: { west: 0, south: -0.01, east: 0.09, north: 0.01 },
        report,
      },
    );
    return { content, drops: report.toJson().subjects[0]!.drops.map(({ reason, count }) => [reason, count]) };
  }

  it('takes an address first, then coordinates; counts what lies outside apart', async () => {
    const nowhere = address('1 Nowhere Road');
    const { content, drops } = await family([
      { ...listing, lng: 0.027, lat: 0 },
      { ...listing, address: nowhere, lng: 0.0272, lat: 0.0002 },
      { ...listing, address: nowhere, lng: 0.03, lat: 0.005 },
      { ...listing, address: nowhere, lng: 1, lat: 0 },
      { ...listing, address: nowhere },
    ]);
    expect([...(content.tables.listings!.pole as Uint32Array)]).toEqual([0, 3]);
    expect(content.listingSources).toMatchObject([{ rows: 4, matched: 2, firstDay: '1970-04-11' }]);
    expect(drops).toEqual([
      ['its coordinates lie outside the map', 1],
      ['no pole within 100 m of its coordinates', 1],
      ['no street of the map has this name', 1],
    ]);
  });

  it('keeps an offer that is published again once, and every deal', async () => {
    const deal = { ...listing, state: 'transaction' as const };
    const { content, drops } = await family([
      listing,
      { ...listing, day: 150, id: 'b' },
      { ...listing, day: 500, id: 'c' },
      { ...listing, day: 150, price: 2, id: 'd' },
      deal,
      { ...deal, day: 101 },
      { ...deal, day: NO_DAY },
    ]);
    expect((content.tables.listings!.pole as Uint32Array).length).toBe(6);
    expect(content.listingSources![0]).toMatchObject({ rows: 7, matched: 7 });
    expect(drops).toEqual([['the same as a row before it', 1]]);
  });

  it('asks for a licence', async () => {
    await expect(family([listing], ['Other'])).rejects.toThrow(/"L" have no licence and attribution/);
  });
});
