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
      // Four tiles of a finer class make one of the counted class, but only two of them lie along a road.
      const around = countWithin(tiles, limit) * (coarser < 0 ? 4 ** -coarser : 1);
      if (!isOpen[i] || around + longRoadTiles[i]! * 2 ** -coarser > budget) return;
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

/** Least cost of a node by tile of the counted class; the key holds row and column in 16 bits each. */
function leastCostByTile(territory: Territory, { nodes, costs }: NodeField): Map<number, number> {
  const { lngMicrodegrees, latMicrodegrees } = territory.nodes;
  const { cellLng, cellLat } = latticeOf(territory, COUNTED_CLASS);
  const tileLng = cellLng * TILE_SIDE;
  const tileLat = cellLat * TILE_SIDE;
  const found = new CostTable();
  for (let i = 0; i < nodes.length; i++) {
    const column = Math.floor(lngMicrodegrees[nodes[i]!]! / tileLng);
    const row = Math.floor(latMicrodegrees[nodes[i]!]! / tileLat);
    found.lower((row << 16) | (column & 0xffff), costs[i]!);
  }
  return found.entries();
}

function countWithin(tiles: Map<number, number>, limit: number): number {
  let count = 0;
  for (const cost of tiles.values()) if (cost <= limit) count++;
  return count;
}

/** Tiles of the next class. */
function halved(tiles: Map<number, number>): Map<number, number> {
  const coarser = new Map<number, number>();
  for (const [key, cost] of tiles) {
    const row = key >> 17;
    const column = (key << 16) >> 17;
    const coarse = (row << 16) | (column & 0xffff);
    coarser.set(coarse, Math.min(cost, coarser.get(coarse) ?? cost));
  }
  return coarser;
}

/** A hash table of least costs with open addressing: a hundred thousand nodes in a millisecond. */
class CostTable {
  #keys = new Int32Array(1024);
  /** Cost + 1 of the key in the same place; 0 for a free place. */
  #costs = new Uint32Array(1024);
  #size = 0;

  lower(key: number, cost: number): void {
    const place = this.#find(key);
    if (this.#costs[place] === 0) {
      this.#keys[place] = key;
      this.#costs[place] = cost + 1;
      if (2 * ++this.#size > this.#keys.length) this.#grow();
    } else if (cost < this.#costs[place]! - 1) {
      this.#costs[place] = cost + 1;
    }
  }

  entries(): Map<number, number> {
    const entries = new Map<number, number>();
    this.#costs.forEach((cost, place) => {
      if (cost > 0) entries.set(this.#keys[place]!, cost - 1);
    });
    return entries;
  }

  #find(key: number): number {
    const mask = this.#keys.length - 1;
    // Multiplication by an odd number near 2^32 / golden ratio spreads neighboring keys (Knuth, TAOCP 3, 6.4).
    let place = Math.imul(key, 0x9e3779b1) >>> 8;
    for (place &= mask; this.#costs[place] !== 0 && this.#keys[place] !== key; ) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [keys, costs] = [this.#keys, this.#costs];
    this.#keys = new Int32Array(2 * keys.length);
    this.#costs = new Uint32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (costs[i] === 0) continue;
      const place = this.#find(keys[i]!);
      this.#keys[place] = keys[i]!;
      this.#costs[place] = costs[i]!;
    }
  }
}
