import { MODE_BIT } from '@hinterland/catalogue';
import { NONE, ROAD_CLASSES, type Territory } from '@hinterland/territory';
import { BESIDE_ROAD_MILLIMETERS, reachedEdges } from '../catchment/reachedEdges.ts';
import { forEachReachedEdge, originsByEdge, placeCost, type Sweep } from '../catchment/sweep.ts';
import { accessCost, type EdgeCosts } from '../graph/edgeCosts.ts';
import { placeParts, snapParts } from '../memory/parts.ts';
import { UNREACHED } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { drawLine, NO_WAY } from './drawLine.ts';
import { EdgePath } from './edgePath.ts';
import { FOOTPRINT_CLASS } from './footprintBlock.ts';
import { JOINED_BEYOND_MILLIMETERS } from './footprintMaker.ts';
import { FootprintPen } from './footprintPen.ts';
import { COARSE_CLASS, type Lattice } from './lattice.ts';
import type { CellSink, ReachedCells } from './reachedCells.ts';

const FERRY = ROAD_CLASSES.indexOf('ferry');

/**
 * Marks every cell that holds something reached: the lines of reached edges with their real shape, the reached poles, the
 * lines from the road to them, and the legs from the origins to their roads. The lines of ferries are left out: nobody
 * lives on the water. In: cells whose limits are those of the sweep from `firstLimit` on, perhaps not all of them.
 *
 * Invariants, on which nested polygons rest: the cells within a limit do not depend on the other limits; a coarser cell is
 * reached wherever a finer one in it is; every reached pole's cell is reached.
 */
export function drawReached(sweep: Sweep, lattice: Lattice, cells: ReachedCells, firstLimit = 0): void {
  const { territory, costs, origins } = sweep;
  const limitCost = cells.limitCosts.at(-1)!;
  if (lattice.cellClass < FOOTPRINT_CLASS) {
    drawByLine(sweep, limitCost, lattice, cells);
    return;
  }
  const atOrigin = originsByEdge(origins);
  const footprints = new FootprintPen(territory, costs, lattice, cells, besideRoad(costs, lattice));
  const { groups, groupBands, groupCount, edges, costsAtFrom, costsAtTo, edgeCount } = reachedEdges(sweep);
  for (let i = 0; i < groupCount; i++) {
    // What lies within a limit before the first of these lies within the first.
    const limit = Math.max(0, groupBands[i]! - firstLimit);
    if (limit < cells.limitCosts.length) footprints.drawGroup(groups[i]!, limit);
  }
  for (let i = 0; i < edgeCount; i++) {
    if (!atOrigin.has(edges[i]!)) footprints.draw(edges[i]!, costsAtFrom[i]!, costsAtTo[i]!);
  }
  drawAtOrigins(sweep, new EdgePen(sweep, limitCost, lattice, cells));
}

/** Marks the same cells from every shape point and pole, in any class: for fine cells, and as the oracle of footprints. */
export function drawByLine(sweep: Sweep, limitCost: number, lattice: Lattice, cells: CellSink): void {
  const { territory, costs, origins, workspace } = sweep;
  const { mainComponent } = territory.edges;
  const bit = MODE_BIT[costs.mode];
  const atOrigin = originsByEdge(origins);
  const pen = new EdgePen(sweep, limitCost, lattice, cells);
  forEachReachedEdge(territory, workspace, (edge, costAtFrom, costAtTo) => {
    if (costAtFrom > limitCost && costAtTo > limitCost) return;
    if ((mainComponent[edge]! & bit) === 0 || atOrigin.has(edge)) return;
    pen.drawEdge(edge, costAtFrom, costAtTo, null);
  });
  drawAtOrigins(sweep, pen);
}

function drawAtOrigins({ territory, origins, workspace }: Sweep, pen: EdgePen): void {
  const { fromNode, toNode } = territory.edges;
  for (const [edge, starts] of originsByEdge(origins).entries()) {
    pen.drawEdge(edge, workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!), starts);
  }
}

/**
 * Returns the cost that is added to the line of a road. On fine cells it is the walk from the road to a house: otherwise
 * the ground around the farthest reached point would hold houses beside the road that are not reached. Houses nearer to the
 * road are drawn by the cells of their poles. Coarse cells are wider than that walk, so there the line costs nothing more.
 */
function besideRoad({ measure }: EdgeCosts, { cellClass }: Lattice): number {
  return cellClass >= COARSE_CLASS ? 0 : accessCost(measure, BESIDE_ROAD_MILLIMETERS);
}

/** Draws one edge after another with the same scratch arrays. */
class EdgePen {
  readonly #sweep: Sweep;
  readonly #territory: Territory;
  readonly #limitCost: number;
  readonly #lattice: Lattice;
  readonly #cells: CellSink;
  readonly #path: EdgePath;
  readonly #beside: number;
  /** Rows of the snap table by edge. */
  readonly #firstRow: Uint32Array;

  constructor(sweep: Sweep, limitCost: number, lattice: Lattice, cells: CellSink) {
    const { territory, costs } = sweep;
    this.#sweep = sweep;
    this.#territory = territory;
    this.#limitCost = limitCost;
    this.#lattice = lattice;
    this.#cells = cells;
    this.#path = new EdgePath(territory, lattice);
    this.#beside = besideRoad(costs, lattice);
    this.#firstRow = snapStarts(territory, costs.mode);
  }

  /** Draws an edge. In: costs at its ends, and the origins that lie on it. */
  drawEdge(edge: number, costAtFrom: number, costAtTo: number, starts: readonly SnappedOrigin[] | null): void {
    const { costs } = this.#sweep;
    const hasPoles = this.#firstRow[edge] !== this.#firstRow[edge + 1];
    const isFerry = this.#territory.edges.roadClass[edge] === FERRY;
    if (isFerry && !hasPoles && starts === null) return;
    this.#path.read(edge);
    const throughFrom = costs.enteredAtFrom[edge]!;
    const throughTo = costs.enteredAtTo[edge]!;
    const canFrom = costAtFrom !== UNREACHED && throughFrom !== NONE;
    const canTo = costAtTo !== UNREACHED && throughTo !== NONE;
    if ((canFrom || canTo) && !isFerry) {
      this.#drawWhole(
        canFrom ? costAtFrom + this.#beside : NO_WAY,
        canFrom ? throughFrom : 0,
        canTo ? costAtTo + throughTo + this.#beside : NO_WAY,
        canTo ? -throughTo : 0,
      );
    }
    if (starts !== null) for (const start of starts) this.#drawStart(start, isFerry);
    if (hasPoles) this.#drawPoles(edge, costAtFrom, costAtTo, starts);
  }

  /**
   * Draws the whole line. In: for each of the two directions the cost at the line's start and what is added until its end.
   * A stretch within one cell is written once.
   */
  #drawWhole(first: number, firstAdded: number, second: number, secondAdded: number): void {
    const { line, along, meters } = this.#path;
    const { points, lngs, lats } = line;
    const { cellLng, cellLat } = this.#lattice;
    const cells = this.#cells;
    const limitCost = this.#limitCost;
    const perMeter = meters > 0 ? 1 / meters : 0;
    let x = Math.floor(lngs[0]! / cellLng);
    let y = Math.floor(lats[0]! / cellLat);
    let firstBefore = first;
    let secondBefore = second;
    let least = first < second ? first : second;
    for (let i = 1; i < points; i++) {
      const share = i === points - 1 ? 1 : along[i]! * perMeter;
      const firstHere = first + firstAdded * share;
      const secondHere = second + secondAdded * share;
      const cost = firstHere < secondHere ? firstHere : secondHere;
      const xHere = Math.floor(lngs[i]! / cellLng);
      const yHere = Math.floor(lats[i]! / cellLat);
      if (xHere === x && yHere === y) {
        if (cost < least) least = cost;
      } else {
        const [lngA, latA] = [lngs[i - 1]!, lats[i - 1]!];
        const stepX = xHere - x;
        const stepY = yHere - y;
        if (stepX * stepX + stepY * stepY === 1) {
          // Into the next cell: one crossing, as drawLine would find it.
          const at =
            stepY === 0
              ? ((stepX > 0 ? xHere : x) * cellLng - lngA) / (lngs[i]! - lngA)
              : ((stepY > 0 ? yHere : y) * cellLat - latA) / (lats[i]! - latA);
          const firstThere = firstBefore + (firstHere - firstBefore) * at;
          const secondThere = secondBefore + (secondHere - secondBefore) * at;
          const crossing = firstThere < secondThere ? firstThere : secondThere;
          if (crossing < least) least = crossing;
          if (least <= limitCost) cells.lower(x, y, Math.round(least));
          least = crossing < cost ? crossing : cost;
        } else {
          if (least <= limitCost) cells.lower(x, y, Math.round(least));
          drawLine(
            cells,
            this.#lattice,
            limitCost,
            lngA,
            latA,
            lngs[i]!,
            lats[i]!,
            firstBefore,
            firstHere,
            secondBefore,
            secondHere,
          );
          least = cost;
        }
        x = xHere;
        y = yHere;
      }
      firstBefore = firstHere;
      secondBefore = secondHere;
    }
    if (least <= limitCost) cells.lower(x, y, Math.round(least));
  }

  /** Draws the leg from an origin to its road, and the edge in both directions from there. */
  #drawStart(start: SnappedOrigin, isFerry: boolean): void {
    const { costs } = this.#sweep;
    const { edge, positionMillimeters } = start;
    const access = accessCost(costs.measure, start.accessMillimeters);
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const share = length > 0 ? positionMillimeters / length : 0;
    const ahead = costs.enteredAtFrom[edge]!;
    const back = costs.enteredAtTo[edge]!;
    const onRoad = access + this.#beside;
    const { meters } = this.#path;
    const at = this.#path.metersAt(positionMillimeters);
    if (ahead !== NONE && !isFerry) this.#drawStretch(at, meters, onRoad, onRoad + ahead * (1 - share));
    if (back !== NONE && !isFerry) this.#drawStretch(0, at, onRoad + back * share, onRoad);
    const { origin } = start;
    this.#drawLeg(start.lng * 1e6, start.lat * 1e6, origin.lng * 1e6, origin.lat * 1e6, access, 0);
  }

  /** Draws the line between two places, given in meters along it; the cost changes evenly between them. */
  #drawStretch(startMeters: number, endMeters: number, costA: number, costB: number): void {
    const { line, along } = this.#path;
    const { points, lngs, lats } = line;
    const length = endMeters - startMeters;
    for (let i = 0; i + 1 < points; i++) {
      const low = Math.max(startMeters, along[i]!);
      const high = Math.min(endMeters, along[i + 1]!);
      if (low >= high) continue;
      const whole = along[i + 1]! - along[i]!;
      const cutA = (low - along[i]!) / whole;
      const cutB = (high - along[i]!) / whole;
      const dLng = lngs[i + 1]! - lngs[i]!;
      const dLat = lats[i + 1]! - lats[i]!;
      this.#drawLeg(
        lngs[i]! + dLng * cutA,
        lats[i]! + dLat * cutA,
        lngs[i]! + dLng * cutB,
        lats[i]! + dLat * cutB,
        costA + ((costB - costA) * (low - startMeters)) / length,
        costA + ((costB - costA) * (high - startMeters)) / length,
      );
    }
  }

  /** Draws reached poles and the lines that join them to the road. Poles of an edge are in the order of their positions. */
  #drawPoles(edge: number, costAtFrom: number, costAtTo: number, starts: readonly SnappedOrigin[] | null): void {
    const { costs } = this.#sweep;
    const snaps = snapParts(this.#territory, costs.mode);
    const places = placeParts(this.#territory);
    const { pole: poleOf, positionMillimeters, accessMillimeters } = snaps;
    const { lngMicrodegrees, latMicrodegrees } = places;
    const { cellLng, cellLat } = this.#lattice;
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const path = this.#path;
    const end = this.#firstRow[edge + 1]!;
    path.rewind();
    snaps.need(this.#firstRow[edge]!, end);
    for (let row = this.#firstRow[edge]!; row < end; row++) {
      const access = accessMillimeters[row]!;
      const position = positionMillimeters[row]!;
      const toRoad = placeCost(costs, edge, costAtFrom, costAtTo, position, length, starts);
      const cost = toRoad + accessCost(costs.measure, access);
      if (cost > this.#limitCost) continue;
      const pole = poleOf[row]!;
      places.need(pole, pole + 1);
      const lng = lngMicrodegrees[pole]!;
      const lat = latMicrodegrees[pole]!;
      const x = Math.floor(lng / cellLng);
      const y = Math.floor(lat / cellLat);
      if (access > JOINED_BEYOND_MILLIMETERS) {
        path.moveTo(position);
        if (Math.floor(path.lng / cellLng) !== x || Math.floor(path.lat / cellLat) !== y) {
          this.#drawLeg(path.lng, path.lat, lng, lat, cost, cost);
          continue;
        }
      }
      this.#cells.lower(x, y, cost);
    }
  }

  /** Draws a straight line; its ends may be fractions of microdegrees. */
  #drawLeg(lngA: number, latA: number, lngB: number, latB: number, costA: number, costB: number): void {
    drawLine(
      this.#cells,
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
}
