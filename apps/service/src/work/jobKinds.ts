import type { Action } from '@hinterland/actions';
import { datasetJobs } from './datasets/kind.ts';
import { batchJobs } from './jobs/batch.ts';
import type { JobKind } from './jobs/kind.ts';

/** Every kind of background job, one line each. */
export const jobKinds = (actions: readonly Action[]): readonly JobKind[] => [batchJobs(actions), datasetJobs];
