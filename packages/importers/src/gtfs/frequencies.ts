import type { GtfsFiles } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import { secondsOf } from './timesAndDates.ts';
import type { TimetableReport } from './timetableReport.ts';
import type { GtfsTrips } from './trips.ts';

const DAY_SECONDS = 86_400;

/** Departures of one trip from its first stop: every `headwaySeconds` from `start` on, before `end`. */
export interface Frequency {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly headwaySeconds: number;
  readonly reference: string;
}

/**
 * Reads frequencies.txt. Returns the frequencies of the trips that stand in it, by row of trip: none for a trip whose rows are all
 * left out, since its times in stop_times.txt are no times of day.
 */
export async function readFrequencies(
  files: GtfsFiles,
  trips: GtfsTrips,
  report: TimetableReport,
): Promise<ReadonlyMap<number, readonly Frequency[]>> {
  const ofTrip = new Map<number, Frequency[]>();
  await files.readIfThere('frequencies.txt', ['trip_id', 'start_time', 'end_time', 'headway_secs'], report, (row) => {
    const trip = trips.rowOf.get(heldId(trips.rowOf, row.text('trip_id')));
    const [startSeconds, end] = [secondsOf(row.text('start_time')), secondsOf(row.text('end_time'))];
    const headway = row.code('headway_secs');
    const headwaySeconds = /^\d{1,6}$/.test(headway) ? Number(headway) : 0;
    if (trip === undefined) return report.frequencies.dropped('of a trip that is left out', row.reference);
    const known = ofTrip.get(trip) ?? [];
    ofTrip.set(trip, known);
    if (startSeconds === null || end === null || end === startSeconds) {
      return report.frequencies.dropped('a time that is none, or an end at the start', row.reference);
    }
    // Up to 2:00 from 22:00 on: the end is that of the night, which GTFS would write as 26:00.
    const isOverMidnight = end < startSeconds && startSeconds < DAY_SECONDS;
    const endSeconds = isOverMidnight ? end + DAY_SECONDS : end;
    if (endSeconds < startSeconds) return report.frequencies.dropped('an end before the start', row.reference);
    if (headwaySeconds === 0) {
      return report.frequencies.dropped('a headway_secs that is no number of seconds', row.reference);
    }
    if (isOverMidnight)
      report.frequencies.changed('an end before the start, taken for one after midnight', row.reference);
    known.push({ startSeconds, endSeconds, headwaySeconds, reference: row.reference });
    report.frequencies.kept();
  });
  return ofTrip;
}

/** First departures that a frequency stands for. */
export function* departuresOf({ startSeconds, endSeconds, headwaySeconds }: Frequency): Generator<number> {
  for (let time = startSeconds; time < endSeconds; time += headwaySeconds) yield time;
}
