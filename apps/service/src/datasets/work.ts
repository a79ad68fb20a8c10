import type { JobWork } from '../jobs/jobWork.ts';
import { ProblemError } from '../problem.ts';
import { geocodeDataset } from './geocode.ts';
import { importDataset } from './import.ts';
import { GEOCODE, IMPORT, SNAP } from './settle.ts';
import { snapDataset } from './snap.ts';

/** What a job on a dataset does, by its type. */
const KINDS: Readonly<Record<string, (work: JobWork) => Promise<void>>> = {
  [IMPORT]: importDataset,
  [GEOCODE]: geocodeDataset,
  [SNAP]: snapDataset,
};

/** Works on a job on a dataset until it ends or is no longer ours. */
export async function workOnDataset(work: JobWork): Promise<void> {
  const kind = KINDS[work.job.action_id];
  if (kind === undefined) {
    throw new ProblemError('internal_error', `This version of the service cannot do ${work.job.action_id}.`);
  }
  await kind(work);
}
