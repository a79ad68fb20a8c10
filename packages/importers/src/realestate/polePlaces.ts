import type { Territory } from '@hinterland/territory';
import Flatbush from 'flatbush';

const METERS_PER_DEGREE = 111_195;

/** Finds the nearest pole, in a plane that is true at the middle latitude of all. */
export class PolePlaces {
  readonly #tree: Flatbush | null;
  readonly #lngScale: number;

  constructor({ lngMicrodegrees, latMicrodegrees, rows }: Territory['poles']) {
    this.#tree = rows === 0 ? null : new Flatbush(rows);
    const middle = rows === 0 ? 0 : latMicrodegrees[rows >> 1]! / 1e6;
    this.#lngScale = Math.cos((middle * Math.PI) / 180);
    for (let pole = 0; pole < rows; pole++) {
      const [x, y] = this.#plane(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6);
      this.#tree?.add(x, y, x, y);
    }
    this.#tree?.finish();
  }

  /** The nearest pole within a distance, or -1. */
  nearest(lng: number, lat: number, withinMeters: number): number {
    const [x, y] = this.#plane(lng, lat);
    return this.#tree?.neighbors(x, y, 1, withinMeters)[0] ?? -1;
  }

  #plane(lng: number, lat: number): [number, number] {
    return [lng * METERS_PER_DEGREE * this.#lngScale, lat * METERS_PER_DEGREE];
  }
}
