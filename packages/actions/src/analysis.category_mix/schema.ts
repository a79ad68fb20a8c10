import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { ownDataField } from '../input/ownData.ts';
import { mixFields } from '../markets/mixFields.ts';
import { sectorCode, sectorCodes } from '../markets/sectors.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { ownFigures } from '../own/figures.ts';
import { partDescription, subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

/** Categories of one call. */
const CATEGORIES_MAX = 60;

export const input = z
  .object({
    ...subjectFields,
    ...journeyFields,
    neighboursOf: sectorCode
      .optional()
      .describe('Counts the sectors usually found near this one; 2 credits for all of them')
      .meta({ examples: ['food.supermarket'] }),
    categories: sectorCodes('categories', CATEGORIES_MAX)
      .optional()
      .describe(`Counts these sectors, 1 to ${CATEGORIES_MAX} codes as markets.sectors gives them; 1 credit each`)
      .meta({ examples: [['food.bakery', 'food.butcher']] }),
    ...ownDataField,
  })
  .superRefine(subjectRule)
  .superRefine(({ neighboursOf, categories }, context) => {
    if (neighboursOf !== undefined || categories !== undefined) return;
    const message = asMessage(said('give_what_to_count'));
    context.addIssue({ code: 'custom', path: ['categories'], message });
  })
  .meta({ ...subjectMeta, anyOf: [{ required: ['neighboursOf'] }, { required: ['categories'] }] })
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the categories to count in it');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    parts: z
      .array(partDescription)
      .describe('Parts of the territory in which every category is counted: bands, areas or the polygon')
      .meta(figure.list('id')),
    ...mixFields,
    supplyData,
    ownData: ownFigures,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Stores of several categories, compared with the surrounding areas');
export type Output = z.output<typeof output>;
