import { addressesOfMap } from './addressesOfMap.ts';
import { buildingsOfMap } from './buildingsOfMap.ts';
import { overtureBuildings } from './overtureBuildings.ts';
import { ADDRESS_REGISTERS } from './registers.ts';
import { streets } from './streets.ts';

/** Everything that a recipe may make poles of. */
export const POLE_SOURCES = [addressesOfMap, ...ADDRESS_REGISTERS, buildingsOfMap, overtureBuildings, streets] as const;
