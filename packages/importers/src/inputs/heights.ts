/** Heights of the ground, by which walkers and cyclists are slowed. */
export interface Heights {
  /** Meters above the sea at a place in degrees; NaN where none is known. */
  at(lng: number, lat: number): number;
  /** Side of the smallest cell, meters. Slopes over less than this say nothing. */
  readonly cellMeters: number;
}
