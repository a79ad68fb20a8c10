import { instant } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { creditsOf, type Thousandths } from '../credits/amounts.ts';

export const price = z
  .object({
    amount: z.number().describe('In units of the currency, before taxes that are added'),
    currency: z.string().describe('ISO 4217, such as EUR'),
  })
  .meta({ id: 'Price' });
export type Price = z.infer<typeof price>;

/** In: hundredths, and the currency in lower case. */
export const describePrice = (hundredths: number, currency: string): Price => ({
  amount: hundredths / 100,
  currency: currency.toUpperCase(),
});

export const order = z
  .object({
    id: z.int(),
    credits: z.number().describe('Whole credits'),
    reference: z.string().nullable().describe('As the buyer named it'),
    status: z.enum(['open', 'confirmed', 'cancelled']),
    paymentUrl: z
      .string()
      .nullable()
      .describe('Where the buyer pays while the order is open; null where there is nothing to do'),
    price: price.nullable().describe('For members with billing rights, where the operator sets prices'),
    returnedCredits: z.number().describe('Credits whose money was returned, by a refund or a dispute'),
    hasReceipt: z.boolean().describe('Whether the payment provider has a receipt'),
    invoiceNumber: z.string().nullable().describe('INV-<year>-<number>, once it is confirmed'),
    orderedBy: z.object({ id: z.int(), name: z.string() }),
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .describe('A purchase of credits, as members with a view of the credits see it')
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

export interface OrderRow {
  readonly id: number;
  readonly organization_id: number;
  readonly organization_name: string;
  readonly amount: Thousandths;
  readonly reference: string | null;
  readonly status: Order['status'];
  readonly provider: string;
  readonly payment_url: string | null;
  readonly price_hundredths: number | null;
  readonly currency: string | null;
  readonly paid_hundredths: number | null;
  /** The checkout at the provider, and the payment that it became. */
  readonly checkout: string | null;
  readonly payment: string | null;
  readonly refunded: Thousandths;
  /** The part of `refunded` that was there to be taken. */
  readonly refund_taken: Thousandths;
  readonly disputed: Thousandths;
  readonly invoice_number: string | null;
  readonly ordered_by: number;
  readonly buyer_name: string;
  readonly buyer_email: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** Orders that a condition on `d` selects, newest first. */
export async function findOrders(db: Db, condition: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select d.id, d.organization_id, o.name as organization_name, d.amount, d.reference, d.status, d.provider,
      d.payment_url, d.price_hundredths, d.currency, d.paid_hundredths, d.checkout, d.payment, d.refunded, d.refund_taken,
      d.disputed, d.invoice_number, d.ordered_by, u.name as buyer_name, u.email as buyer_email, d.created_at, d.ended_at
    from credit_order d
    join organization o on o.id = d.organization_id
    join app_user u on u.id = d.ordered_by
    where ${condition} order by d.id desc`.execute(db);
  return rows;
}

/** Prices and payments are for members with billing rights. */
export const describeOrder = (row: OrderRow, { billing }: { readonly billing: boolean }): Order => ({
  id: row.id,
  credits: creditsOf(row.amount),
  reference: row.reference,
  status: row.status,
  paymentUrl: billing && row.status === 'open' ? row.payment_url : null,
  price:
    billing && row.price_hundredths !== null && row.currency !== null
      ? describePrice(row.price_hundredths, row.currency)
      : null,
  returnedCredits: creditsOf(row.refunded + row.disputed),
  hasReceipt: billing && row.payment !== null,
  invoiceNumber: row.invoice_number,
  orderedBy: { id: row.ordered_by, name: row.buyer_name },
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

export const unknownOrder = () =>
  new ProblemError('not_found', 'There is no order with this number in the organization.');
