import type { Nudge } from '../../background/loop.ts';
import type { Clock, Db } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { queueMail } from '../../mail/outbox.ts';

/** Settings that the work on events and open orders shares. */
export interface PaymentSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailSender: Nudge;
  /** Recipient of mails about money that needs a person; the log has the same. */
  readonly operatorMail: string | undefined;
}

/** Logs and mails something about money that only the operator can settle. `sentence` names the order. */
export async function reportPayment(
  settings: PaymentSettings,
  orderId: number | null,
  sentence: string,
): Promise<void> {
  const { db, clock, log, mailSender, operatorMail } = settings;
  log.error({ order: orderId, reason: sentence }, 'payment needs the operator');
  if (operatorMail === undefined) return;
  await queueMail(db, clock, {
    recipient: operatorMail,
    subject:
      orderId === null ? 'Hinterland: a payment needs you' : `Hinterland: the payment of order ${orderId} needs you`,
    body: `${sentence}

No credits were added or taken for it. docs/operation/payments.md says what to do.
`,
  });
  mailSender.nudge();
}
