import { COICOP_DIVISIONS, type Sector } from '@hinterland/catalogue';
import { demandErrorOf } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import * as figure from './figure.ts';

/** What all spend of a household is on. */
export const ALL_SPEND: Pick<Sector, 'coicop'> = {
  coicop: Object.fromEntries(COICOP_DIVISIONS.map(([division]) => [division, 1])),
};

/** How far off modelled spend is: a member of objects that hold such sums. */
export const demandErrorShare = figure
  .share({ base: 'published spend' })
  .optional()
  .describe(
    'Where spend is modelled from the level of a country: half of such figures lie within this share of published ones, 0..1; see docs/methods/spend.md',
  );

/** Returns the same member for the spend on a sector, or on all; nothing where spend is not modelled. */
export function demandErrorIn(territory: Territory, of: Pick<Sector, 'coicop'> = ALL_SPEND) {
  const error = demandErrorOf(territory, of);
  return error === null ? {} : { demandErrorShare: rounded(error.typicalShare) };
}
