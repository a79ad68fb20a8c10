import { frenchFacilities } from './frenchFacilities.ts';
import { tableRegister } from './tableRegister.ts';
import { ukLocalUnits } from './ukLocalUnits.ts';
import { usBusinessPatterns } from './usBusinessPatterns.ts';

/** Everything that a recipe may compare its stores with. */
export const REGISTER_SOURCES = [usBusinessPatterns, frenchFacilities, ukLocalUnits, tableRegister] as const;
