import type { Action } from '@hinterland/actions';
import { type PartJobsSettings, partJobs } from './bulk/kind.ts';
import { datasetJobs } from './datasets/kind.ts';
import { batchJobs } from './jobs/batch.ts';
import type { JobKind } from './jobs/kind.ts';

/** Every kind of background job, one line each. `isClosed` tells of a territory whether its figures may not be shown to everybody; `parts` is how files of jobs are made, null where they are not. */
export const jobKinds = (
  actions: readonly Action[],
  isClosed: (territoryId: string) => boolean = () => false,
  parts: PartJobsSettings | null = null,
): readonly JobKind[] => [batchJobs(actions, isClosed), partJobs(actions, parts), datasetJobs];
