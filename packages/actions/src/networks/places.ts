import type { Traffic } from '@hinterland/catalogue';
import { LIMITS } from '@hinterland/contract';
import {
  checkReachedPoles,
  type StoreSets,
  type StoreSetsQuery,
  storeSets,
  TooManyPolesError,
} from '@hinterland/engine/coverage';
import { baseOf, type Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import type { JourneyInput } from '../input/journey.ts';

/** Poles that reach each store and candidate, and their sum, a pole once for every place it reaches. */
export interface ReachedPlaces {
  readonly sets: StoreSets;
  readonly poles: number;
}

/** The last network asked about per territory: a quote is followed by the run of the same call. */
const kept = new WeakMap<Territory, { readonly key: string; readonly reached: ReachedPlaces }>();

/** Places, and how far people travel to them. */
export interface PlacesQuestion extends JourneyInput {
  readonly stores: readonly LatLng[];
  readonly candidates: readonly LatLng[];
  readonly minutes: number;
  readonly traffic: Traffic;
  readonly snapLimitMeters: number;
}

interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Fields of the caller's input that hold the places. */
interface Fields {
  readonly stores: string;
  readonly candidates: string;
}

/** The engine's question: stores and then candidates. Throws ActionProblem where public transport has no answer. */
export function placesQuery(territory: Territory, question: PlacesQuestion): StoreSetsQuery {
  const { stores, candidates, minutes, snapLimitMeters } = question;
  const places = [...stores, ...candidates].map(({ lat, lng }) => ({ lat, lng }));
  return { places, ...travelOf(territory, question), limitSeconds: minutes * 60, snapLimitMeters };
}

/**
 * Stores and then candidates with the poles that reach them. Throws ActionProblem where a place cannot be answered for,
 * named by its place in the input, and territory_too_large above the limit of poles.
 */
export function reachedPlaces(
  context: ActionContext,
  question: PlacesQuestion,
  fields: Fields = { stores: 'stores', candidates: 'candidates' },
): ReachedPlaces {
  const { territory } = context;
  const { stores } = question;
  const query = placesQuery(territory, question);
  const polesMax = LIMITS.networkPolesMax;
  const key = JSON.stringify(query);
  const last = kept.get(baseOf(territory));
  if (last?.key === key) return last.reached;
  kept.delete(baseOf(territory));
  const progress = (fraction: number) => {
    stopIfCancelled(context);
    context.progress(0.8 * fraction, 'finding who reaches which store');
  };
  try {
    const sets = storeSets(baseOf(territory), query, { progress, polesMax });
    const reached = { sets, poles: checkReachedPoles(sets, polesMax) };
    kept.set(baseOf(territory), { key, reached });
    return reached;
  } catch (error) {
    if (error instanceof TooManyPolesError) {
      const { message, poles, limit } = error;
      throw new ActionProblem('territory_too_large', message, { poles, limit });
    }
    throw problemOf(error, (place) =>
      place < stores.length ? `${fields.stores}/${place}` : `${fields.candidates}/${place - stores.length}`,
    );
  }
}
