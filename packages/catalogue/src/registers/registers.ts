import france from './facts/france.json' with { type: 'json' };
import single from './facts/single.json' with { type: 'json' };
import unitedKingdom from './facts/unitedKingdom.json' with { type: 'json' };
import unitedStates from './facts/unitedStates.json' with { type: 'json' };
import type { Register } from './register.ts';

/** Counts of establishments that are shipped: of whole countries, and of areas where that is little. */
export const REGISTERS: readonly Register[] = [unitedStates, france, unitedKingdom, ...single] as readonly Register[];
