import type { Damage } from '../../../engine/damage.ts';
import type { Nudge } from '../../../kit/background/loop.ts';
import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { queueMail } from '../../../kit/mail/outbox.ts';

export interface DamageReportSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailSender: Nudge;
  /** Recipient of mails about damage; no mails where absent. */
  readonly operatorMail: string | undefined;
}

/** Makes the report of a damaged territory: an error in the log and a mail to the operator. */
export function makeDamageReport({ db, clock, log, mailSender, operatorMail }: DamageReportSettings) {
  return (damage: Damage): void => {
    log.error({ ...damage }, 'territory damaged, out of force');
    if (operatorMail === undefined) return;
    queueMail(db, clock, damageMail(operatorMail, damage)).then(
      () => mailSender.nudge(),
      (error) => log.error({ err: error }, 'damage not mailed'),
    );
  };
}

function damageMail(recipient: string, { territory, bundle, place, problem }: Damage) {
  return {
    recipient,
    subject: `Hinterland: the territory ${territory} is damaged and out of force`,
    body: `A file of the territory "${territory}" is not as it was written:

${bundle}/${place}: ${problem}.

A process of the service found this when it compared the files with their checksums. Calls for the territory are
answered with 503 there, and nothing is charged. To put it right, copy the file again from where it came from, or build
the territory again, and start the processes of the service again. A new version that is put in force comes into use
without that.
`,
  };
}
