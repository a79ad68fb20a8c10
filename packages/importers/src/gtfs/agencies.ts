import { didYouMean } from '../errors/nearestName.ts';
import type { GtfsFiles } from './gtfsFiles.ts';
import type { TimetableReport } from './timetableReport.ts';

export interface Agencies {
  /** IANA name of the zone of the timetable. */
  readonly zone: string;
  /** Names by agency_id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reads agency.txt. Throws ImportError where it names no time zone, an unknown one, or two. */
export async function readAgencies(files: GtfsFiles, report: TimetableReport): Promise<Agencies> {
  const names = new Map<string, string>();
  let zone: string | undefined;
  await files.read('agency.txt', ['agency_name', 'agency_timezone'], report, (row) => {
    const own = row.text('agency_timezone');
    if (!isZone(own)) {
      const guess = didYouMean(own, Intl.supportedValuesOf('timeZone')) || '.';
      row.refuse(
        'agency_timezone',
        `"${own}" is no time zone${guess} Times would be wrong: correct it to an IANA name such as Europe/Rome.`,
      );
    }
    zone ??= own;
    if (own !== zone) {
      row.refuse(
        'agency_timezone',
        `"${own}" is another time zone than "${zone}" of the rows above. GTFS has one per timetable: split it.`,
      );
    }
    names.set(row.text('agency_id'), row.text('agency_name'));
  });
  if (zone === undefined) throw files.empty('agency.txt');
  return { zone, names };
}

function isZone(name: string): boolean {
  try {
    return name.length > 1 && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
