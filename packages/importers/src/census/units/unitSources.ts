import { rasterCells } from './rasterCells.ts';
import { unitFile } from './unitFile.ts';
import { unitsOfMap } from './unitsOfMap.ts';
import { wholeMap } from './wholeMap.ts';

/** Everything that a recipe may take census units from. */
export const UNIT_SOURCES = [unitFile, unitsOfMap, wholeMap, rasterCells] as const;
