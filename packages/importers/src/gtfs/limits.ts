/** Bounds of one timetable. They keep a build within the memory of a small server, whatever a file says. */
export interface GtfsLimits {
  /** Rows of stop_times.txt, and stop times once the trips of frequencies.txt are written out. */
  readonly mostStopTimes: number;
  /** Bytes of all files that are read, unpacked. */
  readonly mostBytes: number;
  /** Days from the first to the last of a calendar. */
  readonly mostDays: number;
}

export const GTFS_LIMITS: GtfsLimits = { mostStopTimes: 10_000_000, mostBytes: 4_000_000_000, mostDays: 40_000 };
