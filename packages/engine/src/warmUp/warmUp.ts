import type { Territory } from '@hinterland/territory';
import { catchment } from '../catchment/catchment.ts';
import { polesByEdge } from '../catchment/polesByEdge.ts';
import { prepareNetworks } from '../coverage/prepareNetworks.ts';
import { edgeCosts, profileOf } from '../graph/edgeCosts.ts';
import { type SearchGraph, searchGraph } from '../graph/searchGraph.ts';
import { FOOTPRINT_CLASS } from '../isochrone/footprintBlock.ts';
import { makeFootprints } from '../isochrone/footprintPen.ts';
import { isochrones } from '../isochrone/isochrone.ts';
import { CELL_CLASSES } from '../isochrone/lattice.ts';
import { weighLeaves } from '../isochrone/shapeQuality.ts';
import { placeParts, snapParts } from '../memory/parts.ts';
import { snapStarts } from '../snap/snapStarts.ts';

/** What most calls ask for. */
const MODE = 'car';
const TRAFFIC = 'normal';
const LEVEL = 'postcode';
const DIRECTIONS = ['inbound', 'outbound'] as const;

/** Edges of a piece of work: whole blocks of everything that is made. */
const PIECE_EDGES = 1 << 11;

/**
 * Makes what first calls by car would have to make of a territory (arcs, sums of poles by road, footprints, weights of
 * leaves), and reads the columns for it: the places with most poles first; at last what a first plan of a network would
 * make. Threads share what is made, so this is for a thread that has nothing else to do. Each step but the last takes
 * milliseconds; whoever takes them may stop after any. In the last, `checkpoint` is called as often, and may throw to stop.
 * Answers are the same with and without.
 */
export function* warmUp(territory: Territory, checkpoint?: () => void): Generator<void> {
  const { edges } = territory;
  if (territory.weights[`${MODE}-${TRAFFIC}`] === undefined || territory.snaps[MODE] === undefined) return;
  const firstSnap = snapStarts(territory, MODE);
  const polesOf = (first: number) => firstSnap[Math.min(edges.rows, first + PIECE_EDGES)]! - firstSnap[first]!;
  const pieces = Array.from({ length: Math.ceil(edges.rows / PIECE_EDGES) }, (_, piece) => piece * PIECE_EDGES);
  pieces.sort((a, b) => polesOf(b) - polesOf(a));
  if (firstSnap.at(-1) === 0) return;
  askOnce(territory, firstSnap[pieces[0]!]!);
  yield;

  const graphs = DIRECTIONS.map((direction) =>
    searchGraph(territory, edgeCosts(territory, 'time', MODE, profileOf(territory, MODE, TRAFFIC), direction)),
  );
  const poles = polesByEdge(territory, MODE);
  for (const first of pieces) {
    const end = Math.min(edges.rows, first + PIECE_EDGES);
    for (const graph of graphs) needNodes(graph, edges.fromNode[first]!, edges.fromNode[end - 1]!);
    poles.blockOf(first);
    yield;
    for (let cellClass = FOOTPRINT_CLASS; cellClass < CELL_CLASSES; cellClass++) {
      makeFootprints(territory, MODE, cellClass, first, end);
      yield;
    }
  }
  yield* weighLeaves(territory);
  prepareNetworks(territory, MODE, TRAFFIC, LEVEL, checkpoint);
  yield;
}

/** Asks for one place, that of a row of the snap table: it reads the columns that every call reads as a whole. */
function askOnce(territory: Territory, snapRow: number): void {
  const snaps = snapParts(territory, MODE);
  const places = placeParts(territory);
  snaps.need(snapRow, snapRow + 1);
  const pole = snaps.pole[snapRow]!;
  places.need(pole, pole + 1);
  const origins = [{ lat: places.latMicrodegrees[pole]! / 1e6, lng: places.lngMicrodegrees[pole]! / 1e6 }];
  const question = { origins, measure: 'time', mode: MODE, traffic: TRAFFIC, limits: [300] } as const;
  for (const direction of DIRECTIONS) isochrones(catchment(territory, { ...question, direction }));
}

/** Fills in the arcs of nodes that follow each other. */
function needNodes(graph: SearchGraph, first: number, last: number): void {
  for (let node = first; node < last; node += PIECE_EDGES) graph.need(node);
  graph.need(last);
}
