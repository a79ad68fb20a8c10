import { type Sentence, said } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import { storesBySector } from '@hinterland/engine/market';
import { SNAP_HARD_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { problemOf } from '../catchments/catchment.ts';
import { type Match, matchOwnStores } from '../markets/ownStores.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { requireMeasures } from '../networks/describe.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { peopleMeasureOf } from './filters.ts';
import type { Input } from './schema.ts';

/** A search that the territory can answer. */
export interface SearchQuestion {
  /** Null for a measure. */
  readonly sector: Sector | null;
  readonly candidates: Candidates;
  /** Per own store its row in the data on stores, with a sector. */
  readonly matches: readonly (Match | null)[];
  readonly ownSnaps: ReturnType<typeof snapOrigins>;
}

/** The last question per territory: a quote is followed by the run of the same call. */
const kept = new WeakMap<Territory, { readonly key: string; readonly question: SearchQuestion }>();

/** Throws ActionProblem where the territory cannot answer; names the place of the fault in the input. */
export function questionOf(context: ActionContext, input: Input): SearchQuestion {
  const { territory } = context;
  const key = JSON.stringify(input);
  const last = kept.get(territory);
  if (last?.key === key) return last.question;
  const question = find(context, input);
  kept.set(territory, { key, question });
  return question;
}

function find(context: ActionContext, input: Input): SearchQuestion {
  const { territory } = context;
  const { mode, ownStores, measure } = input;
  if (input.sectorCode !== undefined || input.candidates === 'shopping_streets') requirePlayers(territory);
  const sector = input.sectorCode === undefined ? null : requireSector(input.sectorCode, '#/sectorCode');
  if (measure !== undefined) requireMeasures(territory, [measure]);
  if (input.peopleAtLeast > 0) requireMeasures(territory, [peopleMeasureOf(input)]);
  requireForFilters(territory, input);
  let ownSnaps: SearchQuestion['ownSnaps'];
  try {
    ownSnaps = snapOrigins(territory, mode, ownStores, SNAP_HARD_LIMIT_METERS);
  } catch (error) {
    throw problemOf(error, (store) => `ownStores/${store}`);
  }
  const minutes = sector === null ? input.minutes : sector.huff.tmaxMinutes;
  const limitCost = Math.round(60_000 * minutes);
  const rows = sector === null ? undefined : storesBySector(territory).get(sector.code);
  return {
    sector,
    candidates: candidatesOf(context, input, input.squareMeters ?? sector?.medianFloorAreaSquareMeters ?? 1, limitCost),
    matches: matchOwnStores(territory, ownStores, rows ?? new Uint32Array(0)),
    ownSnaps,
  };
}

/** Throws ActionProblem where the territory lacks what a filter asks for. */
function requireForFilters(
  territory: Territory,
  { candidates, nearStopMeters, anchorSectorCode }: Pick<Input, 'candidates' | 'nearStopMeters' | 'anchorSectorCode'>,
): void {
  const { manifest, realestate, transit } = territory;
  const refuse = (detail: Sentence, pointer: string) => {
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
  };
  if (anchorSectorCode !== undefined) {
    requirePlayers(territory);
    requireSector(anchorSectorCode, '#/anchorSectorCode');
  }
  if (candidates === 'vacant_premises' && realestate === null)
    refuse(said('no_offers', { territory: manifest.name }), '#/candidates');
  if (nearStopMeters > 0 && transit === null)
    refuse(said('no_stop_known', { territory: manifest.name }), '#/nearStopMeters');
}
