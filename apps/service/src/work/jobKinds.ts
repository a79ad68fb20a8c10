import type { Action } from '@hinterland/actions';
import { datasetJobs } from './datasets/kind.ts';
import { batchJobs } from './jobs/batch.ts';
import type { JobKind } from './jobs/kind.ts';

/** Every kind of background job, one line each. `isClosed` tells of a territory whether its figures may not be shown to everybody. */
export const jobKinds = (
  actions: readonly Action[],
  isClosed: (territoryId: string) => boolean = () => false,
): readonly JobKind[] => [batchJobs(actions, isClosed), datasetJobs];
