import { describe, expect, it } from 'vitest';
import { xlsxOf } from '../../../../../packages/importers/src/testing/zip.ts';
import { type Found, readRows } from './places.ts';
import { contentOf } from './source.ts';
import { guessRoles, readText, withRole } from './table.ts';

const WORLD = [-180, -90, 180, 90];
const NOTHING_FOUND: ReadonlyMap<number, Found> = new Map();
const read = (text: string, bounds = WORLD, found = NOTHING_FOUND) => {
  const { table } = readText(text);
  return readRows(table, guessRoles(table), found, bounds);
};
const places = (text: string) => read(text).map(({ place }) => place);

describe('lists of places', () => {
  it.each([
    ['English', 'Store Name,Latitude,Longitude', 'Harbor,-36.21,-151.69'],
    ['Italian', 'Negozio;Latitudine;Longitudine', 'Harbor;-36,21;-151,69'],
    ['German', 'Filiale\tBreitengrad\tLängengrad', 'Harbor\t-36,21\t-151,69'],
    ['French', 'Enseigne;Longitude;Latitude', 'Harbor;-151,69;-36,21'],
    ['Spanish', 'Tienda|Latitud|Longitud', 'Harbor|-36.21|-151.69'],
    ['axes', 'title,y,x', 'Harbor,-36.21,-151.69'],
    ['short names', '\ufeffNAME,LAT,LON', '"Harbor",-36.21,-151.69'],
  ])('have columns that are recognized by their names: %s', (_, heading, row) => {
    expect(places(`${heading}\r\n${row}\r\n`)).toEqual([{ name: 'Harbor', lat: -36.21, lng: -151.69 }]);
  });

  it('are read without names of columns, too', () => {
    expect(places('Harbor, -36.21, -151.69\n\nTown hall, -36.2, -151.7')).toEqual([
      { name: 'Harbor', lat: -36.21, lng: -151.69 },
      { name: 'Town hall', lat: -36.2, lng: -151.7 },
    ]);
    expect(places('-36.2;-151.7')).toEqual([{ name: '', lat: -36.2, lng: -151.7 }]);
  });

  it('hold links of maps, whose commas separate nothing', () => {
    const [a, b] = ['https://maps.example.com/@-36.2,-151.7,15z', 'https://maps.example.com/@-36.21,-151.69,15z'];
    const spots = [
      { lat: -36.2, lng: -151.7 },
      { lat: -36.21, lng: -151.69 },
    ];
    for (const text of [
      `${a}\n${b}`,
      `${a}\r\n${b}\r\n`,
      `Harbor,${a}\nTown hall,${b}`,
      `Harbor;${a}\nTown hall;${b}`,
    ]) {
      expect([text, places(text)]).toEqual([text, spots.map((spot) => expect.objectContaining(spot))]);
    }
    expect(places('geo:-36.2,-151.7\ngeo:-36.21,-151.69')).toEqual(spots.map((spot) => expect.objectContaining(spot)));
    expect(places(`${a},Harbor\n${b},Town hall`)).toHaveLength(2);
  });

  it.each([
    ['GeoJSON', '{"type": "FeatureCollection", "features": []}'],
    ['JSON', '[{"lat": 1, "lng": 2}]'],
    ['a page', '<html><table></table></html>'],
  ])('are not %s, which is said', (_, text) => {
    expect(readText(text)).toMatchObject({ table: { rows: [] }, fault: { fault: 'format' } });
  });

  it('keep their ids where each is there once, and are named by their address', () => {
    const rows = 'store_id,street,zip,latitude,longitude\n7,Main Street 1,10001,1,2\n';
    expect(places(`${rows}8,Main Street 2,10001,1,3`).map((place) => place?.id)).toEqual(['7', '8']);
    const repeated = places(`${rows}7,Main Street 2,10001,1,3`);
    expect(repeated.map((place) => [place?.id, place?.name])).toEqual([
      [undefined, 'Main Street 1'],
      [undefined, 'Main Street 2'],
    ]);
  });

  it('ask for the addresses of rows without coordinates, and take what is found', () => {
    const text = 'Nome,Via,Civico,CAP\nForno,Via Roma,5,20121\nBar,"Piazza\nDante",1,20121\nChiosco,,,';
    expect(read(text)).toEqual([
      { line: 2, place: null, fault: null, asked: { parts: { number: '5', street: 'Via Roma', postcode: '20121' } } },
      {
        line: 3,
        place: null,
        fault: null,
        asked: { parts: { number: '1', street: 'Piazza\nDante', postcode: '20121' } },
      },
      { line: 5, place: null, fault: 'nothing', asked: null },
    ]);
    const found = new Map([
      [2, { lat: 45, lng: 9 }],
      [3, null],
    ]);
    expect(read(text, WORLD, found).map(({ place, fault }) => place ?? fault)).toEqual([
      { name: 'Forno', lat: 45, lng: 9 },
      'notFound',
      'nothing',
    ]);
    expect(read('address,city\n1 Main St,Albany')[0]?.asked).toEqual({ query: '1 Main St, Albany' });
  });

  it('say which line is wrong, and how', () => {
    const text = 'name,lat,lng\nA,10,20\nB,10,200\nC,north,20\nD,0,0\nE,50,20\nF,11,20';
    const faults = read(text, [0, 0, 40, 40]).map(({ line, fault }) => [line, fault]);
    expect(faults).toEqual([
      [2, null],
      [3, 'coordinates'],
      [4, 'coordinates'],
      [5, 'coordinates'],
      [6, 'outside'],
      [7, null],
    ]);
  });

  it('take coordinates in meters for none', () => {
    expect(read('name,address,x,y\nA,Main St 1,512345,4512345')[0]).toMatchObject({
      fault: null,
      asked: { query: 'Main St 1' },
    });
  });

  it('pasted from a spreadsheet have tabs between their cells, whatever the decimals', () => {
    expect(places('Nord\t-36,2\t-151,7\nSüd\t-36,19\t-151,69')).toEqual([
      { name: 'Nord', lat: -36.2, lng: -151.7 },
      { name: 'Süd', lat: -36.19, lng: -151.69 },
    ]);
    expect(places('Nord;-36,2;-151,7\nSüd;-36,19;-151,69;x').map((place) => place?.lat)).toEqual([-36.2, -36.19]);
    expect(places('sep=;\nname;lat;lng\nA;-36,2;-151,7\n;;\n')).toEqual([{ name: 'A', lat: -36.2, lng: -151.7 }]);
  });

  it('may have their coordinates in one cell, in any way of maps', () => {
    expect(
      places('Shop\tCoordinates\nA\t36°12\'00"S 151°42\'00"W\nB\thttps://maps.google.com/?q=-36.19,-151.69'),
    ).toEqual([
      { name: 'A', lat: -36.2, lng: -151.7 },
      { name: 'B', lat: -36.19, lng: -151.69 },
    ]);
    expect(places('A;36.2 S 151.7 W\nB;geo:-36.19,-151.69').map((place) => place?.lat)).toEqual([-36.2, -36.19]);
  });

  it('say where coordinates are exchanged or unclear, and guess nothing', () => {
    const faults = (text: string) => read(text).map(({ fault }) => fault);
    expect(faults('name,lat,lng\nA,-151.7,-36.2\nB,-36.2,-151.7')).toEqual(['swapped', null]);
    expect(faults('name;lat;lng\nA;48,1;9,2 O\nB;48,1;9,2')).toEqual(['unclear', null]);
    expect(places('Filiale;Breite;Länge\nA;48,1;9,2 O')).toEqual([{ name: 'A', lat: 48.1, lng: 9.2 }]);
    expect(places('Magasin;Latitude;Longitude\nA;48,1;9,2 O')).toEqual([{ name: 'A', lat: 48.1, lng: -9.2 }]);
  });

  it('are read from a workbook, too', async () => {
    const textIn = async (bytes: Uint8Array) => {
      const content = await contentOf(bytes, async () => bytes);
      return content.kind === 'workbook' ? content.text : '';
    };
    const text = await textIn(
      new Uint8Array(
        xlsxOf([
          ['Filiale', 'Breitengrad', 'Längengrad'],
          ['Bäckerei "Süd", Hafen', -36.21, -151.69],
          ['Nord', -36.2, -151.7],
        ]),
      ),
    );
    expect(places(text)).toEqual([
      { name: 'Bäckerei "Süd", Hafen', lat: -36.21, lng: -151.69 },
      { name: 'Nord', lat: -36.2, lng: -151.7 },
    ]);
    await expect(textIn(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).rejects.toThrow('cannot be read as a workbook');
    await expect(textIn(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))).rejects.toThrow('older workbook (.xls)');
  });

  it('give a role to one column at most', () => {
    expect(withRole({ name: 0, lat: 1, lng: 2 }, 3, 'name')).toEqual({ lat: 1, lng: 2, name: 3 });
    expect(withRole({ name: 0, lat: 1, lng: 2 }, 1, null)).toEqual({ name: 0, lng: 2 });
    const { table } = readText('name,code,lat,lng\nA,x,1,2\nB,x,1,3');
    const chosen = withRole(guessRoles(table), 1, 'id');
    expect(readRows(table, chosen, NOTHING_FOUND, WORLD).map(({ fault }) => fault)).toEqual([null, 'twice']);
  });
});
