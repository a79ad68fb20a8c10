import type { Report } from '../report/report.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';

/** Reason of rows that go with their trip. */
export const OF_TRIP_LEFT_OUT = 'of a trip that is left out';
/** Reasons for which a row is left out that no answer misses. */
export const NO_TRIP_STOPS = 'no trip stops there';
export const RUNS_ON_NO_DAY = 'a service that runs on no day';
const NOBODY_MISSES: ReadonlySet<string> = new Set([OF_TRIP_LEFT_OUT, NO_TRIP_STOPS, RUNS_ON_NO_DAY]);

/** What a timetable gave, under its own names in the report of the build. */
export class TimetableReport {
  readonly #id: string;
  readonly #report: Report;
  /** Those that were counted, by their own names. */
  readonly #subjects = new Map<string, SubjectCounter>();
  /** Where the first cell of a column stands that is no number. */
  readonly #unread = new Map<string, string>();

  constructor(id: string, report: Report) {
    this.#id = id;
    this.#report = report;
  }

  /** Rows of another width than their header. */
  get rows(): SubjectCounter {
    return this.#subject('rows');
  }

  get stops(): SubjectCounter {
    return this.#subject('stops');
  }

  get routes(): SubjectCounter {
    return this.#subject('routes');
  }

  get services(): SubjectCounter {
    return this.#subject('services');
  }

  get trips(): SubjectCounter {
    return this.#subject('trips');
  }

  get stopTimes(): SubjectCounter {
    return this.#subject('stop times');
  }

  get frequencies(): SubjectCounter {
    return this.#subject('frequencies');
  }

  get transfers(): SubjectCounter {
    return this.#subject('transfers');
  }

  /** Warns of rows that are left out and may be missed in an answer, with their counts. */
  warnAboutLosses(): void {
    const losses = [...this.#subjects].flatMap(([name, subject]) => {
      const { drops } = subject.toJson();
      const count = drops.reduce((sum, drop) => sum + (NOBODY_MISSES.has(drop.reason) ? 0 : drop.count), 0);
      return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${name}`];
    });
    if (losses.length === 0) return;
    this.#report.warn(
      `Timetable ${this.#id}: ${losses.join(', ')} are left out, so rides or changes may be missing. report.txt names the rows and says why.`,
    );
  }

  /** Says of each kind of row why most were left out, and names the first one; "" where none was. */
  losses(): string {
    const sentences = [...this.#subjects].flatMap(([name, subject]) => {
      const [most] = subject.toJson().drops.filter(({ reason }) => !NOBODY_MISSES.has(reason));
      return most === undefined ? [] : [`${name}: ${most.reason} (${most.count}, first ${most.references[0]}). `];
    });
    return sentences.join('');
  }

  /** A cell of stop_times.txt that is no number, and is `taken` for another: counted, and warned of. */
  unread(column: string, taken: string, reference: string): void {
    this.stopTimes.changed(`a ${column} that is none, ${taken}`, reference);
    this.#report.warn(
      `Timetable ${this.#id}: cells of ${column} hold no number of GTFS and were ${taken}; the first is in ${this.#firstUnread(column, reference)}.`,
    );
  }

  fact(name: string, value: number | string): void {
    this.#report.fact(`${this.#prefix}${name}`, value);
  }

  get #prefix(): string {
    return `timetable ${this.#id}: `;
  }

  #firstUnread(column: string, reference: string): string {
    const first = this.#unread.get(column) ?? reference;
    this.#unread.set(column, first);
    return first;
  }

  #subject(name: string): SubjectCounter {
    const subject = this.#report.subject(`${this.#prefix}${name}`);
    this.#subjects.set(name, subject);
    return subject;
  }
}
