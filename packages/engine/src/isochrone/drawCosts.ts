import { MODE_BIT, NONE, ROAD_CLASSES, type Territory } from '@hinterland/territory';
import { polesByEdge } from '../catchment/polesByEdge.ts';
import { forEachReachedEdge, originsByEdge, placeCost, type Sweep } from '../catchment/sweep.ts';
import type { SnappedOrigin } from '../catchment/types.ts';
import { accessCost } from '../graph/edgeCosts.ts';
import { type EdgeLine, emptyLine, readEdgeLine } from '../graph/edgeLine.ts';
import { UNREACHED } from '../search/workspace.ts';
import { drawLine, NO_WAY } from './drawLine.ts';
import type { Lattice } from './lattice.ts';
import type { TileGrid } from './tileGrid.ts';

/**
 * A road counts from the moment at which this much could still be walked beside it, the way to a house: otherwise the
 * ground around the end of what is reached would hold houses beside the road that are not. Who is reached nearer to the
 * road counts by the cell of the pole itself.
 */
const BESIDE_ROAD_MILLIMETERS = 20_000;

/** A pole farther than this from its road is joined to it by a line, so that it does not stand alone. */
const JOINED_BEYOND_MILLIMETERS = 12_500;

const FERRY = ROAD_CLASSES.indexOf('ferry');

/**
 * Writes the least cost of every cell that holds something reached: the lines of reached edges with their real shape, the
 * reached poles, the lines from the road to them, and the legs from the origins to their roads. Ferries are left out:
 * nobody lives on the water.
 */
export function drawCosts(sweep: Sweep, limitCost: number, lattice: Lattice, grid: TileGrid): void {
  const { territory, costs, origins, workspace } = sweep;
  const { mainComponent, roadClass, fromNode, toNode } = territory.edges;
  const bit = MODE_BIT[costs.mode];
  const atOrigin = originsByEdge(origins);
  const pen = new EdgePen(sweep, limitCost, lattice, grid);

  forEachReachedEdge(territory, workspace, (edge, costAtFrom, costAtTo) => {
    if ((mainComponent[edge]! & bit) === 0 || roadClass[edge] === FERRY || atOrigin.has(edge)) return;
    pen.drawEdge(edge, costAtFrom, costAtTo, null);
  });
  for (const [edge, starts] of atOrigin.entries()) {
    pen.drawEdge(edge, workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!), starts);
  }
}

/** Draws edges one after the other with the same scratch arrays. */
class EdgePen {
  readonly #sweep: Sweep;
  readonly #territory: Territory;
  readonly #limitCost: number;
  readonly #lattice: Lattice;
  readonly #grid: TileGrid;
  readonly #firstSnap: Uint32Array;
  /** Cost of BESIDE_ROAD_MILLIMETERS. */
  readonly #beside: number;
  readonly #line: EdgeLine = emptyLine();
  /** Metres from the first point of `#line` to each. */
  #along = new Float64Array(64);

  constructor(sweep: Sweep, limitCost: number, lattice: Lattice, grid: TileGrid) {
    this.#sweep = sweep;
    this.#territory = sweep.territory;
    this.#limitCost = limitCost;
    this.#lattice = lattice;
    this.#grid = grid;
    this.#firstSnap = polesByEdge(sweep.territory, sweep.costs.mode).firstSnap;
    this.#beside = accessCost(sweep.costs.measure, BESIDE_ROAD_MILLIMETERS);
  }

  /** `starts` are the origins on this edge. */
  drawEdge(edge: number, costAtFrom: number, costAtTo: number, starts: readonly SnappedOrigin[] | null): void {
    const { costs } = this.#sweep;
    readEdgeLine(this.#territory, edge, this.#line);
    const meters = this.#measure();
    const fromStart = costs.enteredAtFrom[edge]!;
    const fromEnd = costs.enteredAtTo[edge]!;
    const canFrom = costAtFrom !== UNREACHED && fromStart !== NONE;
    const canTo = costAtTo !== UNREACHED && fromEnd !== NONE;
    if (canFrom || canTo) {
      const firstA = canFrom ? costAtFrom : NO_WAY;
      const firstB = canFrom ? costAtFrom + fromStart : NO_WAY;
      const secondA = canTo ? costAtTo + fromEnd : NO_WAY;
      const secondB = canTo ? costAtTo : NO_WAY;
      this.#drawStretch(0, meters, firstA, firstB, secondA, secondB);
    }
    if (starts !== null) for (const start of starts) this.#drawStart(start, meters);
    if (this.#firstSnap[edge] !== this.#firstSnap[edge + 1])
      this.#drawPoles(edge, costAtFrom, costAtTo, starts, meters);
  }

  /** Fills `#along`; returns the length of the drawn line. */
  #measure(): number {
    const { points, lngs, lats } = this.#line;
    const { metersPerLng, metersPerLat } = this.#lattice;
    if (points > this.#along.length) this.#along = new Float64Array(2 * points);
    const along = this.#along;
    along[0] = 0;
    for (let i = 1; i < points; i++) {
      const dx = (lngs[i]! - lngs[i - 1]!) * metersPerLng;
      const dy = (lats[i]! - lats[i - 1]!) * metersPerLat;
      along[i] = along[i - 1]! + Math.sqrt(dx * dx + dy * dy);
    }
    return along[points - 1]!;
  }

  /**
   * Draws the line from one place to another, in metres along it. Costs of the road at both places, over the one and over
   * the other end, change evenly between them.
   */
  #drawStretch(
    startMeters: number,
    endMeters: number,
    firstA: number,
    firstB: number,
    secondA: number,
    secondB: number,
  ): void {
    const { points, lngs, lats } = this.#line;
    const along = this.#along;
    const length = endMeters - startMeters;
    for (let i = 0; i + 1 < points; i++) {
      const low = Math.max(startMeters, along[i]!);
      const high = Math.min(endMeters, along[i + 1]!);
      // A line without length still has its cell.
      if (low > high || (low === high && length > 0)) continue;
      const shareA = length > 0 ? (low - startMeters) / length : 0;
      const shareB = length > 0 ? (high - startMeters) / length : 1;
      const whole = along[i + 1]! - along[i]!;
      const cutA = whole > 0 ? (low - along[i]!) / whole : 0;
      const cutB = whole > 0 ? (high - along[i]!) / whole : 1;
      const dLng = lngs[i + 1]! - lngs[i]!;
      const dLat = lats[i + 1]! - lats[i]!;
      drawLine(
        this.#grid,
        this.#lattice,
        this.#limitCost,
        Math.round(lngs[i]! + dLng * cutA),
        Math.round(lats[i]! + dLat * cutA),
        Math.round(lngs[i]! + dLng * cutB),
        Math.round(lats[i]! + dLat * cutB),
        firstA + (firstB - firstA) * shareA + this.#beside,
        firstA + (firstB - firstA) * shareB + this.#beside,
        secondA + (secondB - secondA) * shareA + this.#beside,
        secondA + (secondB - secondA) * shareB + this.#beside,
      );
    }
  }

  /** The leg from an origin to its road, and both ways from there along the edge. */
  #drawStart(start: SnappedOrigin, meters: number): void {
    const { costs } = this.#sweep;
    const { edge, positionMillimeters } = start;
    const access = accessCost(costs.measure, start.accessMillimeters);
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const share = length > 0 ? positionMillimeters / length : 0;
    const ahead = costs.enteredAtFrom[edge]!;
    const back = costs.enteredAtTo[edge]!;
    if (ahead !== NONE) {
      this.#drawStretch(share * meters, meters, access, access + ahead * (1 - share), NO_WAY, NO_WAY);
    }
    if (back !== NONE) this.#drawStretch(0, share * meters, access + back * share, access, NO_WAY, NO_WAY);
    this.#drawLeg(start.lng * 1e6, start.lat * 1e6, start.origin.lng * 1e6, start.origin.lat * 1e6, access, 0);
  }

  /** Reached poles, and the lines that join them to the road. */
  #drawPoles(
    edge: number,
    costAtFrom: number,
    costAtTo: number,
    starts: readonly SnappedOrigin[] | null,
    meters: number,
  ): void {
    const { costs } = this.#sweep;
    const snaps = this.#territory.snaps[costs.mode]!;
    const { lngMicrodegrees, latMicrodegrees } = this.#territory.poles;
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const end = this.#firstSnap[edge + 1]!;
    for (let row = this.#firstSnap[edge]!; row < end; row++) {
      const access = snaps.accessMillimeters[row]!;
      const position = snaps.positionMillimeters[row]!;
      const toRoad = placeCost(costs, edge, costAtFrom, costAtTo, position, length, starts);
      const cost = toRoad + accessCost(costs.measure, access);
      if (cost > this.#limitCost) continue;
      const pole = snaps.pole[row]!;
      const lng = lngMicrodegrees[pole]!;
      const lat = latMicrodegrees[pole]!;
      if (access > JOINED_BEYOND_MILLIMETERS) {
        const road = this.#placeAt(length > 0 ? (position / length) * meters : 0);
        this.#drawLeg(road.lng, road.lat, lng, lat, cost, cost);
      } else {
        this.#grid.lower(Math.floor(lng / this.#lattice.cellLng), Math.floor(lat / this.#lattice.cellLat), cost);
      }
    }
  }

  #drawLeg(lngA: number, latA: number, lngB: number, latB: number, costA: number, costB: number): void {
    drawLine(
      this.#grid,
      this.#lattice,
      this.#limitCost,
      Math.round(lngA),
      Math.round(latA),
      Math.round(lngB),
      Math.round(latB),
      costA,
      costB,
      NO_WAY,
      NO_WAY,
    );
  }

  /** Microdegrees of a place along the line. */
  #placeAt(meters: number): { lng: number; lat: number } {
    const { points, lngs, lats } = this.#line;
    const along = this.#along;
    let i = 0;
    while (i + 2 < points && along[i + 1]! < meters) i++;
    const whole = along[i + 1]! - along[i]!;
    const share = whole > 0 ? Math.min(1, (meters - along[i]!) / whole) : 0;
    return { lng: lngs[i]! + (lngs[i + 1]! - lngs[i]!) * share, lat: lats[i]! + (lats[i + 1]! - lats[i]!) * share };
  }
}
