import type { RoadsidePlace } from '@hinterland/engine/matrix';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
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

/** A matrix that the territory can answer. */
export interface Question {
  readonly way: CheckedWay;
  readonly origins: readonly RoadsidePlace[];
  readonly destinations: readonly RoadsidePlace[];
}

/** Throws ActionProblem where the territory cannot answer; names the place of the fault in the input. */
export function questionOf(context: ActionContext, input: Input): Question {
  const way = wayOf(context, input);
  const origins = roadsideOf(context, way, input.origins, input.snapLimitMeters, 'origins', true);
  const destinations =
    input.destinations === undefined
      ? origins
      : roadsideOf(context, way, input.destinations, input.snapLimitMeters, 'destinations');
  return { way, origins, destinations };
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const { way, origins, destinations } = questionOf(context, input);
  const asked = input.destinations ?? input.origins;
  const rows = origins.map(({ snap }, i): Output['origins'][number] => {
    context.progress(i / origins.length, 'finding travel times');
    const given = input.origins[i]!;
    const times = snap === null ? null : timesFrom(context, way, snap, destinations);
    // Only ways to places within the time are measured.
    const reached = destinations.map(({ place, snap: to }, j) =>
      times === null || times[j] === Infinity ? { place, snap: null } : { place, snap: to },
    );
    const lengths = snap === null ? null : lengthsFrom(context, way, snap, reached);
    const pairs = asked.map((to, j): Output['origins'][number]['destinations'][number] => {
      const time = times?.[j] ?? Infinity;
      const isReached = time !== Infinity;
      const hasRoads = snap !== null && destinations[j]!.snap !== null;
      return {
        ...headingAt(to, j),
        status: isReached ? 'reached' : hasRoads ? 'not_reached' : 'no_road',
        minutes: minutesOf(time),
        meters: isReached ? metersOf(lengths?.[j]) : null,
      };
    });
    return {
      ...headingAt(given, i),
      lat: given.lat,
      lng: given.lng,
      snapped: snappedOf(snap),
      reachedCount: pairs.filter(({ status }) => status === 'reached').length,
      destinations: pairs,
    };
  });
  const method = methodOf(context, input, way);
  const result: Output = {
    origins: rows,
    destinationCount: asked.length,
    pairCount: rows.length * asked.length,
    reachedCount: rows.reduce((sum, row) => sum + row.reachedCount, 0),
    method,
    dataVersion: versionsOf(territory, ['territory', ...transitFamily(method)]),
  };
  context.progress(1, 'done');
  return { result };
}
