import { csvLines } from '@hinterland/tables';
import { creditsOf } from '../credits/amounts.ts';
import type { OrderRow } from './order.ts';

const money = (hundredths: number | null): string => (hundredths === null ? '' : (hundredths / 100).toFixed(2));

/** Columns of the file, with the cell of an order. */
const COLUMNS: Readonly<Record<string, (order: OrderRow) => string | number | null>> = {
  invoice: (order) => order.invoice_number,
  time: (order) => order.ended_at?.toISOString() ?? null,
  'ordered by': (order) => order.buyer_name,
  reference: (order) => order.reference,
  credits: (order) => creditsOf(order.amount),
  'credits returned': (order) => creditsOf(order.refunded + order.disputed),
  price: (order) => money(order.price_hundredths),
  'paid with taxes': (order) => money(order.paid_hundredths),
  currency: (order) => order.currency?.toUpperCase() ?? null,
};

/** Confirmed orders as CSV in UTF-8 with a byte order mark, which spreadsheets need. */
export const ordersCsv = (orders: readonly OrderRow[]): string =>
  `\ufeff${csvLines([Object.keys(COLUMNS), ...orders.map((order) => Object.values(COLUMNS).map((cell) => String(cell(order) ?? '')))])}`;
