import { creditsOf } from '../credits/amounts.ts';
import { type NewMail, oneLine } from '../mail/outbox.ts';
import type { OrderRow } from './order.ts';

/** An order in words. */
const summary = (order: OrderRow): string =>
  [
    `Order ${order.id}`,
    `Organization: ${oneLine(order.organization_name)} (number ${order.organization_id})`,
    `Credits: ${creditsOf(order.amount)}`,
    `Ordered by: ${oneLine(order.buyer_name)} <${order.buyer_email}>`,
    ...(order.reference === null ? [] : [`Reference: ${oneLine(order.reference)}`]),
  ].join('\n');

/** To the operator, who sends the invoice. */
export const orderPlacedMail = (recipient: string, order: OrderRow, baseUrl: string): NewMail => ({
  recipient,
  subject: `Order ${order.id}: ${creditsOf(order.amount)} credits for ${oneLine(order.organization_name)}`,
  body: `An order was placed at ${baseUrl}:

${summary(order)}

Once it is paid, this command adds the credits, numbers the invoice and notifies the organization:
hinterland admin orders confirm ${order.id}
`,
});

/** To everyone with billing rights. */
export const orderConfirmedMail = (recipient: string, order: OrderRow): NewMail => ({
  recipient,
  subject: `${creditsOf(order.amount)} credits were added for ${oneLine(order.organization_name)}`,
  body: `The order was confirmed, and its credits are on the balance:

${summary(order)}
Invoice: ${order.invoice_number}
`,
});
