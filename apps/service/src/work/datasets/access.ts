import { said } from '@hinterland/answers/said';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Member } from '../../kit/who.ts';
import type { DatasetRecord } from './dataset.ts';
import { isDatasetId } from './id.ts';
import { openJobOn } from './start.ts';
import * as store from './store.ts';

export const keyOf = ({ organization_id, id }: DatasetRecord): store.DatasetKey => ({
  organizationId: organization_id,
  id,
});

/** Throws not_found, also for a dataset of another organization. */
export async function find(db: Db, { organization }: Member, id: string): Promise<DatasetRecord> {
  const record = isDatasetId(id) ? await store.findDataset(db, { organizationId: organization.id, id }) : null;
  if (record === null) throw unknownDataset();
  return record;
}

/** As `find`. Throws insufficient_role where the member may not change it. */
export async function findToChange(db: Db, member: Member, id: string): Promise<DatasetRecord> {
  const record = await find(db, member, id);
  requireChange(member, record);
  return record;
}

/** Throws insufficient_role but for the member who uploaded it, admins and owners. */
export function requireChange({ user, role }: Member, record: DatasetRecord): void {
  if (record.user_id === user.id || role !== 'member') return;
  throw new ProblemError('insufficient_role', said('uploader_only'));
}

/** Locks a dataset. Throws dataset_not_ready unless it is imported and no job works on it. */
export async function lockReady(trx: Db, found: DatasetRecord): Promise<DatasetRecord> {
  const record = await store.lockDataset(trx, keyOf(found));
  if (record === null) throw unknownDataset();
  const open = await openJobOn(trx, record);
  if (open !== null) {
    throw new ProblemError(
      'dataset_not_ready',
      `The job ${open.id} (${open.action_id}) works on this dataset. Wait for its end, or stop it.`,
    );
  }
  if (record.status === 'ready') return record;
  throw new ProblemError(
    'dataset_not_ready',
    record.status === 'failed'
      ? said('import_failed')
      : 'The file of this dataset has not arrived in full. Upload it again, and delete this one.',
  );
}

export const unknownDataset = (): ProblemError =>
  new ProblemError('not_found', 'There is no dataset with this id in the organization.');
