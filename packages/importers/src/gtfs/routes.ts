import type { TimetableRoute } from '../inputs/transit.ts';
import type { Agencies } from './agencies.ts';
import type { GtfsFiles } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import type { TimetableReport } from './timetableReport.ts';

/** Largest number of the extended types of routes. */
const MOST_ROUTE_TYPE = 1702;

export interface GtfsRoutes {
  readonly routes: readonly TimetableRoute[];
  /** Row in `routes` by route_id. */
  readonly rowOf: ReadonlyMap<string, number>;
}

/** Reads routes.txt. */
export async function readRoutes(files: GtfsFiles, agencies: Agencies, report: TimetableReport): Promise<GtfsRoutes> {
  const routes: TimetableRoute[] = [];
  const rowOf = new Map<string, number>();
  await files.read('routes.txt', ['route_id', 'route_type'], report, (row) => {
    const id = row.text('route_id');
    if (rowOf.has(id)) return report.routes.dropped('a route_id that stands above already', row.reference);
    const text = row.code('route_type');
    const type = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (!(type <= MOST_ROUTE_TYPE)) {
      row.refuse(
        'route_type',
        `"${text}" is no type of route. Correct it to a number of GTFS: 3 for a bus, 0 for a tram.`,
      );
    }
    const longName = row.text('route_long_name');
    const name = row.text('route_short_name') || longName;
    const agency =
      agencies.names.get(heldId(agencies.names, row.text('agency_id'))) ?? [...agencies.names.values()][0]!;
    rowOf.set(id, routes.push({ name, longName, agency, type }) - 1);
    report.routes.kept();
  });
  return { routes, rowOf };
}
