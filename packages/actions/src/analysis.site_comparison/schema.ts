import { asMessage, said } from '@hinterland/answers/said';
import { saidMembers } from '@hinterland/contract';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { reachFields, reachMeta, reachRule } from '../input/catchment.ts';
import { journeyFields, journeyRule } from '../input/journey.ts';
import { numberIn } from '../input/numbers.ts';
import { storeHeading, storeList } from '../input/stores.ts';
import { certainty } from '../markets/certaintyFields.ts';
import { sectorCode } from '../markets/sectors.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output/common.ts';
import { demandErrorShare } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { forecastOfPlace, modelOfForecast, togetherField } from '../sales/fields.ts';
import { modelField } from '../sales/model.ts';
import { territoryAnswering } from '../subject/schema.ts';

/** Candidate sites of one call. */
const CANDIDATES_MAX = 20;
/** Own stores that a new one may take sales from. */
const OWN_STORES_MAX = 100;

export const input = z
  .object({
    candidates: storeList('candidates', 2, CANDIDATES_MAX).describe(
      `The sites to compare, 2 to ${CANDIDATES_MAX}; each is judged by itself`,
    ),
    ...reachFields,
    ...journeyFields,
    sectorCode: sectorCode
      .optional()
      .describe(
        'A code that markets.sectors lists. Adds the table of the market: spend, competitors and the spend that a store of this sector would capture there',
      ),
    squareMeters: numberIn({ name: 'squareMeters', unit: 'square_meters', min: 1, max: 1_000_000 })
      .optional()
      .describe('Gross floor area of the new store. Default: the median of the sector'),
    ownStores: own(storeList('ownStores', 0, OWN_STORES_MAX))
      .default([])
      .describe(
        `Your own stores in the sector, up to ${OWN_STORES_MAX}: adds what a new store would take from them. They compete like the stores in the data.`,
      ),
    ...modelField,
  })
  .superRefine(reachRule)
  .superRefine(journeyRule)
  .superRefine(({ ownStores, sectorCode: sector, squareMeters, model }, context) => {
    if (sector !== undefined) return;
    const issue = (name: string) =>
      context.addIssue({
        code: 'custom',
        path: [name],
        message: asMessage(said('needs_sector', { name })),
      });
    if (ownStores.length > 0) issue('ownStores');
    if (squareMeters !== undefined) issue('squareMeters');
    if (model !== undefined) issue('model');
  })
  .meta(reachMeta)
  .describe('Candidate sites, the reach of their catchments, and the tables to compare');
export type Input = z.output<typeof input>;

const candidateId = storeHeading.id;

const row = z
  .object({
    id: z.string().meta(figure.key()).describe('Stable name of the row'),
    label: z.string().meta(figure.name()),
    said: saidMembers,
    unit: z.string().describe('Unit of the values, e.g. persons, percent, currency_per_year'),
    base: z.string().optional().describe('What the values are a part of, where they are a share or a rate'),
    better: z
      .enum(['higher', 'lower'])
      .nullable()
      .describe('Which values favor a site; null where that depends on the plan'),
    demandErrorShare,
    values: z
      .array(figure.inUnitOf('unit', { errorFrom: 'demandErrorShare' }).nullable())
      .describe('Per candidate, in the order of the request; null where unknown'),
    best: z.array(candidateId).describe('Candidates with the best value; empty if all are equal'),
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
          bestRows: figure.count().describe('Number of rows in which the candidate is best, ties included'),
          reasons: z.array(z.string()).describe('Two or three sentences on what favors the site, and what does not'),
          said: saidMembers,
          forecast: forecastOfPlace
            .nullable()
            .optional()
            .describe('With `model`: what it would sell, with a range; null where nobody is within reach'),
        }),
      )
      .describe('Per candidate, in the order of the request'),
    tables: z
      .array(
        z.object({
          id: z.enum(['people', 'economy', 'market']),
          title: z.string().meta(figure.name()),
          rows: z.array(row),
        }),
      )
      .describe('Side by side: every row has one value per candidate'),
    reaches: z
      .array(z.object({ limitSeconds: figure.seconds().optional(), limitMeters: figure.meters().optional() }))
      .describe('Limits within which the rows `residents_1`, `residents_2` and so on count, in their order'),
    market: z
      .object({
        sector: z.object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()) }),
        spendUnit: z
          .enum(['currency_per_year', 'residents'])
          .describe(
            'residents: the territory has no tables of spend, so residents take the place of money and only proportions are meaningful',
          ),
        demandErrorShare,
        squareMeters: figure.squareMeters().describe('Gross floor area of the new store'),
        parameters: z
          .object({
            set: z.string().describe('Version of the parameters'),
            attractionExponent: figure.plain().describe('α, the exponent of floor area in m²'),
            distanceExponent: figure.plain().describe('β, the exponent of minutes'),
            floorMinutes: figure.minutes().describe('Shorter trips count as this'),
            limitMinutes: figure.minutes().describe('Tmax'),
            outsideOption: z
              .object({ squareMeters: figure.squareMeters(), minutes: figure.minutes(), utility: figure.plain() })
              .describe(
                'The outside option, buying in none of these stores, is as attractive as a store of this floor area at this distance',
              ),
          })
          .describe('Parameters of the model')
          .meta(figure.background()),
        sensitivity: z
          .array(
            z.object({
              change: z.string().meta(figure.name()).describe('The assumption that was changed'),
              netNew: z
                .array(figure.spend('spendUnit', { modelled: true }))
                .describe('Net new spend per candidate under this assumption, in the order of the request'),
              best: candidateId.describe('The candidate with the most'),
            }),
          )
          .describe('Net new spend under other assumptions, as site.rank makes them'),
        isRobust: z.boolean().describe('Whether the same candidate has the most net new spend under all of them'),
        certainty: certainty.optional().describe('Absent from answers given before'),
        supplyData,
      })
      .nullable()
      .describe('How the table of the market was made; null without sectorCode'),
    salesModel: modelOfForecast.optional().describe('With `model`: the model that the forecasts are from'),
    together: togetherField,
    method: catchmentMethod,
    notes: z.array(z.string()).meta(figure.note()).describe('Notes on how to read the figures; often empty'),
    said: saidMembers,
    dataVersion,
  })
  .describe('Candidate sites side by side');
export type Output = z.output<typeof output>;
