import { haversineMeters, type MultiPolygonCoordinates, NearPlaces, PolygonIndex } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

/** Points along the outline at which roads are looked for, and how near a road comes that runs up to it. */
const STEP_METERS = 250;
const NEAR_METERS = 500;
/** A road of the map so near the outline says that people come and go there: bridges and passes lie apart. */
const PART_STEPS = 8;
/** Places are looked at in cells of so many degrees, each once. */
const CELLS_PER_DEGREE = 1000;
/** Of a country's border more points than this are not looked at. */
const MOST_POINTS = 400_000;

/** Whether places lie beyond an outline at a part that roads run up to; what lies beyond the sea is no part of a catchment. */
export class OutlineEdge {
  readonly #inside: PolygonIndex;
  readonly #border: NearPlaces;
  /** Per point of the outline. */
  readonly #isCut: Uint8Array;
  readonly #known = new Map<number, boolean>();

  constructor(outline: MultiPolygonCoordinates, { nodes }: Pick<Territory, 'nodes'>) {
    this.#inside = new PolygonIndex([outline]);
    const { lng, lat, ring } = pointsAlong(outline);
    this.#border = new NearPlaces(
      lng.length,
      (i) => lng[i]!,
      (i) => lat[i]!,
    );
    const touched = new Set<number>();
    for (let node = 0; node < nodes.rows; node++) {
      const at = this.#border.nearest(
        nodes.lngMicrodegrees[node]! / 1e6,
        nodes.latMicrodegrees[node]! / 1e6,
        NEAR_METERS,
      );
      if (at >= 0) touched.add(partOf(at, ring));
    }
    this.#isCut = Uint8Array.from(lng, (_, at) => (touched.has(partOf(at, ring)) ? 1 : 0));
  }

  /** Whether the outline has a point within a distance of a place. */
  isNear(lng: number, lat: number, meters: number): boolean {
    return this.#border.nearest(lng, lat, meters + STEP_METERS) >= 0;
  }

  /** Whether a place lies beyond a part of the outline that roads run up to. */
  isBeyond(lng: number, lat: number): boolean {
    const [x, y] = [Math.floor(lng * CELLS_PER_DEGREE), Math.floor(lat * CELLS_PER_DEGREE)];
    const key = (x + 180 * CELLS_PER_DEGREE) * 180 * CELLS_PER_DEGREE + y + 90 * CELLS_PER_DEGREE;
    let found = this.#known.get(key);
    if (found === undefined) {
      const [middleLng, middleLat] = [(x + 0.5) / CELLS_PER_DEGREE, (y + 0.5) / CELLS_PER_DEGREE];
      found =
        this.#inside.first(middleLng, middleLat) < 0 &&
        this.#isCut[this.#border.nearest(middleLng, middleLat, Number.POSITIVE_INFINITY)] === 1;
      this.#known.set(key, found);
    }
    return found;
  }
}

/** The part of the outline that a point of it belongs to; the next ring begins a new one. */
const partOf = (at: number, ring: Uint32Array): number => ring[at]! * MOST_POINTS + Math.floor(at / PART_STEPS);

/** Points along all rings, a step apart. */
function pointsAlong(outline: MultiPolygonCoordinates): { lng: number[]; lat: number[]; ring: Uint32Array } {
  const rings = outline.flat();
  const length = rings.reduce((sum, ring) => sum + lengthOf(ring), 0);
  const step = Math.max(STEP_METERS, length / MOST_POINTS);
  const [lng, lat, numbers]: [number[], number[], number[]] = [[], [], []];
  rings.forEach((ring, number) => {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[fromLng, fromLat], [toLng, toLat]] = [ring[i]!, ring[i + 1]!] as [[number, number], [number, number]];
      const steps = Math.max(1, Math.ceil(haversineMeters(fromLng, fromLat, toLng, toLat) / step));
      for (let k = 0; k < steps; k++) {
        lng.push(fromLng + ((toLng - fromLng) * k) / steps);
        lat.push(fromLat + ((toLat - fromLat) * k) / steps);
        numbers.push(number);
      }
    }
  });
  return { lng, lat, ring: Uint32Array.from(numbers) };
}

const lengthOf = (ring: readonly number[][]): number =>
  ring.reduce((sum, [lng, lat], i) => {
    const [toLng, toLat] = ring[(i + 1) % ring.length] as [number, number];
    return sum + haversineMeters(lng!, lat!, toLng, toLat);
  }, 0);
