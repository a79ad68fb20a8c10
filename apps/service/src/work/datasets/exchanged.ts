import { meaningOfO } from '@hinterland/catalogue/columns';
import type { Box } from '../../engine/route.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { keyOf, lockReady } from './access.ts';
import type { DatasetRecord } from './dataset.ts';
import { DATASET_LIMITS } from './limits.ts';
import { exchangedPlace } from './placeInCells.ts';
import { BY_HAND, SWAPPED } from './reasons.ts';
import { positionsOf } from './roles.ts';
import { placeRows, readRows } from './store.ts';

export interface ExchangedRow {
  readonly index: number;
  readonly lat: number;
  readonly lng: number;
}

/** Rows that are placed in one transaction: few, since other calls wait for the one connection of the embedded database. */
const CHUNK_ROWS = 500;

/** Where the rows would be whose latitude and longitude are exchanged, in the territory; the first where there are many. */
export async function exchangedRows(db: Db, record: DatasetRecord, box: Box | null): Promise<ExchangedRow[]> {
  const mapping = record.mapping ?? {};
  const positions = positionsOf(record.columns ?? [], mapping);
  const known = { o: meaningOfO(mapping.lng ?? ''), box };
  const page = { from: 0, limit: DATASET_LIMITS.pointsListed, only: [SWAPPED] };
  return (await readRows(db, keyOf(record), page)).flatMap(({ index, cells }) => {
    const spot = exchangedPlace(positions, cells, known);
    return spot === null ? [] : [{ index, lat: spot.lat, lng: spot.lng }];
  });
}

/**
 * Puts these rows where their coordinates are in exchanged order, as places that a member gave: each can be taken back. Throws
 * dataset_not_ready.
 */
export async function acceptExchanged(db: Db, clock: Clock, found: DatasetRecord, box: Box | null): Promise<void> {
  const rows = await exchangedRows(db, found, box);
  for (let first = 0; first < rows.length; first += CHUNK_ROWS) {
    await db.transaction().execute(async (trx) => {
      const record = await lockReady(trx, found);
      const still = new Set(
        (await readRows(trx, keyOf(record), { from: rows[first]!.index, limit: CHUNK_ROWS, only: [SWAPPED] })).map(
          ({ index }) => index,
        ),
      );
      const placed = rows
        .slice(first, first + CHUNK_ROWS)
        .filter(({ index }) => still.has(index))
        .map((row) => ({ ...row, reason: BY_HAND, address: null, confidence: null }));
      if (placed.length > 0) await placeRows(trx, clock, keyOf(record), placed);
    });
  }
}
