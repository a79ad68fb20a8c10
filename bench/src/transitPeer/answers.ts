import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';

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

const MINUTES = [8 * 60, 17 * 60 + 30, 14 * 60];
export const LONGEST_SECONDS = 3 * 3600;
export const RIDES = 4;
const WINDOW_DEPARTURES = 120;

/** Seconds after midnight by the id of the stop that is reached then. */
export type Arrivals = PeerAnswers['questions'][number]['arrivals'];

interface Answerer<Found> {
  /** Processor time of reading the timetable, milliseconds. */
  readonly readMilliseconds: number;
  /** Leaves a stop at each of some minutes, from `minute` on. Returns what `arrivalsOf` reads. */
  ask(from: string, minute: number, departures: number): Found;
  /** Returns where the departure at `minute` arrives within LONGEST_SECONDS. */
  arrivalsOf(found: Found, minute: number): Arrivals;
}

/** Asks from every stop of a question, for one departure and for a window of them, and prints PeerAnswers. */
export async function printAnswers<Found>(
  { stops }: PeerQuestion,
  { readMilliseconds, ask, arrivalsOf }: Answerer<Found>,
): Promise<void> {
  const [one, window]: [number[], number[]] = [[], []];
  const questions: PeerAnswers['questions'][number][] = [];
  for (const [i, from] of stops.entries()) {
    const minute = MINUTES[i % MINUTES.length]!;
    const { result, cpu } = await timed(() => ask(from, minute, 1));
    one.push(cpu);
    questions.push({ from, minute, arrivals: arrivalsOf(result, minute) });
    window.push((await timed(() => ask(from, minute, WINDOW_DEPARTURES))).cpu);
  }
  const answers: PeerAnswers = {
    readMilliseconds,
    oneMilliseconds: percentile(one, 0.5),
    windowMilliseconds: percentile(window, 0.5),
    questions,
  };
  process.stdout.write(JSON.stringify(answers));
}
