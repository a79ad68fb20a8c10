import { EUROSTAT } from './eurostat.ts';
import { FRANCE } from './france.ts';
import { GERMANY } from './germany.ts';
import type { PeoplePack } from './pack.ts';

/** Official figures on people by country, those of the smallest cells first. */
export const PEOPLE_PACKS: readonly PeoplePack[] = [GERMANY, FRANCE, EUROSTAT];
