import { said } from '@hinterland/answers/said';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { requireDatasets } from '../../organizations/credits/storage/suspension.ts';
import type { DatasetRecord } from '../datasets/dataset.ts';
import { type DatasetKey, findDataset } from '../datasets/store.ts';

/** The dataset that a body names, imported and not suspended. Throws validation_error with the pointer of its name. */
export async function findReady(
  db: Db,
  clock: Clock,
  organizationId: number,
  id: unknown,
  pointer: string,
): Promise<{ readonly key: DatasetKey; readonly dataset: DatasetRecord }> {
  const key = { organizationId, id: typeof id === 'string' ? id : '' };
  const dataset = await findDataset(db, key);
  if (dataset === null) throw invalid(pointer, said('dataset_unknown'));
  await requireDatasets(db, clock, organizationId, pointer);
  refuseUnread(dataset, pointer);
  return { key, dataset };
}

function refuseUnread({ status, columns }: DatasetRecord, pointer: string): void {
  if (status === 'ready' && columns !== null) return;
  throw invalid(pointer, status === 'failed' ? said('import_again') : said('dataset_importing'));
}
