import { csvLines } from '@hinterland/tables';
import type { Db } from '../../kit/db/database.ts';
import { keyOf } from './access.ts';
import type { DatasetRecord, RowRecord } from './dataset.ts';
import { readRows } from './store.ts';

const ROWS_AT_ONCE = 1000;

/** Columns that are put behind those of the file. */
const ADDED: Readonly<Record<string, (row: RowRecord) => string | number | null>> = {
  lat: (row) => row.lat,
  lng: (row) => row.lng,
  matchedAddress: (row) => row.matched_address,
  confidence: (row) => row.confidence,
  reason: (row) => row.reason,
  snappedLat: (row) => row.snapped_lat,
  snappedLng: (row) => row.snapped_lng,
  snappedMeters: (row) => row.snapped_meters,
  snapMode: (row) => row.snap_mode,
  snapReason: (row) => row.snap_reason,
};

/** The file with what was found, as CSV in UTF-8 with a byte order mark, which spreadsheets need. */
export async function* csvOf(db: Db, record: DatasetRecord): AsyncGenerator<Uint8Array> {
  const columns = record.columns ?? [];
  const added = Object.keys(ADDED).map((name) => unlike(name, columns));
  yield Buffer.from(`\ufeff${csvLines([[...columns, ...added]])}`);
  for (let from = 0; ; ) {
    const rows = await readRows(db, keyOf(record), { from, limit: ROWS_AT_ONCE });
    if (rows.length === 0) return;
    yield Buffer.from(csvLines(rows.map((row) => [...row.cells, ...foundOf(row)])));
    from = (rows.at(-1) as RowRecord).index + 1;
  }
}

const foundOf = (row: RowRecord): string[] => Object.values(ADDED).map((valueIn) => String(valueIn(row) ?? ''));

/** A name that none of the columns has, so that the file can be uploaded again. */
function unlike(name: string, columns: readonly string[]): string {
  let other = name;
  for (let number = 2; columns.includes(other); number++) other = `${name} ${number}`;
  return other;
}
