import type { Sector } from '@hinterland/catalogue';
import type { FloorAreaSource, Territory } from '@hinterland/territory';
import type { StoreTravel } from '../query/query.ts';
import { decayAt, type HuffParameters } from './decay.ts';
import { type HuffModel, huff, marketOf } from './huff.ts';
import { expenditurePerResident, type SectorDemand, sectorDemand, spreadOverPoles } from './sectorDemand.ts';
import { floorAreaOf, snapOfStore, storesBySector } from './sectorStores.ts';
import { timesToSnapped } from './storeTimes.ts';

/** Travel times of one market, poles times stores: 200 MB. */
export const MAX_TRAVEL_TIMES = 100_000_000;

/** Bytes of travel times kept per territory and thread. */
const KEPT_BYTES = 256_000_000;

/** The people of these poles and the stores of this sector. */
export interface SectorMarketQuery extends StoreTravel {
  /** Each once. Markets are kept by this very array: hand over the same one for the same people. */
  readonly poles: Uint32Array;
  readonly sector: Sector;
}

/** A store that some of the poles may choose. */
export interface SectorStore {
  /** Row of `stores`. */
  readonly row: number;
  readonly squareMeters: number;
  readonly floorAreaSource: FloorAreaSource;
}

/** A market with the inputs of its figures. */
export interface SectorMarket {
  readonly territory: Territory;
  readonly query: SectorMarketQuery;
  readonly demand: SectorDemand;
  /** Demand per pole, in the order of `query.poles`. */
  readonly poleDemand: Float64Array;
  /** All stores of the sector within Tmax of some pole, inside the catchment or not. */
  readonly stores: readonly SectorStore[];
  readonly steps: readonly Uint16Array[];
  readonly parameters: HuffParameters;
  readonly outside: OutsideOption;
  readonly model: HuffModel;
}

/** The utility of "none of these stores": that of one store of this floor area at this distance. */
export interface OutsideOption {
  readonly squareMeters: number;
  readonly seconds: number;
  readonly utility: number;
}

/** Poles times stores pass MAX_TRAVEL_TIMES. */
export class MarketTooLargeError extends Error {
  readonly poles: number;
  readonly stores: number;
  constructor(poles: number, stores: number) {
    super(`${poles} address poles and ${stores} stores make more than ${MAX_TRAVEL_TIMES} travel times.`);
    this.name = 'MarketTooLargeError';
    this.poles = poles;
    this.stores = stores;
  }
}

/** The model's parameters for a sector of the catalogue. */
export function huffParametersOf({ huff: { alpha, beta, tmaxMinutes, floorMinutes } }: Sector): HuffParameters {
  return {
    attractionExponent: alpha,
    decay: { kind: 'power', exponent: beta },
    floorSeconds: 60 * floorMinutes,
    limitSeconds: 60 * tmaxMinutes,
  };
}

/**
 * The outside option of a sector: everything that people do instead of buying in one of its stores is worth to them as much
 * as a store of the sector's median floor area at Tmax. It holds little where stores are near and much where they are far.
 */
export function outsideOptionOf(sector: Sector, parameters: HuffParameters): OutsideOption {
  const squareMeters = sector.medianFloorAreaSquareMeters;
  const seconds = parameters.limitSeconds;
  return {
    squareMeters,
    seconds,
    utility: squareMeters ** parameters.attractionExponent * decayAt(parameters, seconds),
  };
}

interface Kept {
  readonly query: SectorMarketQuery;
  readonly market: SectorMarket;
  readonly bytes: number;
}
const keptMarkets = new WeakMap<Territory, Kept[]>();

/**
 * The market of a sector for the people of some poles, with all stores that they may choose. Null where the territory has
 * no census. Throws MarketTooLargeError. The last markets of a territory are kept, as far as their travel times fit
 * KEPT_BYTES; what comes out is the same.
 */
export function sectorMarket(
  territory: Territory,
  query: SectorMarketQuery,
  checkpoint?: () => void,
): SectorMarket | null {
  const kept = keptMarkets.get(territory) ?? [];
  keptMarkets.set(territory, kept);
  const at = kept.findIndex(
    ({ query: known }) =>
      known.poles === query.poles &&
      known.sector === query.sector &&
      known.mode === query.mode &&
      known.traffic === query.traffic &&
      known.hour === query.hour &&
      JSON.stringify(known.transit) === JSON.stringify(query.transit),
  );
  if (at >= 0) {
    const [found] = kept.splice(at, 1);
    kept.push(found!);
    return found!.market;
  }
  const market = build(territory, query, checkpoint);
  if (market === null) return null;
  kept.push({ query, market, bytes: 2 * query.poles.length * market.stores.length });
  while (kept.reduce((sum, { bytes }) => sum + bytes, 0) > KEPT_BYTES && kept.length > 1) kept.shift();
  while (kept.length > 32) kept.shift();
  return market;
}

function build(territory: Territory, query: SectorMarketQuery, checkpoint?: () => void): SectorMarket | null {
  const { sector, poles, mode, traffic, hour, transit } = query;
  const demand = sectorDemand(territory, sector);
  if (demand === null) return null;
  const parameters = huffParametersOf(sector);
  const rows = storesBySector(territory).get(sector.code) ?? new Uint32Array(0);
  const snapped = Array.from(rows, (row) => snapOfStore(territory, mode, row));
  const { limitSeconds } = parameters;
  const times = timesToSnapped(
    territory,
    { poles, stores: snapped, mode, traffic, hour, transit, limitSeconds },
    checkpoint,
    (near) => {
      if (poles.length * near > MAX_TRAVEL_TIMES) throw new MarketTooLargeError(poles.length, near);
    },
  );
  const stores: SectorStore[] = [];
  const steps: Uint16Array[] = [];
  rows.forEach((row, i) => {
    const found = times[i]!;
    if (found === null) return;
    const { squareMeters, source } = floorAreaOf(territory, row, sector);
    stores.push({ row, squareMeters, floorAreaSource: source });
    steps.push(found);
  });
  const poleDemand = spreadOverPoles(territory, demand.perUnit, poles);
  const outside = outsideOptionOf(sector, parameters);
  const base = { territory, query, demand, poleDemand, stores, steps, parameters, outside };
  return { ...base, model: modelOf(base) };
}

function modelOf({ parameters, poleDemand, stores, steps, outside }: Omit<SectorMarket, 'model'>): HuffModel {
  const choices = stores.map(({ squareMeters }, j) => ({ attraction: squareMeters, steps: steps[j]! }));
  return huff(marketOf(parameters, poleDemand, choices, outside.utility));
}

/**
 * The same market under other parameters, on the same travel times; the outside option follows. A limit above that of the
 * sector has no effect beyond it.
 */
export function marketUnder(market: SectorMarket, parameters: HuffParameters): SectorMarket {
  const changed = { ...market, parameters, outside: outsideOptionOf(market.query.sector, parameters) };
  return { ...changed, model: modelOf(changed) };
}

/** Parameters around the given ones, one changed at a time: size and distance matter a quarter more or less. */
export function variedParameters(
  parameters: HuffParameters,
): { readonly change: string; readonly parameters: HuffParameters }[] {
  const { decay, attractionExponent } = parameters;
  const scaledDecay = (factor: number) =>
    decay.kind === 'power'
      ? { ...decay, exponent: decay.exponent * factor }
      : { ...decay, perMinute: decay.perMinute * factor };
  const changes: { change: string; parameters: HuffParameters }[] = [];
  for (const [factor, word] of [
    [0.75, 'less'],
    [1.25, 'more'],
  ] as const) {
    changes.push(
      {
        change: `size matters 25% ${word}`,
        parameters: { ...parameters, attractionExponent: attractionExponent * factor },
      },
      { change: `travel time matters 25% ${word}`, parameters: { ...parameters, decay: scaledDecay(factor) } },
    );
  }
  return changes;
}

/**
 * What a store can take in a year on its floor area, in currency: m² × the sector's sales density × expenditure per
 * resident of the country. Where sales do not follow floor area: the territory's demand ÷ its stores. Null without spend.
 */
export function capacityPerStore(territory: Territory, sector: Sector): ((squareMeters: number) => number) | null {
  const demand = sectorDemand(territory, sector);
  const perResident = expenditurePerResident(territory);
  if (demand === null || demand.unit !== 'currency_per_year' || perResident === null) return null;
  if (sector.salesDensity !== null) {
    const density = sector.salesDensity * perResident;
    return (squareMeters) => squareMeters * density;
  }
  const stores = storesBySector(territory).get(sector.code)?.length ?? 0;
  const { insideShare } = territory.sociodemo!.units;
  const total = demand.perUnit.reduce((sum, spend, unit) => sum + spend * insideShare[unit]!, 0);
  return stores === 0 ? null : () => total / stores;
}
