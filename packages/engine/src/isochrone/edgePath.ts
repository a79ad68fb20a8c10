import type { Territory } from '@hinterland/territory';
import { type EdgeLine, emptyLine, readEdgeLine } from '../graph/edgeLine.ts';
import type { Lattice } from './lattice.ts';

const scratchLine = emptyLine();
let scratchAlong = new Float64Array(64);

/**
 * The line of one edge at a time, with the metres from its start to each of its points. All paths of a thread use the same
 * memory: what one has read counts until another reads.
 */
export class EdgePath {
  readonly line: EdgeLine = scratchLine;
  /** Metres from the first point to each. */
  along = scratchAlong;
  /** Length of the drawn line, metres. */
  meters = 0;
  readonly #territory: Territory;
  readonly #metersPerLng: number;
  readonly #metersPerLat: number;
  /** Whole microdegrees of the place that `moveTo` came to. */
  lng = 0;
  lat = 0;
  #segment = 0;
  /** Metres of the drawn line per millimetre of the edge's own length. */
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

  /** Metres along the drawn line of a position on the edge. */
  metersAt(positionMillimeters: number): number {
    return positionMillimeters * this.#scale;
  }

  /** Before the first of several calls of `moveTo`. */
  rewind(): void {
    this.#segment = 0;
  }

  /** Sets `lng` and `lat` to a position on the edge, which must not lie before the last one. */
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
