import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

interface NotedRefunds {
  readonly refundedHundredths: number;
  readonly at: Date | null;
}

/**
 * Stores how much the refunds of a payment were at a time. A later notice counts, also a lower one; an earlier one, or one
 * of the same second or of no time, only where it says more.
 */
export async function noteRefunds(trx: Db, orderId: number, { refundedHundredths, at }: NotedRefunds): Promise<void> {
  await sql`
    update credit_order set refunded_hundredths = ${refundedHundredths}, refunded_at = greatest(refunded_at, ${at}::timestamptz)
    where id = ${orderId} and (refunded_at < ${at}::timestamptz or refunded_hundredths < ${refundedHundredths}
      or (refunded_at is null and refunded_hundredths = ${refundedHundredths}))`.execute(trx);
}

interface NotedFailure {
  readonly id: string;
  readonly hundredths: number;
  readonly at: Date;
}

/** Each refund fails once. */
export async function noteFailedRefund(trx: Db, orderId: number, { id, hundredths, at }: NotedFailure): Promise<void> {
  await sql`
    insert into failed_refund (id, order_id, hundredths, failed_at)
    values (${id}, ${orderId}, ${hundredths}, ${at}) on conflict do nothing`.execute(trx);
}

/** Money of a payment that refunds have returned in the end: notices count a refund that fails afterwards. */
export async function refundedHundredths(trx: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ hundredths: number }>`
    select greatest(0, d.refunded_hundredths - coalesce((
      select sum(f.hundredths) from failed_refund f
      where f.order_id = d.id and f.failed_at >= coalesce(d.refunded_at, '-infinity')), 0))::bigint as hundredths
    from credit_order d where d.id = ${orderId}`.execute(trx);
  return rows[0]?.hundredths ?? 0;
}
