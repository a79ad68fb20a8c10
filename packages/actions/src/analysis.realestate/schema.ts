import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { ownDataField } from '../input/ownData.ts';
import { indicators } from '../listings/indicatorFields.ts';
import { listingFields } from '../listings/options.ts';
import { dataVersion } from '../output/common.ts';
import { ownFigures } from '../own/figures.ts';
import { subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

export const input = z
  .object({ ...subjectFields, ...journeyFields, ...listingFields, ...ownDataField })
  .superRefine((given, context) => {
    subjectRule(given, context);
    if (given.fromMonth === undefined || given.toMonth === undefined || given.fromMonth <= given.toMonth) return;
    context.addIssue({
      code: 'custom',
      path: ['fromMonth'],
      message: asMessage(said('month_order', { from: given.fromMonth, to: given.toMonth })),
    });
  })
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the listings to analyze');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    ...indicators,
    ownData: ownFigures,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Listings, prices and rents');
export type Output = z.output<typeof output>;
