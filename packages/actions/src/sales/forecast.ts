import { type SectorMarket, storesBySector, storeTimes } from '@hinterland/engine/market';
import { forecastTogether, type SalesForecast, type TogetherForecast } from '@hinterland/engine/salesModel';
import { rounded } from '@hinterland/geo';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { matchOwnStores } from '../markets/ownStores.ts';
import { roundedAll } from '../output/common.ts';
import type { ForecastOfPlace } from './fields.ts';
import { type OwnPlace, salesMarketOf } from './market.ts';
import type { StoredSalesModel } from './storedModel.ts';
import { ENOUGH_FOR_95 } from './tell.ts';
import { RIVAL_NAMES } from './words.ts';

/** What a model is asked about, as far as it has to fit. */
interface Asked {
  readonly sectorCode: string;
  readonly mode: StoredSalesModel['mode'];
  readonly traffic: StoredSalesModel['traffic'];
  readonly departure?: StoredSalesModel['departure'];
}

/** When people leave, in words of a refusal. */
function departureText(departure: StoredSalesModel['departure']): string {
  if (departure === undefined) return 'no departure';
  const { day, from, to } = departure;
  return `a departure on ${day} from ${from} to ${to}`;
}

/** Refuses a model of another territory, sector, way of travel or time of day, before anything is charged. */
export function requireFittingModel(
  { territory }: ActionContext,
  model: StoredSalesModel,
  asked: Asked,
  member = 'model',
): void {
  const faults = [
    model.territory === territory.manifest.id
      ? ''
      : `It was learned in ${model.territory}, not in ${territory.manifest.id}.`,
    model.sectorCode === asked.sectorCode ? '' : `It is of the sector ${model.sectorCode}, not of ${asked.sectorCode}.`,
    model.mode === asked.mode && model.traffic === asked.traffic
      ? ''
      : `It was learned with mode ${model.mode} and traffic ${model.traffic}: ask with these.`,
    departureText(model.departure) === departureText(asked.departure)
      ? ''
      : `It was learned with ${departureText(model.departure)}, and this call has ${departureText(asked.departure)}: at another time of day people reach other places.`,
  ].filter((fault) => fault !== '');
  if (faults.length === 0) return;
  const detail = `The model ${JSON.stringify(model.name)} does not fit this call. ${faults.join(' ')}`;
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer: `#/${member}`, detail }] });
}

export interface ForecastCandidate {
  readonly lat: number;
  readonly lng: number;
  readonly squareMeters: number;
  readonly format?: string | undefined;
  readonly attributes?: Readonly<Record<string, number>> | undefined;
  /** Null where nobody is within reach. */
  readonly steps: Uint16Array | null;
}

/** Forecasts of candidates in a market of all who could come to any of them; null for one that nobody reaches. */
export const forecastsOf = (
  context: ActionContext,
  model: StoredSalesModel,
  market: SectorMarket,
  candidates: readonly ForecastCandidate[],
): readonly (ForecastOfPlace | null)[] => forecastsTogether(context, model, market, candidates).forecasts;

/** The same with what all candidates that somebody reaches would sell together; undefined for fewer than two. */
export function forecastsTogether(
  context: ActionContext,
  model: StoredSalesModel,
  market: SectorMarket,
  candidates: readonly ForecastCandidate[],
): { readonly forecasts: readonly (ForecastOfPlace | null)[]; readonly together?: TogetherForecast } {
  const { territory } = context;
  const checkpoint = () => stopIfCancelled(context);
  const { poles, sector, mode, traffic, hour, transit } = market.query;
  const places = model.stores.map(({ lat, lng }) => ({ lat, lng }));
  const { limitSeconds } = market.parameters;
  const steps = storeTimes(
    territory,
    { poles, stores: places, mode, traffic, hour, transit, limitSeconds },
    checkpoint,
  );
  const matches = matchOwnStores(
    territory,
    model.stores,
    storesBySector(territory).get(sector.code) ?? new Uint32Array(0),
  );
  const rowAt = new Map(market.stores.map(({ row }, j) => [row, j]));
  const near = model.stores.flatMap((_, i) => (steps[i] === null || steps[i] === undefined ? [] : [i]));
  const own = near.map((i): OwnPlace => {
    const match = matches[i] ?? null;
    const store = model.stores[i]!;
    return { ...store, steps: steps[i]!, known: match === null ? null : (rowAt.get(match.row) ?? null) };
  });
  // The kind of decay is the model's; floor and limit are the sector's.
  const decay =
    model.fitted.decay === 'power'
      ? market.parameters.decay
      : ({ kind: 'exponential', perMinute: Math.LN2 / 5 } as const);
  const under = { ...market, parameters: { ...market.parameters, decay } };
  const { sales, positions, candidateOf } = salesMarketOf(
    under,
    market.poleDemand,
    own,
    model.storeTerms,
    model.scales,
  );
  const positionOf = new Map(near.map((i, at) => [i, positions[at]!]));
  const ownStores = model.stores.map(({ lat, lng }, i) => ({ lat, lng, position: positionOf.get(i) ?? null }));
  const asked = candidates.flatMap((candidate, i) => (candidate.steps === null ? [] : [{ candidate, i }]));
  const { each, together } = forecastTogether(
    model.fitted,
    sales,
    ownStores,
    asked.map(({ candidate }) =>
      candidateOf({
        ...candidate,
        steps: candidate.steps!,
        format: candidate.format ?? null,
        attributes: candidate.attributes ?? {},
        known: null,
      }),
    ),
    checkpoint,
  );
  const found: (ForecastOfPlace | null)[] = candidates.map(() => null);
  asked.forEach(({ i }, at) => {
    found[i] = described(model, each[at]!);
  });
  return { forecasts: found, ...(together === null ? {} : { together: roundedAll(together) }) };
}

/** A term of own stores by the name that its owner gave it. */
const nameOfTerm = (term: string): string => term.split(':').slice(1).join(':');

const BEYOND: Readonly<Record<string, { readonly less: string; readonly more: string }>> = {
  floorArea: { less: 'smaller than any of them', more: 'larger than any of them' },
  spendWithinReach: {
    less: 'fewer people within reach than any of them',
    more: 'more people within reach than any of them',
  },
  competition: { less: 'less competition than at any of them', more: 'more competition than at any of them' },
  ownStoreDistance: {
    less: 'nearer to an own store than any of them',
    more: 'farther from own stores than any of them',
  },
};

function described(model: StoredSalesModel, forecast: SalesForecast): ForecastOfPlace {
  const heading = (store: number) => {
    const { id, name } = model.stores[store]!;
    return { id, ...(name === undefined ? {} : { name }) };
  };
  const range = (given: SalesForecast['range80']) =>
    given === null ? null : { low: rounded(given.low), high: rounded(given.high) };
  const { beyond, basis } = forecast;
  return {
    sales: rounded(forecast.sales),
    mean: rounded(forecast.mean),
    range80: range(forecast.range80),
    range95: range(forecast.range95),
    basis: { stores: basis.stores, format: basis.format },
    beyond: beyond.map(({ trait, side }) => ({ trait, side, reason: `Beyond your stores: ${BEYOND[trait]![side]}` })),
    unknown: forecast.unknown.map(nameOfTerm),
    similar: forecast.similar.map((store) => ({ ...heading(store), sales: rounded(model.stores[store]!.sales) })),
    takenFromOwnStores: forecast.taken
      .filter(({ taken }) => rounded(taken) >= 1)
      .map(({ store, taken, range80 }) => ({ ...heading(store), taken: rounded(taken), range80: range(range80) })),
    takenFromOwn: rounded(forecast.takenFromOwn),
    netNew: rounded(forecast.netNew),
    netNewRange80: range(forecast.netNewRange80),
    naive: { name: forecast.naive.rival, mean: rounded(forecast.naive.mean) },
    sentence: sentenceOf(model, forecast),
  };
}

function sentenceOf(
  { currency, beatsRivals }: StoredSalesModel,
  { sales, mean, range80, range95, beyond, basis, unknown, naive }: SalesForecast,
): string {
  const money = (value: number) =>
    `${Math.round(Number(value.toPrecision(2))).toLocaleString('en-US')}${currency === null ? '' : ` ${currency}`}`;
  const range =
    range80 === null
      ? 'with too few stores for a range'
      : `in eight of ten cases ${money(range80.low)} to ${money(range80.high)}`;
  const [first] = beyond;
  const why =
    first === undefined
      ? ''
      : ` It lies beyond your stores: ${BEYOND[first.trait]![first.side]}, so the range is wider.`;
  const few =
    range95 === null || basis.stores >= ENOUGH_FOR_95
      ? ''
      : ` With only ${basis.stores} own stores the range of 95% holds less than it says: in simulated chains of this size about 91%.`;
  const missing =
    unknown.length === 0
      ? ''
      : ` ${unknown.map(nameOfTerm).join(', ')} of the place ${unknown.length === 1 ? 'is' : 'are'} not known, so the range is wider.`;
  const instead = beatsRivals
    ? ''
    : ` The model is no better than ${RIVAL_NAMES[naive.rival]}, which says ${money(naive.mean)}: use that.`;
  return `About ${money(mean)} a year on average, ${range}; as many such stores sell more than ${money(sales)} as sell less.${why}${missing}${few}${instead}`;
}
