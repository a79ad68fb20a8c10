import Flatbush from 'flatbush';
import type { PoleDraft } from './draft.ts';

const METERS_PER_DEGREE = 111_195;

/** Finds the nearest of the poles that a draft holds now, in a plane that is true at the middle latitude of them. */
export class NearPoles {
  readonly #tree: Flatbush | null;
  readonly #lngScale: number;

  constructor(draft: PoleDraft) {
    this.#tree = draft.count === 0 ? null : new Flatbush(draft.count);
    const middle = draft.count === 0 ? 0 : draft.lat(draft.count >> 1);
    this.#lngScale = Math.cos((middle * Math.PI) / 180);
    for (let pole = 0; pole < draft.count; pole++) {
      const [x, y] = this.#plane(draft.lng(pole), draft.lat(pole));
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
