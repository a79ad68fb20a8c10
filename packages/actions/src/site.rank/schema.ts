import { MODES, TRAFFICS } from '@hinterland/catalogue';
import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { numberIn } from '../input/numbers.ts';
import { storeFields, storeHeading, storeList } from '../input/stores.ts';
import { travelFields } from '../input/travel.ts';
import { sectorCode } from '../markets/sectors.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output/common.ts';

const { siteRankCandidatesMin: CANDIDATES_MIN, siteRankCandidatesMax: CANDIDATES_MAX } = LIMITS;
export const OWN_STORES_MAX = 500;

/** Competitors named per candidate; all are counted. */
export const COMPETITORS_SHOWN = 10;

const site = {
  ...storeFields,
  squareMeters: numberIn({ name: 'squareMeters', unit: 'square metres', min: 1, max: 1_000_000 })
    .optional()
    .describe('Gross floor area; left out, the median of the sector'),
} as const;

export const input = z
  .object({
    candidates: storeList('candidates', CANDIDATES_MIN, CANDIDATES_MAX, site).describe(
      `Places that could open, ${CANDIDATES_MIN} to ${CANDIDATES_MAX}. Each is judged as if it alone opened.`,
    ),
    sectorCode,
    ownStores: storeList('ownStores', 0, OWN_STORES_MAX, site)
      .default([])
      .describe(
        'Stores of the owner of the candidates: what a candidate takes from them is no gain. One that the territory knows already (near, and of its name or brand) counts once.',
      ),
    ...travelFields('a candidate'),
  })
  .describe('Candidates for a store of one sector');
export type Input = z.output<typeof input>;

const yearly = (what: string) => z.number().describe(`${what}, in the unit of \`spendUnit\``);
const share = (what: string) => z.number().nullable().describe(`${what}, 0..1; null where that is nothing`);

const candidate = z.object({
  ...storeHeading,
  rank: z.int().describe('1 for the most net new spend; ties by captured spend, then by the order of the request'),
  score: z
    .number()
    .describe('100 for the best; 100 × its net new spend ÷ that of the best for others, 0 where it adds nothing'),
  catchment: z
    .object({
      minutes: z.number().describe('How far people go to stores of the sector'),
      poles: z.int().describe('Address poles within it'),
      residents: z.number().nullable().describe('Usual residents within it'),
    })
    .describe('The sector catchment: everyone who could come'),
  spendWithinReach: yearly('What the people of the catchment spend on the sector'),
  squareMeters: z.number().describe('Floor area that was taken for it'),
  competitors: z
    .object({
      count: z.int().describe('Stores of the sector inside the catchment, own stores left out'),
      squareMeters: z.number().describe('Their floor area, medians of the sector where it is not known'),
      nearest: z
        .array(
          z.object({
            id: z.string().describe('Id of the store in the players data'),
            name: z.string(),
            brand: z.string().nullable(),
            minutes: z.number().describe('Travel time from the candidate'),
          }),
        )
        .describe(`The nearest of them, at most ${COMPETITORS_SHOWN}`),
    })
    .describe('Competitors inside the catchment'),
  ownStoresInside: z.int().describe('Own stores inside the catchment'),
  captured: yearly('Spend that the candidate would take'),
  takenFromOwn: yearly('Of this, what own stores lose'),
  takenFromOwnStores: z
    .array(z.object({ id: storeHeading.id, taken: yearly('What it loses') }))
    .describe('The same per own store that loses anything, most first'),
  takenFromCompetitors: yearly('Of captured, what competitors lose, those outside the catchment included'),
  newToMarket: yearly('Of captured, what was spent in no store of the sector within reach before'),
  netNew: yearly('captured − takenFromOwn: what the owner gains'),
  captureShare: share('captured ÷ spendWithinReach'),
  ownShare: share('takenFromOwn ÷ captured'),
  reasons: z.array(z.string()).describe('Two or three sentences that say where its rank comes from'),
  sensitivity: z
    .object({
      keepsRank: z.number().describe('Share of the variants in which it keeps its rank, 0..1'),
      bestRank: z.int().describe('Its best rank in any variant'),
      worstRank: z.int().describe('Its worst rank in any variant'),
    })
    .describe('How much the rank depends on the assumptions of the model'),
});

export const output = z
  .object({
    sector: z.object({ code: z.string(), name: z.string().describe('In English') }).describe('The sector asked for'),
    spendUnit: z
      .enum(['currency_per_year', 'residents'])
      .describe(
        'Unit of all spend. residents: the territory has no tables of spend, so every resident counts 1 and only proportions mean something.',
      ),
    currency: z.string().nullable().describe('ISO 4217 code of spend in currency'),
    candidates: z.array(candidate).describe('Best first'),
    ownStores: z
      .array(
        z.object({
          ...storeHeading,
          matched: z
            .object({
              id: z.string().describe('Id of the store in the players data'),
              name: z.string(),
              brand: z.string().nullable(),
              distanceMeters: z.number(),
              by: z
                .enum(['name', 'place'])
                .describe('name: of the same name or brand and near; place: at the same spot'),
            })
            .nullable()
            .describe(
              'The store of the players data that it is; null for one that the data does not hold, which is added',
            ),
          squareMeters: z.number().describe('Floor area that was taken for it'),
        }),
      )
      .describe('In the order of the request'),
    variants: z
      .array(
        z.object({
          change: z.string().describe('What is assumed differently'),
          order: z.array(storeHeading.id).describe('Ids of the candidates, best first'),
        }),
      )
      .describe('The ranking under other assumptions'),
    notes: z.array(z.string()).describe('What a reader of the figures should know; often empty'),
    method: z
      .object({
        model: z.literal('huff').describe("Huff's model with an outside option, see docs/methods/site-ranking.md"),
        attractionExponent: z.number().describe('How much floor area matters'),
        distanceExponent: z.number().describe('How much travel time matters'),
        floorMinutes: z.number().describe('Shorter trips count as this long'),
        limitMinutes: z.number().describe('Stores farther than this are no choice'),
        outside: z
          .object({ squareMeters: z.number(), minutes: z.number() })
          .describe('Buying in none of the stores is worth as much as a store of this size at this distance'),
        parametersVersion: z.string(),
        mode: z.enum(MODES),
        traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
      })
      .describe('The model and its parameters'),
    supply: supplyData,
    dataVersion,
  })
  .describe('Candidates by the spend that they add for their owner');
export type Output = z.output<typeof output>;
