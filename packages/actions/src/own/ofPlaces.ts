import type { Mode, Traffic } from '@hinterland/catalogue';
import type { ActionContext } from '../action/action.ts';
import { catchmentOf } from '../catchments/catchment.ts';
import type { OwnData } from '../input/ownData.ts';
import { catchmentSubject } from '../subject/subject.ts';
import { type OwnFigures, ownMember } from './figures.ts';

/** Places, and how far people travel to any of them. */
interface Reach {
  readonly stores: readonly { readonly lat: number; readonly lng: number }[];
  readonly minutes: number;
  readonly mode: Mode;
  readonly traffic: Traffic;
  readonly snapLimitMeters: number;
}

/**
 * Returns the member of a result that has the own rows from which any of the stores is reached: one band, to the nearest store.
 * No member where a call gave no rows. Without stores every row lies outside.
 */
export function ownMemberOfPlaces(
  context: ActionContext,
  { stores, minutes, mode, traffic, snapLimitMeters }: Reach,
  given: OwnData | undefined,
): { ownData?: OwnFigures } {
  if (given === undefined) return {};
  if (stores.length === 0) return { ownData: { rows: given.rows.length, outside: given.rows.length, parts: [] } };
  const origins = stores.map(({ lat, lng }) => ({ lat, lng }));
  const limits = { bandSeconds: [minutes * 60], direction: 'inbound' as const };
  const { origin, parts } = catchmentSubject(
    catchmentOf(context, { origins, mode, traffic, snapLimitMeters, ...limits }),
  );
  // Minutes may be any number; limits of parts are whole seconds.
  const named = parts.map((part) => ({
    ...part,
    heading: { ...part.heading, limitSeconds: Math.round(minutes * 60) },
  }));
  return ownMember(context, { origin, parts: named }, given);
}
