import { said } from '@hinterland/answers/said';
import type { Sector, Traffic } from '@hinterland/catalogue';
import { type Catchment, catchment, reachedPoles } from '@hinterland/engine/catchment';
import {
  MarketTooLargeError,
  type SectorMarket,
  type SitePlace,
  sectorMarket,
  storesBySector,
  storeTimes,
} from '@hinterland/engine/market';
import { SNAP_HARD_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import type { JourneyInput } from '../input/journey.ts';
import { unionOf } from '../subject/unionOf.ts';
import { type Match, matchOwnStores } from './ownStores.ts';
import { requireSector } from './sectors.ts';
import { requirePlayers } from './shops.ts';

/** A place of a store, with its floor area where the caller knows it. */
interface SiteGiven {
  readonly lat: number;
  readonly lng: number;
  readonly name?: string | undefined;
  readonly squareMeters?: number | undefined;
}

/** Candidates for a store of one sector, and the stores that their owner has already. */
export interface SitesQuestion extends JourneyInput {
  readonly candidates: readonly SiteGiven[];
  readonly ownStores: readonly SiteGiven[];
  readonly sectorCode: string;
  readonly traffic: Traffic;
  readonly snapLimitMeters: number;
}

/** Candidates and own stores of a call, in the market of all people within reach of any candidate. */
export interface Sites {
  readonly sector: Sector;
  /** Per candidate. */
  readonly catchments: readonly Catchment[];
  readonly market: SectorMarket;
  readonly candidates: readonly SitePlace[];
  /** Per own store. */
  readonly matches: readonly (Match | null)[];
  readonly ownPlaces: readonly SitePlace[];
}

/** The last question per territory: a quote is followed by the run of the same call. */
const kept = new WeakMap<Territory, { readonly key: string; readonly sites: Sites }>();

/** Throws ActionProblem where the territory cannot answer; the place at fault is named by its place in the input. */
export function sitesOf(context: ActionContext, question: SitesQuestion): Sites {
  const { territory } = context;
  const key = JSON.stringify(question);
  const last = kept.get(territory);
  if (last?.key === key) return last.sites;
  kept.delete(territory);
  const sites = find(context, question);
  kept.set(territory, { key, sites });
  return sites;
}

function find(context: ActionContext, question: SitesQuestion): Sites {
  const { territory } = context;
  const { candidates, ownStores, snapLimitMeters } = question;
  const checkpoint = () => stopIfCancelled(context);
  requirePlayers(territory);
  const sector = requireSector(question.sectorCode, '#/sectorCode');
  const travel = travelOf(territory, question);
  const limitSeconds = 60 * sector.huff.tmaxMinutes;
  const catchments = candidates.map(({ lat, lng }, i) => {
    checkpoint();
    context.progress((0.3 * i) / candidates.length, 'finding who could come');
    const origins = [{ lat, lng }];
    const query = { origins, measure: 'time', limits: [limitSeconds], ...travel, direction: 'inbound' } as const;
    try {
      return catchment(territory, { ...query, snapLimitMeters }, { checkpoint });
    } catch (error) {
      throw problemOf(error, () => `candidates/${i}`);
    }
  });
  try {
    snapOrigins(territory, travel.mode, ownStores, SNAP_HARD_LIMIT_METERS);
  } catch (error) {
    throw problemOf(error, (store) => `ownStores/${store}`);
  }

  const poles = unionOf(catchments.map((of) => reachedPoles(of).poles));
  context.progress(0.3, 'finding stores within reach');
  const market = marketOf(territory, { poles, sector, ...travel }, checkpoint);
  const matches = matchOwnStores(
    territory,
    ownStores,
    storesBySector(territory).get(sector.code) ?? new Uint32Array(0),
  );
  const unknown = ownStores.filter((_, i) => matches[i] === null);
  const places = [...candidates, ...unknown].map(({ lat, lng }) => ({ lat, lng }));
  context.progress(0.5, 'finding stores within reach');
  const steps = storeTimes(territory, { poles, stores: places, ...travel, limitSeconds }, checkpoint);
  const site = (place: SiteGiven, at: number): SitePlace => ({
    squareMeters: place.squareMeters ?? sector.medianFloorAreaSquareMeters,
    steps: steps[at]!,
  });
  return {
    sector,
    catchments,
    market: withOwnSizes(market, ownStores, matches),
    candidates: candidates.map(site),
    matches,
    ownPlaces: unknown.map((place, i) => site(place, candidates.length + i)),
  };
}

/** Owners know how large their stores are. */
function withOwnSizes(
  market: SectorMarket,
  own: readonly SiteGiven[],
  matches: readonly (Match | null)[],
): SectorMarket {
  const sizes = new Map<number, number>();
  matches.forEach((match, i) => {
    const { squareMeters } = own[i]!;
    if (match !== null && squareMeters !== undefined) sizes.set(match.row, squareMeters);
  });
  if (sizes.size === 0) return market;
  const stores = market.stores.map((store): SectorMarket['stores'][number] => {
    const squareMeters = sizes.get(store.row);
    return squareMeters === undefined ? store : { ...store, squareMeters, floorAreaSource: 'known' };
  });
  return { ...market, stores };
}

function marketOf(
  territory: Territory,
  query: Parameters<typeof sectorMarket>[1],
  checkpoint: () => void,
): SectorMarket {
  try {
    const market = sectorMarket(territory, query, checkpoint);
    if (market !== null) return market;
  } catch (error) {
    if (!(error instanceof MarketTooLargeError)) throw error;
    const detail = `${error.message} Compare fewer candidates, or candidates of one region, per call.`;
    throw new ActionProblem('territory_too_large', detail, { poles: query.poles.length });
  }
  const detail = said('no_census', { territory: territory.manifest.name });
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#', detail }] });
}
