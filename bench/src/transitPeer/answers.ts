/** What one of the two answers, printed as JSON by a process of its own. */
export interface PeerAnswers {
  /** Processor time of reading the timetable, milliseconds. */
  readonly readMilliseconds: number;
  /** Processor time of one departure, and of 120, one per minute; medians of the questions, milliseconds. */
  readonly oneMilliseconds: number;
  readonly windowMilliseconds: number;
  readonly questions: readonly {
    /** Id of a stop in the timetable. */
    readonly from: string;
    /** Minutes after midnight. */
    readonly minute: number;
    /** Arrival at each stop that is reached within LONGEST_SECONDS, seconds after midnight, by id. */
    readonly arrivals: Readonly<Record<string, number>>;
  }[];
}

/** What a process is asked: a timetable on a day (YYYY-MM-DD), and stops to leave from, at these minutes in turn. */
export interface PeerQuestion {
  /** Path of the GTFS file. */
  readonly file: string;
  /** Folder of the bundle that has it, and its row among the feeds. */
  readonly bundle: string;
  readonly feed: number;
  readonly date: string;
  readonly stops: readonly string[];
  /** Ids of all stops of the feed. */
  readonly allStops: readonly string[];
}

export const MINUTES = [8 * 60, 17 * 60 + 30, 14 * 60];
export const LONGEST_SECONDS = 3 * 3600;
export const RIDES = 4;
export const WINDOW_DEPARTURES = 120;
