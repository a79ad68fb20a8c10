import type { Action, PlaceList } from '@hinterland/actions';
import { requireDatasets } from '../credits/storage/suspension.ts';
import type { DatasetRecord, RowRecord } from '../datasets/dataset.ts';
import { matchedOf } from '../datasets/present.ts';
import { MATCHED_REASONS } from '../datasets/reasons.ts';
import { type Positions, positionsOf } from '../datasets/roles.ts';
import { findDataset, readRows, touchDataset } from '../datasets/store.ts';
import type { Clock, Db } from '../db/database.ts';
import { invalid } from '../json.ts';
import { namedDatasets } from './namedDatasets.ts';

/** A body in which places stand where datasets were named. */
export interface ReadBody {
  readonly body: unknown;
  /** Members that were read from a dataset: faults of their places are reported by row. */
  readonly fromDatasets: readonly string[];
}

/**
 * Puts the rows of datasets where a body names one instead of a list of places, so that everything after sees places:
 * the schema, the price, the fingerprint of an idempotency key, the stored version. Throws validation_error with the
 * pointer of the dataset where it cannot be read.
 */
export async function readDatasets(
  db: Db,
  clock: Clock,
  organizationId: number,
  action: Action,
  body: unknown,
): Promise<ReadBody> {
  const named = namedDatasets(action, body);
  if (named.length === 0) return { body, fromDatasets: [] };
  const read = { ...(body as Record<string, unknown>) };
  for (const { list, id } of named) read[list.name] = await readPlaces(db, clock, organizationId, list, id);
  return { body: read, fromDatasets: named.map(({ list }) => list.name) };
}

async function readPlaces(db: Db, clock: Clock, organizationId: number, list: PlaceList, id: unknown) {
  const pointer = `#/${list.name}/dataset`;
  const key = { organizationId, id: typeof id === 'string' ? id : '' };
  const dataset = await findDataset(db, key);
  if (dataset === null) throw invalid(pointer, 'Your organization has no dataset with this id.');
  await requireDatasets(db, clock, organizationId, pointer);
  refuseUnread(dataset, pointer);
  const isLeavingOut = dataset.leaves_out_unplaced;
  const count = isLeavingOut ? matchedOf(dataset) : dataset.row_count;
  if (count > list.max) {
    throw invalid(
      pointer,
      `The dataset has ${count} rows; ${list.name} takes at most ${list.max}. Use a dataset with fewer rows.`,
    );
  }
  await touchDataset(db, clock, key);
  const only = isLeavingOut ? MATCHED_REASONS : [];
  const rows = await readRows(db, key, { from: 0, limit: list.max, only });
  const nowhere = rows.filter(({ lat }) => lat === null);
  if (nowhere.length > 0) {
    throw invalid(
      pointer,
      `${nowhere.length} of ${rows.length} rows have no coordinates, the first is row ${nowhere[0]!.index + 1}. ` +
        'Geocode the dataset, place these rows by hand or leave them out, and ask again.',
    );
  }
  const positions = positionsOf(dataset.columns ?? [], dataset.mapping ?? {});
  return rows.map((row) => placeOf(positions, row, list));
}

function refuseUnread({ status, columns }: DatasetRecord, pointer: string): void {
  if (status === 'ready' && columns !== null) return;
  throw invalid(
    pointer,
    status === 'failed'
      ? 'The import of this dataset failed. Upload it again, or use another one.'
      : 'This dataset is still being imported. Wait until its job has ended, and ask again.',
  );
}

function placeOf(positions: Positions, row: RowRecord, { named }: PlaceList) {
  const cell = (role: 'id' | 'name') => row.cells[positions[role] ?? -1]?.trim() ?? '';
  const [id, name] = [cell('id'), cell('name')];
  return {
    id: id === '' ? row.index + 1 : id,
    lat: row.lat,
    lng: row.lng,
    ...(named && name !== '' ? { name } : {}),
  };
}
