import type { Nudge } from '../kit/background/loop.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import type { Log } from '../kit/log.ts';
import { queueMail } from '../kit/mail/outbox.ts';
import type { SecretBox } from '../kit/secrets/box.ts';
import type { Claimed } from './deliveries.ts';
import { disabledMail, peopleOf } from './mails.ts';
import { failSilent, recordOutcome } from './retry.ts';
import type { Send } from './send.ts';
import { deliveryHeaders } from './sign.ts';

export interface DeliverySettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: () => string;
  readonly mailSender: Nudge;
  readonly send: Send;
}

/** Whose secret it is, for the box. */
export const secretContext = (organizationId: number): string => `webhook of organization ${organizationId}`;

/** Makes one attempt of a claimed delivery and records its outcome. */
export type Deliver = (box: SecretBox, claimed: Claimed) => Promise<void>;

export const makeDeliver =
  ({ db, clock, log, baseUrl, mailSender, send }: DeliverySettings): Deliver =>
  async (box, claimed) => {
    if (claimed.silent) return failSilent(db, clock, claimed);
    const { eventId, type, body, attempt, url, webhookId } = claimed;
    const context = secretContext(claimed.organizationId);
    const headers = deliveryHeaders({
      eventId,
      type,
      body,
      attempt,
      secrets: claimed.secrets.map((sealed) => box.open(sealed, context)),
      unixSeconds: Math.floor((clock.instant() ?? new Date()).getTime() / 1000),
      documentationUrl: `${baseUrl()}/developers/webhooks`,
    });
    const outcome = await send(url, headers, body);
    const recorded = await db.transaction().execute(async (trx) => {
      const noted = await recordOutcome(trx, clock, claimed, outcome);
      if (noted === 'endpoint disabled') {
        for (const recipient of await peopleOf(trx, webhookId)) {
          await queueMail(
            trx,
            clock,
            disabledMail(recipient, { id: webhookId, url, error: `${outcome.error}` }, baseUrl()),
          );
        }
      }
      return noted;
    });
    const { error, responseCode } = outcome;
    log.debug(
      { delivery: claimed.id, webhook: webhookId, attempt, responseCode, error, recorded },
      'delivery attempted',
    );
    if (recorded === 'endpoint disabled') {
      log.warn({ webhook: webhookId }, 'webhook disabled after repeated failures');
      mailSender.nudge();
    }
  };
