import { type NewMail, oneLine } from '../../kit/mail/outbox.ts';
import { creditsOf } from '../credits/amounts.ts';
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

export interface ReturnedCredits {
  readonly order: OrderRow;
  /** Why credits moved: their money was refunded, disputed, or came back after a dispute or a refund that failed. */
  readonly cause: 'refund' | 'dispute' | 'return' | 'failed refund';
  readonly credits: number;
  /** Of the organization, afterwards. */
  readonly balance: number;
}

const CAUSES: Readonly<Record<ReturnedCredits['cause'], string>> = {
  refund: 'The payment of an order was refunded, so its credits were taken off the balance:',
  dispute:
    'The payment of an order is disputed and its money was withdrawn, so its credits were taken off the balance. They come\nback if the dispute is decided for the operator:',
  return: 'The dispute of an order has ended, its money came back, and so did its credits:',
  'failed refund': 'A refund of an order did not arrive, so its credits are back on the balance:',
};

const subjectOf = ({ order, cause, credits }: ReturnedCredits): string =>
  `${credits} credits were ${cause === 'refund' || cause === 'dispute' ? 'taken from' : 'given back to'} ${oneLine(order.organization_name)}`;

/** To owners, everyone with billing rights, and the operator. */
export const creditsReturnedMail = (recipient: string, returned: ReturnedCredits): NewMail => ({
  recipient,
  subject: subjectOf(returned),
  body: `${CAUSES[returned.cause]}

${summary(returned.order)}
Invoice: ${returned.order.invoice_number}
Credits moved: ${returned.credits}
Balance now: ${returned.balance}
${returned.balance < 0 ? '\nThe balance is below 0: runs that cost credits are refused until it is bought up.\n' : ''}`,
});

/** To the operator, where a refund could not take all of its credits. */
export const shortfallMail = (recipient: string, returned: ReturnedCredits, missing: number): NewMail => ({
  recipient,
  subject: subjectOf(returned),
  body: `${creditsReturnedMail(recipient, returned).body}
${missing} credits of the refund were spent or are held for runs, and could not be taken back.
`,
});

/** To owners and everyone with billing rights. */
export const lowCreditsMail = (
  recipient: string,
  { name, low, available }: { name: string; low: number; available: number },
): NewMail => ({
  recipient,
  subject: `${oneLine(name)} has ${available} credits left`,
  body: `The available credits of ${oneLine(name)} have fallen to ${available}, below ${low} as was set in the web app. Credits are bought
there by members with billing rights. The next mail comes after the credits have been at ${low} again.
`,
});
