import { existsSync } from 'node:fs';
import { MODES, type Mode } from '@hinterland/catalogue';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { describe, expect, test } from 'vitest';
import type { OsmData } from '../map/osmData.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { buildGraph } from './build.ts';
import type { RoadGraph } from './roadGraph.ts';
import { dijkstra, type PlainNetwork, plainNetwork, plainTimes } from './testing/plainNetwork.ts';

describe('an extract of a real city', () => {
  test.for([['extracts/monaco-2025-10-23.osm.pbf'], ['sydney/sydney-cbd-au-2023-01-12.osm.pbf']] as const)(
    '%s: order, lengths, times as by hand',
    async ([name], { skip }) => {
      const path = `../shared/data/${name}`;
      if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
      const { map } = await readOsmPbf(path);
      const graph = buildGraph(map);
      checkTables(graph);
      const plain = plainNetwork(map);
      for (const mode of MODES) {
        const random = new SeededRandom(5);
        const places = [...nodeOf(graph, map, plain)].filter(([, row]) => !plain.gates.has(row));
        for (let round = 0; round < 3; round++) {
          const [startNode, startRow] = random.pick(places);
          const ours = timesInGraph(graph, mode, startNode);
          const theirs = plainTimes(map, plain, mode, startRow);
          let compared = 0;
          for (const [node, row] of places) {
            const [a, b] = [ours[node]!, theirs.get(row) ?? Infinity];
            if (b === Infinity) expect(a, `${mode} ${map.nodes.ids[startRow]} to ${map.nodes.ids[row]}`).toBe(Infinity);
            // One rounding to milliseconds per edge of the network or of the plain twin.
            else
              expect(Math.abs(a - b), `${mode} ${map.nodes.ids[startRow]} to ${map.nodes.ids[row]}`).toBeLessThan(900);
            if (b !== Infinity) compared++;
          }
          expect(compared).toBeGreaterThan(0);
        }
      }
    },
  );

  /** Places where nodes of the network and of the map correspond one to one. */
  function* nodeOf(graph: RoadGraph, map: OsmData, plain: PlainNetwork): Generator<[node: number, row: number]> {
    const key = (lng: number, lat: number) => lng * 1e9 + lat;
    const rows = new Map<number, number[]>();
    for (const row of plain.arcs.keys()) {
      const place = key(Math.round(map.nodes.lngE7[row]! / 10), Math.round(map.nodes.latE7[row]! / 10));
      rows.set(place, [...(rows.get(place) ?? []), row]);
    }
    const nodes = new Map<number, number[]>();
    graph.nodes.lngMicrodegrees.forEach((lng, node) => {
      const place = key(lng, graph.nodes.latMicrodegrees[node]!);
      nodes.set(place, [...(nodes.get(place) ?? []), node]);
    });
    for (const [place, [node, second]] of nodes) {
      const row = rows.get(place);
      if (second === undefined && row?.length === 1) yield [node!, row[0]!];
    }
  }
});

function checkTables({ nodes, edges, shapes, weights, edgeStreet, streetNames }: RoadGraph): void {
  const count = edges.fromNode.length;
  const lng = (node: number) => nodes.lngMicrodegrees[node]! / 1e6;
  const lat = (node: number) => nodes.latMicrodegrees[node]! / 1e6;
  for (let edge = 0; edge < count; edge++) {
    const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    expect(from <= to && to < nodes.lngMicrodegrees.length).toBe(true);
    if (edge > 0) {
      const [before, beforeTo] = [edges.fromNode[edge - 1]!, edges.toNode[edge - 1]!];
      expect(before < from || (before === from && beforeTo <= to)).toBe(true);
    }
    let meters = 0;
    let [x, y] = [lng(from), lat(from)];
    const end = edges.shapeStart[edge + 1] ?? shapes.lngMicrodegrees.length;
    for (let i = edges.shapeStart[edge]!; i <= end; i++) {
      const [nextX, nextY] =
        i < end ? [shapes.lngMicrodegrees[i]! / 1e6, shapes.latMicrodegrees[i]! / 1e6] : [lng(to), lat(to)];
      meters += haversineMeters(x, y, nextX, nextY);
      [x, y] = [nextX, nextY];
    }
    expect(edges.lengthMillimeters[edge]).toBe(Math.round(meters * 1000));
    expect(streetNames[edgeStreet[edge]!]).toBeDefined();
    const open = Object.values(weights).flatMap((w) => [w.forwardMilliseconds[edge]!, w.backwardMilliseconds[edge]!]);
    expect(open.some((time) => time !== NONE)).toBe(true);
    // Free, private, or boarding: half of an interval of an hour at most.
    const isPassage = (time: number) => time === NONE || time === 0 || (time >= 30_000 && time <= 1_860_000);
    expect(open.every((time) => (edges.lengthMillimeters[edge] === 0 ? isPassage(time) : time > 0))).toBe(true);
  }
}

function timesInGraph(graph: RoadGraph, mode: Mode, start: number): Float64Array {
  const { fromNode, toNode } = graph.edges;
  const { forwardMilliseconds, backwardMilliseconds } = graph.weights[`${mode}-normal`];
  const arcs = Array.from(graph.nodes.lngMicrodegrees, () => [] as [number, number][]);
  fromNode.forEach((from, edge) => {
    if (forwardMilliseconds[edge] !== NONE) arcs[from]!.push([toNode[edge]!, forwardMilliseconds[edge]!]);
    if (backwardMilliseconds[edge] !== NONE) arcs[toNode[edge]!]!.push([from, backwardMilliseconds[edge]!]);
  });
  return dijkstra(arcs.length, start, (node) => arcs[node]!);
}
