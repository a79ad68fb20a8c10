import { describe } from 'vitest';
import { UnitMap } from '../census/unitMap.ts';
import type { CensusInput } from '../inputs/census.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { makePoles } from '../poles/makePoles.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { itLeavesNothing, type Made } from '../testing/leftOut.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { POLE_SOURCES } from './poleSources.ts';

const folder = await testFolder();
let files = 0;
const BOX = { west: 10, south: 0, east: 10.03, north: 0.01 };

/** Poles with their dwellings and units, and addresses with their texts, that an entry makes in three census units of 100 people. */
async function polesOf(entry: WrittenEntry, map = new OsmBuilder().build()): Promise<Made> {
  const report = new Report('Test');
  const square = (west: number) => [
    [west, 0],
    [west + 0.01, 0],
    [west + 0.01, 0.01],
    [west, 0.01],
    [west, 0],
  ];
  const census = {
    units: [10, 10.01, 10.02].map((west) => ({ code: `U${west}`, polygon: [[square(west)]] })),
    topics: [{ code: 'residents', columns: new Map([['total', Float64Array.of(100, 100, 100)]]) }],
  } as unknown as CensusInput;
  const source = openEntry(POLE_SOURCES, entry, testContext({ map, mapBox: BOX, report }));
  const units = new UnitMap(census, BOX);
  const { draft, rows, insideShare } = await makePoles({ poleSources: [source], osm: map, report, mapBox: BOX }, units);
  const poles = Array.from({ length: draft.count }, (_, pole) =>
    [draft.unit(pole), draft.kind(pole), draft.dwellings(pole)].join(),
  );
  const addresses = Array.from({ length: rows.count }, (_, row) =>
    (['number', 'street', 'locality', 'postcode'] as const).map((name) => rows.text(row, name)).join('|'),
  );
  const dropped = report.toJson().subjects.reduce((sum, subject) => sum + subject.dropped, 0);
  return { figures: { poles: poles.sort(), addresses: addresses.sort(), insideShare: [...insideShare] }, dropped };
}

describe.each([['address-table'], ['openaddresses']])('addresses of %s that are left out', (from) => {
  const header = 'LON,LAT,NUMBER,STREET,CITY,POSTCODE';
  const names = { lng: 'LON', lat: 'LAT', number: 'NUMBER', street: 'STREET', locality: 'CITY', postcode: 'POSTCODE' };
  const rows = ['10.001,0.005,1,Elm,,', '10.011,0.005,2,Elm,,', '10.0298,0.005,3,Elm,,'];
  const read = async (all: readonly string[]) => {
    const file = await folder.write(`addresses-${files++}.csv`, `${[header, ...all].join('\n')}\n`);
    return polesOf({ from, file, ...(from === 'address-table' ? { columns: names } : {}) });
  };
  // Each is an address that stands in the list, with a town and a postcode that the list does not have.
  itLeavesNothing(read, rows, [
    ['no coordinates', ',,1,Elm,Wrong,99999'],
    ['one coordinate', '10.001,,1,Elm,Wrong,99999'],
    ['words for coordinates', 'east,north,1,Elm,Wrong,99999'],
    ['coordinates of a projection', '512345,4512345,1,Elm,Wrong,99999'],
    ['coordinates 0, 0', '0,0,1,Elm,Wrong,99999'],
    ['neither number nor street', '10.001,0.005,,,Wrong,99999'],
    ['far outside the map', '10.1,0.005,3,Elm,Wrong,99999'],
    ['outside the map, in the next country', '20,45,3,Elm,Wrong,99999'],
  ]);
});

describe('addresses of a map that are left out', () => {
  type Thing = (map: OsmBuilder) => void;
  const home = (lng: number, number: string, more: Record<string, string> = {}): Thing => {
    return (map) => void map.addNode(0.005, lng, { 'addr:housenumber': number, 'addr:street': 'Elm', ...more });
  };
  const read = (things: readonly Thing[]) => {
    const map = new OsmBuilder();
    for (const thing of things) thing(map);
    return polesOf({ from: 'osm-addresses' }, map.build());
  };
  const wrong = { 'addr:city': 'Wrong', 'addr:postcode': '99999', 'building:flats': '90' };
  itLeavesNothing(
    read,
    [home(10.001, '1'), home(10.011, '2'), home(10.02, '3')],
    [
      ['a number without a digit', home(10.001, 'none', wrong)],
      ['far outside the map', home(10.2, '3', wrong)],
      [
        'a building of which no node is there',
        (map) => void map.addWay([900, 901, 902, 900], { 'addr:housenumber': '1', 'addr:street': 'Elm', ...wrong }),
      ],
    ],
  );
});
