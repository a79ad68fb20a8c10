import { boundariesOfMap } from './boundariesOfMap.ts';
import { boundaryFile } from './boundaryFile.ts';
import { wholeMap } from './wholeMap.ts';

/** Everything that a recipe may take areas from. */
export const BOUNDARY_SOURCES = [boundariesOfMap, boundaryFile, wholeMap] as const;
