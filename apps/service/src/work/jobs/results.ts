import type { Action, BatchItem } from '@hinterland/actions';
import type { JobResultRow } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import type { JobRow } from './job.ts';

export interface ItemRow {
  readonly index: number;
  readonly status: 'done' | 'failed' | 'skipped';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly credits_charged: Thousandths;
  readonly summary: Record<string, unknown> | null;
}

/** Some items of a job in the order of the input, those that are not finished as `pending`. */
export async function rowsOf(
  db: Db,
  action: Action,
  job: Pick<JobRow, 'id'>,
  input: unknown,
  offset: number,
  limit: number,
): Promise<{ data: JobResultRow[]; total: number }> {
  const items = itemsOf(action, input);
  const { rows } = await sql<ItemRow>`
    select index, status, reason, detail, credits_charged, summary from job_item
    where job_id = ${job.id} and index >= ${offset} and index < ${offset + limit} order by index`.execute(db);
  const finished = new Map(rows.map((row) => [row.index, row]));
  const data = items.slice(offset, offset + limit).map((item, i) => describeRow(offset + i, item, finished));
  return { data, total: items.length };
}

export function itemsOf(action: Action, input: unknown): readonly BatchItem[] {
  if (action.batch === undefined) throw new Error(`${action.id} is no batch`);
  return action.batch.items(input);
}

function describeRow(index: number, item: BatchItem, finished: ReadonlyMap<number, ItemRow>): JobResultRow {
  const row = finished.get(index);
  return {
    index,
    id: item.id,
    lat: item.lat,
    lng: item.lng,
    status: row?.status ?? 'pending',
    reason: row?.reason ?? null,
    ...(row?.detail == null ? {} : { detail: row.detail }),
    creditsCharged: creditsOf(row?.credits_charged ?? 0),
    summary: row?.summary ?? null,
  };
}
