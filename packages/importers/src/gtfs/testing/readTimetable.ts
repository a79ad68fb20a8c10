import type { Timetable } from '../../inputs/transit.ts';
import type { Report } from '../../report/report.ts';
import type { GtfsLimits } from '../limits.ts';
import { readTimetables, type TimetableFile } from '../readTimetable.ts';

/** Reads an archive or folder that holds one timetable. */
export async function readTimetable(file: TimetableFile, report: Report, limits?: GtfsLimits): Promise<Timetable> {
  const timetables = await allTimetables(file, report, limits);
  if (timetables.length !== 1) throw new Error(`${file.path} holds ${timetables.length} timetables.`);
  return timetables[0]!;
}

export async function allTimetables(file: TimetableFile, report: Report, limits?: GtfsLimits): Promise<Timetable[]> {
  const found: Timetable[] = [];
  for await (const timetable of readTimetables(file, report, limits)) found.push(timetable);
  return found;
}
