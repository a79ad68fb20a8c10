export { type Axis, degreesOf, type MeaningOfO } from './angle.ts';
export { spotIn, spotInCells } from './place.ts';
export type { CoordinateFault, Spot, SpotReading } from './spot.ts';
