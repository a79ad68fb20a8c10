import { connectedComponents, EARTH_RADIUS_METERS, mostFrequent } from '@hinterland/geo';
import { type OsmData, type Tags as ReadTags, readOsmPbf } from '@hinterland/importers';
import type { Tags } from './pbfFileWriter.ts';

export const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Classes of OpenStreetMap that cars drive on; paths and tracks are left out, as in the extracts of the anchors. */
const DRIVABLE = new Set(
  ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].flatMap((name) => [name, `${name}_link`]),
);
for (const name of ['unclassified', 'residential', 'living_street', 'service', 'road']) DRIVABLE.add(name);

/** Streets that houses may stand on. */
const INHABITED = new Set(['residential', 'living_street', 'unclassified', 'tertiary', 'secondary', 'primary']);

/** One real extract, on a plane in meters from its own south-west corner. */
export interface Tile {
  readonly name: string;
  readonly widthMeters: number;
  readonly heightMeters: number;
  readonly nodes: readonly TileNode[];
  readonly ways: readonly TileWay[];
  readonly addresses: readonly TileAddress[];
  /** Nodes of the largest connected part that lie nearest to the middle of each side. */
  readonly gates: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>;
}
export interface TileNode {
  readonly x: number;
  readonly y: number;
  readonly tags: Tags;
}
export interface TileWay {
  /** Positions in `nodes`. */
  readonly nodes: readonly number[];
  readonly tags: Tags;
  readonly isInhabited: boolean;
}
export interface TileAddress {
  readonly x: number;
  readonly y: number;
  readonly number: string;
  readonly street: string;
}

/** Reads the roads and addresses of an extract. Ways with nodes outside it are cut there. */
export async function readTile(name: string, path: string): Promise<Tile> {
  const { map } = await readOsmPbf(path);
  const rowOf = new Map<number, number>();
  const rows: number[] = [];
  const ways: TileWay[] = [];
  for (let way = 0; way < map.ways.ids.length; way++) {
    const highway = map.tag('way', way, 'highway') ?? '';
    if (!DRIVABLE.has(highway) || map.tag('way', way, 'area') === 'yes') continue;
    const nodes: number[] = [];
    for (const node of map.wayNodes(way)) {
      if (node >= map.nodes.ids.length) continue;
      if (!rowOf.has(node)) {
        rowOf.set(node, rows.length);
        rows.push(node);
      }
      nodes.push(rowOf.get(node)!);
    }
    if (nodes.length >= 2)
      ways.push({ nodes, tags: record(map.tags('way', way)), isInhabited: INHABITED.has(highway) });
  }
  const [west, east] = range(rows.map((node) => map.lng(node)));
  const [south, north] = range(rows.map((node) => map.lat(node)));
  const metersPerLng = METERS_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const place = (lng: number, lat: number) => ({
    x: (lng - west) * metersPerLng,
    y: (lat - south) * METERS_PER_DEGREE,
  });
  const nodes = rows.map((node) => ({ ...place(map.lng(node), map.lat(node)), tags: record(map.tags('node', node)) }));
  const [widthMeters, heightMeters] = [(east - west) * metersPerLng, (north - south) * METERS_PER_DEGREE];
  const addresses = addressesOf(map)
    .map(({ lng, lat, ...texts }) => ({ ...place(lng, lat), ...texts }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= widthMeters && y <= heightMeters);
  return {
    name,
    widthMeters,
    heightMeters,
    nodes,
    ways,
    addresses,
    gates: gatesOf(nodes, ways, widthMeters, heightMeters),
  };
}

/** Addresses of nodes and of buildings, these at the middle of their corners. */
function addressesOf(map: OsmData): { lng: number; lat: number; number: string; street: string }[] {
  const found: { lng: number; lat: number; number: string; street: string }[] = [];
  for (const kind of ['node', 'way'] as const) {
    for (let row = 0; row < map[`${kind}s`].ids.length; row++) {
      const number = map.tag(kind, row, 'addr:housenumber');
      if (number === undefined) continue;
      const corners = kind === 'node' ? [row] : [...map.wayNodes(row)].filter((node) => node < map.nodes.ids.length);
      if (corners.length === 0) continue;
      const mean = (of: (node: number) => number) => corners.reduce((sum, node) => sum + of(node), 0) / corners.length;
      found.push({
        lng: mean((node) => map.lng(node)),
        lat: mean((node) => map.lat(node)),
        number: unquoted(number),
        street: unquoted(map.tag(kind, row, 'addr:street') ?? ''),
      });
    }
  }
  return found;
}

function gatesOf(nodes: readonly TileNode[], ways: readonly TileWay[], width: number, height: number): Tile['gates'] {
  const part = connectedComponents(
    nodes.length,
    ways.flatMap(({ nodes: line }) => line.map((node) => [line[0]!, node] as const)),
  );
  const largest = mostFrequent(part);
  // Trunk roads end where main roads do, not in a private drive.
  const isMain = new Uint8Array(nodes.length);
  for (const { nodes: line, tags } of ways) {
    if (!/^(primary|secondary|tertiary|trunk)$/.test(tags.highway!) || tags.oneway !== undefined) continue;
    for (const node of line) isMain[node] = 1;
  }
  const nearest = (x: number, y: number) => {
    let best = -1;
    let least = Infinity;
    nodes.forEach((node, i) => {
      const distance = Math.hypot(node.x - x, node.y - y);
      if (isMain[i] === 0 || part[i] !== largest || distance >= least) return;
      best = i;
      least = distance;
    });
    return best;
  };
  return {
    west: nearest(0, height / 2),
    south: nearest(width / 2, 0),
    east: nearest(width, height / 2),
    north: nearest(width / 2, height),
  };
}

/** Texts stand between quotation marks in the file of addresses. */
const unquoted = (text: string) => text.replaceAll('"', '');

const record = (tags: ReadTags): Tags =>
  Object.fromEntries([...tags].filter(([key]) => !key.startsWith('addr:') && !key.startsWith('name:')));

function range(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
