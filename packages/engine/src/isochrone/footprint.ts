import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { NONE, ROAD_CLASSES, type Territory } from '@hinterland/territory';
import { dearestPlace } from '../catchment/sweep.ts';
import { accessCost, type EdgeCosts } from '../graph/edgeCosts.ts';
import { placeParts, snapParts } from '../memory/parts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { UNREACHED } from '../search/workspace.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { NO_WAY } from './drawLine.ts';
import { EdgePath } from './edgePath.ts';
import { COARSE_CLASS, type Lattice, latticeOf } from './lattice.ts';
import { lineCells, noCells } from './lineCells.ts';
import type { ReachedCells } from './reachedCells.ts';

/** The finest class of cells (about 25 m) that footprints are made of. */
export const FOOTPRINT_CLASS = 1;

/** A pole farther than this from its road is joined to it by a line, so that it does not stand alone. */
export const JOINED_BEYOND_MILLIMETERS = 12_500;

/** Places along an edge are numbered so from its start to its end. */
const PLACES = 255;

/** An entry's access byte that is no way to a pole. */
const ROAD = 254;

/** Numbers of the first and last place, which cannot be, of a mere step towards the next entry. */
const STEP = PLACES;

/** Ways to poles, millimetres, ascending: each quarter metre up to 32 m, then each 3.2 % up to 1,600 m. */
const ACCESS_MILLIMETERS = Float64Array.from({ length: ROAD }, (_, code) =>
  code < 128 ? 250 * code : 32_000 * 50 ** ((code - 128) / (ROAD - 1 - 128)),
);

/** Poles of an edge in one cell are one entry if no more than this many others came between. */
const ENTRIES_LOOKED_BACK = 8;

/** Edges of a block as a power of two. */
const BLOCK_BITS = 11;

/**
 * The cells of a class that each edge of a mode covers with its line, its poles and the ways to them: what a drawing on
 * cells of 25 m and more needs to know of an edge, without a look at shape points or poles. An entry is a cell, the stretch
 * of the edge from which it is reached and the way from there; entries of edge e of a block are numbered
 * `firstEntry[e & mask]` to `firstEntry[(e & mask) + 1]`, 5 bytes each.
 *
 * Footprints are made by blocks of 2,048 edges when the first of them is reached on cells of the class: edges that are near
 * each other stand near each other, so the first isochrone of a country waits for its own region alone.
 *
 * Invariant, on which recall rests: stretches and ways are rounded outward, so a cell's cost as it is read from an entry
 * is never above that of what lies in it, and less than half a percent of the edge and of the way below it, but for
 * poles in one cell, which count as the nearest of them all.
 */
export interface FootprintBlock {
  readonly firstEntry: Uint32Array;
  /** By edge the longest of its ways, as `access` has them. */
  readonly longestAccess: Uint8Array;
  /** Steps from the entry before (from the cell of `fromNode` at first) and numbers of the first and last place: 4 bytes. */
  readonly cells: Uint32Array;
  /** Number of a way in ACCESS_MILLIMETERS, rounded down; ROAD for the line itself. */
  readonly access: Uint8Array;
}

const keptBlocks = new SharedPerTerritory<FootprintBlock>('footprints');
const kept = new PerTerritory<(FootprintBlock | undefined)[]>();

/** The footprints of a block, and from then on their place in `blocks`. */
function footprintBlock(
  territory: Territory,
  mode: Mode,
  cellClass: number,
  block: number,
  blocks: (FootprintBlock | undefined)[],
): FootprintBlock {
  const made = keptBlocks.get(territory, `${mode}:${cellClass}:${block}`, () => {
    const first = block << BLOCK_BITS;
    const end = Math.min(territory.edges.rows, first + (1 << BLOCK_BITS));
    return new FootprintMaker(territory, mode, latticeOf(territory, cellClass)).make(first, end);
  });
  blocks[block] = made;
  return made;
}

/** Marks the cells of reached edges, one edge after the other. */
export class FootprintPen {
  readonly #territory: Territory;
  readonly #costs: EdgeCosts;
  readonly #lattice: Lattice;
  readonly #reached: ReachedCells;
  readonly #blocks: (FootprintBlock | undefined)[];
  /** Cost of the way by access byte, and of the longest way but for the line's. */
  readonly #accessCosts: Float64Array;

  /** `beside`: cost that the line of a road has on top. `lattice` must be of FOOTPRINT_CLASS or coarser. */
  constructor(territory: Territory, costs: EdgeCosts, lattice: Lattice, reached: ReachedCells, beside: number) {
    this.#territory = territory;
    this.#costs = costs;
    this.#lattice = lattice;
    this.#reached = reached;
    this.#blocks = kept.get(territory, `${costs.mode}:${lattice.cellClass}`, () => []);
    this.#accessCosts = new Float64Array(ROAD + 1);
    ACCESS_MILLIMETERS.forEach((millimeters, code) => {
      // 1 for the roundings of the part of an edge and of the way.
      this.#accessCosts[code] = Math.floor(accessCost(costs.measure, Math.floor(millimeters))) - 1;
    });
    this.#accessCosts[ROAD] = beside - 1;
  }

  /** Costs at the ends as `forEachReachedEdge` gives them. */
  draw(edge: number, costAtFrom: number, costAtTo: number): void {
    const reached = this.#reached;
    const { limitCosts } = reached;
    const least = costAtFrom < costAtTo ? costAtFrom : costAtTo;
    let limit = 0;
    while (limit < limitCosts.length && least > limitCosts[limit]!) limit++;
    if (limit === limitCosts.length) return;
    const block = edge >> BLOCK_BITS;
    const { firstEntry, longestAccess, cells, access } =
      this.#blocks[block] ??
      footprintBlock(this.#territory, this.#costs.mode, this.#lattice.cellClass, block, this.#blocks);
    const row = edge - (block << BLOCK_BITS);
    const end = firstEntry[row + 1]!;
    let entry = firstEntry[row]!;
    if (entry === end) return;
    const { nodes, edges } = this.#territory;
    const node = edges.fromNode[edge]!;
    let x = Math.floor(nodes.lngMicrodegrees[node]! / this.#lattice.cellLng);
    let y = Math.floor(nodes.latMicrodegrees[node]! / this.#lattice.cellLat);
    const throughFrom = this.#costs.enteredAtFrom[edge]!;
    const throughTo = this.#costs.enteredAtTo[edge]!;
    const accessCosts = this.#accessCosts;
    const longest = Math.max(accessCosts[longestAccess[row]!]!, accessCosts[ROAD]!);
    if (dearestPlace(costAtFrom, costAtTo, throughFrom, throughTo) + longest <= limitCosts[limit]!) {
      // The whole edge lies within the first limit that its nearer end does not pass.
      for (; entry < end; entry++) {
        const cell = cells[entry]!;
        x += (cell << 24) >> 24;
        y += (cell << 16) >> 24;
        if (cell >>> 16 !== STEP) reached.mark(x, y, limit);
      }
      return;
    }
    // Cost at place i over either end: a + i · perA, b + (PLACES - i) · perB. Without a way in, the end alone is reached.
    const a = costAtFrom === UNREACHED ? NO_WAY : costAtFrom;
    const b = costAtTo === UNREACHED ? NO_WAY : costAtTo;
    const perA = throughFrom === NONE ? NO_WAY : throughFrom / PLACES;
    const perB = throughTo === NONE ? NO_WAY : throughTo / PLACES;
    for (; entry < end; entry++) {
      const cell = cells[entry]!;
      x += (cell << 24) >> 24;
      y += (cell << 16) >> 24;
      if (cell >>> 16 === STEP) continue;
      const overFrom = a + ((cell >>> 16) & 0xff) * perA;
      const overTo = b + (PLACES - (cell >>> 24)) * perB;
      const cost = (overFrom < overTo ? overFrom : overTo) + accessCosts[access[entry]!]!;
      // Roundings must not bring an edge within a limit that neither of its ends is within.
      reached.lower(x, y, cost < least ? least : cost);
    }
  }
}

/** Numbers of an entry before it is packed. */
const [X, Y, FIRST, LAST, ACCESS] = [0, 1, 2, 3, 4] as const;
const ENTRY = 5;

class FootprintMaker {
  readonly #territory: Territory;
  readonly #mode: Mode;
  readonly #lattice: Lattice;
  readonly #path: EdgePath;
  readonly #line = noCells();
  /** Entries of the edge in hand, ENTRY numbers each; only the first `#count` count. */
  #entries = new Int32Array(ENTRY << 8);
  #count = 0;
  #cells = new Uint32Array(1 << 16);
  #access = new Uint8Array(1 << 16);
  #written = 0;

  constructor(territory: Territory, mode: Mode, lattice: Lattice) {
    this.#territory = territory;
    this.#mode = mode;
    this.#lattice = lattice;
    this.#path = new EdgePath(territory, this.#lattice);
  }

  make(firstEdge: number, endEdge: number): FootprintBlock {
    const { edges, nodes } = this.#territory;
    const firstSnap = snapStarts(this.#territory, this.#mode);
    const { cellLng, cellLat } = this.#lattice;
    const bit = MODE_BIT[this.#mode];
    const ferry = ROAD_CLASSES.indexOf('ferry');
    const firstEntry = new Uint32Array(endEdge - firstEdge + 1);
    const longestAccess = new Uint8Array(endEdge - firstEdge);
    for (let edge = firstEdge; edge < endEdge; edge++) {
      this.#count = 0;
      if ((edges.mainComponent[edge]! & bit) !== 0) {
        this.#path.read(edge);
        // Nobody lives on the water.
        if (edges.roadClass[edge] !== ferry) this.#addLine();
        if (firstSnap[edge] !== firstSnap[edge + 1]) this.#addPoles(edge, firstSnap[edge]!, firstSnap[edge + 1]!);
      }
      const node = edges.fromNode[edge]!;
      this.#write(
        Math.floor(nodes.lngMicrodegrees[node]! / cellLng),
        Math.floor(nodes.latMicrodegrees[node]! / cellLat),
      );
      firstEntry[edge - firstEdge + 1] = this.#written;
      longestAccess[edge - firstEdge] = this.#longestAccess();
    }
    return {
      firstEntry,
      longestAccess,
      cells: this.#cells.slice(0, this.#written),
      access: this.#access.slice(0, this.#written),
    };
  }

  #addLine(): void {
    const { line, along, meters } = this.#path;
    const { points, lngs, lats } = line;
    const { cellLng, cellLat } = this.#lattice;
    const perMeter = meters > 0 ? 1 / meters : 0;
    let before = 0;
    this.#addRoad(Math.floor(lngs[0]! / cellLng), Math.floor(lats[0]! / cellLat), 0, 0);
    for (let i = 1; i < points; i++) {
      const here = i === points - 1 ? 1 : along[i]! * perMeter;
      if (lngs[i] !== lngs[i - 1] || lats[i] !== lats[i - 1]) {
        const cells = this.#line;
        lineCells(this.#lattice, lngs[i - 1]!, lats[i - 1]!, lngs[i]!, lats[i]!, cells);
        let start = before;
        for (let k = 0; k < cells.count; k++) {
          const end = before + (here - before) * cells.end[k]!;
          this.#addRoad(cells.x[k]!, cells.y[k]!, start, end);
          start = end;
        }
      }
      // A point on a line of the lattice belongs to the cell to its north-east, as on finer cells.
      this.#addRoad(Math.floor(lngs[i]! / cellLng), Math.floor(lats[i]! / cellLat), here, here);
      before = here;
    }
  }

  #addRoad(x: number, y: number, start: number, end: number): void {
    const entries = this.#entries;
    const before = ENTRY * (this.#count - 1);
    if (this.#count > 0 && entries[before + X] === x && entries[before + Y] === y) {
      entries[before + LAST] = Math.max(entries[before + LAST]!, placeAfter(end));
      return;
    }
    this.#push(x, y, placeBefore(start), placeAfter(end), ROAD);
  }

  #addPoles(edge: number, firstRow: number, endRow: number): void {
    const snaps = snapParts(this.#territory, this.#mode);
    const places = placeParts(this.#territory);
    snaps.need(firstRow, endRow);
    const { pole: poleOf, positionMillimeters, accessMillimeters } = snaps;
    const { lngMicrodegrees, latMicrodegrees } = places;
    const { cellLng, cellLat } = this.#lattice;
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const firstPole = this.#count;
    this.#path.rewind();
    for (let row = firstRow; row < endRow; row++) {
      const access = codeOf(accessMillimeters[row]!);
      // An edge of no length is at both its ends everywhere.
      const first = length > 0 ? placeBefore(positionMillimeters[row]! / length) : 0;
      const last = length > 0 ? placeAfter(positionMillimeters[row]! / length) : PLACES;
      const pole = poleOf[row]!;
      places.need(pole, pole + 1);
      const [lng, lat] = [lngMicrodegrees[pole]!, latMicrodegrees[pole]!];
      const [x, y] = [Math.floor(lng / cellLng), Math.floor(lat / cellLat)];
      if (accessMillimeters[row]! > JOINED_BEYOND_MILLIMETERS) {
        this.#path.moveTo(positionMillimeters[row]!);
        const road = this.#path;
        if (Math.floor(road.lng / cellLng) !== x || Math.floor(road.lat / cellLat) !== y) {
          lineCells(this.#lattice, road.lng, road.lat, lng, lat, this.#line);
          const { count, x: xs, y: ys } = this.#line;
          for (let k = 0; k < count; k++) this.#addPole(firstPole, xs[k]!, ys[k]!, first, last, access);
        }
      }
      this.#addPole(firstPole, x, y, first, last, access);
    }
  }

  #addPole(firstPole: number, x: number, y: number, first: number, last: number, access: number): void {
    if (this.#lattice.cellClass >= COARSE_CLASS && this.#isOnRoad(firstPole, x, y, first, last)) return;
    const entries = this.#entries;
    for (let i = this.#count - 1; i >= firstPole && i >= this.#count - ENTRIES_LOOKED_BACK; i--) {
      const at = ENTRY * i;
      if (entries[at + X] !== x || entries[at + Y] !== y) continue;
      if (first < entries[at + FIRST]!) entries[at + FIRST] = first;
      if (last > entries[at + LAST]!) entries[at + LAST] = last;
      if (access < entries[at + ACCESS]!) entries[at + ACCESS] = access;
      return;
    }
    this.#push(x, y, first, last, access);
  }

  /** Whether the line itself covers the cell from the same places or from more: where it counts at once, no way counts earlier. */
  #isOnRoad(roads: number, x: number, y: number, first: number, last: number): boolean {
    const entries = this.#entries;
    for (let at = 0; at < ENTRY * roads; at += ENTRY) {
      if (entries[at + X] !== x || entries[at + Y] !== y) continue;
      if (entries[at + FIRST]! <= first && entries[at + LAST]! >= last) return true;
    }
    return false;
  }

  #push(x: number, y: number, first: number, last: number, access: number): void {
    const at = ENTRY * this.#count++;
    if (at === this.#entries.length) {
      const longer = new Int32Array(2 * at);
      longer.set(this.#entries);
      this.#entries = longer;
    }
    const entries = this.#entries;
    entries[at + X] = x;
    entries[at + Y] = y;
    entries[at + FIRST] = first;
    entries[at + LAST] = last;
    entries[at + ACCESS] = access;
  }

  /** Packs the entries of the edge in hand, with steps where the next cell is too far for a byte. */
  #write(x: number, y: number): void {
    const entries = this.#entries;
    for (let at = 0; at < ENTRY * this.#count; at += ENTRY) {
      for (;;) {
        const dx = Math.max(-127, Math.min(127, entries[at + X]! - x));
        const dy = Math.max(-127, Math.min(127, entries[at + Y]! - y));
        x += dx;
        y += dy;
        const isThere = x === entries[at + X] && y === entries[at + Y];
        const places = isThere ? entries[at + FIRST]! | (entries[at + LAST]! << 8) : STEP;
        this.#append((dx & 0xff) | ((dy & 0xff) << 8) | (places << 16), isThere ? entries[at + ACCESS]! : ROAD);
        if (isThere) break;
      }
    }
  }

  /** The longest way of the edge in hand; 0 where there is none. */
  #longestAccess(): number {
    const entries = this.#entries;
    let longest = 0;
    for (let at = ACCESS; at < ENTRY * this.#count; at += ENTRY) {
      if (entries[at]! !== ROAD && entries[at]! > longest) longest = entries[at]!;
    }
    return longest;
  }

  #append(cell: number, access: number): void {
    if (this.#written === this.#cells.length) {
      const [cells, accesses] = [this.#cells, this.#access];
      this.#cells = new Uint32Array(2 * cells.length);
      this.#cells.set(cells);
      this.#access = new Uint8Array(2 * cells.length);
      this.#access.set(accesses);
    }
    this.#cells[this.#written] = cell;
    this.#access[this.#written++] = access;
  }
}

/** Sums of shares may come out a hair above 1. */
function placeBefore(share: number): number {
  return Math.min(PLACES, Math.floor(share * PLACES));
}

function placeAfter(share: number): number {
  return Math.min(PLACES, Math.ceil(share * PLACES));
}

/** The longest way of the list that is no longer than the given one. */
function codeOf(millimeters: number): number {
  if (millimeters < 32_000) return Math.floor(millimeters / 250);
  let code = ROAD - 1;
  while (ACCESS_MILLIMETERS[code]! > millimeters) code--;
  return code;
}
