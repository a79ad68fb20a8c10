import { existsSync } from 'node:fs';
import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import { EARTH_RADIUS_METERS, SeededRandom } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { expect, test } from 'vitest';
import { buildGraph } from '../graph/build.ts';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { snapPoles } from './snap.ts';

const STREET = { highway: 'residential' };

test('agrees with a plain search on random networks', () => {
  const random = new SeededRandom(3);
  for (let round = 0; round < 25; round++) {
    const builder = new OsmBuilder();
    const lat0 = random.between(-60, 60);
    const spread = random.pick([0.002, 0.02, 0.1]);
    const nodes = Array.from({ length: 30 }, () =>
      builder.addNode(lat0 + random.between(0, spread), 7 + random.between(0, spread)),
    );
    for (let way = 0; way < 25; way++) {
      const length = 2 + random.int(12);
      builder.addWay(
        Array.from({ length }, () => random.pick(nodes)),
        random.pick<Record<string, string>>([
          STREET,
          { highway: 'footway' },
          { highway: 'motorway', oneway: 'no' },
          { ...STREET, tunnel: 'yes' },
          { ...STREET, access: 'private' },
          { ...STREET, access: 'private' },
          { ...STREET, oneway: 'yes' },
        ]),
      );
    }
    const graph = buildGraph(builder.build());
    // Some alone, some close together as they are along a street.
    const places = Array.from({ length: 12 }, () => [random.between(-0.5, 1.5), random.between(-0.5, 1.5)] as const);
    const around = places.flatMap((place) => Array.from({ length: 1 + random.int(6) }, () => place));
    const lats = Int32Array.from(around, ([north]) => (lat0 + north * spread) * 1e6 + random.between(0, 900));
    const lngs = Int32Array.from(around, ([, east]) => (7 + east * spread) * 1e6 + random.between(0, 900));
    for (const mode of MODES) compareWithPlainSearch(graph, lngs, lats, mode);
  }
});

test('agrees with a plain search in Monaco', async ({ skip }) => {
  const path = '../shared/data/extracts/monaco-2025-10-23.osm.pbf';
  if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
  const graph = buildGraph((await readOsmPbf(path)).map);
  const random = new SeededRandom(8);
  const lats = Int32Array.from({ length: 150 }, () => random.between(43.72, 43.76) * 1e6);
  const lngs = Int32Array.from({ length: 150 }, () => random.between(7.4, 7.45) * 1e6);
  for (const mode of MODES) compareWithPlainSearch(graph, lngs, lats, mode);
});

/** Looks at every straight piece of every edge for every pole. */
function compareWithPlainSearch(graph: RoadGraph, lngs: Int32Array, lats: Int32Array, mode: Mode): void {
  const snaps = snapPoles(graph, lngs, lats)[mode];
  const found = new Map([...snaps.pole].map((pole, row) => [pole, row]));
  const { edges, nodes, shapes, weights } = graph;
  const { forwardMilliseconds, backwardMilliseconds } = weights[`${mode}-normal`];
  for (let pole = 0; pole < lngs.length; pole++) {
    const metersPerMicrodegree = (EARTH_RADIUS_METERS * Math.PI) / 180e6;
    const toMeters = (lng: number, lat: number) =>
      [
        (lng - lngs[pole]!) * metersPerMicrodegree * Math.cos((lats[pole]! / 1e6) * (Math.PI / 180)),
        (lat - lats[pole]!) * metersPerMicrodegree,
      ] as const;
    const candidates: { edge: number; meters: number; along: number; tier: number; oneway: boolean }[] = [];
    for (let edge = 0; edge < edges.fromNode.length; edge++) {
      if ((edges.mainComponent[edge]! & MODE_BIT[mode]) === 0 || edges.lengthMillimeters[edge] === 0) continue;
      const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
      const line = [toMeters(nodes.lngMicrodegrees[from]!, nodes.latMicrodegrees[from]!)];
      const end = edges.shapeStart[edge + 1] ?? shapes.lngMicrodegrees.length;
      for (let i = edges.shapeStart[edge]!; i < end; i++) {
        line.push(toMeters(shapes.lngMicrodegrees[i]!, shapes.latMicrodegrees[i]!));
      }
      line.push(toMeters(nodes.lngMicrodegrees[to]!, nodes.latMicrodegrees[to]!));
      let walked = 0;
      let best = { meters: Infinity, along: 0 };
      for (let i = 1; i < line.length; i++) {
        const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
        const length = Math.hypot(bx - ax, by - ay);
        const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * (bx - ax) + ay * (by - ay)) / length ** 2));
        const meters = Math.hypot(ax + share * (bx - ax), ay + share * (by - ay));
        if (meters < best.meters - 0.0005) best = { meters, along: walked + share * length };
        walked += length;
      }
      candidates.push({
        edge,
        ...best,
        tier: graph.joins.avoidedBy[edge]! & MODE_BIT[mode] ? 2 : graph.joins.privateTo[edge]! & MODE_BIT[mode] ? 1 : 0,
        oneway: forwardMilliseconds[edge] === NONE || backwardMilliseconds[edge] === NONE,
      });
    }
    const nearest = (tier: number) =>
      candidates
        .filter((candidate) => candidate.tier === tier && candidate.meters <= 1600)
        .reduce((a, b) => (b.meters < a.meters ? b : a), { edge: -1, meters: Infinity, along: 0 });
    const [usual, privates, avoided] = [nearest(0), nearest(1), nearest(2)];
    const better = usual.meters > Math.max(75, 3 * privates.meters) ? privates : usual;
    const expected = better.meters > Math.max(350, 3 * avoided.meters) ? avoided : better;
    const row = found.get(pole);
    if (row === undefined) {
      expect(expected.meters, `pole ${pole}`).toBe(Infinity);
      expect(snaps.beyond.includes(pole)).toBe(true);
      continue;
    }
    const chosen = candidates.find(({ edge }) => edge === snaps.edge[row])!;
    expect(snaps.accessMillimeters[row]! / 1000, `pole ${pole}`).toBeCloseTo(expected.meters, 2);
    expect(Math.abs(chosen.meters - expected.meters)).toBeLessThan(0.002);
    const isTie = candidates.some(
      ({ edge, meters }) => edge !== chosen.edge && Math.abs(meters - chosen.meters) < 0.002,
    );
    if (!isTie) {
      expect(chosen.edge).toBe(expected.edge);
      // The plane of the pole against lengths on the sphere.
      expect(Math.abs(snaps.positionMillimeters[row]! / 1000 - chosen.along)).toBeLessThan(0.02 + chosen.along * 0.005);
    }
  }
}
