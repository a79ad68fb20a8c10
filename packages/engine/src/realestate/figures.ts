import {
  LISTING_KINDS,
  LISTING_STATES,
  type ListingKind,
  type ListingState,
  PROPERTY_TYPES,
  type PropertyType,
} from '@hinterland/territory';
import { type DaysOnMarket, medianDaysOnMarket } from './daysOnMarket.ts';
import type { Listings } from './listings.ts';
import { MONTHS_OF, type PeriodList } from './periods.ts';
import { type Quartiles, quartiles } from './quartiles.ts';
import { changePercentPerYear } from './trend.ts';

/** Medians per period; all arrays run along the periods. null where a period has too few. */
export interface Trend {
  readonly counts: readonly number[];
  readonly medianPrice: readonly (number | null)[];
  readonly medianPricePerSquareMeter: readonly (number | null)[];
  /** Of the price per square meter where most floor areas are known, in enough periods, else of the price; null for too few. */
  readonly changePercentPerYear: number | null;
  readonly changeOf: 'price_per_square_meter' | 'price' | null;
}

/** Figures of offers or deals of one kind, of all types or of one. Rents are per month. */
export interface MarketFigures {
  readonly count: number;
  readonly price: Quartiles;
  readonly pricePerSquareMeter: Quartiles;
  /** Of the listings with a price, those with a floor area, 0..1; null where none has a price. */
  readonly floorAreaShare: number | null;
  readonly floorAreaSquareMeters: Quartiles;
  readonly daysOnMarket: DaysOnMarket;
  readonly trend: Trend;
}

export interface PropertyMarket {
  readonly kind: ListingKind;
  readonly state: ListingState;
  readonly all: MarketFigures;
  /** Types that occur, in the order of PROPERTY_TYPES. */
  readonly byType: readonly (MarketFigures & { readonly type: PropertyType })[];
}

/** Yearly rent as percent of the price, before any cost. */
export interface GrossYield {
  /** null: all types together. */
  readonly type: PropertyType | null;
  readonly percent: number;
  /** Whether prices and rents were asked or paid. */
  readonly sale: ListingState;
  readonly rent: ListingState;
}

export interface RealestateFigures {
  /** One per kind and state that occurs, sales first, listings before transactions. */
  readonly markets: readonly PropertyMarket[];
  /** For all types together and for each, where both medians are known. */
  readonly grossYields: readonly GrossYield[];
}

/** Indicators of the given rows of the listings, all of which lie in the periods. */
export function realestateFigures(listings: Listings, rows: Iterable<number>, periods: PeriodList): RealestateFigures {
  const { kind, state, type } = listings.table;
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const market = kind[row]! * LISTING_STATES.length + state[row]!;
    const group = groups.get(market);
    if (group === undefined) groups.set(market, [row]);
    else group.push(row);
  }
  const markets = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([market, group]): PropertyMarket => {
      const byType = PROPERTY_TYPES.map((name, number) => ({
        name,
        rows: group.filter((row) => type[row] === number),
      })).filter((each) => each.rows.length > 0);
      return {
        kind: LISTING_KINDS[Math.floor(market / LISTING_STATES.length)]!,
        state: LISTING_STATES[market % LISTING_STATES.length]!,
        all: figuresOf(listings, group, periods),
        byType: byType.map((each) => ({ type: each.name, ...figuresOf(listings, each.rows, periods) })),
      };
    });
  return { markets, grossYields: grossYieldsOf(markets) };
}

function figuresOf({ table, month }: Listings, rows: readonly number[], periods: PeriodList): MarketFigures {
  const { price, floorAreaSquareMeters, daysOnMarket, open } = table;
  const perSquareMeter = (row: number) => price[row]! / floorAreaSquareMeters[row]!;
  const timed = rows.filter((row) => daysOnMarket[row]! >= 0);
  return {
    count: rows.length,
    price: quartiles(rows.map((row) => price[row]!)),
    pricePerSquareMeter: quartiles(rows.map(perSquareMeter)),
    floorAreaShare: knownShare(rows, perSquareMeter, (row) => price[row]!),
    floorAreaSquareMeters: quartiles(rows.map((row) => floorAreaSquareMeters[row]!)),
    daysOnMarket: medianDaysOnMarket(
      timed.map((row) => daysOnMarket[row]!),
      timed.map((row) => open[row]!),
    ),
    trend: trendOf(
      rows,
      (row) => month[row]!,
      (row) => price[row]!,
      perSquareMeter,
      periods,
    ),
  };
}

/** Rows of which `value` is known ÷ those of which `of` is; null where it never is. */
function knownShare(
  rows: readonly number[],
  value: (row: number) => number,
  of: (row: number) => number,
): number | null {
  const known = (one: (row: number) => number) => rows.filter((row) => !Number.isNaN(one(row))).length;
  const all = known(of);
  return all === 0 ? null : known(value) / all;
}

function trendOf(
  rows: readonly number[],
  month: (row: number) => number,
  price: (row: number) => number,
  perSquareMeter: (row: number) => number,
  periods: PeriodList,
): Trend {
  const inPeriod: number[][] = periods.names.map(() => []);
  for (const row of rows) inPeriod[periods.of(month(row))]!.push(row);
  const medianPrice = inPeriod.map((each) => quartiles(each.map(price)).median);
  const medianPricePerSquareMeter = inPeriod.map((each) => quartiles(each.map(perSquareMeter)).median);
  const perYear = 12 / MONTHS_OF[periods.period];
  // A few rows with floor areas, such as whole buildings among flats without any, would speak for all.
  const mostHaveAreas = (knownShare(rows, perSquareMeter, price) ?? 0) >= 0.5;
  const ofArea = mostHaveAreas ? changePercentPerYear(medianPricePerSquareMeter, perYear) : null;
  const change = ofArea ?? changePercentPerYear(medianPrice, perYear);
  return {
    counts: inPeriod.map((each) => each.length),
    medianPrice,
    medianPricePerSquareMeter,
    changePercentPerYear: change,
    changeOf: change === null ? null : ofArea === null ? 'price' : 'price_per_square_meter',
  };
}

/** 100 · 12 · median rent per m² and month ÷ median price per m²; both above 0. */
function grossYieldPercent(rentPerSquareMeterMonth: number, pricePerSquareMeter: number): number {
  return (100 * 12 * rentPerSquareMeterMonth) / pricePerSquareMeter;
}

/** Pairs of prices and rents to compare, best first: asked with asked, paid with paid, then mixed. */
const PAIRS: readonly (readonly [sale: ListingState, rent: ListingState])[] = [
  ['listing', 'listing'],
  ['transaction', 'transaction'],
  ['transaction', 'listing'],
  ['listing', 'transaction'],
];

function grossYieldsOf(markets: readonly PropertyMarket[]): GrossYield[] {
  const median = (kind: ListingKind, state: ListingState, type: PropertyType | null) => {
    const market = markets.find((each) => each.kind === kind && each.state === state);
    const figures = type === null ? market?.all : market?.byType.find((each) => each.type === type);
    return figures?.pricePerSquareMeter.median ?? null;
  };
  return [null, ...PROPERTY_TYPES].flatMap((type) => {
    for (const [sale, rent] of PAIRS) {
      const [price, rentPerMonth] = [median('sale', sale, type), median('rent', rent, type)];
      if (price === null || rentPerMonth === null) continue;
      return [{ type, percent: grossYieldPercent(rentPerMonth, price), sale, rent }];
    }
    return [];
  });
}
