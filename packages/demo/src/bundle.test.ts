import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECTOR_CODES } from '@hinterland/catalogue';
import { MinHeap } from '@hinterland/geo';
import { loadTerritory, NONE, ROAD_CLASSES, readDescriptor, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDemo } from './buildDemo.ts';
import { DEMO_SUPPLY } from './stores/supply.ts';

const folder = await mkdtemp(join(tmpdir(), 'hinterland-demo-'));
let territory: Territory;

beforeAll(async () => {
  await buildDemo(folder);
  territory = await loadTerritory(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the bundle of the demo territory', () => {
  test('golden checksums: files change with the demo, the parameters and the format, each of them on purpose', async () => {
    const sums: Record<string, string> = {};
    for (const family of ['territory', 'sociodemo', 'players', 'realestate', 'backdrop', 'transit'] as const) {
      const { files } = await readDescriptor(folder, family, territory.dataVersion[family]!);
      for (const { name, sha256 } of files) sums[`${family}/${name}`] = sha256;
    }
    const text = `${JSON.stringify(sums, null, 2)}\n`;
    const golden = new URL('bundle.golden.json', import.meta.url);
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, text);
    expect(text, 'the demo territory changes: UPDATE_GOLDEN=1 accepts it, and CHANGELOG.md tells').toBe(
      await readFile(golden, 'utf8'),
    );
  });

  test('shops of every sector, as many as residents call for, chains and independents', () => {
    const { brands, sectors, stores, supply } = territory.players!;
    const codes = new Set(Array.from(stores.sector, (row) => sectors.code.at(row)));
    expect(SECTOR_CODES.filter((code) => !codes.has(code))).toEqual([]);
    const people = territory
      .sociodemo!.topics.get('residents')!
      .columns.get('total')!
      .reduce((sum, each) => sum + each, 0);
    expect((10_000 * stores.rows) / people).toBeGreaterThan(70);
    expect((10_000 * stores.rows) / people).toBeLessThan(120);
    const branded = stores.brand.filter((row) => row >= 0).length / stores.rows;
    expect(branded).toBeGreaterThan(0.2);
    expect(branded).toBeLessThan(0.45);
    const chains = new Set(DEMO_SUPPLY.flatMap((sector) => sector.chains));
    const names = Array.from({ length: brands.rows }, (_, row) => brands.name.at(row));
    expect(names.filter((name) => !chains.has(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(0.9 * chains.size);
    expect(supply.floorAreas.known!).toBeGreaterThan(supply.floorAreas.sector_median!);
    const supermarkets = [...stores.sector.keys()].filter(
      (row) => sectors.code.at(stores.sector[row]!) === 'food.supermarket',
    );
    // Four chains, the first half again as large as the second.
    const first = supermarkets.filter((row) => stores.name.at(row) === 'Maresol').length;
    expect(first / supermarkets.length).toBeGreaterThan(0.2);
    expect(first / supermarkets.length).toBeLessThan(0.6);
    const address = stores.address.at(supermarkets[0]!);
    expect(address).toMatch(/^\d+[A-Z]? .+, .+$/);
  });

  test('buses, a tram and ferries stop on streets, and passengers change between them', () => {
    const { stops, patterns, trips, stopWalks, walks } = territory.transit!;
    expect(stops.edge.every((edge) => edge !== NONE)).toBe(true);
    expect(stops.accessMillimeters.every((millimeters) => millimeters < 50_000)).toBe(true);
    // Ten lines, both ways; a line never overtakes itself.
    expect(patterns.rows - 1).toBe(20);
    expect(trips.rows).toBeGreaterThan(2000);
    const ways = Array.from(stops.edge, (_, stop) => stopWalks.firstWalk[stop + 1]! - stopWalks.firstWalk[stop]!);
    expect(ways.filter((count) => count > 1).length).toBeGreaterThan(stops.rows / 2);
    expect(walks.seconds.every((seconds) => seconds <= 600)).toBe(true);
  });

  test('every pole lies in an area of each level that the country has', () => {
    const { poleAreas, poles } = territory;
    expect(poles.rows).toBeGreaterThan(45_000);
    for (const level of ['country', 'level4', 'level6', 'level9', 'postcode'] as const) {
      expect(
        poleAreas[level].every((area) => area >= 0),
        level,
      ).toBe(true);
    }
  });

  test('every pole lies in a census unit, which its people add up to', () => {
    const { poleUnits, topics, units } = territory.sociodemo!;
    const residents = topics.get('residents')!.columns.get('total')!;
    const onPoles = new Float64Array(units.rows);
    for (let pole = 0; pole < poleUnits.rows; pole++) {
      const unit = poleUnits.unit[pole]!;
      // Shops and works stand in a unit too, but nobody lives in them.
      if (unit === NONE) expect(territory.poles.dwellings[pole]).toBe(0);
      else onPoles[unit]! += poleUnits.share[pole]! * residents[unit]!;
    }
    for (let unit = 0; unit < units.rows; unit++) expect(onPoles[unit]).toBeCloseTo(residents[unit]!, 6);
    expect(units.insideShare.every((share) => share === 1)).toBe(true);
    expect(units.synthetic.reduce((sum, flag) => sum + flag, 0)).toBe(1);
  });

  test('people can walk, cycle and drive from their doors', () => {
    for (const mode of ['car', 'walk', 'bicycle'] as const) {
      const { pole, accessMillimeters } = territory.snaps[mode]!;
      expect(new Set(pole).size / territory.poles.rows).toBeGreaterThan(0.995);
      const near = accessMillimeters.filter((millimeters) => millimeters < 100_000).length;
      expect(near / pole.length).toBeGreaterThan(0.99);
    }
  });

  test('a drive from the capital to Tuaro takes the ferry and its 35 minutes; without it there is no way', () => {
    const capital = nearestNode(-151.7, -36.199);
    const vaimoana = nearestNode(-151.7 + 25_000 / 89_936, -36.2 + 13_300 / 110_963);
    const belcombe = nearestNode(-151.7 - 19_300 / 89_936, -36.2 + 2_000 / 110_963);
    const isFerry = (edge: number) => ROAD_CLASSES[territory.edges.roadClass[edge]!] === 'ferry';
    const [all, dry] = [leastSeconds(capital, () => true), leastSeconds(capital, (edge) => !isFerry(edge))];
    expect(all[vaimoana]).toBeGreaterThan(35 * 60 + 15 * 60);
    expect(all[vaimoana]).toBeLessThan(90 * 60);
    expect(dry[vaimoana]).toBe(Number.POSITIVE_INFINITY);
    // About 21 km, most of them on the motorway and the highway.
    expect(all[belcombe]).toBeGreaterThan(14 * 60);
    expect(all[belcombe]).toBeLessThan(30 * 60);
    expect(dry[belcombe]).toBe(all[belcombe]);
  });

  test('the harbor ferry takes its 12 minutes and half of the usual 30 minutes between boats, both ways and on foot', () => {
    const [from, to] = [nodesAt(-151.700556, -36.2072096), nodesAt(-151.6605275, -36.224783)];
    // The pier and the deck, at one place each.
    expect([from.length, to.length]).toEqual([2, 2]);
    const seconds = (starts: number[], ends: number[]) => {
      const least = starts.map((start) => ends.map((end) => leastSeconds(start, () => true, 'walk-normal')[end]!));
      return Math.max(...least.flat());
    };
    expect(seconds(from, to)).toBeCloseTo(12 * 60 + 15 * 60, 0);
    expect(seconds(to, from)).toBeCloseTo(12 * 60 + 15 * 60, 0);
  });

  test('one-way lanes of the center make the way there differ from the way back', () => {
    const { forwardMilliseconds, backwardMilliseconds } = territory.weights['car-normal']!;
    const oneWay = [...forwardMilliseconds.keys()].filter(
      (edge) => (forwardMilliseconds[edge] === NONE) !== (backwardMilliseconds[edge] === NONE),
    );
    expect(oneWay.length).toBeGreaterThan(200);
  });
});

function nearestNode(lng: number, lat: number): number {
  const { lngMicrodegrees, latMicrodegrees } = territory.nodes;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let node = 0; node < territory.nodes.rows; node++) {
    const meters = Math.hypot(
      (lngMicrodegrees[node]! / 1e6 - lng) * 89_936,
      (latMicrodegrees[node]! / 1e6 - lat) * 110_963,
    );
    if (meters >= least) continue;
    least = meters;
    best = node;
  }
  return best;
}

/** Nodes at a place, to the microdegree. */
function nodesAt(lng: number, lat: number): number[] {
  const { lngMicrodegrees, latMicrodegrees } = territory.nodes;
  const isAt = (node: number) =>
    Math.abs(lngMicrodegrees[node]! - lng * 1e6) < 2 && Math.abs(latMicrodegrees[node]! - lat * 1e6) < 2;
  return [...lngMicrodegrees.keys()].filter(isAt);
}

/** Plain Dijkstra over the bundle's edges. */
function leastSeconds(
  from: number,
  allowed: (edge: number) => boolean,
  profile: 'car-normal' | 'walk-normal' = 'car-normal',
): Float64Array {
  const { edges, nodes, weights } = territory;
  const { forwardMilliseconds, backwardMilliseconds } = weights[profile]!;
  const arcs: { to: number; seconds: number }[][] = Array.from({ length: nodes.rows }, () => []);
  for (let edge = 0; edge < edges.rows; edge++) {
    if (!allowed(edge)) continue;
    const [a, b] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    if (forwardMilliseconds[edge] !== NONE) arcs[a]!.push({ to: b, seconds: forwardMilliseconds[edge]! / 1000 });
    if (backwardMilliseconds[edge] !== NONE) arcs[b]!.push({ to: a, seconds: backwardMilliseconds[edge]! / 1000 });
  }
  const least = new Float64Array(nodes.rows).fill(Number.POSITIVE_INFINITY);
  least[from] = 0;
  const heap = new MinHeap();
  heap.push(0, from);
  while (heap.size > 0) {
    const node = heap.pop();
    for (const { to, seconds } of arcs[node]!) {
      if (least[node]! + seconds >= least[to]!) continue;
      least[to] = least[node]! + seconds;
      heap.push(least[to]!, to);
    }
  }
  return least;
}
