import { allThePlaces } from './allThePlaces.ts';
import { geoJsonStores } from './geoJsonStores.ts';
import { overturePlaces } from './overturePlaces.ts';
import { storesOfMap } from './storesOfMap.ts';
import { tableStores } from './tableStores.ts';

/** Everything that a recipe may take stores from. */
export const STORE_SOURCES = [storesOfMap, tableStores, geoJsonStores, allThePlaces, overturePlaces] as const;
