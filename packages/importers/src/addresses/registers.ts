import { addressTable } from './addressTable.ts';
import { anncsu } from './anncsu.ts';
import { bag } from './bag.ts';
import { ban } from './ban.ts';
import { gnaf } from './gnaf.ts';
import { openAddresses } from './openAddresses.ts';
import { overture } from './overture.ts';

/** Every register of addresses that a recipe may name. */
export const ADDRESS_REGISTERS = [openAddresses, gnaf, ban, anncsu, bag, overture, addressTable] as const;
