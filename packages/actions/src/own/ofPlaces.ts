import type { Traffic } from '@hinterland/catalogue';
import type { Catchment } from '@hinterland/engine/catchment';
import type { ActionContext } from '../action/action.ts';
import { catchmentOf } from '../catchments/catchment.ts';
import type { JourneyInput } from '../input/journey.ts';
import type { OwnData } from '../input/ownData.ts';
import { type OwnFigures, ownMember } from './figures.ts';

/** Places, and how far people travel to any of them. */
interface Reach extends JourneyInput {
  readonly stores: readonly { readonly lat: number; readonly lng: number }[];
  readonly minutes: number;
  readonly traffic: Traffic;
  readonly snapLimitMeters: number;
}

/**
 * Returns the member of a result that has the own rows from which any of the stores is reached: one band. By public transport
 * each store has times of its own, because percentiles of several stores together are those of no store. No member where a call gave no rows. Without stores every row lies outside.
 */
export function ownMemberOfPlaces(
  context: ActionContext,
  { stores, minutes, mode, departure, percentile, maxRides, maxWalkMinutes, access, traffic, snapLimitMeters }: Reach,
  given: OwnData | undefined,
): { ownData?: OwnFigures } {
  if (given === undefined) return {};
  if (stores.length === 0) return { ownData: { rows: given.rows.length, outside: given.rows.length, parts: [] } };
  const journey = { mode, departure, percentile, maxRides, maxWalkMinutes, access };
  const travel = { ...journey, traffic, snapLimitMeters, bandSeconds: [minutes * 60], direction: 'inbound' as const };
  const places = stores.map(({ lat, lng }) => ({ lat, lng }));
  // One after the other: a catchment by public transport holds times of every stop.
  function* catchments(): Generator<Catchment> {
    for (const origins of mode === 'transit' ? places.map((place) => [place]) : [places]) {
      yield catchmentOf(context, { ...travel, origins });
    }
  }
  // Minutes may be any number; limits of parts are whole seconds.
  const limitSeconds = Math.round(minutes * 60);
  const parts = ['band', 'cumulative'] as const;
  const named = parts.map((kind) => ({ heading: { id: `${kind}_1`, kind, limitSeconds } }));
  return ownMember(context, { origin: { kind: 'places', catchments: catchments() }, parts: named }, given);
}
