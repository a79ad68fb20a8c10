export { type Axis, degreesOf, type MeaningOfO } from './angle.ts';
export { COORDINATE_FAULTS, type CoordinateFault, type Spot, type SpotReading, spotIn, spotInCells } from './place.ts';
