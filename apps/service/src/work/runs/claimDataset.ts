import type { DatasetRows } from '@hinterland/actions';
import { said } from '@hinterland/answers/said';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { lockReady } from '../datasets/access.ts';
import { matchedOf } from '../datasets/present.ts';
import { findDataset } from '../datasets/store.ts';

const POINTER = '#/dataset';

/**
 * Locks a dataset for a job on its rows: no other job works on it, and it is as it was when the job was priced. Throws
 * validation_error.
 */
export async function claimDataset(trx: Db, organizationId: number, priced: DatasetRows): Promise<void> {
  const found = await findDataset(trx, { organizationId, id: priced.id });
  if (found === null) throw invalid(POINTER, said('dataset_unknown'));
  const locked = await lockReady(trx, found).catch((error: unknown) => {
    throw error instanceof ProblemError ? invalid(POINTER, error.message) : error;
  });
  if (locked.row_count === priced.rows && matchedOf(locked) === priced.placed) return;
  throw invalid(POINTER, said('rows_changed'));
}
