import { NONE, type Territory } from '@hinterland/territory';
import type { Sweep } from '../catchment/sweep.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import type { NodeField } from '../search/workspace.ts';
import { CELL_CLASSES, type Lattice, latticeOf } from './lattice.ts';
import { TILE_SIDE } from './tileIndex.ts';

/** The most tiles of 64 x 64 cells per origin that a polygon covers, unless even the coarsest class needs more. */
const TILES_PER_ORIGIN = 48;
const MAX_TILES = 2000;

/** Nodes are counted in tiles of this class. */
const COUNTED_CLASS = 2;

/**
 * The class of cells on which the polygon of each limit is drawn: the finest that keeps the number of tiles within
 * bounds. It follows from the nodes and roads within that limit alone, so it is the same whatever other limits are asked
 * for; and a larger limit never has a finer class, because it reaches the same and more.
 */
export function cellClasses(sweep: Sweep, field: NodeField): number[] {
  const { territory, limitCosts, origins } = sweep;
  const budget = Math.min(MAX_TILES, TILES_PER_ORIGIN * origins.length);
  const counted = latticeOf(territory, COUNTED_CLASS);
  let tiles = leastCostByTile(territory, field);
  const longRoads = longRoadsOf(sweep, counted, field);
  const longRoadTiles = limitCosts.map((limit) => longRoads.reduce((sum, road) => sum + tilesAlong(road, limit), 0));

  const classes: number[] = limitCosts.map(() => CELL_CLASSES - 1);
  const isOpen = limitCosts.map(() => true);
  for (let cellClass = 0; cellClass < CELL_CLASSES; cellClass++) {
    const coarser = cellClass - COUNTED_CLASS;
    if (coarser > 0) tiles = halved(tiles);
    limitCosts.forEach((limit, i) => {
      if (!isOpen[i]) return;
      // Four tiles of a finer class make one of the counted class, but only two of them lie along a road.
      const around = countWithin(tiles, limit) * (coarser < 0 ? 4 ** -coarser : 1);
      if (around + longRoadTiles[i]! * 2 ** -coarser > budget) return;
      classes[i] = cellClass;
      isOpen[i] = false;
    });
  }
  return classes;
}

/** A road longer than a tile of the counted class, as seen from an end that is reached. */
interface LongRoad {
  readonly cost: number;
  readonly wholeCost: number;
  readonly tiles: number;
}

/** Returns how many tiles the reached part of a long road crosses. */
function tilesAlong({ cost, wholeCost, tiles }: LongRoad, limit: number): number {
  return limit < cost ? 0 : tiles * Math.min(1, (limit - cost) / Math.max(1, wholeCost));
}

function longRoadsOf({ territory, costs, workspace }: Sweep, counted: Lattice, { nodes }: NodeField): LongRoad[] {
  const { lengthMillimeters } = territory.edges;
  const tileMillimeters = tileMillimetersOf(counted);
  const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
  const { hasLongEdge } = longEdges(territory, counted);
  const roads: LongRoad[] = [];
  const addEnd = (edge: number, node: number, wholeCost: number) => {
    const length = lengthMillimeters[edge]!;
    if (length <= tileMillimeters || wholeCost === NONE) return;
    roads.push({ cost: workspace.cost(node), wholeCost, tiles: length / tileMillimeters });
  };
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (((hasLongEdge[node >> 3]! >> (node & 7)) & 1) === 0) continue;
    for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++)
      addEnd(edge, node, costs.enteredAtFrom[edge]!);
    for (let k = firstTo[node]!; k < firstTo[node + 1]!; k++)
      addEnd(toEdges[k]!, node, costs.enteredAtTo[toEdges[k]!]!);
  }
  return roads;
}

/** A bit per node that is an end of an edge longer than a tile. */
interface LongEdges {
  readonly hasLongEdge: Uint8Array;
}

const kept = new SharedPerTerritory<LongEdges>('longEdges');

function longEdges(territory: Territory, counted: Lattice): LongEdges {
  return kept.get(territory, '', () => {
    const longest = tileMillimetersOf(counted);
    const { rows, lengthMillimeters, fromNode, toNode } = territory.edges;
    const hasLongEdge = new Uint8Array((territory.nodes.rows >> 3) + 1);
    for (let edge = 0; edge < rows; edge++) {
      if (lengthMillimeters[edge]! <= longest) continue;
      for (const node of [fromNode[edge]!, toNode[edge]!]) hasLongEdge[node >> 3]! |= 1 << (node & 7);
    }
    return { hasLongEdge };
  });
}

function tileMillimetersOf({ cellLat, metersPerLat }: Lattice): number {
  return cellLat * metersPerLat * TILE_SIDE * 1000;
}

/** The least cost at which each tile of a box is reached, Infinity where it is not. Tile (column, row) has a place of its own. */
interface TileCosts {
  readonly west: number;
  readonly south: number;
  readonly columns: number;
  readonly rows: number;
  readonly costs: Float64Array;
}

/** Returns the least cost of a node in each tile of the counted class. */
function leastCostByTile(territory: Territory, { nodes, costs }: NodeField): TileCosts {
  const { lngMicrodegrees, latMicrodegrees } = territory.nodes;
  const { cellLng, cellLat } = latticeOf(territory, COUNTED_CLASS);
  const tileLng = cellLng * TILE_SIDE;
  const tileLat = cellLat * TILE_SIDE;
  let [minLng, minLat, maxLng, maxLat] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
  for (let i = 0; i < nodes.length; i++) {
    const lng = lngMicrodegrees[nodes[i]!]!;
    const lat = latMicrodegrees[nodes[i]!]!;
    if (lng < minLng) minLng = lng;
    if (lng > maxLng) maxLng = lng;
    if (lat < minLat) minLat = lat;
    if (lat > maxLat) maxLat = lat;
  }
  const tiles = emptyTiles(
    Math.floor(minLng / tileLng),
    Math.floor(minLat / tileLat),
    Math.floor(maxLng / tileLng),
    Math.floor(maxLat / tileLat),
  );
  for (let i = 0; i < nodes.length; i++) {
    const column = Math.floor(lngMicrodegrees[nodes[i]!]! / tileLng) - tiles.west;
    const row = Math.floor(latMicrodegrees[nodes[i]!]! / tileLat) - tiles.south;
    lower(tiles, column, row, costs[i]!);
  }
  return tiles;
}

function emptyTiles(west: number, south: number, east: number, north: number): TileCosts {
  const columns = Math.max(0, east - west + 1);
  const rows = Math.max(0, north - south + 1);
  return { west, south, columns, rows, costs: new Float64Array(columns * rows).fill(Infinity) };
}

function lower({ columns, costs }: TileCosts, column: number, row: number, cost: number): void {
  const at = row * columns + column;
  if (cost < costs[at]!) costs[at] = cost;
}

function countWithin({ costs }: TileCosts, limit: number): number {
  let count = 0;
  for (let i = 0; i < costs.length; i++) if (costs[i]! <= limit) count++;
  return count;
}

/** Returns the tiles of the next class: each holds four. */
function halved({ west, south, columns, rows, costs }: TileCosts): TileCosts {
  const coarser = emptyTiles(west >> 1, south >> 1, (west + columns - 1) >> 1, (south + rows - 1) >> 1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cost = costs[row * columns + column]!;
      lower(coarser, ((west + column) >> 1) - coarser.west, ((south + row) >> 1) - coarser.south, cost);
    }
  }
  return coarser;
}
