import Flatbush from 'flatbush';

const METERS_PER_DEGREE = 111_195;

/** Finds the nearest of many places, in a plane that is true at the latitude of the middle one. */
export class NearPlaces {
  readonly #tree: Flatbush | null;
  readonly #lngScale: number;

  /** In: the number of places; longitude and latitude of place i in degrees. */
  constructor(count: number, lng: (i: number) => number, lat: (i: number) => number) {
    this.#tree = count === 0 ? null : new Flatbush(count);
    const middle = count === 0 ? 0 : lat(count >> 1);
    this.#lngScale = Math.cos((middle * Math.PI) / 180);
    for (let i = 0; i < count; i++) {
      const [x, y] = this.#plane(lng(i), lat(i));
      this.#tree?.add(x, y, x, y);
    }
    this.#tree?.finish();
  }

  /** Returns the nearest place within a distance, or -1. */
  nearest(lng: number, lat: number, withinMeters: number): number {
    const [x, y] = this.#plane(lng, lat);
    return this.#tree?.neighbors(x, y, 1, withinMeters)[0] ?? -1;
  }

  #plane(lng: number, lat: number): [number, number] {
    return [lng * METERS_PER_DEGREE * this.#lngScale, lat * METERS_PER_DEGREE];
  }
}
