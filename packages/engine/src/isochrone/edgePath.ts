import type { Territory } from '@hinterland/territory';
import { type EdgeLine, emptyLine, readEdgeLine } from '../graph/edgeLine.ts';
import type { Lattice } from './lattice.ts';

const scratchLine = emptyLine();
let scratchAlong = new Float64Array(64);

/**
 * The line of one edge, with the meters from its start to each of its points. All paths of a thread share their memory: a
 * path is valid until another one reads an edge.
 */
export class EdgePath {
  readonly line: EdgeLine = scratchLine;
  /** Meters from the first point to each. */
  along = scratchAlong;
  /** Length of the drawn line, meters. */
  meters = 0;
  readonly #territory: Territory;
  readonly #metersPerLng: number;
  readonly #metersPerLat: number;
  /** Place of the last `moveTo`, in whole microdegrees. */
  lng = 0;
  lat = 0;
  #segment = 0;
  /** Meters of the drawn line per millimeter of the edge's own length. */
  #scale = 0;

  constructor(territory: Territory, lattice: Lattice) {
    this.#territory = territory;
    this.#metersPerLng = lattice.metersPerLng;
    this.#metersPerLat = lattice.metersPerLat;
  }

  read(edge: number): void {
    readEdgeLine(this.#territory, edge, this.line);
    const { points, lngs, lats } = this.line;
    if (points > scratchAlong.length) scratchAlong = new Float64Array(2 * points);
    const along = scratchAlong;
    this.along = along;
    let meters = 0;
    along[0] = 0;
    for (let i = 1; i < points; i++) {
      const dx = (lngs[i]! - lngs[i - 1]!) * this.#metersPerLng;
      const dy = (lats[i]! - lats[i - 1]!) * this.#metersPerLat;
      meters += Math.sqrt(dx * dx + dy * dy);
      along[i] = meters;
    }
    this.meters = meters;
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    this.#scale = length > 0 ? meters / length : 0;
  }

  /** Returns the meters along the drawn line to a position on the edge. */
  metersAt(positionMillimeters: number): number {
    return positionMillimeters * this.#scale;
  }

  /** Goes back to the start of the line; call it before the first `moveTo`. */
  rewind(): void {
    this.#segment = 0;
  }

  /** Sets `lng` and `lat` to a position on the edge. Positions must not descend. */
  moveTo(positionMillimeters: number): void {
    const { points, lngs, lats } = this.line;
    const along = this.along;
    const meters = this.metersAt(positionMillimeters);
    let i = this.#segment;
    while (i + 2 < points && along[i + 1]! < meters) i++;
    this.#segment = i;
    const whole = along[i + 1]! - along[i]!;
    const share = whole > 0 ? Math.min(1, (meters - along[i]!) / whole) : 0;
    this.lng = Math.round(lngs[i]! + (lngs[i + 1]! - lngs[i]!) * share);
    this.lat = Math.round(lats[i]! + (lats[i + 1]! - lats[i]!) * share);
  }
}
