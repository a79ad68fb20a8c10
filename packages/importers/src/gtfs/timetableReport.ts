import type { Report } from '../report/report.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';

/** What a timetable gave, under its own names in the report of the build. */
export class TimetableReport {
  readonly #id: string;
  readonly #report: Report;

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

  fact(name: string, value: number | string): void {
    this.#report.fact(`timetable ${this.#id}: ${name}`, value);
  }

  #subject(name: string): SubjectCounter {
    return this.#report.subject(`timetable ${this.#id}: ${name}`);
  }
}
