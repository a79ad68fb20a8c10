import { meaningOfO } from '@hinterland/catalogue/columns';
import type { Box } from '../../engine/route.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { keyOf, lockReady } from './access.ts';
import type { HandPlace } from './bodies.ts';
import type { DatasetRecord, RowRecord } from './dataset.ts';
import { placeInCells } from './placeInCells.ts';
import { BY_HAND } from './reasons.ts';
import { positionsOf } from './roles.ts';
import { placeRows, readRows } from './store.ts';

/**
 * Says where a row is. Geocoding leaves such a row where it is. Null takes that back: the row is where its own cells say, or
 * waits to be geocoded. Returns the row. Throws not_found and dataset_not_ready.
 */
export function placeByHand(
  db: Db,
  clock: Clock,
  found: DatasetRecord,
  index: string,
  place: HandPlace,
  box: Box | null,
): Promise<RowRecord> {
  return db.transaction().execute(async (trx) => {
    const dataset = await lockReady(trx, found);
    const key = keyOf(dataset);
    const read = async () => {
      const [row] = /^\d{1,6}$/.test(index) ? await readRows(trx, key, { from: Number(index), limit: 1 }) : [];
      if (row?.index === Number(index)) return row;
      throw new ProblemError('not_found', 'There is no row with this index in the dataset.');
    };
    const row = await read();
    const mapping = dataset.mapping ?? {};
    const own = () =>
      placeInCells(positionsOf(dataset.columns ?? [], mapping), row.cells, { o: meaningOfO(mapping.lng ?? ''), box });
    const at = place === null ? own() : { ...place, reason: BY_HAND };
    await placeRows(trx, clock, key, [{ index: row.index, ...at, address: null, confidence: null }]);
    return read();
  });
}
