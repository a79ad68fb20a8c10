import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOPIC_CODES } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { PbfFileWriter } from './pbfFileWriter.ts';
import { METERS_PER_DEGREE, readTile, type Tile, type TileWay } from './tile.ts';

/** Real extracts, and how far apart their copies are laid out. */
export interface Layout {
  /** Name and file of each. */
  readonly extracts: readonly (readonly [name: string, path: string])[];
  /** Between tiles, crossed by one trunk road each way. */
  readonly gapMeters: number;
}

/** Towns and open country: most places see few others. */
export const MIXED: Layout = {
  extracts: [
    ['Centre and Mifflin', 'extracts/centre-mifflin-pa-merged.osm.pbf'],
    ['Oahu', 'extracts/oahu-honolulu-us-2018-01-27.osm.pbf'],
    ['Andorra', 'extracts/andorra-2026-04-03.osm.pbf'],
    ['Liechtenstein', 'extracts/liechtenstein-2022-12-15.osm.pbf'],
    ['Monaco', 'extracts/monaco-2025-10-23.osm.pbf'],
    ['New York', 'new-york/nyc-lower-manhattan.osm.pbf'],
    ['Sydney', 'sydney/sydney-cbd-au-2023-01-12.osm.pbf'],
  ],
  gapMeters: 3000,
};

/** Cities side by side: an hour by car sees a hundred thousand junctions. */
export const CITIES: Layout = {
  extracts: [
    ['Milan', 'milan/milan_italy_small.osm.pbf'],
    ['Porto Alegre', 'porto-alegre/poa_osm.pbf'],
    ['Portland', 'extracts/portland-region.osm.pbf'],
    ['Columbus', 'extracts/columbus-unordered.osm.pbf'],
    ['Oslo', 'extracts/oslo-east-filtered.osm.pbf'],
    ['Darmstadt', 'extracts/darmstadt-north.osm.pbf'],
    ['Atlanta', 'extracts/atlanta-centre.osm.pbf'],
    ['New York', 'new-york/nyc-lower-manhattan.osm.pbf'],
  ],
  gapMeters: 100,
};

const TRUNK_POINT_METERS = 500;
/** Open to all, so that each mode has one connected country. */
const TRUNK = { highway: 'trunk', maxspeed: '110', oneway: 'no', foot: 'yes', bicycle: 'yes' };
const SOUTH = 41;
const WEST = 5;

const UNIT_METERS = 2000;
const POSTCODE_METERS = 16_000;
const RESIDENTS_PER_POLE = 2.3;
const SEED = 20261121;

export interface MosaicFiles {
  readonly dir: string;
  readonly map: string;
  readonly recipe: string;
  readonly facts: MosaicFacts;
}
export interface MosaicFacts {
  readonly tiles: number;
  readonly widthKm: number;
  readonly heightKm: number;
  readonly nodes: number;
  readonly ways: number;
  readonly realAddresses: number;
  readonly addresses: number;
  readonly units: number;
}

interface PlacedTile {
  readonly tile: Tile;
  readonly copy: number;
  readonly x: number;
  readonly y: number;
  /** Meters per degree of longitude where it lies. */
  readonly metersPerLng: number;
  readonly firstNode: number;
}

/**
 * Writes a country of real extracts: each is laid out `copies` times, row by row on a square plane, joined to its
 * neighbours by trunk roads of 110 km/h. Files: country.osm.pbf (roads), addresses.csv (the real addresses of each
 * extract, then as many more along its streets as make `poles` in all), units.geojson and residents.csv (squares of
 * 2 km), country.yaml (the recipe).
 */
export async function writeMosaic(
  dataDir: string,
  dir: string,
  { extracts, gapMeters }: Layout,
  copies: number,
  poles: number,
): Promise<MosaicFiles> {
  await mkdir(dir, { recursive: true });
  const tiles: Tile[] = [];
  for (const [name, path] of extracts) tiles.push(await readTile(name, join(dataDir, path)));
  const rows = layOut(tiles, copies, gapMeters);
  const placed = rows.flat();
  const map = join(dir, 'country.osm.pbf');
  const counts = await writeRoads(map, rows);
  const addresses = await writeAddresses(dir, placed, poles);
  const recipe = join(dir, 'country.yaml');
  await writeFile(recipe, RECIPE);
  const extent = (of: (one: PlacedTile) => number) => Math.round(Math.max(...placed.map(of)) / 1000);
  const facts = {
    tiles: placed.length,
    widthKm: extent(({ x, tile }) => x + tile.widthMeters),
    heightKm: extent(({ y, tile }) => y + tile.heightMeters),
    ...counts,
    ...addresses,
  };
  return { dir, map, recipe, facts };
}

/** Rows from south to north, each from west to east; as wide as the whole is high. */
function layOut(tiles: readonly Tile[], copies: number, gapMeters: number): PlacedTile[][] {
  const all = Array.from({ length: copies }, () => tiles).flat();
  const area = all.reduce((sum, tile) => sum + (tile.widthMeters + gapMeters) * (tile.heightMeters + gapMeters), 0);
  const width = Math.max(Math.sqrt(1.2 * area), ...tiles.map((tile) => tile.widthMeters));
  // Like heights in a row, so that little land stays empty.
  const order = all.map((tile, i) => ({ tile, copy: Math.floor(i / tiles.length) }));
  order.sort((a, b) => b.tile.heightMeters - a.tile.heightMeters);
  const rows: PlacedTile[][] = [];
  let [x, y, firstNode] = [0, 0, 1];
  for (const { tile, copy } of order) {
    let row = rows.at(-1);
    if (row === undefined || x + tile.widthMeters > width) {
      if (row !== undefined) y += Math.max(...row.map((one) => one.tile.heightMeters)) + gapMeters;
      row = [];
      rows.push(row);
      x = 0;
    }
    const lat = SOUTH + (y + tile.heightMeters / 2) / METERS_PER_DEGREE;
    const first = row[0]?.metersPerLng;
    const metersPerLng = first ?? METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
    row.push({ tile, copy, x, y, metersPerLng, firstNode });
    firstNode += tile.nodes.length;
    x += tile.widthMeters + gapMeters;
  }
  return rows;
}

const lngOf = (tile: PlacedTile, x: number) => WEST + (tile.x + x) / tile.metersPerLng;
const latOf = (tile: PlacedTile, y: number) => SOUTH + (tile.y + y) / METERS_PER_DEGREE;
const toE7 = (degrees: number) => Math.round(degrees * 1e7);

async function writeRoads(path: string, rows: readonly PlacedTile[][]): Promise<{ nodes: number; ways: number }> {
  const placed = rows.flat();
  const writer = await PbfFileWriter.create(path);
  let nodes = 0;
  for (const one of placed) {
    for (const { x, y, tags } of one.tile.nodes) {
      await writer.node(++nodes, toE7(lngOf(one, x)), toE7(latOf(one, y)), tags);
    }
  }
  const trunks: number[][] = [];
  for (const [from, fromGate, to, toGate] of trunkEnds(rows)) {
    const [a, b] = [from.tile.nodes[from.tile.gates[fromGate]]!, to.tile.nodes[to.tile.gates[toGate]]!];
    const [aLng, aLat, bLng, bLat] = [lngOf(from, a.x), latOf(from, a.y), lngOf(to, b.x), latOf(to, b.y)];
    const meters = Math.hypot((bLng - aLng) * from.metersPerLng, (bLat - aLat) * METERS_PER_DEGREE);
    const pieces = Math.max(1, Math.round(meters / TRUNK_POINT_METERS));
    const line = [from.firstNode + from.tile.gates[fromGate]];
    for (let i = 1; i < pieces; i++) {
      const share = i / pieces;
      await writer.node(++nodes, toE7(aLng + share * (bLng - aLng)), toE7(aLat + share * (bLat - aLat)), {});
      line.push(nodes);
    }
    trunks.push([...line, to.firstNode + to.tile.gates[toGate]]);
  }
  let ways = 0;
  for (const one of placed) {
    for (const way of one.tile.ways) {
      await writer.way(
        ++ways,
        way.nodes.map((node) => one.firstNode + node),
        way.tags,
      );
    }
  }
  for (const trunk of trunks) await writer.way(++ways, trunk, TRUNK);
  await writer.close();
  return { nodes, ways };
}

type Gate = keyof Tile['gates'];

/** Each tile to its eastern neighbour, and to the one of the next row whose middle lies nearest. */
function trunkEnds(rows: readonly PlacedTile[][]): [PlacedTile, Gate, PlacedTile, Gate][] {
  const middle = ({ x, tile }: PlacedTile) => x + tile.widthMeters / 2;
  return rows.flatMap((row, r) =>
    row.flatMap((one, i): [PlacedTile, Gate, PlacedTile, Gate][] => {
      const east = row[i + 1];
      const [north] = (rows[r + 1] ?? []).toSorted(
        (a, b) => Math.abs(middle(a) - middle(one)) - Math.abs(middle(b) - middle(one)),
      );
      return [
        ...(east === undefined ? [] : [[one, 'east', east, 'west'] as [PlacedTile, Gate, PlacedTile, Gate]]),
        ...(north === undefined ? [] : [[one, 'north', north, 'south'] as [PlacedTile, Gate, PlacedTile, Gate]]),
      ];
    }),
  );
}

async function writeAddresses(dir: string, placed: readonly PlacedTile[], poles: number) {
  const tiles = [...new Set(placed.map(({ tile }) => tile))];
  const copies = placed.length / tiles.length;
  const realAddresses = copies * tiles.reduce((sum, { addresses }) => sum + addresses.length, 0);
  const streetMeters = copies * tiles.reduce((sum, tile) => sum + streetLength(tile), 0);
  const spacing = streetMeters / Math.max(1, poles - realAddresses);
  const ofTile = new Map(tiles.map((tile) => [tile, [...tile.addresses, ...alongStreets(tile, spacing)]]));

  const residents = new Map<string, number>();
  const out = createWriteStream(join(dir, 'addresses.csv'), { highWaterMark: 1 << 20 });
  out.write('LON,LAT,NUMBER,STREET,CITY,POSTCODE\n');
  let addresses = 0;
  for (const [number, one] of placed.entries()) {
    let text = '';
    const city = `${one.tile.name} ${one.copy + 1}`;
    for (const address of ofTile.get(one.tile)!) {
      const [x, y] = [one.x + address.x, one.y + address.y];
      const square = `${number}-${Math.floor(x / UNIT_METERS)}-${Math.floor(y / UNIT_METERS)}`;
      residents.set(square, (residents.get(square) ?? 0) + RESIDENTS_PER_POLE);
      const postcode = `${Math.floor(x / POSTCODE_METERS)}-${Math.floor(y / POSTCODE_METERS)}`;
      const [lng, lat] = [lngOf(one, address.x).toFixed(6), latOf(one, address.y).toFixed(6)];
      text += `${lng},${lat},"${address.number}","${address.street}",${city},${postcode}\n`;
    }
    addresses += ofTile.get(one.tile)!.length;
    if (!out.write(text.replaceAll('\\', ''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  await writeUnits(dir, placed, residents);
  return { realAddresses, addresses, units: residents.size };
}

async function writeUnits(dir: string, placed: readonly PlacedTile[], residents: ReadonlyMap<string, number>) {
  const lines = [...residents.keys()].map((code) => {
    const [number, column, row] = code.split('-').map(Number) as [number, number, number];
    const one = placed[number]!;
    const [x, y] = [column * UNIT_METERS - one.x, row * UNIT_METERS - one.y];
    const corner = (dx: number, dy: number) => [
      Number(lngOf(one, x + dx * UNIT_METERS).toFixed(7)),
      Number(latOf(one, y + dy * UNIT_METERS).toFixed(7)),
    ];
    const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)];
    return JSON.stringify({
      type: 'Feature',
      properties: { code },
      geometry: { type: 'Polygon', coordinates: [ring] },
    });
  });
  await writeFile(join(dir, 'units.geojson'), `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`);
  const rows = [...residents].map(([code, count]) => `${code},${Math.round(count)}\n`);
  await writeFile(join(dir, 'residents.csv'), `code,residents\n${rows.join('')}`);
}

function* segmentsOf(tile: Tile, { nodes }: TileWay) {
  for (let i = 1; i < nodes.length; i++) {
    const [a, b] = [tile.nodes[nodes[i - 1]!]!, tile.nodes[nodes[i]!]!];
    yield { a, b, meters: Math.hypot(b.x - a.x, b.y - a.y) };
  }
}

function streetLength(tile: Tile): number {
  let sum = 0;
  for (const way of tile.ways) if (way.isInhabited) for (const { meters } of segmentsOf(tile, way)) sum += meters;
  return sum;
}

/** Houses every `spacing` meters on average, on alternate sides, 8 to 25 m from the middle of the street. */
function alongStreets(tile: Tile, spacing: number) {
  const random = new SeededRandom(SEED);
  const houses: { x: number; y: number; number: string; street: string }[] = [];
  const lastNumber = new Map<string, number>();
  for (const [i, way] of tile.ways.entries()) {
    if (!way.isInhabited) continue;
    const street = (way.tags.name ?? `Street ${i}`).replaceAll('"', '');
    let next = spacing * random.next();
    for (const { a, b, meters } of segmentsOf(tile, way)) {
      for (; next < meters; next += spacing * random.between(0.5, 1.5)) {
        const number = (lastNumber.get(street) ?? 0) + 1;
        lastNumber.set(street, number);
        const aside = (number % 2 === 0 ? 1 : -1) * random.between(8, 25);
        houses.push({
          x: a.x + (next / meters) * (b.x - a.x) - (aside * (b.y - a.y)) / meters,
          y: a.y + (next / meters) * (b.y - a.y) + (aside * (b.x - a.x)) / meters,
          // Beside the numbers of the real addresses.
          number: `${number}X`,
          street,
        });
      }
      next -= meters;
    }
  }
  return houses;
}

const RECIPE = `id: mosaic
name: Mosaic
countries: [XX]
continent: europe
timeZone: Etc/UTC
versions: { territory: "1", sociodemo: "1" }
map:
  osm: country.osm.pbf
  wholeUnits: true
poles:
  - { from: openaddresses, file: addresses.csv }
boundaries: []
census:
  currency: EUR
  units: { from: file, file: units.geojson, code: code }
  tables:
    residents: { file: residents.csv, key: code }
  topics:
    residents:
      table: residents
      fields: { total: residents }
  unavailable:
${TOPIC_CODES.filter((code) => code !== 'residents')
  .map((code) => `    ${code}: Not drawn.\n`)
  .join('')}sources:
  - { name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }
  - { name: Drawn squares, licence: none, attribution: none, family: sociodemo }
`;
