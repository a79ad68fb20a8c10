import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { MEASURES, type Measure, MODES, TRAFFICS } from '@hinterland/catalogue';
import { LIMITS, saidMembers } from '@hinterland/contract';
import { z } from 'zod';
import { choiceMessage, integerIn, listMessage, numberIn } from '../input/numbers.ts';
import { polygon } from '../input/polygon.ts';
import { storeFields, storeHeading, storeList, storeWith } from '../input/stores.ts';
import { travelFields } from '../input/travel.ts';
import { certainty } from '../markets/certaintyFields.ts';
import { sectorCode } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import { demandErrorShare } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { forecastOfPlace, modelOfForecast } from '../sales/fields.ts';
import { modelField } from '../sales/model.ts';

const AREAS_MAX = 50;
const OWN_STORES_MAX = 500;
const ASKED_MAX = 10;
/** Ranks are counted up to this one. */
export const RANK_MAX = 1000;
/** Competitors nearer than this are why a place is not listed. */
export const NEAR_MINUTES = 3;
/** Whoever reaches a place and no competitor within this time has no rival near. */
export const RIVAL_MINUTES = 5;
/** A stop farther away is no reason for a place. */
export const STOP_METERS = 1000;
const PLACES_MAX = 5000;

const CANDIDATES = ['shopping_streets', 'addresses', 'vacant_premises', 'places'] as const;
const MEASURE_WORDS = Object.keys(MEASURES) as [Measure, ...Measure[]];

const squareMetersOf = (name: string) => numberIn({ name, unit: 'square_meters', min: 1, max: 1_000_000 });
const squareMeters = squareMetersOf('squareMeters');
const site = storeWith(
  {
    ...storeFields,
    squareMeters: squareMeters.optional().describe('Gross floor area. Default: `squareMeters` of the call'),
  } as const,
  'SearchedPlace',
);

export const input = z
  .object({
    sectorCode: sectorCode
      .optional()
      .describe(
        'A code that markets.sectors lists: looks for the most net new spend on this sector, as site.rank counts it. Give this or `measure`.',
      ),
    measure: z
      .enum(MEASURE_WORDS, { error: choiceMessage('measure', MEASURE_WORDS) })
      .optional()
      .describe(
        'Looks for the most people of this measure within `minutes` whom no own store reaches. Give this or `sectorCode`.',
      ),
    minutes: numberIn({ name: 'minutes', unit: 'minutes', min: 1, max: LIMITS.networkMinutesMax })
      .default(10)
      .describe('With `measure`: travel time within which a store serves people'),
    candidates: z
      .enum(CANDIDATES, { error: choiceMessage('candidates', CANDIDATES) })
      .default('shopping_streets')
      .describe(
        'Where a store could stand. shopping_streets: addresses with at least two stores of any sector within 100 m; addresses: every address; vacant_premises: commercial premises that are offered for rent; places: those of `places`',
      ),
    places: storeList('places', 1, PLACES_MAX, site)
      .optional()
      .describe(`With candidates "places": the places that come into question, 1 to ${PLACES_MAX}`),
    areas: z
      .array(z.string({ error: 'A code of an area is a text; areas.list gives the codes.' }).min(1).max(200), {
        error: listMessage('areas', 'codes', 1, AREAS_MAX),
      })
      .min(1)
      .max(AREAS_MAX)
      .optional()
      .describe(
        `Codes of the areas that are searched, 1 to ${AREAS_MAX}; areas.list gives them. Without areas and polygon: the whole territory`,
      ),
    polygon: polygon.optional().describe('Instead of areas: a drawn GeoJSON Polygon or MultiPolygon'),
    spacingMeters: numberIn({ name: 'spacingMeters', unit: 'meters', min: 10, max: 10_000 })
      .default(100)
      .describe('Addresses are thinned until no two candidates lie nearer to each other than this, as the crow flies'),
    squareMeters: squareMeters.optional().describe('Floor area of the new store. Default: the median of the sector'),
    ownStores: own(storeList('ownStores', 0, OWN_STORES_MAX, site))
      .default([])
      .describe('Stores of the same owner, up to 500: what a place takes from them is no gain'),
    awayFromOwnMeters: numberIn({ name: 'awayFromOwnMeters', unit: 'meters', min: 0, max: 200_000 })
      .default(0)
      .describe('Leaves out candidates nearer to an own store than this, as the crow flies'),
    awayFromOwnMinutes: numberIn({ name: 'awayFromOwnMinutes', unit: 'minutes', min: 0, max: 60 })
      .default(0)
      .describe('Leaves out candidates that are nearer to an own store than this by travel time from them to it'),
    outsidePolygon: polygon
      .optional()
      .describe(
        'Leaves out candidates inside this GeoJSON Polygon or MultiPolygon, such as areas of franchise partners',
      ),
    nearStopMeters: numberIn({ name: 'nearStopMeters', unit: 'meters', min: 0, max: 5000 })
      .default(0)
      .describe(
        'Leaves out candidates farther than this from a stop of public transport, as the crow flies; 0: asks for none',
      ),
    anchorSectorCode: sectorCode
      .optional()
      .describe(
        'Leaves out candidates without a store of this sector within `anchorMeters`, such as a supermarket that draws people; markets.sectors gives the codes',
      ),
    anchorMeters: numberIn({ name: 'anchorMeters', unit: 'meters', min: 10, max: 5000 })
      .default(250)
      .describe('With `anchorSectorCode`: how near its store must be, as the crow flies'),
    peopleAtLeast: numberIn({ name: 'peopleAtLeast', unit: 'people', min: 0, max: 1e9 })
      .default(0)
      .describe(
        'Leaves out candidates that fewer people of `peopleMeasure` reach within the longest travel time that counts',
      ),
    peopleMeasure: z
      .enum(MEASURE_WORDS, { error: choiceMessage('peopleMeasure', MEASURE_WORDS) })
      .optional()
      .describe('With `peopleAtLeast`: who counts. Default: `measure` of the call, else population'),
    rentMax: numberIn({ name: 'rentMax', unit: 'currency_per_month', min: 0, max: 1e9 })
      .optional()
      .describe('With candidates "vacant_premises": leaves out those whose rent is higher, or not known'),
    squareMetersMin: squareMetersOf('squareMetersMin')
      .optional()
      .describe('With candidates "vacant_premises": leaves out those whose floor area is smaller, or not known'),
    apartMeters: numberIn({ name: 'apartMeters', unit: 'meters', min: 0, max: 200_000 })
      .default(500)
      .describe('Smallest distance between two places of the list, and of the set, as the crow flies'),
    listCount: integerIn({ name: 'listCount', unit: 'places', min: 1, max: 50 })
      .default(10)
      .describe('Places of the list, 1 to 50'),
    openCount: integerIn({ name: 'openCount', unit: 'places', min: 2, max: 10 })
      .optional()
      .describe('Adds `set`: this many places that open together, 2 to 10'),
    askedPlaces: storeList('askedPlaces', 1, ASKED_MAX, site)
      .optional()
      .describe(
        `Adds \`asked\`: what these places would gain, their ranks, and why they are not listed; 1 to ${ASKED_MAX}`,
      ),
    ...travelFields,
    mode: travelFields.mode.describe(
      'How people travel. Public transport is none of them: what keeps places out unseen is that no way is shorter than over a place between, which waiting for rides breaks; ask network.coverage for stores by public transport',
    ),
    ...modelField,
  })
  .superRefine((given, context) => {
    const issue = (name: string, sentence: Sentence) =>
      context.addIssue({ code: 'custom', path: [name], message: asMessage(sentence) });
    if (given.sectorCode === undefined && given.measure === undefined) issue('sectorCode', said('search_what'));
    if (given.sectorCode !== undefined && given.measure !== undefined) issue('measure', said('gain_twice'));
    if (given.model !== undefined && given.sectorCode === undefined)
      issue('model', said('needs_sector', { name: 'model' }));
    for (const name of ['rentMax', 'squareMetersMin'] as const)
      if (given[name] !== undefined && given.candidates !== 'vacant_premises')
        issue(name, said('needs_vacant', { name }));
    if (given.areas !== undefined && given.polygon !== undefined) issue('polygon', said('search_twice'));
    if ((given.candidates === 'places') !== (given.places !== undefined)) issue('places', said('places_both'));
  })
  .describe('What a new store is to gain, and where it could stand');
export type Input = z.output<typeof input>;

const gain = (what: string) =>
  figure.spend('gainUnit', { modelled: true }).describe(`${what}, in the unit of \`gainUnit\``);

const place = {
  lat: figure.degrees(),
  lng: figure.degrees(),
  id: storeHeading.id.optional().describe('As given, for a place of `places`'),
  name: z.string().meta(figure.name()).optional().describe('As given, for a place of `places`'),
  address: z.string().nullable().describe('The nearest address in the form of its country; null if none is near'),
  area: z.string().nullable().describe('Name of the smallest administrative area that holds it'),
};

export const output = z
  .object({
    sector: z
      .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()).describe('In English') })
      .nullable()
      .describe('The sector that was asked for; null for a measure'),
    measure: z.enum(MEASURE_WORDS).nullable().describe('The measure that was asked for; null for a sector'),
    gainUnit: z
      .enum(['currency_per_year', 'residents', 'people'])
      .describe(
        'Unit of all gains. residents: without tables of spend every resident counts 1. people: those of `measure`',
      ),
    demandErrorShare,
    currency: z.string().nullable().describe('ISO 4217 code of gains in currency'),
    places: z
      .array(
        z.object({
          rank: figure.plain.whole(),
          ...place,
          gain: gain(
            'What it adds for its owner if only it opens: netNew of site.rank, or people whom no own store reaches',
          ),
          score: figure.score().describe('100 × its gain ÷ that of the best place'),
          squareMeters: figure.squareMeters().nullable().describe('Floor area that was assumed; null for a measure'),
          captured: gain('Spend that it would take').optional(),
          takenFromOwn: gain('Of this, what own stores lose').optional(),
          takenFromCompetitors: gain('Of captured, what competitors lose').optional(),
          newToMarket: gain('Of captured, what was spent in no store of the sector within reach before').optional(),
          reached: z
            .object({
              minutes: figure.minutes().describe('Longest travel time that counts'),
              poles: figure.count('addresses').describe('Address poles within it'),
              residents: figure.people().nullable().describe('Usual residents within it'),
            })
            .describe('Everyone who could come'),
          competitors: z
            .object({
              count: figure.count('stores').describe('Stores of the sector within that time, without own stores'),
              near: figure
                .count('stores', { called: 'storesNear' })
                .describe(`Of these, those within ${NEAR_MINUTES} minutes`),
              nearestMinutes: figure
                .minutes({ called: 'minutesToNearestCompetitor' })
                .nullable()
                .describe('Travel time between the place and the nearest of them'),
            })
            .optional()
            .describe('With a sector'),
          stop: z
            .object({ name: z.string().meta(figure.name()), meters: figure.meters().describe('As the crow flies') })
            .nullable()
            .optional()
            .describe(
              `The nearest stop of public transport; null where none is within ${STOP_METERS} m, absent without timetables`,
            ),
          withoutRival: figure
            .people({ called: 'peopleWithoutCompetitor' })
            .nullable()
            .optional()
            .describe(
              `With a sector: usual residents who reach the place within ${RIVAL_MINUTES} minutes, and no competitor within as many; null without a census`,
            ),
          premises: z
            .object({
              id: z.string().meta(figure.key()).describe('As its source names the offer'),
              rentPerMonth: figure
                .money({ unit: 'currency_per_month' })
                .nullable()
                .describe('In `currency`; null if it is not known'),
              currency: z.string().describe('ISO 4217 code'),
              squareMeters: figure.squareMeters().nullable().describe('Floor area; null if it is not known'),
            })
            .optional()
            .describe('With candidates "vacant_premises": the offer'),
          forecast: forecastOfPlace
            .nullable()
            .optional()
            .describe('With `model`: what it would sell, with a range; null where nobody is within reach'),
        }),
      )
      .describe('The best places, best first; each is the best that lies apartMeters from those before it'),
    elsewhere: z
      .object({
        ...place,
        area: z.string().describe('Name of its area, which is not that of the first place'),
        gain: gain('What it adds if only it opens'),
        score: figure.score().describe('100 × its gain ÷ that of the best place'),
      })
      .nullable()
      .describe('The best place in another area than the first place of the list; null if there is none'),
    asked: z
      .array(
        z.object({
          ...place,
          id: storeHeading.id,
          why: z
            .enum([
              'listed',
              'near_listed',
              'near_own',
              'outside_area',
              'filtered',
              'map_edge',
              'gains_less',
              'no_road',
            ])
            .describe(
              'listed: a listed place lies within 50 m; near_listed: one lies nearer than apartMeters; near_own, outside_area, filtered: the filters leave it out; map_edge: a tenth of its reach or more lies beyond the map; gains_less: others gain more; no_road: no road of the mode is near',
            ),
          gain: gain('What it adds if only it opens').nullable(),
          score: figure.score().nullable().describe('100 × its gain ÷ that of the best place'),
          rank: figure.plain
            .whole()
            .nullable()
            .describe(`1 and the number of candidates that gain more; null beyond ${RANK_MAX}, and without a road`),
          competitorsNear: figure
            .count('stores')
            .nullable()
            .describe(`Stores of the sector within ${NEAR_MINUTES} minutes, without own stores; null for a measure`),
        }),
      )
      .optional()
      .describe('Places of `askedPlaces`, in their order'),
    set: z
      .object({
        places: z
          .array(z.object({ ...place, adds: gain('What it adds to those before it') }))
          .describe('In the order in which they were chosen'),
        total: gain('What all of them add together'),
        upperBound: gain('No set of as many candidates adds more'),
        gapShare: figure
          .share({ base: 'upperBound' })
          .describe('(upperBound − total) ÷ upperBound, 0..1: how much better another set can be at most'),
        status: z.enum(['optimal', 'bounded']).describe('optimal: the gap is below a millionth'),
      })
      .nullable()
      .describe('Places that open together; null if openCount is left out'),
    search: z
      .object({
        candidates: figure.count('places').describe('Candidates that were searched'),
        evaluated: figure
          .count('places')
          .describe('Of these, those whose own gain had to be computed; all others were kept out by a bound'),
        withoutRoad: figure
          .count('addresses')
          .describe('Addresses that were left out because no road of the mode is near'),
        nearOwn: figure.count('places').describe('Candidates that were left out because an own store is near'),
        excluded: figure
          .count('places')
          .describe('Candidates that were left out because they lie inside outsidePolygon'),
        filtered: figure
          .count('places')
          .describe(
            'Candidates that were left out because no stop or anchor is near, or because too few people reach them',
          ),
        atEdge: figure
          .count('places')
          .optional()
          .describe(
            'Candidates that were left out because a tenth of their reach or more lies beyond the map; 0 where all do, and for `places`',
          ),
      })
      .describe('The work of the search. Its list is the one that a look at each candidate gives'),
    certainty: certainty
      .nullable()
      .optional()
      .describe('How sure the first place of the list is; null for a list of none'),
    notes: z.array(z.string()).meta(figure.note()).describe('Notes on how to read the figures'),
    said: saidMembers,
    salesModel: modelOfForecast
      .optional()
      .describe(
        'With `model`: the model that the forecasts are from. Places are found by the market, and forecast by it',
      ),
    method: z
      .object({
        model: z.enum(['huff', 'coverage']).describe('See docs/methods/site-search.md'),
        limitMinutes: figure.minutes().describe('Places farther away are never chosen'),
        mode: z.enum(MODES),
        traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
        parametersVersion: z.string().nullable().describe('Version of the parameters of sectors; null for a measure'),
      })
      .describe('The model and its parameters')
      .meta(figure.background()),
    dataVersion,
  })
  .describe('The best places of an area for a new store');
export type Output = z.output<typeof output>;
