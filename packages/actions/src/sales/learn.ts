import { createHash } from 'node:crypto';
import type { Sector } from '@hinterland/catalogue';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import {
  floorAreaOf,
  type SectorMarket,
  sectorMarket,
  spreadOverPoles,
  storesBySector,
  storeTimes,
} from '@hinterland/engine/market';
import { fitSalesModel, LEAST_STORES, type SalesModel } from '@hinterland/engine/salesModel';
import { SNAP_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import type { JourneyInput } from '../input/journey.ts';
import { type Match, matchOwnStores } from '../markets/ownStores.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import type { SalesStoreInput } from './input.ts';
import { type Leak, leaksIn } from './leaks.ts';
import { type OwnPlace, type Scales, salesMarketOf, storeTermsOf } from './market.ts';
import { sparsePoles } from './sparsePoles.ts';
import { yearlySales } from './yearly.ts';

export interface SalesQuestion extends JourneyInput {
  readonly sectorCode: string;
  readonly stores: readonly SalesStoreInput[];
  readonly traffic: 'free' | 'normal' | 'heavy';
}

/** A store that a model is fitted to. */
export interface UsedStore {
  readonly given: SalesStoreInput;
  readonly sales: number;
  readonly months: number;
  readonly note: string;
}

export interface LeftOutStore {
  readonly given: SalesStoreInput;
  readonly reason: string;
}

export interface SalesQuestionChecked {
  readonly sector: Sector;
  readonly used: readonly UsedStore[];
  readonly leftOut: readonly LeftOutStore[];
  readonly currency: string | null;
}

/** Checks sales before anything is charged: which stores count, and why others do not. Throws validation_error with a sentence that says what can still be answered. */
export function checkSales(context: ActionContext, question: SalesQuestion): SalesQuestionChecked {
  const { territory } = context;
  requirePlayers(territory);
  const sector = requireSector(question.sectorCode, '#/sectorCode');
  const { mode } = travelOf(territory, question);
  const { stores } = question;
  const currency = currencyOf(stores, territory.descriptors.sociodemo?.currency ?? null);
  const yearly = yearlySales(stores);
  const used: UsedStore[] = [];
  const leftOut: LeftOutStore[] = [];
  stores.forEach((given, i) => {
    const of = yearly[i]!;
    if (of.sales === null) leftOut.push({ given, reason: of.reason });
    else if (!isOnMap(context, mode, given)) {
      leftOut.push({ given, reason: `It lies outside the map of ${territory.manifest.name}, or far from any road.` });
    } else used.push({ given, sales: of.sales, months: of.months, note: of.note });
  });
  refuseTooFew(used.length, stores.length, leftOut, sector);
  const least = Math.min(...used.map(({ sales }) => sales));
  const most = Math.max(...used.map(({ sales }) => sales));
  if (most / least < 1.0001) {
    throw refusal(
      `All ${used.length} stores sell the same, so nothing can be learned from where they are: any forecast is that figure. site.rank compares places without a model.`,
    );
  }
  return { sector, used, leftOut, currency };
}

function currencyOf(stores: readonly SalesStoreInput[], usual: string | null): string | null {
  const codes = [...new Set(stores.map(({ currency }) => currency ?? usual).filter((code) => code !== null))].sort();
  if (codes.length <= 1) return codes[0] ?? null;
  throw refusal(
    `Sales are given in ${codes.join(' and ')}. A model has one currency: convert them, or calibrate the stores of each currency on their own.`,
  );
}

function refuseTooFew(used: number, given: number, leftOut: readonly LeftOutStore[], sector: Sector): void {
  if (used >= LEAST_STORES) return;
  const shown = leftOut.slice(0, 3).map(({ given: { id, name }, reason }) => `${name ?? id}: ${reason}`);
  const why = leftOut.length === 0 ? '' : ` Of ${given} stores, ${leftOut.length} do not count: ${shown.join(' ')}`;
  throw refusal(
    `${used === 1 ? 'One store with sales is' : `${used} stores with sales are`} too few for a model, which needs at least ${LEAST_STORES}.${why} site.rank still ranks places for ${sector.names.en} by the spend that they would add, without a range in your own sales.`,
  );
}

function refusal(detail: string): ActionProblem {
  return new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/stores', detail }] });
}

function isOnMap(
  { territory }: ActionContext,
  mode: Parameters<typeof snapOrigins>[1],
  { lat, lng }: SalesStoreInput,
): boolean {
  try {
    snapOrigins(territory, mode, [{ lat, lng }], SNAP_LIMIT_METERS);
    return true;
  } catch {
    return false;
  }
}

export interface Learned extends SalesQuestionChecked {
  readonly model: SalesModel;
  readonly own: readonly OwnPlace[];
  readonly matches: readonly (Match | null)[];
  readonly market: SectorMarket;
  /** Spend per pole of the market: that of all whom the pole stands for. */
  readonly demand: Float64Array;
  readonly storeTerms: readonly string[];
  readonly scales: Scales;
  /** Attributes of the call that are no reasons. */
  readonly leaks: readonly Leak[];
  readonly id: string;
}

/** Fits a model to checked sales: as a power of travel time and as an exponential of it, the one with the smaller error on stores left out. */
export function learn(context: ActionContext, question: SalesQuestion): Learned {
  const { territory } = context;
  const checkpoint = () => stopIfCancelled(context);
  const asked = checkSales(context, question);
  const { sector } = asked;
  const travel = travelOf(territory, question);
  const limitSeconds = 60 * sector.huff.tmaxMinutes;
  context.progress(0.05, 'finding who could come');
  const origins = asked.used.map(({ given: { lat, lng } }) => ({ lat, lng }));
  const around = catchment(
    territory,
    { origins, measure: 'time', limits: [limitSeconds], ...travel, direction: 'inbound' },
    { checkpoint },
  );
  const { poles } = reachedPoles(around);
  const sparse = sparsePoles(territory, poles);
  context.progress(0.15, 'finding stores within reach');
  const market = sectorMarket(territory, { poles: sparse.poles, sector, ...travel }, checkpoint);
  if (market === null) throw refusal(`${territory.manifest.name} has no census, so nobody's spend is known there.`);
  const demand = sparse.summed(spreadOverPoles(territory, market.demand.perUnit, poles));
  const matches = matchOwnStores(
    territory,
    asked.used.map(({ given }) => given),
    storesBySector(territory).get(sector.code) ?? new Uint32Array(0),
  );
  const steps = storeTimes(territory, { poles: sparse.poles, stores: origins, ...travel, limitSeconds }, checkpoint);
  const rowAt = new Map(market.stores.map(({ row }, j) => [row, j]));
  const reached = asked.used.map((_, i) => hasSpend(steps[i] ?? null, demand));
  const alone = asked.used.flatMap((store, i) =>
    reached[i] ? [] : [{ given: store.given, reason: `Nobody lives within ${sector.huff.tmaxMinutes} minutes of it.` }],
  );
  const kept = asked.used.map((_, i) => i).filter((i) => reached[i]);
  const leftOut = [...asked.leftOut, ...alone];
  refuseTooFew(kept.length, question.stores.length, leftOut, sector);
  const leaks = leaksIn(kept.map((i) => asked.used[i]!));
  const isReason = ([name]: [string, number]) => leaks.every((leak) => leak.name !== name);
  const own = kept.map((i): OwnPlace => {
    const { given } = asked.used[i]!;
    const match = matches[i] ?? null;
    const known = match === null ? undefined : rowAt.get(match.row);
    const inData =
      known === undefined
        ? sector.medianFloorAreaSquareMeters
        : floorAreaOf(territory, match!.row, sector).squareMeters;
    return {
      lat: given.lat,
      lng: given.lng,
      squareMeters: given.squareMeters ?? inData,
      format: given.format ?? null,
      attributes: Object.fromEntries(Object.entries(given.attributes ?? {}).filter(isReason)),
      steps: steps[i]!,
      known: known ?? null,
    };
  });
  const { terms: storeTerms, scales } = storeTermsOf(market, own);
  const { sales, positions } = salesMarketOf(market, demand, own, storeTerms, scales);
  const observed = kept.map((i, at) => ({
    position: positions[at]!,
    lat: own[at]!.lat,
    lng: own[at]!.lng,
    sales: asked.used[i]!.sales,
    format: own[at]!.format,
  }));
  context.progress(0.3, 'fitting the model, and leaving stores out');
  const power = fitSalesModel(sales, observed, { checkpoint });
  context.progress(0.65, 'fitting the model, and leaving stores out');
  const decay = { kind: 'exponential', perMinute: Math.LN2 / 5 } as const;
  const other = fitSalesModel({ ...sales, parameters: { ...sales.parameters, decay } }, observed, { checkpoint });
  const model = other.error < 0.99 * power.error ? other : power;
  return {
    ...asked,
    used: kept.map((i) => asked.used[i]!),
    leftOut,
    model,
    own,
    matches: kept.map((i) => matches[i] ?? null),
    market,
    demand,
    storeTerms,
    scales,
    leaks,
    id: idOf(context, question),
  };
}

const hasSpend = (steps: Uint16Array | null, demand: Float64Array): boolean =>
  steps?.some((step, p) => step !== 0xffff && demand[p]! > 0) === true;

/** The same question on the same data has the same id. */
function idOf({ territory }: ActionContext, question: SalesQuestion): string {
  const text = JSON.stringify([question, territory.manifest.id, territory.dataVersion]);
  return `sm_${createHash('sha256').update(text).digest('hex').slice(0, 26)}`;
}

/** Factor by which a forecast typically misses, as a share: 0.2 is 20%. */
export const missOf = (error: number): number => rounded(Math.exp(error) - 1);
