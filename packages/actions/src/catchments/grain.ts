import { type Sentence, said } from '@hinterland/answers/said';
import type { Catchment, Holdings } from '@hinterland/engine/catchment';
import { censusOf } from '@hinterland/engine/census';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import * as figure from '../output/figure.ts';

/** Cells and areas in which people were counted, beside what is reached of them: where it is less than they are, its people are estimated. */

/**
 * Below this share people live in units that are larger than what is reached. Measured on Lower Manhattan from cells of 1 km: the people within
 * 5 minutes on foot have a share of 0.2 and an error of 16% in the median, within 10 minutes of 0.45 and 9% (docs/data/any-place.md).
 */
const GRAIN_TOLD = 0.5;

export const grainField = {
  unitShare: figure
    .share({ base: 'residents of the census units reached' })
    .optional()
    .describe(
      'Share of their census units that is reached, 0..1, on average of the people counted. Present below 0.5 alone: what is reached is smaller than the cells or areas in which people were counted, so that its figures are estimates',
    ),
} as const;

/** The share of their census units that a set of poles holds, on average of its people, where it is told; else nothing. */
export function grainOf(territory: Territory, { residents, unitShares }: Holdings): { unitShare?: number } {
  const census = censusOf(territory);
  if (census === null || residents === null || !(residents > 0)) return {};
  const { units, shares } = unitShares;
  const { insideShare } = census.sociodemo.units;
  let sum = 0;
  units.forEach((unit, i) => {
    // Of a unit that the edge of the map cuts, all that the map has is all that can be reached.
    const share = Math.min(1, shares[i]! / insideShare[unit]!);
    sum += census.weights[unit]! * shares[i]! * share;
  });
  const unitShare = sum / residents;
  return unitShare < GRAIN_TOLD ? { unitShare: rounded(unitShare) } : {};
}

/** The same as a note of answers that have no parts. */
export const grainNotes = (territory: Territory, catchments: readonly Catchment[]): Sentence[] =>
  catchments.some(({ bands }) => bands.some(({ cumulative }) => grainOf(territory, cumulative).unitShare !== undefined))
    ? [said('grain')]
    : [];
