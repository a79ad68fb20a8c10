import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { findViolationsInPieces } from './violations.ts';

/** Violations that a mail lists; the log has all. */
const LISTED = 50;

export interface LedgerCheck {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailSender: Nudge;
  /** Recipient of mails about violations; no mails where absent. */
  readonly operatorMail: string | undefined;
}

/** Compares the books with their invariants; a violation is an error in the log and a mail to the operator. */
export async function checkLedger({ db, clock, log, mailSender, operatorMail }: LedgerCheck): Promise<void> {
  const violations = await findViolationsInPieces(db);
  if (violations.length === 0) return;
  log.error({ violations }, 'the ledger is wrong');
  if (operatorMail === undefined) return;
  const lines = violations
    .slice(0, LISTED)
    .map(({ organization_id, invariant, detail }) => `organization ${organization_id}: ${invariant}: ${detail}`);
  await queueMail(db, clock, {
    recipient: operatorMail,
    subject: `Hinterland: the credit ledger is wrong in ${violations.length} places`,
    body: `The daily check of the credit ledger found:

${lines.join('\n')}

Nothing was changed. The view credit_invariants shows what is wrong now; apps/service/src/organizations/credits/README.md says what
each invariant means.
`,
  });
  mailSender.nudge();
}
