import type { RoadClass } from '@hinterland/territory';

/** A speed at each hour of the day, in the unit of its input; NaN where none is known. */
export type HourlySpeeds = readonly number[];

/** Speeds of cars by hour of the day. */
export interface SpeedsInput {
  /** `factor`: shares of the speed in normal traffic, above 0. `kmh`: km/h. */
  readonly unit: 'factor' | 'kmh';
  /** By the id of a way of the map, and by class of road where the way has none of its own. */
  readonly byWay: ReadonlyMap<number, HourlySpeeds>;
  readonly byClass: ReadonlyMap<RoadClass, HourlySpeeds>;
}
