import { AUSTRALIA } from './australia.ts';
import { BRAZIL } from './brazil.ts';
import { CANADA } from './canada.ts';
import { EUROSTAT } from './eurostat.ts';
import { FRANCE } from './france.ts';
import { GERMANY } from './germany.ts';
import { ITALY } from './italy.ts';
import type { PeoplePack } from './pack.ts';
import { SPAIN } from './spain.ts';
import { UNITED_KINGDOM } from './unitedKingdom.ts';
import { UNITED_STATES } from './unitedStates.ts';

/** Official figures on people by country, those of the smallest areas first. */
export const PEOPLE_PACKS: readonly PeoplePack[] = [
  UNITED_STATES,
  GERMANY,
  FRANCE,
  ITALY,
  SPAIN,
  UNITED_KINGDOM,
  AUSTRALIA,
  CANADA,
  BRAZIL,
  EUROSTAT,
];
