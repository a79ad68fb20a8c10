import type { Spender } from '../../../../apps/service/src/organizations/credits/spender.ts';

/** A run that a client was answered. */
export interface Promised {
  readonly organizationId: number;
  readonly key: string;
  /** What its computation costs, in thousandths of a credit. */
  readonly charge: number;
  /** What the client was told. */
  readonly charged: number;
}

/** A job that a client was told to be started. */
export interface NotedJob {
  readonly id: string;
  readonly organizationId: number;
  readonly spender: Spender;
  readonly key: string;
  /** What each item costs, in thousandths of a credit. */
  readonly items: readonly number[];
  readonly maxCredits: number;
}

/** What clients wrote down of the answers that they got. */
export class Book {
  readonly runs: Promised[] = [];
  readonly jobs: NotedJob[] = [];

  promise(run: Promised): void {
    this.runs.push(run);
  }

  noteJob(job: NotedJob): void {
    this.jobs.push(job);
  }
}
