import { TRAFFICS } from '@hinterland/catalogue';
import { LIMITS, saidMembers } from '@hinterland/contract';
import { z } from 'zod';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { JOURNEY_MODES, journeyFields, journeyRule } from '../input/journey.ts';
import { numberIn } from '../input/numbers.ts';
import { storeFields, storeHeading, storeList, storeWith } from '../input/stores.ts';
import { travelFields } from '../input/travel.ts';
import { certainty } from '../markets/certaintyFields.ts';
import { sectorCode } from '../markets/sectors.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output/common.ts';
import { demandErrorShare } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { forecastOfPlace, modelOfForecast, togetherField } from '../sales/fields.ts';
import { modelField } from '../sales/model.ts';

const { siteRankCandidatesMin: CANDIDATES_MIN, siteRankCandidatesMax: CANDIDATES_MAX } = LIMITS;
const OWN_STORES_MAX = 500;

/** How the note begins that names own stores. */
const ADDED_STORES = 'Own stores that the players data does not hold were added to the market:';
const withoutAddedStores = (notes: readonly string[]) => notes.filter((note) => !note.startsWith(ADDED_STORES));
/** The statements of the notes that are left, in their order. */
const withoutAddedStatements = (said: z.output<typeof saidMembers>) => {
  const notes = said?.notes;
  return Array.isArray(notes)
    ? { ...said, notes: notes.filter((one) => one?.code.startsWith('own_stores_added') !== true) }
    : said;
};

/** Competitors named per candidate; all are counted. */
export const COMPETITORS_SHOWN = 10;

const site = storeWith(
  {
    ...storeFields,
    squareMeters: numberIn({ name: 'squareMeters', unit: 'square_meters', min: 1, max: 1_000_000 })
      .optional()
      .describe('Gross floor area. Default: the median of the sector'),
  } as const,
  'SitePlace',
);

/** A candidate may have what a sales model knows of own stores. */
const candidateSite = storeWith(
  {
    ...storeFields,
    squareMeters: numberIn({ name: 'squareMeters', unit: 'square_meters', min: 1, max: 1_000_000 })
      .optional()
      .describe('Gross floor area. Default: the median of the sector'),
    format: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('With `model`: its format, in the words of the stores that the model was learned from'),
    attributes: z
      .record(z.string().min(1).max(100), z.number())
      .optional()
      .describe('With `model`: its values of the attributes that the model uses; without them the range is wider'),
  } as const,
  'SiteCandidate',
);

export const input = z
  .object({
    candidates: storeList('candidates', CANDIDATES_MIN, CANDIDATES_MAX, candidateSite).describe(
      `Places that could open, ${CANDIDATES_MIN} to ${CANDIDATES_MAX}. Each is judged as if only it opened.`,
    ),
    sectorCode,
    ownStores: own(storeList('ownStores', 0, OWN_STORES_MAX, site))
      .default([])
      .describe(
        'Stores of the same owner: what a candidate takes from them is no gain. A store that the data have already (near, and of the same name or brand) counts once.',
      ),
    ...travelFields,
    ...journeyFields,
    ...modelField,
  })
  .superRefine(journeyRule)
  .describe('Candidates for a store of one sector');
export type Input = z.output<typeof input>;

const yearly = (what: string) =>
  figure.spend('spendUnit', { modelled: true }).describe(`${what}, in the unit of \`spendUnit\``);
const share = (what: string, base: string) =>
  figure.share({ base }).nullable().describe(`${what} ÷ ${base}, 0..1; null if the whole is 0`);

const candidate = z.object({
  ...storeHeading,
  rank: figure.plain
    .whole()
    .describe('1 for the most net new spend; ties by captured spend, then by the order of the request'),
  score: figure.score().describe('100 × its net new spend ÷ that of the best candidate; 0 if it adds nothing'),
  catchment: z
    .object({
      minutes: figure.minutes().describe('Largest travel time to stores of the sector'),
      poles: figure.count('addresses').describe('Address poles within it'),
      residents: figure.people().nullable().describe('Usual residents within it'),
    })
    .describe("The sector's catchment: all people who could come")
    .meta(figure.group()),
  spendWithinReach: yearly('What the people of the catchment spend on the sector'),
  squareMeters: figure.squareMeters().describe('Floor area that was assumed'),
  competitors: z
    .object({
      count: figure.count('stores').describe('Stores of the sector inside the catchment, without own stores'),
      squareMeters: figure.squareMeters().describe('Their floor area; the median of the sector for unknown ones'),
      nearest: z
        .array(
          z.object({
            id: z.string().meta(figure.key()).describe('Id of the store in the data on stores'),
            name: z.string().meta(figure.name()),
            brand: z.string().meta(figure.name()).nullable(),
            minutes: figure.minutes({ called: 'minutesToCompetitor' }).describe('Travel time from the candidate'),
          }),
        )
        .describe(`The nearest ones, at most ${COMPETITORS_SHOWN}`),
    })
    .describe('Competitors inside the catchment'),
  ownStoresInside: figure.count('stores').describe('Own stores inside the catchment'),
  captured: yearly('Spend that the candidate would take'),
  takenFromOwn: yearly('Of this, what own stores lose'),
  takenFromOwnStores: own(z.array(z.object({ id: storeHeading.id, taken: yearly('What it loses') }))).describe(
    'The same for each own store with a loss, largest loss first',
  ),
  takenFromCompetitors: yearly('Of captured, what competitors lose, those outside the catchment included'),
  newToMarket: yearly('Of captured, what was spent in no store of the sector within reach before'),
  netNew: yearly('captured − takenFromOwn: what the owner gains'),
  captureShare: share('captured', 'spendWithinReach'),
  ownShare: share('takenFromOwn', 'captured'),
  reasons: z.array(z.string()).describe('Two or three sentences that explain its rank'),
  said: saidMembers,
  sensitivity: z
    .object({
      keepsRank: figure.share({ base: 'variants' }).describe('Share of the variants in which it keeps its rank, 0..1'),
      bestRank: figure.plain.whole().describe('Its best rank in any variant'),
      worstRank: figure.plain.whole().describe('Its worst rank in any variant'),
    })
    .describe('How much the rank depends on the assumptions of the model'),
  forecast: forecastOfPlace
    .nullable()
    .optional()
    .describe('With `model`: what it would sell, with a range; null where nobody is within reach'),
});

export const output = z
  .object({
    sector: z
      .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()).describe('In English') })
      .describe('The sector asked for'),
    spendUnit: z
      .enum(['currency_per_year', 'residents'])
      .describe(
        'Unit of all spend. residents: the territory has no tables of spend, so every resident counts 1 and only proportions are meaningful.',
      ),
    demandErrorShare,
    currency: z.string().nullable().describe('ISO 4217 code of spend in currency'),
    candidates: z.array(candidate).describe('Best first'),
    ownStores: own(
      z.array(
        z.object({
          ...storeHeading,
          matched: z
            .object({
              id: z.string().meta(figure.key()).describe('Id of the store in the data on stores'),
              name: z.string().meta(figure.name()),
              brand: z.string().meta(figure.name()).nullable(),
              distanceMeters: figure.meters(),
              by: z.enum(['name', 'place']).describe('name: same name or brand, and near; place: the same spot'),
            })
            .nullable()
            .describe('The matching store of the data on stores; null if the data lack it, in which case it is added'),
          squareMeters: figure.squareMeters().describe('Floor area that was assumed'),
        }),
      ),
    ).describe('In the order of the request'),
    variants: z
      .array(
        z.object({
          change: z.string().meta(figure.name()).describe('The assumption that is changed'),
          order: z.array(storeHeading.id).describe('Ids of the candidates, best first'),
        }),
      )
      .describe('The ranking under other assumptions'),
    certainty: certainty.optional().describe('Absent from answers given before'),
    notes: own(z.array(z.string()).meta(figure.note()), withoutAddedStores).describe(
      'Notes on how to read the figures; the first says whose spend is not in them',
    ),
    said: own(
      // A schema of its own: that of all other answers is no organization's own.
      saidMembers.unwrap().describe('Codes and values of the notes').meta(figure.aside()),
      withoutAddedStatements,
    ).optional(),
    method: z
      .object({
        model: z.literal('huff').describe("Huff's model with an outside option, see docs/methods/site-ranking.md"),
        attractionExponent: figure.plain().describe('Exponent of floor area'),
        distanceExponent: figure.plain().describe('Exponent of travel time'),
        floorMinutes: figure.minutes().describe('Shorter trips count as this'),
        limitMinutes: figure.minutes().describe('Stores farther away are never chosen'),
        outside: z
          .object({ squareMeters: figure.squareMeters(), minutes: figure.minutes() })
          .describe(
            'The outside option, buying in none of the stores, is as attractive as a store of this size at this distance',
          ),
        parametersVersion: z.string(),
        mode: z.enum(JOURNEY_MODES),
        traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
        ...timeOfDayMethod,
      })
      .describe('The model and its parameters')
      .meta(figure.background()),
    salesModel: modelOfForecast.optional().describe('With `model`: the model that the forecasts are from'),
    together: togetherField,
    supply: supplyData,
    dataVersion,
  })
  .describe('Candidates by the spend that they add for their owner');
export type Output = z.output<typeof output>;
