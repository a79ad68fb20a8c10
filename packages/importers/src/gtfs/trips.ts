import type { GtfsFiles } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import { RUNS_ON_NO_DAY, type TimetableReport } from './timetableReport.ts';

/** Trips of trips.txt that have a route and a day. */
export interface GtfsTrips {
  /** Row by trip_id. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Trips that were left out: their stop times are no fault of their own. */
  readonly leftOut: ReadonlySet<string>;
  /** Row = trip. */
  readonly service: readonly string[];
  readonly route: readonly number[];
  readonly reference: readonly string[];
}

export async function readTrips(
  files: GtfsFiles,
  routes: ReadonlyMap<string, number>,
  services: ReadonlyMap<string, ReadonlySet<number>>,
  report: TimetableReport,
): Promise<GtfsTrips> {
  const rowOf = new Map<string, number>();
  const leftOut = new Set<string>();
  const service: string[] = [];
  const route: number[] = [];
  const reference: string[] = [];
  await files.read('trips.txt', ['route_id', 'service_id', 'trip_id'], report, (row) => {
    const id = row.text('trip_id');
    if (rowOf.has(id)) return report.trips.dropped('a trip_id that stands above already', row.reference);
    const serviceId = heldId(services, row.text('service_id'));
    const [days, ofRoute] = [services.get(serviceId), routes.get(heldId(routes, row.text('route_id')))];
    const fault =
      ofRoute === undefined
        ? 'a route_id that routes.txt does not have'
        : days === undefined
          ? 'a service_id that the calendar does not have'
          : days.size === 0
            ? RUNS_ON_NO_DAY
            : null;
    if (fault !== null || ofRoute === undefined) {
      leftOut.add(id);
      report.trips.dropped(fault!, row.reference);
      return;
    }
    rowOf.set(id, service.push(serviceId) - 1);
    route.push(ofRoute);
    reference.push(row.reference);
  });
  return { rowOf, leftOut, service, route, reference };
}
