import type { EnrichedRows } from '@hinterland/actions';
import type { ColumnValues, WideColumn } from '@hinterland/answers/columns';
import type { Lease } from '../../engine/territoriesInForce.ts';
import type { JobWork } from '../jobs/kind.ts';

/** The places of a part that are to be answered. */
export interface PartQuestion {
  readonly work: JobWork;
  readonly lease: Lease;
  /** Number of the part within its job, from 0. */
  readonly index: number;
  /** Input of enrich.point without its place. */
  readonly options: object;
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
  /** Aborted when the job has ended, is lost or handed back. */
  readonly signal: AbortSignal;
}

/** Their answers, in the same order, with columns that are the same for every part. */
export interface PartAnswers extends Omit<EnrichedRows, 'values'> {
  readonly values: readonly ColumnValues[];
  readonly columns: readonly WideColumn[];
  /** What holds for the whole table. */
  readonly metadata: readonly (readonly [string, string])[];
}

/**
 * Works parts off, somewhere. Answers are pure functions of the territory and the question, so a part may be asked again. Rejects with
 * a ProblemError where the part cannot be answered at all.
 */
export interface PartRunner {
  /** Parts that are worked on at the same time. */
  readonly atOnce: number;
  answer(question: PartQuestion): Promise<PartAnswers>;
}
