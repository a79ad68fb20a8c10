import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { reachFields, reachMeta, reachRule } from '../input/catchment.ts';
import { numberIn } from '../input/numbers.ts';
import { storeHeading, storeList } from '../input/stores.ts';
import { sectorCode } from '../markets/sectors.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output/common.ts';
import { territoryAnswering } from '../subject/schema.ts';

/** Candidate sites of one call. */
export const CANDIDATES_MAX = 20;
/** Own stores that a new one may take sales from. */
export const OWN_STORES_MAX = 100;

export const input = z
  .object({
    candidates: storeList('candidates', 2, CANDIDATES_MAX).describe(
      `The sites to compare, 2 to ${CANDIDATES_MAX}, each by itself`,
    ),
    ...reachFields('a candidate'),
    sectorCode: sectorCode
      .optional()
      .describe('Adds the table of the market: spend, competitors and what a store there would capture in this sector'),
    squareMeters: numberIn({ name: 'squareMeters', unit: 'square metres', min: 1, max: 1_000_000 })
      .optional()
      .describe('Gross floor area of the store that would open; the median of the sector when left out'),
    ownStores: storeList('ownStores', 0, OWN_STORES_MAX)
      .default([])
      .describe(
        `Stores of yours in the sector, up to ${OWN_STORES_MAX}: adds what a new store would take from them. They compete beside the stores that the territory knows.`,
      ),
  })
  .superRefine(reachRule)
  .superRefine(({ ownStores, sectorCode: sector, squareMeters }, context) => {
    if (sector !== undefined) return;
    const issue = (name: string) =>
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `${name} has no effect without sectorCode: give both.`,
      });
    if (ownStores.length > 0) issue('ownStores');
    if (squareMeters !== undefined) issue('squareMeters');
  })
  .meta(reachMeta)
  .describe('Candidate sites, how far their catchments reach, and what is compared');
export type Input = z.output<typeof input>;

const candidateId = storeHeading.id;

const row = z
  .object({
    id: z.string().describe('Stable name of the row'),
    label: z.string(),
    unit: z.string().describe('What one unit of the values is, e.g. persons, percent, currency_per_year'),
    better: z
      .enum(['higher', 'lower'])
      .nullable()
      .describe('Which values speak for a site; null where that depends on what is planned'),
    values: z.array(z.number().nullable()).describe('Per candidate, in the order of the request; null where unknown'),
    best: z.array(candidateId).describe('Candidates with the best value; empty where none is better than another'),
  })
  .describe('One line of a table');

export const output = z
  .object({
    territory: territoryAnswering,
    candidates: z
      .array(
        z.object({
          ...storeHeading,
          snapped: originsUsed.element.shape.snapped,
          bestRows: z.int().describe('Rows in which the candidate is best, ties included'),
          reasons: z.array(z.string()).describe('Two or three sentences on what speaks for the site, or against it'),
        }),
      )
      .describe('Per candidate, in the order of the request'),
    tables: z
      .array(z.object({ id: z.enum(['people', 'economy', 'market']), title: z.string(), rows: z.array(row) }))
      .describe('Side by side: every row has one value per candidate'),
    market: z
      .object({
        sector: z.object({ code: z.string(), name: z.string() }),
        spendUnit: z
          .enum(['currency_per_year', 'residents'])
          .describe(
            'residents: the territory has no tables of spend, so residents stand for money and only proportions tell',
          ),
        squareMeters: z.number().describe('Gross floor area of the store that would open'),
        parameters: z
          .object({
            set: z.string().describe('Version of the table of parameters'),
            attractionExponent: z.number().describe('α on floor area in m²'),
            distanceExponent: z.number().describe('β on minutes'),
            floorMinutes: z.number().describe('Shorter trips count as this long'),
            limitMinutes: z.number().describe('Tmax'),
            outsideOption: z
              .object({ squareMeters: z.number(), minutes: z.number(), utility: z.number() })
              .describe(
                'Buying in none of these stores is worth as much as a store of this floor area at this distance',
              ),
          })
          .describe('Numbers that the model took'),
        sensitivity: z
          .array(
            z.object({
              change: z.string().describe('What was assumed differently'),
              netNew: z.array(z.number()).describe('Net new spend per candidate under it, in the order of the request'),
              best: candidateId.describe('The candidate with most of it'),
            }),
          )
          .describe('Net new spend under other assumptions, as site.rank makes them'),
        isRobust: z.boolean().describe('Whether the same candidate has most net new spend under all of them'),
        supplyData,
      })
      .nullable()
      .describe('How the table of the market came about; null without sectorCode'),
    method: catchmentMethod,
    notes: z.array(z.string()).describe('What a reader of the figures should know; often empty'),
    dataVersion,
  })
  .describe('Candidate sites side by side');
export type Output = z.output<typeof output>;
