import { customersOf, needsCar, type Sector } from '@hinterland/catalogue';
import { type Catchment, catchment, reachedPoles } from '@hinterland/engine/catchment';
import { regionShares, regionTest } from '@hinterland/engine/census';
import {
  capacityPerStore,
  captureCurve,
  demandErrorOf,
  floorAreaOf,
  MAX_TRAVEL_TIMES,
  MarketTooLargeError,
  marketStore,
  marketUnder,
  openingEffect,
  placeOfStore,
  type SectorMarket,
  sectorDemand,
  sectorMarket,
  spreadOverPoles,
  storeHalfway,
  storeSales,
  storesBySector,
  storeTimes,
  variedParameters,
} from '@hinterland/engine/market';
import { shareBeyondMap, straightReachMeters } from '@hinterland/engine/snap';
import { oncePer, rounded } from '@hinterland/geo';
import { baseOf, NONE, type Territory } from '@hinterland/territory';
import type { ActionContext } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import type { Travel } from '../catchments/journey.ts';
import type { Subject } from '../subject/subject.ts';
import { completenessOf } from './completeness.ts';
import { demandOf } from './demandData.ts';
import { type Balance, balanceOf, type RoomInput, roomUnder } from './roomDraws.ts';
import type { SectorResults } from './sectorFields.ts';
import type { PartMembers } from './shops.ts';
import { storesInside } from './storesInside.ts';

type RoomFigures = NonNullable<Extract<SectorResults['sectors'][number], { available: true }>['room']>;

/** A store is named as a loser where it loses this share of its sales. */
const LOSS_TOLD = 0.01;
/** Losers that are named. */
const LOSERS_NAMED = 3;
/** One for each longest time of the catalogue. */
const CATCHMENTS_KEPT = 4;

/**
 * The room for one more store of usual size: at the first origin of a catchment, in the market of everyone within the sector's longest time,
 * however far the call's own limits reach; of areas and polygons in the market of their own people. `whole` are their members.
 */
export function roomOf(
  context: ActionContext,
  { origin }: Subject,
  travel: Travel,
  market: SectorMarket,
  whole: PartMembers,
): RoomFigures | null {
  const { territory } = context;
  const { sector } = market.query;
  const capacity = capacityPerStore(territory, sector);
  if (capacity === null || market.demand.unit !== 'currency_per_year') return null;
  const squareMeters = sector.medianFloorAreaSquareMeters;
  const usualSales = capacity(squareMeters);
  if (!(usualSales > 0)) return null;
  const place = origin.kind === 'catchment' ? origin.catchment.query.origins[0] : undefined;
  const at = place === undefined ? null : atPlace(context, place, travel, sector, originLimit(origin));
  const rows = at === null ? rowsIn(territory, sector, whole) : at.rows;
  const of = at?.market ?? market;
  const positions = at === null ? whole.points : null;
  const reach = { demand: demandAt(of, positions), ...supplyAt(territory, sector, rows, capacity) };
  const region = regionOf(territory, sector, capacity);
  if (!(region.demand > 0 && region.supply > 0)) return null;
  const assumed = rows.filter((row) => floorAreaOf(territory, row, sector).source === 'sector_median');
  const completeness = completenessOf(territory, sector);
  const beyondShare = at?.beyondShare ?? 0;
  const input: RoomInput = {
    reach,
    region,
    usualSales,
    curves: at?.curves ?? null,
    halfway: storeHalfway(market),
    timeExponent: sector.huff.beta,
    completeness,
    customers: demandOf(territory).missing.length === 0 ? 'residents' : customersOf(sector),
    assumedShare: rows.length === 0 ? 0 : assumed.length / rows.length,
    estimatedShare: estimatedShare(of, positions, reach.demand),
    estimatedDeviation: demandErrorOf(territory, sector)?.deviation,
    beyondShare,
    isEvenShare: sector.salesDensity === null,
  };
  const { more, yes, no, untold, decides } = roomUnder(input);
  return {
    minutes: at === null ? null : sector.huff.tmaxMinutes,
    demand: rounded(reach.demand),
    supply: rounded(reach.supply),
    stores: reach.stores,
    usualSales: rounded(usualSales),
    captured: at === null ? null : rounded(at.captured),
    takenFromStores: at === null ? null : rounded(Math.max(0, at.captured - at.newToMarket), at.captured),
    newToMarket: at === null ? null : rounded(at.newToMarket),
    losers: at?.losers ?? null,
    regionBalance: rounded(balanceOf(input)),
    completeness: completeness === null ? null : { low: completeness.low, high: completeness.high },
    beyondMapShare: rounded(beyondShare),
    needsCar: needsCar(sector) && (travel.transit !== undefined || travel.mode !== 'car'),
    draws: { yes: rounded(yes), no: rounded(no), untold: rounded(untold), decides },
    more: more === null ? null : { low: rounded(more.low), middle: rounded(more.middle), high: rounded(more.high) },
  };
}

const originLimit = (origin: Subject['origin']): number | undefined =>
  origin.kind === 'catchment' ? origin.catchment.query.snapLimitMeters : undefined;

/** One more store at a place, in the market of everyone within the sector's longest time. Null where that is too large to compute. */
function atPlace(
  context: ActionContext,
  place: { readonly lat: number; readonly lng: number },
  travel: Travel,
  sector: Sector,
  snapLimitMeters: number | undefined,
) {
  const { territory } = context;
  const checkpoint = () => stopIfCancelled(context);
  const limitSeconds = 60 * sector.huff.tmaxMinutes;
  const reached = reachOf(context, { place, travel, limitSeconds, snapLimitMeters });
  const market = marketOf(territory, { poles: polesOf(reached), sector, ...travel }, checkpoint);
  if (market === null) return null;
  const rows = storesInside(territory, reached, sector, new Set()).competitors.map(({ row }) => row);
  const beyondShare = shareBeyondMap(territory, place, straightReachMeters(travel, limitSeconds));
  const asked = { poles: market.query.poles, stores: [place], ...travel, limitSeconds };
  const [steps] = storeTimes(territory, asked, checkpoint);
  if (steps == null) {
    return { market, rows, beyondShare, curves: [], captured: 0, newToMarket: 0, losers: null };
  }
  const squareMeters = sector.medianFloorAreaSquareMeters;
  const { parameters } = market;
  const { captured, newToMarket, takenFrom } = openingEffect(
    market.model,
    marketStore(parameters, squareMeters, steps),
  );
  const variants = [market, ...variedParameters(parameters).map((one) => marketUnder(market, one.parameters))];
  const curves = variants.map((one) => captureCurve(one, marketStore(one.parameters, squareMeters, steps)));
  return { market, rows, beyondShare, curves, captured, newToMarket, losers: losersOf(market, takenFrom) };
}

/** The market of these people; where it is too large of each so many-th of them, who stand for the others. */
function marketOf(
  territory: Territory,
  query: Parameters<typeof sectorMarket>[1],
  checkpoint: () => void,
): SectorMarket | null {
  try {
    return sectorMarket(territory, query, checkpoint);
  } catch (error) {
    if (!(error instanceof MarketTooLargeError)) throw error;
    const every = Math.ceil((error.poles * error.stores) / MAX_TRAVEL_TIMES);
    const poles = query.poles.filter((_, i) => i % every === 0);
    const sample = sectorMarket(territory, { ...query, poles }, checkpoint);
    if (sample === null) return null;
    const all = spreadOverPoles(territory, sample.demand.perUnit, query.poles).reduce((sum, spend) => sum + spend, 0);
    const some = sample.poleDemand.reduce((sum, spend) => sum + spend, 0);
    const factor = some > 0 ? all / some : 1;
    return marketUnder({ ...sample, poleDemand: sample.poleDemand.map((spend) => spend * factor) }, sample.parameters);
  }
}

interface ReachQuery {
  readonly place: { readonly lat: number; readonly lng: number };
  readonly travel: Travel;
  readonly limitSeconds: number;
  readonly snapLimitMeters: number | undefined;
}

const keptReach = new WeakMap<Territory, Map<string, Catchment>>();
/** The same array every time: markets are kept by it. */
const polesOf = oncePer((of: Catchment) => reachedPoles(of).poles);

/** Everyone within a time of a place; the last ones are kept, for the other sectors of a call. */
function reachOf(context: ActionContext, { place, travel, limitSeconds, snapLimitMeters }: ReachQuery): Catchment {
  const { territory } = context;
  const of = baseOf(territory);
  const known = keptReach.get(of) ?? new Map<string, Catchment>();
  keptReach.set(of, known);
  const limit = snapLimitMeters === undefined ? {} : { snapLimitMeters };
  const query = {
    origins: [{ lat: place.lat, lng: place.lng }],
    measure: 'time',
    limits: [limitSeconds],
    ...travel,
    direction: 'inbound',
    ...limit,
  } as const;
  const key = JSON.stringify(query);
  let found = known.get(key);
  if (found === undefined) {
    try {
      found = catchment(of, query, { checkpoint: () => stopIfCancelled(context) });
    } catch (error) {
      throw problemOf(error);
    }
  }
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > CATCHMENTS_KEPT) known.delete(oldest);
  return found;
}

/** Whose sales the new one takes: stores that lose a hundredth or more, else the one that loses most; null where none loses. */
function losersOf(market: SectorMarket, takenFrom: Float64Array): RoomFigures['losers'] {
  const { name, address } = market.territory.players!.stores;
  const sales = storeSales(market.model);
  const all = market.stores
    .map(({ row }, i) => ({ name: name.at(row) || address.at(row), taken: takenFrom[i]!, sales: sales[i]! }))
    .filter(({ taken, sales }) => taken > 0 && sales > 0)
    .sort((a, b) => b.taken - a.taken);
  if (all.length === 0) return null;
  const told = all.filter(({ taken, sales }, i) => i === 0 || taken >= LOSS_TOLD * sales);
  const sum = (read: (one: (typeof all)[number]) => number) => told.reduce((total, one) => total + read(one), 0);
  return {
    stores: told.length,
    taken: rounded(sum(({ taken }) => taken)),
    lossShare: rounded(sum(({ taken }) => taken) / sum(({ sales }) => sales)),
    most: told
      .slice(0, LOSERS_NAMED)
      .map((one) => ({ name: one.name, taken: rounded(one.taken), lossShare: rounded(one.taken / one.sales) })),
  };
}

const rowsIn = (territory: Territory, sector: Sector, { holdsStore }: PartMembers): number[] =>
  [...(storesBySector(territory).get(sector.code) ?? [])].filter((row) => holdsStore[row] === 1);

function supplyAt(
  territory: Territory,
  sector: Sector,
  rows: readonly number[],
  capacity: (squareMeters: number) => number,
): Omit<Balance, 'demand'> {
  const supply = rows.reduce((sum, row) => sum + capacity(floorAreaOf(territory, row, sector).squareMeters), 0);
  return { supply, stores: rows.length };
}

/** Demand of these positions in the market, of all where null. */
function demandAt({ poleDemand }: SectorMarket, positions: Uint32Array | null): number {
  if (positions === null) return poleDemand.reduce((sum, spend) => sum + spend, 0);
  return positions.reduce((sum, at) => sum + poleDemand[at]!, 0);
}

/** Share of the demand from units whose spend is not published but estimated. */
function estimatedShare(market: SectorMarket, positions: Uint32Array | null, demand: number): number {
  if (demand <= 0) return 0;
  const { unit } = market.territory.sociodemo!.poleUnits;
  const { published } = market.demand;
  const isEstimated = (at: number) => {
    const of = unit[market.query.poles[at]!]!;
    return of !== NONE && published[of] === 0;
  };
  let estimated = 0;
  for (const at of positions ?? market.query.poles.keys()) if (isEstimated(at)) estimated += market.poleDemand[at]!;
  return estimated / demand;
}

/** Demand and usual sales of the region. */
function regionOf(territory: Territory, sector: Sector, capacity: (squareMeters: number) => number): Balance {
  const { perUnit } = sectorDemand(territory, sector)!;
  const shares = regionShares(territory);
  const demand = perUnit.reduce((sum, spend, unit) => sum + spend * shares[unit]!, 0);
  const isIn = regionTest(territory);
  const rows = [...(storesBySector(territory).get(sector.code) ?? [])].filter((row) => {
    const { lng, lat } = placeOfStore(territory, row);
    return isIn === null || isIn(lng, lat);
  });
  return { demand, ...supplyAt(territory, sector, rows, capacity) };
}
