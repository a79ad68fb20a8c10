import { ProblemError } from '../../kit/problem.ts';
import { hasItems, hasParts } from '../jobs/job.ts';
import type { JobKind, JobWork } from '../jobs/kind.ts';
import { geocodeDataset } from './geocode.ts';
import { importDataset } from './import.ts';
import { GEOCODE, IMPORT, SNAP, settleDataset } from './settle.ts';
import { snapDataset } from './snap.ts';

/** The work of each type of job on a dataset. */
const TYPES: Readonly<Record<string, (work: JobWork) => Promise<void>>> = {
  [IMPORT]: importDataset,
  [GEOCODE]: geocodeDataset,
  [SNAP]: snapDataset,
};

/** Jobs that change a dataset. */
export const datasetJobs: JobKind = {
  is: (job) => !hasItems(job) && !hasParts(job),
  async work(work) {
    const type = TYPES[work.job.action_id];
    if (type === undefined) {
      throw new ProblemError('internal_error', `This version of the service cannot do ${work.job.action_id}.`);
    }
    await type(work);
  },
  settle: (trx, clock, { row }) => settleDataset(trx, clock, row),
  noProgress: 'What was done stays. Start it again; if it fails again, report the job id.',
};
