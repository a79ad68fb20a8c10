import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { kindOf, listMessage } from '../input/numbers.ts';
import { ownDataField } from '../input/ownData.ts';
import { brandsFields } from '../markets/brandFields.ts';
import { dataVersion } from '../output/common.ts';
import { ownFigures } from '../own/figures.ts';
import { subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

/** Brands of one call. */
const BRANDS_MAX = 50;
export const input = z
  .object({
    ...subjectFields,
    ...journeyFields,
    brands: z
      .array(
        z
          .string({ error: ({ input: given }) => `A brand is a text, the name of it, not ${kindOf(given)}.` })
          .min(1)
          .max(200),
        { error: listMessage('brands', 'names', 1, BRANDS_MAX) },
      )
      .min(1)
      .max(BRANDS_MAX)
      .transform((names) => [...new Set(names)])
      .describe(`Exact names, as search.brands gives them, 1 to ${BRANDS_MAX}; each is priced once`)
      .meta({ examples: [['Gull & Crumb']] }),
    ...ownDataField,
  })
  .superRefine(subjectRule)
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the brands to analyze in it');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    ...brandsFields,
    ownData: ownFigures,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Competitors by brand');
export type Output = z.output<typeof output>;
