import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOPIC_FIELDS } from '@hinterland/catalogue';
import { afterAll } from 'vitest';
import { encodeAreaPolygons } from '../format/areaPolygons.ts';
import type { Manifest } from '../format/descriptor.ts';
import { NO_DAY, NONE } from '../format/tables.ts';
import type { FamilyContent } from '../write/familyContent.ts';
import { putInForce } from '../write/putInForce.ts';
import { writeFamily } from '../write/writeFamily.ts';

/**
 * A territory small enough to be checked by eye, with every table in use:
 *
 *     2───3        edges 0: 0-1 with an inner point, 1: 0-2, 2: 1-3 one way to 3 by car, 3: 2-3
 *     │   │        poles 0..4; 4 has no residents and lies too far for walking
 *     0───1        units u0 (poles 0, 1), u1 (poles 2, 3, cut by the map's edge), u2 (empty, without a pole)
 */
const square = (west: number, south: number, east: number, north: number) => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
];

const polygons = encodeAreaPolygons([
  { code: 'AA', name: 'Aland', polygon: square(9, 49, 11, 51) },
  { code: 'AA-1', name: 'Erste Größe', polygon: square(9.5, 49.5, 10.5, 50.5) },
  { code: '1234', name: '1234', polygon: null },
]);

export function territoryContent(): FamilyContent {
  return {
    family: 'territory',
    version: '2026-10',
    sources: [{ name: 'Drawn by hand', licence: 'CC0-1.0', attribution: 'Nobody' }],
    parameters: { speeds: { residential: 27 } },
    tables: {
      nodes: {
        lngMicrodegrees: [10_000_000, 10_002_000, 10_000_000, 10_002_000],
        latMicrodegrees: [50_000_000, 50_000_000, 50_001_000, 50_001_000],
      },
      edges: {
        fromNode: [0, 0, 1, 2],
        toNode: [1, 2, 3, 3],
        lengthMillimeters: [150_000, 111_000, 111_000, 143_000],
        shapeStart: [0, 1, 1, 1],
        roadClass: [11, 11, 11, 16],
        mainComponent: [7, 7, 7, 6],
        street: [1, 0, 2, 0],
      },
      shapes: { lngMicrodegrees: [10_001_000], latMicrodegrees: [49_999_900] },
      texts: { text: ['', 'Große Straße', 'Elm Street', 'Aland', '1234'] },
      poles: {
        lngMicrodegrees: [10_000_100, 10_001_000, 10_001_900, 10_000_500, 10_002_000],
        latMicrodegrees: [50_000_100, 50_000_100, 50_000_500, 50_001_000, 50_000_900],
        dwellings: [1, 3, 2, 1, 0],
        kind: [0, 0, 1, 2, 0],
      },
      poleAreas: {
        country: [0, 0, 0, 0, -1],
        level4: [1, 1, 1, -1, -1],
        level5: [-1, -1, -1, -1, -1],
        level6: [-1, -1, -1, -1, -1],
        level7: [-1, -1, -1, -1, -1],
        level8: [-1, -1, -1, -1, -1],
        level9: [-1, -1, -1, -1, -1],
        postcode: [2, 2, -1, -1, -1],
      },
      addresses: {
        pole: [0, 1, 1],
        street: [1, 1, 2],
        locality: [3, 3, 0],
        region: [0, 0, 0],
        postcode: [4, 4, 0],
        number: ['1', '3A', '12'],
        numberLast: ['', '3C', ''],
        unit: ['', '', 'Flat 2'],
      },
      areas: {
        code: ['AA', 'AA-1', '1234'],
        name: ['Aland', 'Erste Größe', '1234'],
        country: ['AA', 'AA', 'AA'],
        kind: [0, 1, 5],
        level: [2, 4, -1],
        localType: ['country', 'state', 'postcode'],
        parent: [-1, 0, 0],
        areaSquareKm: [31_000, 7_900, 10],
        west: [9, 9.5, 9.9],
        south: [49, 49.5, 49.9],
        east: [11, 10.5, 10.1],
        north: [51, 50.5, 50.1],
        cut: [1, 0, 0],
        polygonStartByte: polygons.polygonStartByte,
        polygonBytes: polygons.polygonBytes,
      },
      'weights-car-normal': {
        forwardMilliseconds: [20_000, 15_000, 15_000, NONE],
        backwardMilliseconds: [20_000, 15_000, NONE, NONE],
      },
      'weights-walk-normal': {
        forwardMilliseconds: [108_000, 79_920, 79_920, 102_960],
        backwardMilliseconds: [108_000, 79_920, 79_920, 102_960],
      },
      'snaps-car': {
        pole: [0, 1, 3, 2, 4],
        edge: [0, 0, 1, 2, 2],
        positionMillimeters: [7_000, 75_000, 111_000, 55_000, 100_000],
        accessMillimeters: [11_000, 12_000, 35_000, 7_000, 0],
      },
      // Node 0 before its neighbours 1 and 2, node 1 before node 3.
      'hierarchy-car': { node: [0, 1, 3, 2], linkStart: [0, 0, 1, 2] },
      'links-car': { ancestor: [0, 1, 0] },
      nodeEdges: { firstFrom: [0, 2, 3, 4, 4], firstTo: [0, 0, 1, 2, 4] },
      edgesTo: { edge: [0, 1, 2, 3] },
      edgeBoxes: { west: [10_000_000], south: [49_999_900], east: [10_002_000], north: [50_001_000] },
      poleBoxes: { west: [10_000_100], south: [50_000_100], east: [10_002_000], north: [50_001_000] },
      'snapStarts-car': { firstSnap: [0, 2, 3, 5, 5] },
      'snapStarts-walk': { firstSnap: [0, 2, 2, 3, 4] },
      'snaps-walk': {
        pole: [0, 1, 2, 3],
        edge: [0, 0, 2, 3],
        positionMillimeters: [7_000, 75_000, 55_000, 35_000],
        accessMillimeters: [11_000, 12_000, 7_000, 0],
      },
    },
    files: { 'areas.geojsonl': { bytes: polygons.bytes, rows: polygons.rows } },
  };
}

export function sociodemoContent(): FamilyContent {
  const mobility = TOPIC_FIELDS.mobility.map(({ name }) => name).filter((name) => name !== 'vehicles');
  const zeros = (names: readonly string[], rows: number) =>
    Object.fromEntries(names.map((name) => [name, new Float64Array(rows)]));
  const residents = { total: [120, 80, 0], male: [60, 39, 0], female: [60, 41, 0] };
  return {
    family: 'sociodemo',
    version: '2021.1',
    territoryVersion: '2026-10',
    sources: [{ name: 'Counted by hand', licence: 'CC0-1.0', attribution: 'Nobody', vintage: '2021' }],
    currency: 'EUR',
    topics: [
      { code: 'residents', available: true, missingFields: ['in_households', 'previous_total'], vintage: '2021' },
      {
        code: 'mobility',
        available: true,
        missingFields: ['vehicles'],
        distributions: [
          {
            name: 'minutes',
            unit: 'persons',
            meaning: 'Way to work',
            limits: [
              [0, 30],
              [30, null],
            ],
          },
        ],
        lists: [{ name: 'by', unit: 'persons', meaning: 'Means', keys: [{ key: 'tram', title: 'Tram' }] }],
      },
    ],
    tables: {
      units: {
        code: ['u0', 'u1', 'u2'],
        areaSquareKm: [1.5, 2.25, 0.5],
        insideShare: [1, 0.4, 1],
        synthetic: [0, 0, 0],
      },
      poleUnits: { unit: [0, 0, 1, 1, NONE], share: [0.25, 0.75, 0.3, 0.1, 0] },
      benchmarkAreas: { code: ['AA'], name: ['Aland'], kind: [0], areaSquareKm: [31_000], coverage: [0.98] },
    },
    topicTables: {
      'topic-residents': { columns: residents, flags: [0, 4, 0] },
      'benchmark-residents': { columns: { total: [1000], male: [495], female: [505] } },
      'topic-mobility': {
        columns: { ...zeros([...mobility, 'by__tram'], 3), minutes_0: [10, Number.NaN, 0], minutes_1: [4, 2, 0] },
      },
      'benchmark-mobility': { columns: zeros([...mobility, 'minutes_0', 'minutes_1', 'by__tram'], 1) },
    },
  };
}

export function realestateContent(): FamilyContent {
  return {
    family: 'realestate',
    version: '2026-10-31',
    territoryVersion: '2026-10',
    sources: [{ name: 'Signs in windows', licence: 'CC0-1.0', attribution: 'Nobody', vintage: '2026' }],
    currency: 'EUR',
    listingSources: [
      { name: 'Signs in windows', firstDay: '2026-01-01', lastDay: '2026-10-31', rows: 4, matched: 3, showsRows: true },
    ],
    tables: {
      listings: {
        pole: [0, 0, 3],
        kind: [0, 1, 0],
        state: [0, 0, 1],
        type: [1, 1, 0],
        price: [300_000, 1_200, Number.NaN],
        floorAreaSquareMeters: [80.5, 60, Number.NaN],
        rooms: [3, 2.5, Number.NaN],
        day: [20_454, 20_500, NO_DAY],
        daysOnMarket: [40, 12, -1],
        open: [0, 1, 0],
        source: [0, 0, 0],
        id: ['w1', 'w2', 'é3'],
      },
    },
  };
}

export function playersContent(): FamilyContent {
  return {
    family: 'players',
    version: '2026-11',
    territoryVersion: '2026-10',
    sources: [{ name: 'Seen on a walk', licence: 'CC0-1.0', attribution: 'Nobody', vintage: '2026' }],
    supply: {
      stores: { file: 2 },
      floorAreas: { known: 1, sector_median: 1 },
      completeness: { estimate: 0.9, note: 'Two walks compared.' },
    },
    tables: {
      sectors: { code: ['food.bakery', 'home.moonstones'] },
      brands: { name: ['Brotgut', 'Brotgut'], wikidata: ['', 'Q7'], sector: [0, 0] },
      stores: {
        id: ['w/1', 'w/2', 'w/3'],
        name: ['Brotgut', 'Mondstein', ''],
        brand: [1, -1, 0],
        sector: [0, 1, 0],
        lngMicrodegrees: [10_000_100, 10_000_200, 10_002_000],
        latMicrodegrees: [50_000_100, 50_000_100, 50_001_000],
        floorAreaSquareMeters: [80.5, Number.NaN, 60],
        floorAreaSource: [0, 2, 1],
        source: [1, 1, 1],
        state: [0, 2, 1],
        address: ['Große Straße 1', '', ''],
      },
    },
  };
}

/** A bus every day from stop 0 to stop 1, twice; a tram back on the second day. */
export function transitContent(): FamilyContent {
  return {
    family: 'transit',
    version: '2026-12',
    territoryVersion: '2026-10',
    sources: [{ name: 'Seen at the stop', licence: 'CC0-1.0', attribution: 'Nobody', vintage: '2026' }],
    parameters: { transit: { longestTransferSeconds: 600 } },
    tables: {
      transitFeeds: { id: ['aland'], zone: ['Europe/Berlin'], firstDay: [20_454], days: [9] },
      transitStops: {
        id: ['s', 'n'],
        name: ['Südtor', 'Nordtor'],
        lngMicrodegrees: [10_001_000, 10_001_000],
        latMicrodegrees: [50_000_000, 50_001_000],
        feed: [0, 0],
        station: [0, 1],
        edge: [0, 3],
        positionMillimeters: [75_000, 71_500],
        accessMillimeters: [11_000, 0],
      },
      transitRoutes: {
        name: ['1', '7'],
        longName: ['Südtor - Nordtor', ''],
        agency: ['Verkehrsbetriebe', 'Verkehrsbetriebe'],
        type: [3, 0],
        feed: [0, 0],
      },
      transitPatterns: { firstStop: [0, 2, 4], firstTrip: [0, 2, 3], firstTime: [0, 4, 6] },
      transitPatternStops: { stop: [0, 1, 1, 0], rule: [2, 1, 0, 0] },
      transitTrips: { service: [0, 0, 1], route: [0, 0, 1] },
      transitTimes: {
        arrivalSeconds: [28_800, 28_900, 32_400, 32_500, 90_000, 90_120],
        departureSeconds: [28_800, 28_900, 32_460, 32_500, 90_000, 90_120],
      },
      transitServices: { feed: [0, 0], firstByte: [0, 2] },
      transitServiceDays: { bits: [255, 1, 2, 0] },
      transitStopWalks: { firstWalk: [0, 2, 4] },
      transitWalks: { stop: [0, 1, 0, 1], seconds: [0, 300, 300, 60] },
    },
  };
}

export const drawnManifest: Omit<Manifest, 'format' | 'formatVersion'> = {
  id: 'aland',
  name: 'Aland',
  countries: ['AA'],
  continent: 'europe',
  timeZone: 'Europe/Berlin',
  bbox: { west: 10, south: 50, east: 10.002, north: 50.001 },
  center: { lat: 50.0005, lng: 10.001 },
  families: {
    territory: { version: '2026-10' },
    sociodemo: { version: '2021.1' },
    realestate: { version: '2026-10-31' },
    players: { version: '2026-11' },
    transit: { version: '2026-12' },
  },
};

/** An empty folder that is gone after the tests of the file. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the drawn bundle, all its families in force. */
export async function writeDrawnBundle(folder: string): Promise<void> {
  await writeFamily(folder, territoryContent());
  await writeFamily(folder, sociodemoContent());
  await writeFamily(folder, realestateContent());
  await writeFamily(folder, playersContent());
  await writeFamily(folder, transitContent());
  await putInForce(folder, drawnManifest);
}
