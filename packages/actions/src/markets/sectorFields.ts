import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import { FLOOR_AREA_SOURCES } from '@hinterland/territory';
import { z } from 'zod';
import { partDescription } from '../subject/schema.ts';
import { demandData } from './demandData.ts';
import { supplyData } from './supply.ts';

/** Stores that a result lists, inside and outside. */
export const STORES_SHOWN = 100;
export const OUTSIDE_STORES_SHOWN = 20;

const money = (what: string) => z.number().nullable().describe(what);
const share = (what: string) => z.number().nullable().describe(`${what}, 0..1`);

const figures = z
  .object({
    stores: z.int().describe('Open stores of the sector in the part'),
    floorAreaSquareMeters: z.number().describe('Total gross floor area of these stores'),
    floorAreaAssumedShare: share('Share of that floor area which is the median of the sector for want of a known one'),
    demand: z.number().describe("Yearly spend of the part's residents on the sector, in any store; in `demandUnit`"),
    demandPerResident: z.number().nullable().describe('demand ÷ residents'),
    demandEstimatedShare: share('Share of demand from census units whose spend is not published but estimated'),
    supply: money('What the stores of the part can take in a year: the sum of their capacities'),
    opportunity: money('demand − supply: above 0 the part buys more than its stores can sell'),
    leakageSurplusFactor: z
      .number()
      .nullable()
      .describe(
        '100 × (demand − supply) ÷ (demand + supply): +100 means that all is bought elsewhere, −100 that nobody lives here',
      ),
    captured: z.number().describe("Demand that goes to stores of the same part, by Huff's model"),
    capturedShare: share('captured ÷ demand'),
    leakage: z.number().describe('demand − captured = leakageToStores + leakageElsewhere'),
    leakageToStores: z.number().describe('Demand that goes to stores of the sector outside the part'),
    leakageElsewhere: z.number().describe('Demand that goes to none of these stores: the outside option'),
    salesPotentialPerSquareMeter: money(
      'demand ÷ floor area: the higher, the less saturated (known as the index of retail saturation)',
    ),
    storesPer10000: z
      .number()
      .nullable()
      .describe('10,000 × stores ÷ residents; null for fewer than 200 residents or without a census'),
    locationQuotient: z
      .number()
      .nullable()
      .describe('Share of the sector among all stores of the part ÷ its share among all stores of the territory'),
    demandPerStoreWithOneMore: z.number().describe('demand ÷ (stores + 1): an even share for a new store'),
  })
  .describe('Figures of one sector for one part')
  .meta({ id: 'SectorFigures' });

const store = {
  id: z.string(),
  name: z.string(),
  brand: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  squareMeters: z.number(),
  floorAreaSource: z.enum(FLOOR_AREA_SOURCES),
  lists: z
    .array(z.object({ name: z.string(), seen: z.string().nullable().describe('Day on which it last saw the store') }))
    .optional()
    .describe('Lists that hold the store; absent where the territory was made of one'),
  existsProbability: z
    .number()
    .optional()
    .describe('Probability that the store is still there, 0..1; absent where the territory was made of one list'),
  sales: z
    .number()
    .describe(
      "Yearly spend of the residents of the call's territory in this store, by the model; not its whole turnover",
    ),
} as const;

const oneMore = z
  .object({
    squareMeters: z.number().describe('Its gross floor area: the median of the sector'),
    usualSales: money('What a store of that floor area usually sells in a year: its capacity'),
    captured: money(
      "What it would take of the demand of the call at the first origin, by Huff's model; null for areas and polygons",
    ),
    takenFromStores: money('Of this, what other stores of the sector lose, those outside the parts included'),
    newToMarket: money('Of this, what was spent in no store within reach before'),
    sensitivity: z
      .array(z.object({ change: z.string(), captured: z.number() }))
      .describe('captured under other parameters, as `sensitivity` of the sector has them; empty where it is null'),
  })
  .describe('One more store of usual size')
  .meta({ id: 'OneMoreStore' });

const loss = {
  taken: z.number().describe('Yearly sales that go to the new one'),
  lossShare: z.number().describe('taken ÷ their sales by the model, 0..1'),
};
const room = z
  .object({
    minutes: z
      .number()
      .nullable()
      .describe(
        "The sector's longest travel time: the market is everyone within it of the first origin, whatever the limits of the call; null for areas and polygons, whose market are their own people",
      ),
    demand: z.number().describe('What these people spend on the sector in a year'),
    supply: z.number().describe('Usual sales of the stores of the sector there'),
    stores: z.int().describe('Stores of the sector there'),
    usualSales: z.number().describe('What one more store of usual size usually sells in a year'),
    captured: money("What it would take by Huff's model; null for areas and polygons"),
    takenFromStores: money('Of this, what other stores lose'),
    newToMarket: money('Of this, what was spent in no store before'),
    losers: z
      .object({
        stores: z.int().describe('Stores that would lose a hundredth of their sales or more, one at least'),
        ...loss,
        most: z.array(z.object({ name: z.string(), ...loss })).describe('Those that would lose most'),
      })
      .nullable()
      .describe('Who loses; null where no store does'),
    regionBalance: z
      .number()
      .nullable()
      .describe(
        'Spend of all residents of the territory on the sector ÷ usual sales of all its stores, those that the data lack by `completeness` included: 1 where both describe one market',
      ),
    completeness: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .describe('Share of the real stores of the sector that the data hold, as a range; null where it is not known'),
    beyondMapShare: z.number().describe('Share of the reach that lies beyond the map, 0..1'),
    needsCar: z.boolean().describe('Whether people come to such stores by car, and the call asks for another mode'),
    draws: z
      .object({
        yes: z.number().describe('Share with room'),
        no: z.number().describe('Share without room'),
        untold: z.number().describe('Share in which spend and stores of the region do not describe one market'),
        decides: z
          .enum(['stores', 'people', 'sizes', 'model', 'sales', 'way', 'edge', 'area', 'spend'])
          .nullable()
          .describe('The uncertainty that decides most; null where none does, or where the draws agree'),
      })
      .describe('The question asked under 400 draws of all that is uncertain, see docs/methods/verdicts.md'),
    more: z
      .object({ low: z.number(), middle: z.number(), high: z.number() })
      .nullable()
      .describe('How many more stores of usual size, in the lowest tenth, half and the highest tenth of the draws'),
  })
  .describe('What the verdict on room rests on')
  .meta({ id: 'RoomForOneMore' });

const parameters = z
  .object({
    set: z.string().describe('Version of the parameters'),
    attraction: z.literal('floor_area_square_meters').describe("Measure of a store's attractiveness"),
    attractionExponent: z.number().describe('α'),
    distanceExponent: z.number().describe('β: utility falls with minutes^−β'),
    floorMinutes: z.number().describe('Shorter trips count as this'),
    limitMinutes: z.number().describe('Tmax: stores farther away are never chosen'),
    outsideOption: z
      .object({ squareMeters: z.number(), minutes: z.number(), utility: z.number() })
      .describe(
        'The outside option, buying in none of these stores, is as attractive as a store of this floor area at this distance',
      ),
    coicopShares: z
      .partialRecord(z.enum(COICOP_DIVISIONS.map(([code]) => code) as [string, ...string[]]), z.number())
      .describe('Share of the spend on each COICOP division that is spent in the sector'),
    missingDivisions: z
      .array(z.string())
      .describe('Divisions that the territory has no table of; they are not part of the demand'),
    salesPerSquareMeter: money('Capacity of a store per m² and year; null where it does not follow floor area'),
    salesPerStore: money(
      'Capacity of a store where it does not follow floor area: demand of the territory ÷ its stores',
    ),
  })
  .describe('Parameters of the model')
  .meta({ id: 'MarketParameters' });

const sector = z
  .discriminatedUnion('available', [
    z
      .object({
        code: z.string(),
        name: z.string().describe('English name; markets.sectors has others'),
        available: z.literal(true),
        demandUnit: z
          .enum(['currency_per_year', 'residents'])
          .describe(
            'residents: the territory has no tables of spend, so demand counts residents and only proportions are meaningful',
          ),
        demandErrorShare: z
          .number()
          .optional()
          .describe(
            'Where spend is modelled from the level of a country: half of such figures lie within this share of published ones, 0..1; see docs/methods/spend.md',
          ),
        figures: z.record(z.string(), figures).describe('By id of the part'),
        stores: z
          .array(
            z.object({ ...store, band: z.string().nullable().describe('Id of its band; null for areas and polygons') }),
          )
          .describe(`Stores in the parts of the call, most sales first, at most ${STORES_SHOWN}`),
        outsideStores: z
          .array(z.object(store))
          .describe(`Stores outside that take the most spend, at most ${OUTSIDE_STORES_SHOWN}`),
        sensitivity: z
          .array(
            z.object({
              change: z.string().describe('The parameter that was changed, and how'),
              captured: z.number(),
              leakage: z.number(),
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
        method: z.string().describe('How the figures were made, in a sentence'),
      })
      .describe('A sector with its market'),
    z
      .object({ code: z.string(), name: z.string(), available: z.literal(false), reason: z.string() })
      .describe('A sector without stores in the territory; it is not charged'),
  ])
  .meta({ id: 'SectorResult' });

export const sectorsFields = {
  parts: z
    .array(partDescription)
    .describe('Parts of the territory that every sector has figures for: bands, areas or the polygon'),
  sectors: z.array(sector).describe('The sectors in the order asked for'),
  demandData,
  supplyData,
} as const;
export type SectorResults = z.output<z.ZodObject<typeof sectorsFields>>;
