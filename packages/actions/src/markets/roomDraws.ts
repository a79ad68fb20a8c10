import type { Customers } from '@hinterland/catalogue';
import { type CaptureCurve, capturedUnder } from '@hinterland/engine/market';
import { between, DRAWS, type Draw, draw, normalOf, type Shares } from '../verdicts/draws.ts';
import { type Completeness, UNKNOWN_COMPLETENESS } from './completeness.ts';

/** What a verdict on room is uncertain of. */
const ROOM_CAUSES = ['stores', 'people', 'sizes', 'model', 'sales', 'way', 'edge', 'area', 'spend'] as const;
export type RoomCause = (typeof ROOM_CAUSES)[number];

/** Demand, stores and usual sales of a market, as the data have them. */
export interface Balance {
  readonly demand: number;
  readonly supply: number;
  readonly stores: number;
}

/** All that a verdict on room rests on. */
export interface RoomInput {
  /** The market of the place: everyone within the sector's longest time, and the stores there. */
  readonly reach: Balance;
  /** All of the territory. */
  readonly region: Balance;
  /** Usual sales of one more store. */
  readonly usualSales: number;
  /** What it takes, under the sector's parameters first, then under others; null without a place. */
  readonly curves: readonly CaptureCurve[] | null;
  /** Worth of a store halfway to the longest time, in outside options. */
  readonly halfway: number;
  /** Exponent of travel time. */
  readonly timeExponent: number;
  readonly completeness: Pick<Completeness, 'low' | 'high'> | null;
  readonly customers: Customers;
  /** Share of the floor area that is the sector's median, and of the demand that is estimated. */
  readonly assumedShare: number;
  readonly estimatedShare: number;
  /** Deviation of the logarithm of estimated spend, where it was measured. */
  readonly estimatedDeviation?: number | undefined;
  /** Share of the reach beyond the map. */
  readonly beyondShare: number;
  /** Whether stores share the demand of the territory evenly, whatever their size. */
  readonly isEvenShare: boolean;
}

/** How many times the residents' spend may be spent in the sector's stores, where only residents are counted. */
const SPEND_OF_ALL: Readonly<Record<Customers, readonly [number, number]>> = {
  residents: [0.9, 1.15],
  mixed: [0.8, 1.6],
  passing: [0.7, 3],
  guests: [0.1, 10],
};
/** Usual sales are those of the country within a quarter. */
const SALES = [0.8, 1.25] as const;
const OUTSIDE = [0.5, 2] as const;
/** People, and stores, beyond the map, in times of those that its part of the reach makes expect. */
const BEYOND = [0.5, 2] as const;
/** Share of draws with the sector's own parameters; the others share the rest. */
const PLAIN_MODEL = 0.4;
/** Deviations of logarithms: speeds, 50 m of position, floor areas of one store and of the median itself, estimated spend that nobody measured. */
const DEVIATION = { speed: 0.1, position: 0.05, size: 0.5, median: 0.15, estimated: 0.2 } as const;
/** Spend and usual sales of a region farther apart than the one do not describe one market: room is told beside its balance. Than the other: never. */
export const APART = { relative: 1.5, never: 3 } as const;
/** Weight of the region's stores per demand beside those that the data hold in the reach. */
const PRIOR_STORES = 2;
/** A third of the reach beyond the map is too much to judge by the rest. */
const BEYOND_MOST = 1 / 3;

export interface Room extends Shares<RoomCause> {
  /** How many more stores of usual size, in a tenth, half and nine tenths of the draws at most; null where no draw can tell. */
  readonly more: { readonly low: number; readonly middle: number; readonly high: number } | null;
  /** Share of the draws in which the spend of the region and the usual sales of its stores do not describe one market, or too much lies beyond the map. */
  readonly untold: number;
}

/** A region's balance as the data have it, stores that they lack included. */
export const balanceOf = ({ region, completeness }: Pick<RoomInput, 'region' | 'completeness'>): number =>
  (region.demand / region.supply) * (completeness === null ? 1 : Math.sqrt(completeness.low * completeness.high));

/** Whether a region's spend and usual sales lie apart by a factor or more, either way. */
const isApart = (balance: number, factor: number): boolean => !(balance < factor && balance > 1 / factor);

/** Draws all that is uncertain of the room for one more store, 400 times: yes where demand is unmet and the store would reach its usual sales. */
export function roomUnder(input: RoomInput): Room {
  const counts: number[] = [];
  // Spend that was not modelled is as uncertain as people are.
  const causes = ROOM_CAUSES.filter((cause) => cause !== 'spend' || input.estimatedDeviation !== undefined);
  const shares = draw(causes, (one, settled) => {
    const said = roomIn(input, one, settled);
    if (said !== null && settled === null) counts.push(said.more);
    return said === null ? null : said.isRoom;
  });
  counts.sort((a, b) => a - b);
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(share * counts.length))]!;
  return {
    ...shares,
    untold: 1 - counts.length / DRAWS,
    more: counts.length === 0 ? null : { low: at(0.1), middle: at(0.5), high: at(0.9) },
  };
}

/**
 * One draw: null where region and map tell nothing. There is no room where the new store stays below its usual sales, room where it reaches them
 * and demand is unmet; `isRoom` is null where it would live from the stores there alone.
 */
function roomIn(input: RoomInput, drawn: Draw<RoomCause>, settled: RoomCause | null) {
  const { reach, region, curves, usualSales, isEvenShare, customers, halfway } = input;
  const of = (cause: RoomCause, i: 0 | 1 = 0) => (cause === settled ? 0.5 : drawn[cause][i]!);
  if (input.beyondShare > BEYOND_MOST && settled !== 'edge') return null;

  const { low, high } = input.completeness ?? UNKNOWN_COMPLETENESS;
  // A complete list would most likely find as many stores as the region's people feed.
  const likely = Math.min(high, Math.max(low, region.supply / Math.max(region.demand, 1e-9)));
  const complete = settled === 'stores' && input.completeness === null ? likely : between(of('stores'), low, high);
  const missing = missingStores(input, complete, of('stores', 1));
  const beyond = settled === 'edge' ? 0 : input.beyondShare / (1 - input.beyondShare);
  // What lies beyond is as the part that is seen, people and stores each for themselves half to twice as many.
  const rivals = 1 + beyond * between(of('edge'), ...BEYOND);
  const customersBeyond = 1 + beyond * between(of('edge', 1), ...BEYOND);

  const people = settled === 'people' ? 1 : between(of('people'), ...SPEND_OF_ALL[customers]);
  const { estimatedDeviation } = input;
  const estimated = Math.exp(
    estimatedDeviation === undefined
      ? DEVIATION.estimated * input.estimatedShare * normalOf(of('people', 1))
      : estimatedDeviation * input.estimatedShare * normalOf(of('spend')),
  );
  // Workers and visitors of a region mostly live there: they move spend within it.
  const around = Math.max(0, 1 - reach.demand / region.demand);
  const area = curves === null ? between(of('area'), 1 / APART.relative, APART.relative) : 1;
  const sales = between(of('sales'), ...SALES);
  const known = Math.max(1, reach.stores * input.assumedShare);
  const sizes = Math.exp(
    input.assumedShare *
      (DEVIATION.median * normalOf(of('sizes')) + (DEVIATION.size / Math.sqrt(known)) * normalOf(of('sizes', 1))),
  );

  const usual = usualSales * sales * (isEvenShare ? complete : 1);
  const supply = (reach.supply * sizes * sales * (isEvenShare ? complete : 1) + missing * usual) * rivals;
  const demand = reach.demand * estimated * area * (1 + (people - 1) * around) * customersBeyond;
  const balance = isEvenShare ? 1 : (region.demand * estimated * complete) / (region.supply * sizes * sales);
  if (isApart(balance, APART.never)) return null;
  // Beside its region and by itself: room takes both, no room neither.
  const beside = isApart(balanceOf(input), APART.relative) && !isEvenShare ? balance : 1;
  const [least, most] = [Math.min(1, beside), Math.max(1, beside)];

  const more = (demand - most * supply) / (most * usual);
  const isUnmet = more >= 1;
  if (curves === null) return { isRoom: isUnmet, more };
  // Nobody reaches the place.
  if (curves.length === 0) return { isRoom: false, more };
  const way = Math.exp(input.timeExponent * DEVIATION.speed * normalOf(of('way')));
  const added = missing / (reach.stores + 1);
  const outside = between(of('model', 1), ...OUTSIDE) * way + added * halfway;
  const captured =
    capturedUnder(curveOf(curves, settled === 'model' ? 0 : of('model')), (1 + added) * rivals, outside) *
    people *
    estimated *
    customersBeyond *
    Math.exp(DEVIATION.position * normalOf(of('way', 1)));
  const isRoom = captured < least * usual ? false : captured >= most * usual && isUnmet ? true : null;
  return { isRoom, more };
}

/** The sector's own parameters in PLAIN_MODEL of the draws, the others as often as each other. */
function curveOf(curves: readonly CaptureCurve[], share: number): CaptureCurve {
  const other = Math.floor(((share - PLAIN_MODEL) / (1 - PLAIN_MODEL)) * (curves.length - 1));
  return curves[share < PLAIN_MODEL ? 0 : 1 + other]!;
}

/**
 * How many stores the data lack within reach where they hold a share of all: what they hold there, beside what the region's stores per demand
 * make expect (gamma and Poisson), with the scatter of both.
 */
function missingStores({ reach, region }: RoomInput, complete: number, share: number): number {
  if (complete >= 1) return 0;
  const expected = region.demand > 0 ? (region.stores / complete) * (reach.demand / region.demand) : 0;
  if (expected <= 0) return 0;
  const real = (PRIOR_STORES + reach.stores) / (PRIOR_STORES / expected + complete);
  const mean = real * (1 - complete);
  const deviation = Math.sqrt(Math.log(1 + 1 / mean + 1 / (PRIOR_STORES + reach.stores)));
  return mean * Math.exp(deviation * normalOf(share) - deviation ** 2 / 2);
}
