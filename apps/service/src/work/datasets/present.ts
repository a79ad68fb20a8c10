import type { z } from 'zod';
import { describeJob, type JobRow } from '../jobs/job.ts';
import type { DatasetRecord, LeftOut, RowRecord } from './dataset.ts';
import { isMatched, ROW_STATES, type RowState, stateOf } from './reasons.ts';
import type { dataset } from './schemas.ts';

export type Dataset = z.infer<typeof dataset>;

export const describeDataset = (record: DatasetRecord, job: JobRow | null): Dataset => ({
  id: record.id,
  name: record.name,
  status: record.status,
  territoryId: record.territory_id,
  userId: record.user_id,
  createdAt: record.created_at.toISOString(),
  updatedAt: record.updated_at.toISOString(),
  columns: record.columns === null ? null : [...record.columns],
  mapping: record.mapping,
  rows: record.row_count,
  matched: matchedOf(record),
  bytes: record.bytes,
  reasons: record.reasons,
  snapReasons: record.snap_reasons,
  states: statesOf(record),
  leavesOutUnplaced: record.leaves_out_unplaced,
  usedAt: record.used_at?.toISOString() ?? null,
  error: record.error,
  leftOut: record.left_out === null ? null : describeLeftOut(record.left_out),
  job: job === null ? null : describeJob(job),
});

const describeLeftOut = ({ count, lines, rows = [] }: LeftOut) => ({
  count,
  lines: [...lines],
  rows: rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
});

export const matchedOf = ({ reasons }: DatasetRecord): number =>
  Object.entries(reasons).reduce((sum, [reason, count]) => sum + (isMatched(reason) ? count : 0), 0);

/** Rows by state. */
export function statesOf({ reasons }: DatasetRecord): Record<RowState, number> {
  const states = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<RowState, number>;
  for (const [reason, count] of Object.entries(reasons)) states[stateOf(reason)] += count;
  return states;
}

export const describeRow = (row: RowRecord) => ({
  index: row.index,
  cells: [...row.cells],
  lat: row.lat,
  lng: row.lng,
  reason: row.reason,
  state: stateOf(row.reason),
  matchedAddress: row.matched_address,
  confidence: row.confidence,
  snapped:
    row.snap_reason === null
      ? null
      : {
          mode: row.snap_mode,
          reason: row.snap_reason,
          lat: row.snapped_lat,
          lng: row.snapped_lng,
          meters: row.snapped_meters,
        },
});
export type Row = ReturnType<typeof describeRow>;
