import { said } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import { placeOfStore, snapOfStore, storesBySector } from '@hinterland/engine/market';
import type { RoadsidePlace } from '@hinterland/engine/matrix';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type RunOutcome } from '../action/action.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { versionsOf } from '../output/common.ts';
import { headingAt } from '../travelTimes/fields.ts';
import {
  type CheckedWay,
  lengthsFrom,
  metersOf,
  methodOf,
  minutesOf,
  roadsideOf,
  snappedOf,
  timesFrom,
  wayOf,
} from '../travelTimes/legs.ts';
import type { Input, Output } from './schema.ts';

type Found = Output['origins'][number]['nearest'][number];

/** Places among which the nearest are looked for, and how results name them. */
interface Searched {
  readonly sector: Sector | null;
  readonly places: readonly RoadsidePlace[];
  headingOf(i: number): Pick<Found, 'id' | 'name' | 'brand'>;
}

/** A search that the territory can answer. */
export interface Question {
  readonly way: CheckedWay;
  readonly origins: readonly RoadsidePlace[];
  readonly searched: Searched;
}

/** Throws ActionProblem where the territory cannot answer; names the place of the fault in the input. */
export function questionOf(context: ActionContext, input: Input): Question {
  const way = wayOf(context, input);
  const origins = roadsideOf(context, way, input.origins, input.snapLimitMeters, 'origins', true);
  return { way, origins, searched: searchedOf(context, way, input) };
}

function searchedOf(context: ActionContext, way: CheckedWay, input: Input): Searched {
  const { destinations, snapLimitMeters } = input;
  if (destinations === undefined)
    return storesOf(context.territory, way, requireSector(input.sectorCode!, '#/sectorCode'));
  return {
    sector: null,
    places: roadsideOf(context, way, destinations, snapLimitMeters, 'destinations'),
    headingOf: (i) => headingAt(destinations[i]!, i),
  };
}

function storesOf(territory: Territory, { mode }: CheckedWay, sector: Sector): Searched {
  const { stores, brands } = requirePlayers(territory);
  const rows = storesBySector(territory).get(sector.code) ?? new Uint32Array(0);
  if (rows.length === 0) {
    const detail = said('sector_no_store', { territory: territory.manifest.name, code: sector.code });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/sectorCode', detail }] });
  }
  return {
    sector,
    places: Array.from(rows, (row) => ({
      place: placeOfStore(territory, row),
      snap: snapOfStore(territory, mode, row),
    })),
    headingOf(i) {
      const row = rows[i]!;
      const name = stores.name.at(row);
      return {
        id: stores.id.at(row),
        ...(name === '' ? {} : { name }),
        brand: stores.brand[row]! < 0 ? null : brands.name.at(stores.brand[row]!),
      };
    },
  };
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const { way, origins, searched } = questionOf(context, input);
  const rows = origins.map((origin, i): Output['origins'][number] => {
    context.progress(i / origins.length, 'finding the nearest places');
    const given = input.origins[i]!;
    const nearest = nearestOf(context, input, way, origin, searched);
    const { length } = nearest;
    const status = length === input.count ? 'all' : length > 0 ? 'fewer' : origin.snap === null ? 'no_road' : 'none';
    return {
      ...headingAt(given, i),
      lat: given.lat,
      lng: given.lng,
      snapped: snappedOf(origin.snap),
      status,
      nearest,
    };
  });
  const method = methodOf(context, input, way);
  const { sector, places } = searched;
  const result: Output = {
    origins: rows,
    sector: sector === null ? null : { code: sector.code, name: sector.names.en },
    searchedCount: places.length,
    withoutRoadCount: places.filter(({ snap }) => snap === null).length,
    method,
    dataVersion: versionsOf(territory, [
      'territory',
      ...(sector === null ? [] : (['players'] as const)),
      ...transitFamily(method),
    ]),
  };
  context.progress(1, 'done');
  return { result };
}

function nearestOf(
  context: ActionContext,
  { count }: Input,
  way: CheckedWay,
  { snap }: RoadsidePlace,
  { places, headingOf }: Searched,
): Found[] {
  if (snap === null) return [];
  const times = timesFrom(context, way, snap, places, count);
  const listed = Array.from(times.keys())
    .filter((i) => times[i] !== Infinity)
    .sort((a, b) => times[a]! - times[b]! || a - b)
    .slice(0, count);
  const lengths = lengthsFrom(
    context,
    way,
    snap,
    listed.map((i) => places[i]!),
  );
  return listed.map((i, at) => ({
    rank: at + 1,
    ...headingOf(i),
    ...places[i]!.place,
    minutes: minutesOf(times[i]!),
    meters: metersOf(lengths?.[at]),
  }));
}
