import type { Job } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Mapping } from './roles.ts';

export const DATASET_STATUSES = ['uploading', 'importing', 'ready', 'failed'] as const;
export type DatasetStatus = (typeof DATASET_STATUSES)[number];

/** Rows by reason. */
export type Counts = Readonly<Record<string, number>>;

/** A row that was left out: its line in the file, and what stands there. */
export interface LeftOutRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a file that are wider or narrower than its header, and the first of them. */
export interface LeftOut {
  readonly count: number;
  readonly lines: readonly number[];
  /** Older records have none. */
  readonly rows?: readonly LeftOutRow[];
}

/** A row of `dataset`. */
export interface DatasetRecord {
  readonly id: string;
  readonly organization_id: number;
  readonly user_id: number;
  readonly name: string;
  readonly territory_id: string;
  readonly status: DatasetStatus;
  readonly encoding: string | null;
  readonly columns: readonly string[] | null;
  readonly mapping: Mapping | null;
  readonly row_count: number;
  readonly bytes: number;
  readonly reasons: Counts;
  readonly snap_reasons: Counts;
  readonly error: Job['error'];
  /** Null where all rows of the file were stored. */
  readonly left_out: LeftOut | null;
  /** Whether an action that reads it leaves out the rows without a place. */
  readonly leaves_out_unplaced: boolean;
  /** When an action last read it, to the hour. */
  readonly used_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const datasetColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    [
      'id',
      'organization_id',
      'user_id',
      'name',
      'territory_id',
      'status',
      'encoding',
      'columns',
      'mapping',
      'row_count',
      'bytes',
      'reasons',
      'snap_reasons',
      'error',
      'left_out',
      'leaves_out_unplaced',
      'used_at',
      'created_at',
      'updated_at',
    ].map((name) => sql.ref(`${table}.${name}`)),
  );

/** One row as it is kept. */
export interface RowRecord {
  readonly index: number;
  readonly cells: readonly string[];
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason: string;
  readonly matched_address: string | null;
  readonly confidence: number | null;
  readonly snap_reason: string | null;
  readonly snap_mode: string | null;
  readonly snapped_lat: number | null;
  readonly snapped_lng: number | null;
  readonly snapped_meters: number | null;
}
