import { z } from 'zod';
import { storeHeading } from '../input/stores.ts';
import * as figure from '../output/figure.ts';
import { CONTEST_CAUSES } from '../verdicts/contest.ts';

/** How far the first of several places is sure, as answers have it. */
export const certainty = z
  .object({
    first: figure
      .share({ base: 'draws' })
      .describe('Share of 400 draws of all that is uncertain in which the best place stays the best'),
    decides: z
      .enum(CONTEST_CAUSES)
      .nullable()
      .describe('The uncertainty that decides most; null where none does, or where the best place is sure'),
    alike: z
      .array(storeHeading.id)
      .describe('Places less than 100 m from the best, to which people come the same way: no figure tells them apart'),
    usualSales: figure
      .money()
      .nullable()
      .describe('What a store of the floor area of the best place usually sells in a year; null where it is not known'),
    beyondMapShare: figure
      .share({ base: 'reach of the best place' })
      .describe('Share of the reach of the best place that lies beyond the map, 0..1'),
    knowsNoStore: z
      .literal(true)
      .optional()
      .describe(
        'Where the list of stores, of which nobody says that it is complete, has none of the sector on the whole map: whom a store would compete with is not known',
      ),
  })
  .describe('How sure the best place is, see docs/methods/verdicts.md')
  .meta({ id: 'Certainty' });
export type Certainty = z.output<typeof certainty>;
