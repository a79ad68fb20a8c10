import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import { ROAD_CLASSES, type Territory } from '@hinterland/territory';
import { GROUP_BITS } from '../catchment/edgeGroup.ts';
import { placeParts, snapParts } from '../memory/parts.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { EdgePath } from './edgePath.ts';
import { ACCESS_MILLIMETERS, type FootprintBlock, PLACES, ROAD, STEP } from './footprintBlock.ts';
import { GroupCells } from './groupCells.ts';
import { COARSE_CLASS, type Lattice } from './lattice.ts';
import { lineCells, noCells } from './lineCells.ts';

/** A pole farther than this from its road is joined to it by a line, so that its cell is not an island. */
export const JOINED_BEYOND_MILLIMETERS = 12_500;

/** Poles of an edge in one cell share an entry unless more than this many entries came between them. */
const ENTRIES_LOOKED_BACK = 8;

/** Positions of the numbers of an entry that is not packed yet. */
const [X, Y, FIRST, LAST, ACCESS] = [0, 1, 2, 3, 4] as const;
const ENTRY = 5;

/** Makes the footprints of edges, one block at a time in the same work memory. */
export class FootprintMaker {
  readonly #territory: Territory;
  readonly #mode: Mode;
  readonly #lattice: Lattice;
  readonly #path: EdgePath;
  readonly #line = noCells();
  /** Entries of the current edge, ENTRY numbers each; only the first `#count` are in use. */
  #entries = new Int32Array(ENTRY << 8);
  #count = 0;
  #cells = new Uint32Array(1 << 16);
  #access = new Uint8Array(1 << 16);
  #written = 0;
  readonly #group = new GroupCells();

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
    this.#written = 0;
    this.#group.clear();
    const firstEntry = new Uint32Array(endEdge - firstEdge + 1);
    const longestAccess = new Uint8Array(endEdge - firstEdge);
    for (let edge = firstEdge; edge < endEdge; edge++) {
      this.#count = 0;
      if ((edges.mainComponent[edge]! & bit) !== 0) {
        this.#path.read(edge);
        // There are no residents on the water.
        if (edges.roadClass[edge] !== ferry) this.#addLine();
        if (firstSnap[edge] !== firstSnap[edge + 1]) this.#addPoles(edge, firstSnap[edge]!, firstSnap[edge + 1]!);
      }
      const node = edges.fromNode[edge]!;
      this.#write(
        Math.floor(nodes.lngMicrodegrees[node]! / cellLng),
        Math.floor(nodes.latMicrodegrees[node]! / cellLat),
      );
      firstEntry[edge - firstEdge + 1] = this.#written;
      this.#addToGroup();
      if (edge + 1 === endEdge || (edge + 1) % (1 << GROUP_BITS) === 0) this.#group.end();
      longestAccess[edge - firstEdge] = this.#longestAccess();
    }
    return {
      firstEntry,
      longestAccess,
      cells: this.#cells.slice(0, this.#written),
      access: this.#access.slice(0, this.#written),
      ...this.#group.columns(),
    };
  }

  #addToGroup(): void {
    const entries = this.#entries;
    for (let at = 0; at < ENTRY * this.#count; at += ENTRY) this.#group.add(entries[at + X]!, entries[at + Y]!);
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
      // On an edge without length every place is at both ends.
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

  /** Whether the line itself covers the cell from the same places: no access leg reaches it earlier then. */
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
    if (at === this.#entries.length) this.#entries = lengthened(this.#entries);
    const entries = this.#entries;
    entries[at + X] = x;
    entries[at + Y] = y;
    entries[at + FIRST] = first;
    entries[at + LAST] = last;
    entries[at + ACCESS] = access;
  }

  /** Packs the entries of the current edge, with steps where the next cell is too far for a byte. */
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

  /** Access code of the current edge's longest leg; 0 if it has none. */
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
      this.#cells = lengthened(this.#cells);
      this.#access = lengthened(this.#access);
    }
    this.#cells[this.#written] = cell;
    this.#access[this.#written++] = access;
  }
}

/** Number of the last place that is not after a share of the edge. Sums of shares may be slightly above 1. */
function placeBefore(share: number): number {
  return Math.min(PLACES, Math.floor(share * PLACES));
}

/** Number of the first place that is not before a share of the edge. */
function placeAfter(share: number): number {
  return Math.min(PLACES, Math.ceil(share * PLACES));
}

/** Access code of the longest listed length that is not above this one. */
function codeOf(millimeters: number): number {
  if (millimeters < 32_000) return Math.floor(millimeters / 250);
  let code = ROAD - 1;
  while (ACCESS_MILLIMETERS[code]! > millimeters) code--;
  return code;
}
