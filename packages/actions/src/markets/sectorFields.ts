import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import { saidMembers } from '@hinterland/contract';
import { FLOOR_AREA_SOURCES } from '@hinterland/territory';
import { z } from 'zod';
import { demandErrorShare } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';
import { partDescription } from '../subject/schema.ts';
import { demandData } from './demandData.ts';
import { supplyData } from './supply.ts';

/** Stores that a result lists, inside and outside. */
export const STORES_SHOWN = 100;
export const OUTSIDE_STORES_SHOWN = 20;

const money = (what: string) => figure.money({ unitFrom: 'demandUnit' }).nullable().describe(what);
const perSquareMeter = (what: string) =>
  figure.money({ unit: 'currency_per_year_per_square_meter' }).nullable().describe(what);
const modelled = (what: string) => figure.spend('demandUnit', { modelled: true }).nullable().describe(what);
const share = (base: string, what: string) => figure.share({ base }).nullable().describe(`${what}, 0..1`);

const figures = z
  .object({
    stores: figure.count('stores').describe('Open stores of the sector in the part'),
    floorAreaSquareMeters: figure.squareMeters().describe('Total gross floor area of these stores'),
    floorAreaAssumedShare: share(
      'floorAreaSquareMeters',
      'Share of that floor area which is the median of the sector for want of a known one',
    ),
    demand: figure
      .spend('demandUnit')
      .describe("Yearly spend of the part's residents on the sector, in any store; in `demandUnit`"),
    demandPerResident: figure
      .money({ unit: 'currency_per_year_and_person', errorFrom: 'demandErrorShare' })
      .nullable()
      .describe('demand ÷ residents'),
    demandEstimatedShare: share(
      'demand',
      'Share of demand from census units whose spend is not published but estimated',
    ),
    supply: money('What the stores of the part can take in a year: the sum of their capacities'),
    opportunity: figure
      .spend('demandUnit')
      .nullable()
      .describe('demand − supply: above 0 the part buys more than its stores can sell'),
    leakageSurplusFactor: figure
      .index()
      .nullable()
      .describe(
        '100 × (demand − supply) ÷ (demand + supply): +100 means that all is bought elsewhere, −100 that nobody lives here',
      ),
    captured: figure
      .spend('demandUnit', { modelled: true })
      .describe("Demand that goes to stores of the same part, by Huff's model"),
    capturedShare: share('demand', 'captured ÷ demand'),
    leakage: figure
      .spend('demandUnit', { modelled: true })
      .describe('demand − captured = leakageToStores + leakageElsewhere'),
    leakageToStores: figure
      .spend('demandUnit', { modelled: true })
      .describe('Demand that goes to stores of the sector outside the part'),
    leakageElsewhere: figure
      .spend('demandUnit', { modelled: true })
      .describe('Demand that goes to none of these stores: the outside option'),
    salesPotentialPerSquareMeter: figure
      .money({ unit: 'currency_per_year_per_square_meter', errorFrom: 'demandErrorShare' })
      .nullable()
      .describe('demand ÷ floor area: the higher, the less saturated (known as the index of retail saturation)'),
    storesPer10000: figure
      .per10000()
      .nullable()
      .describe('10,000 × stores ÷ residents; null for fewer than 200 residents or without a census'),
    locationQuotient: figure
      .times()
      .nullable()
      .describe('Share of the sector among all stores of the part ÷ its share among all stores of the territory'),
    demandPerStoreWithOneMore: figure
      .spend('demandUnit')
      .describe('demand ÷ (stores + 1): an even share for a new store'),
  })
  .describe('Figures of one sector for one part')
  .meta({ id: 'SectorFigures' });

const store = {
  id: z.string().meta(figure.key()),
  name: z.string().meta(figure.name()),
  brand: z.string().meta(figure.name()).nullable(),
  lat: figure.degrees(),
  lng: figure.degrees(),
  squareMeters: figure.squareMeters(),
  floorAreaSource: z.enum(FLOOR_AREA_SOURCES),
  lists: z
    .array(
      z.object({
        name: z.string().meta(figure.name()),
        seen: z.string().nullable().describe('Day on which it last saw the store'),
      }),
    )
    .optional()
    .describe('Lists that hold the store; absent where the territory was made of one'),
  existsProbability: figure
    .share({ base: 'certainty' })
    .optional()
    .describe('Probability that the store is still there, 0..1; absent where the territory was made of one list'),
  sales: figure
    .spend('demandUnit', { modelled: true })
    .describe(
      "Yearly spend of the residents of the call's territory in this store, by the model; not its whole turnover",
    ),
} as const;

const oneMore = z
  .object({
    squareMeters: figure.squareMeters().describe('Its gross floor area: the median of the sector'),
    usualSales: money('What a store of that floor area usually sells in a year: its capacity'),
    captured: modelled(
      "What it would take of the demand of the call at the first origin, by Huff's model; null for areas and polygons",
    ),
    takenFromStores: modelled('Of this, what other stores of the sector lose, those outside the parts included'),
    newToMarket: modelled('Of this, what was spent in no store within reach before'),
    sensitivity: z
      .array(
        z.object({
          change: z.string().meta(figure.name()),
          captured: figure.spend('demandUnit', { modelled: true }),
        }),
      )
      .describe('captured under other parameters, as `sensitivity` of the sector has them; empty where it is null'),
  })
  .describe('One more store of usual size')
  .meta({ id: 'OneMoreStore' });

const loss = {
  taken: figure.spend('demandUnit', { modelled: true }).describe('Yearly sales that go to the new one'),
  lossShare: figure.share({ base: 'sales' }).describe('taken ÷ their sales by the model, 0..1'),
};
const room = z
  .object({
    minutes: figure
      .minutes()
      .nullable()
      .describe(
        "The sector's longest travel time: the market is everyone within it of the first origin, whatever the limits of the call; null for areas and polygons, whose market are their own people",
      ),
    demand: figure.spend('demandUnit').describe('What these people spend on the sector in a year'),
    supply: figure.money({ unitFrom: 'demandUnit' }).describe('Usual sales of the stores of the sector there'),
    stores: figure.count('stores').describe('Stores of the sector there'),
    usualSales: figure
      .money({ unitFrom: 'demandUnit' })
      .describe('What one more store of usual size usually sells in a year'),
    captured: modelled("What it would take by Huff's model; null for areas and polygons"),
    takenFromStores: modelled('Of this, what other stores lose'),
    newToMarket: modelled('Of this, what was spent in no store before'),
    losers: z
      .object({
        stores: figure
          .count('stores')
          .describe('Stores that would lose a hundredth of their sales or more, one at least'),
        ...loss,
        most: z
          .array(z.object({ name: z.string().meta(figure.name()), ...loss }))
          .describe('Those that would lose most'),
      })
      .nullable()
      .describe('Who loses; null where no store does'),
    regionBalance: figure
      .times()
      .nullable()
      .describe(
        'Spend of all residents of the territory on the sector ÷ usual sales of all its stores, those that the data lack by `completeness` included: 1 where both describe one market',
      ),
    completeness: z
      .object({
        low: figure.share({ base: 'real stores of the sector' }),
        high: figure.share({ base: 'real stores of the sector' }),
      })
      .nullable()
      .describe('Share of the real stores of the sector that the data hold, as a range; null where it is not known'),
    beyondMapShare: figure.share({ base: 'reach' }).describe('Share of the reach that lies beyond the map, 0..1'),
    needsCar: z.boolean().describe('Whether people come to such stores by car, and the call asks for another mode'),
    draws: z
      .object({
        yes: figure.share({ base: 'draws' }).describe('Share with room'),
        no: figure.share({ base: 'draws' }).describe('Share without room'),
        untold: figure
          .share({ base: 'draws' })
          .describe('Share in which spend and stores of the region do not describe one market'),
        decides: z
          .enum(['stores', 'people', 'sizes', 'model', 'sales', 'way', 'edge', 'area', 'spend'])
          .nullable()
          .describe('The uncertainty that decides most; null where none does, or where the draws agree'),
      })
      .describe('The question asked under 400 draws of all that is uncertain, see docs/methods/verdicts.md'),
    more: z
      .object({
        low: figure.plain({ unit: 'stores' }),
        middle: figure.plain({ unit: 'stores' }),
        high: figure.plain({ unit: 'stores' }),
      })
      .nullable()
      .describe('How many more stores of usual size, in the lowest tenth, half and the highest tenth of the draws'),
  })
  .describe('What the verdict on room rests on')
  .meta({ id: 'RoomForOneMore' });

const parameters = z
  .object({
    set: z.string().describe('Version of the parameters'),
    attraction: z.literal('floor_area_square_meters').describe("Measure of a store's attractiveness"),
    attractionExponent: figure.plain().describe('α'),
    distanceExponent: figure.plain().describe('β: utility falls with minutes^−β'),
    floorMinutes: figure.minutes().describe('Shorter trips count as this'),
    limitMinutes: figure.minutes().describe('Tmax: stores farther away are never chosen'),
    outsideOption: z
      .object({ squareMeters: figure.squareMeters(), minutes: figure.minutes(), utility: figure.plain() })
      .describe(
        'The outside option, buying in none of these stores, is as attractive as a store of this floor area at this distance',
      ),
    coicopShares: z
      .partialRecord(
        z.enum(COICOP_DIVISIONS.map(([code]) => code) as [string, ...string[]]),
        figure.share({ base: 'spend on the division' }),
      )
      .describe('Share of the spend on each COICOP division that is spent in the sector')
      .meta(figure.aside()),
    missingDivisions: z
      .array(z.string())
      .describe('Divisions that the territory has no table of; they are not part of the demand'),
    salesPerSquareMeter: perSquareMeter(
      'Capacity of a store per m² and year; null where it does not follow floor area',
    ),
    salesPerStore: money(
      'Capacity of a store where it does not follow floor area: demand of the territory ÷ its stores',
    ),
  })
  .describe('Parameters of the model')
  .meta({ id: 'MarketParameters', ...figure.background() });

const sector = z
  .discriminatedUnion('available', [
    z
      .object({
        code: z.string().meta(figure.key()),
        name: z.string().meta(figure.name()).describe('English name; markets.sectors has others'),
        available: z.literal(true).meta(figure.aside()),
        demandUnit: z
          .enum(['currency_per_year', 'residents'])
          .describe(
            'residents: the territory has no tables of spend, so demand counts residents and only proportions are meaningful',
          ),
        demandErrorShare,
        figures: z.record(z.string(), figures).describe('By id of the part').meta(figure.group()),
        stores: z
          .array(
            z.object({ ...store, band: z.string().nullable().describe('Id of its band; null for areas and polygons') }),
          )
          .describe(`Stores in the parts of the call, most sales first, at most ${STORES_SHOWN}`)
          .meta(figure.list('brand')),
        outsideStores: z
          .array(z.object(store))
          .describe(`Stores outside that take the most spend, at most ${OUTSIDE_STORES_SHOWN}`)
          .meta(figure.list('brand')),
        sensitivity: z
          .array(
            z.object({
              change: z.string().meta(figure.name()).describe('The parameter that was changed, and how'),
              captured: figure.spend('demandUnit', { modelled: true }),
              leakage: figure.spend('demandUnit', { modelled: true }),
            }),
          )
          .describe('Figures of all parts together under other parameters, to show how much depends on them'),
        oneMore,
        room: room
          .nullable()
          .optional()
          .describe(
            'Room for one more store; null without tables of spend; absent with detail "summary" and from answers given before',
          ),
        parameters,
        method: z.string().describe('How the figures were made, in a sentence').meta(figure.background()),
      })
      .describe('A sector with its market'),
    z
      .object({
        code: z.string().meta(figure.key()),
        name: z.string().meta(figure.name()),
        available: z.literal(false).meta(figure.aside()),
        reason: z.string(),
        said: saidMembers,
      })
      .describe('A sector without stores in the territory; it is not charged'),
  ])
  .meta({ id: 'SectorResult' });

export const sectorsFields = {
  parts: z
    .array(partDescription)
    .describe('Parts of the territory that every sector has figures for: bands, areas or the polygon')
    .meta(figure.list('id')),
  sectors: z
    .array(sector)
    .describe('The sectors in the order asked for')
    .meta(figure.group({ key: 'code' })),
  demandData,
  supplyData,
} as const;
export type SectorResults = z.output<z.ZodObject<typeof sectorsFields>>;
