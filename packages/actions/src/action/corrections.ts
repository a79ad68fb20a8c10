import { CORRECTION_EFFECTS, correctionsIn, type Territory } from '@hinterland/territory';
import { z } from 'zod';
import * as figure from '../output/figure.ts';

/** What organizations say of stores in place of the lists, as far as an answer was computed with it. */
export const correctionsField = z
  .object({
    revision: z.string().describe('The same as long as no correction is made or undone'),
    of: z
      .object({
        organization: figure.count().describe('Corrections of your organization'),
        operator: figure.count().describe('Corrections that the operator took over for everybody'),
      })
      .describe('Whose corrections were used, of the whole territory'),
    stores: z
      .partialRecord(z.enum(CORRECTION_EFFECTS), figure.count('stores'))
      .describe('Corrected stores of the territory by what was changed; a store may be in several'),
    notFound: figure
      .count('stores')
      .describe('Corrected stores that the lists no longer have: their corrections had no effect'),
  })
  .optional()
  .describe('Corrections of stores that the answer was computed with; absent where there are none')
  .meta({ id: 'CorrectionsUsed' });

/** The corrections that an answer on a territory was computed with; null where there are none. */
export function correctionsOf(territory: Territory) {
  const told = correctionsIn(territory);
  if (told === null) return null;
  const { revision, of, stores, notFound } = told;
  return { revision, of: { ...of }, stores: { ...stores }, notFound };
}
