import { EUROSTAT } from './eurostat.ts';
import { FRANCE } from './france.ts';
import { GERMANY } from './germany.ts';
import type { PeoplePack } from './pack.ts';
import { UNITED_STATES } from './unitedStates.ts';

/** Official figures on people by country, those of the smallest areas first. */
export const PEOPLE_PACKS: readonly PeoplePack[] = [UNITED_STATES, GERMANY, FRANCE, EUROSTAT];
