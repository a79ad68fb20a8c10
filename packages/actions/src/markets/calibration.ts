import type { Mode, Sector, Traffic } from '@hinterland/catalogue';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import {
  type Calibration,
  type CalibrationMarket,
  calibrateToOrigins,
  calibrateToSales,
  type Goodness,
  type HuffParameters,
  huffParametersOf,
  outsideOptionOf,
  type SectorMarket,
  sectorMarket,
  storesBySector,
  storeTimes,
} from '@hinterland/engine/market';
import { polesOfArea } from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import { findArea } from '../areas/areaDirectory.ts';
import { matchOwnStores } from './ownStores.ts';
import { requirePlayers } from './shops.ts';

/** A store whose sales or customers are known. */
export interface CalibrationStore {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly name?: string;
  readonly squareMeters?: number;
}

export interface CalibrationQuestion {
  readonly sector: Sector;
  readonly mode: Mode;
  readonly traffic: Traffic;
  readonly stores: readonly CalibrationStore[];
  /** Exactly one of the two. Yearly sales per store, in the order of `stores`. */
  readonly sales?: readonly number[];
  /** Customers of a store (position in `stores`) from an area, by its code. */
  readonly origins?: readonly { readonly store: number; readonly area: string; readonly customers: number }[];
  readonly fixedAttraction?: boolean;
  readonly freeScale?: boolean;
  /** Fits exp(−λ · minutes) instead of minutes^−β, beginning at the λ whose utility halves in five minutes. */
  readonly exponential?: boolean;
}

export interface CalibrationReport {
  readonly sector: string;
  readonly before: HuffParameters;
  readonly after: HuffParameters;
  readonly scale: number;
  readonly atBound: Calibration['atBound'];
  readonly fitBefore: Goodness;
  readonly fitAfter: Goodness;
  readonly evaluations: number;
  /** Own stores taken for one that the territory knows; the others were added to it. */
  readonly matched: number;
  readonly competitors: number;
  /** Observed figures and those of the model. */
  readonly observations: readonly {
    readonly store: string;
    readonly area?: string;
    readonly observed: number;
    readonly modelled: number;
  }[];
  /** Origins without residents who could come; they are left out. */
  readonly leftOut: readonly { readonly store: string; readonly area: string }[];
}

/**
 * Fits the parameters of a sector to own sales or to customers' origins, among all stores of the territory. Pure. Throws
 * ActionProblem for unknown areas and territories without stores, CatchmentError for stores off the road, RangeError for
 * too few observations.
 */
export function calibrateSector(
  territory: Territory,
  question: CalibrationQuestion,
  checkpoint?: () => void,
): CalibrationReport {
  const { sector, mode, traffic, stores, sales, origins = [] } = question;
  requirePlayers(territory);
  const parameters = startOf(question);
  const limitSeconds = parameters.limitSeconds;
  const places = stores.map(({ lat, lng }) => ({ lat, lng }));
  const around = catchment(
    territory,
    { origins: places, measure: 'time', mode, traffic, direction: 'inbound', limits: [limitSeconds] },
    { checkpoint },
  );
  const { poles } = reachedPoles(around);
  const market = sectorMarket(territory, { poles, sector, mode, traffic }, checkpoint);
  if (market === null) throw new RangeError(`${territory.manifest.name} has no census, so nobody's spend is known.`);
  const matches = matchOwnStores(territory, stores, storesBySector(territory).get(sector.code) ?? new Uint32Array(0));
  const rowOf = new Map(market.stores.map(({ row }, i) => [row, i]));
  const known = matches.map((match) => (match === null ? undefined : rowOf.get(match.row)));
  const { all, positions } = withOwnStores(market, stores, known, checkpoint);
  const of: CalibrationMarket = {
    demand: market.poleDemand,
    stores: all,
    parameters,
    outsideUtility: (under) => outsideOptionOf(sector, under).utility,
  };
  const options = {
    fixedAttraction: question.fixedAttraction,
    freeScale: question.freeScale,
    checkpoint,
  };
  const common = {
    sector: sector.code,
    before: parameters,
    matched: known.filter((position) => position !== undefined).length,
    competitors: all.length - stores.length,
  };
  if (sales !== undefined) {
    const observed = sales.map((value, i) => ({ store: positions[i]!, sales: value }));
    const found = calibrateToSales(of, observed, options);
    return {
      ...common,
      ...reportOf(found),
      observations: stores.map(({ id }, i) => ({ store: id, observed: sales[i]!, modelled: found.modelled[i]! })),
      leftOut: [],
    };
  }
  const pointOf = new Map(Array.from(poles, (pole, point) => [pole, point]));
  const pointsOfArea = (area: string, i: number) => {
    const ofArea = polesOfArea(territory, findArea(territory, area, `#/origins/${i}`).row) ?? [];
    return Uint32Array.from(Array.from(ofArea).flatMap((pole) => pointOf.get(pole) ?? []));
  };
  const told = origins.map((origin, i) => ({ ...origin, points: pointsOfArea(origin.area, i) }));
  const spendOf = (points: Uint32Array) => points.reduce((sum, point) => sum + market.poleDemand[point]!, 0);
  const usable = told.filter(({ points }) => spendOf(points) > 0);
  const observed = usable.map(({ store, points, customers }) => ({ store: positions[store]!, points, customers }));
  const found = calibrateToOrigins(of, observed, options);
  return {
    ...common,
    ...reportOf(found),
    observations: usable.map(({ store, area, customers }, i) => ({
      store: stores[store]!.id,
      area,
      observed: customers,
      modelled: found.modelled[i]!,
    })),
    leftOut: told
      .filter((origin) => !usable.includes(origin))
      .map(({ store, area }) => ({ store: stores[store]!.id, area })),
  };
}

function startOf({ sector, exponential }: CalibrationQuestion): HuffParameters {
  const parameters = huffParametersOf(sector);
  if (exponential !== true) return parameters;
  return { ...parameters, decay: { kind: 'exponential', perMinute: Math.LN2 / 5 } };
}

/** All stores with the own ones among them: those that the territory knows in their place, the others behind. */
function withOwnStores(
  { stores, steps, query, parameters, territory }: SectorMarket,
  own: readonly CalibrationStore[],
  known: readonly (number | undefined)[],
  checkpoint?: () => void,
) {
  const all = stores.map(({ squareMeters }, j) => ({ attraction: squareMeters, steps: steps[j]! }));
  const positions: number[] = [];
  const { poles, mode, traffic, sector } = query;
  const places = own.map(({ lat, lng }) => ({ lat, lng }));
  const times = storeTimes(
    territory,
    { poles, stores: places, mode, traffic, limitSeconds: parameters.limitSeconds },
    checkpoint,
  );
  own.forEach(({ squareMeters, id }, i) => {
    const at = known[i];
    if (at !== undefined) {
      if (squareMeters !== undefined) all[at] = { ...all[at]!, attraction: squareMeters };
      positions.push(at);
      return;
    }
    const ofStore = times[i];
    if (ofStore === null || ofStore === undefined) {
      throw new RangeError(`Nobody lives within ${parameters.limitSeconds / 60} minutes of the store ${id}.`);
    }
    positions.push(all.length);
    all.push({ attraction: squareMeters ?? sector.medianFloorAreaSquareMeters, steps: ofStore });
  });
  return { all, positions };
}

const reportOf = ({ parameters, scale, atBound, before, after, evaluations }: Calibration) => ({
  after: parameters,
  scale,
  atBound,
  fitBefore: before,
  fitAfter: after,
  evaluations,
});
