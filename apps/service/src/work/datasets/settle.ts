import type { Clock, Db } from '../../kit/db/database.ts';
import type { JobRow } from '../jobs/job.ts';
import { changeDataset, type DatasetKey, deleteParts, deleteRows, lockDataset } from './store.ts';

export const IMPORT = 'datasets.import';
export const GEOCODE = 'datasets.geocode';
export const SNAP = 'datasets.snap';

/** The dataset that a job works on. */
export const datasetOf = (job: JobRow): DatasetKey => ({
  organizationId: job.organization_id,
  id: job.dataset_id as string,
});

/**
 * What the end of a job means for its dataset, in the transaction of that end. Rows that were imported before a stop
 * stay; a file that cannot be imported leaves nothing behind but the reason.
 */
export async function settleDataset(trx: Db, clock: Clock, job: JobRow): Promise<void> {
  if (job.action_id !== IMPORT) return;
  const key = datasetOf(job);
  const dataset = await lockDataset(trx, key);
  if (dataset === null) return;
  await deleteParts(trx, key);
  if (job.status !== 'failed' && dataset.row_count > 0) {
    await changeDataset(trx, clock, key, { status: 'ready' });
    return;
  }
  await deleteRows(trx, key);
  const stopped = {
    error: 'validation_error',
    detail: 'The import was stopped before the first row. Upload it again.',
  };
  await changeDataset(trx, clock, key, { status: 'failed', error: job.error ?? stopped });
}
