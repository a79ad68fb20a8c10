import type { GtfsFiles } from './gtfsFiles.ts';
import { secondsOf } from './timesAndDates.ts';
import type { TimetableReport } from './timetableReport.ts';
import type { GtfsTrips } from './trips.ts';

/** Departures of one trip from its first stop: every `headwaySeconds` from `start` on, before `end`. */
export interface Frequency {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly headwaySeconds: number;
  readonly reference: string;
}

/** Reads frequencies.txt. Returns the frequencies of the trips that have any, by row of trip. */
export async function readFrequencies(
  files: GtfsFiles,
  trips: GtfsTrips,
  report: TimetableReport,
): Promise<ReadonlyMap<number, readonly Frequency[]>> {
  const ofTrip = new Map<number, Frequency[]>();
  await files.readIfThere('frequencies.txt', ['trip_id', 'start_time', 'end_time', 'headway_secs'], report, (row) => {
    const trip = trips.rowOf.get(row.text('trip_id'));
    const [startSeconds, endSeconds] = [secondsOf(row.text('start_time')), secondsOf(row.text('end_time'))];
    const headway = row.text('headway_secs');
    const headwaySeconds = /^\d{1,6}$/.test(headway) ? Number(headway) : 0;
    if (trip === undefined) return report.frequencies.dropped('of a trip that is left out', row.reference);
    if (startSeconds === null || endSeconds === null || endSeconds <= startSeconds) {
      return report.frequencies.dropped('a time that is none, or an end before the start', row.reference);
    }
    if (headwaySeconds === 0) {
      return report.frequencies.dropped('a headway_secs that is no number of seconds', row.reference);
    }
    const frequency = { startSeconds, endSeconds, headwaySeconds, reference: row.reference };
    ofTrip.set(trip, [...(ofTrip.get(trip) ?? []), frequency]);
    report.frequencies.kept();
  });
  return ofTrip;
}

/** First departures that a frequency stands for. */
export function* departuresOf({ startSeconds, endSeconds, headwaySeconds }: Frequency): Generator<number> {
  for (let time = startSeconds; time < endSeconds; time += headwaySeconds) yield time;
}
