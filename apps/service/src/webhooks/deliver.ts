import type { Nudge } from '../kit/background/loop.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import type { Log } from '../kit/log.ts';
import { queueMail } from '../kit/mail/outbox.ts';
import type { SecretBox } from '../kit/secrets/box.ts';
import { presentSpan } from '../kit/traces/span.ts';
import { continued, type Traces, type Work } from '../kit/traces/traces.ts';
import type { Claimed } from './deliveries.ts';
import { disabledMail, peopleOf } from './mails.ts';
import { failSilent, recordOutcome } from './retry.ts';
import type { Outcome, Send } from './send.ts';
import { deliveryHeaders } from './sign.ts';

export interface DeliverySettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: () => string;
  readonly mailSender: Nudge;
  readonly send: Send;
  /** Null where none are exported. */
  readonly traces: Traces | null;
}

/** Whose secret it is, for the box. */
export const secretContext = (organizationId: number): string => `webhook of organization ${organizationId}`;

/** Makes one attempt of a claimed delivery and records its outcome. */
export type Deliver = (box: SecretBox, claimed: Claimed) => Promise<void>;

export function makeDeliver({ traces, ...settings }: DeliverySettings): Deliver {
  return (box, claimed) =>
    continued(
      traces,
      () => traceOf(claimed),
      () => attempt(settings, box, claimed),
    );
}

/** What a trace says of an attempt: not where it goes, since addresses of customers may have secrets. */
const traceOf = ({ type, webhookId, organizationId, attempt, traceparent }: Claimed): Work => ({
  kind: 'delivery',
  name: `deliver ${type}`,
  facts: {
    'http.request.method': 'POST',
    'hinterland.webhook.id': webhookId,
    'hinterland.webhook.attempt': attempt,
    'hinterland.organization.id': organizationId,
  },
  traceparent,
});

function noteOutcome({ delivered, responseCode, error }: Outcome): void {
  const span = presentSpan();
  span?.note({ 'http.response.status_code': responseCode ?? undefined });
  // The other side is at fault, and the span is one of a client: an error all the same.
  if (!delivered) span?.fail({ code: `${error}`, ours: true });
}

async function attempt(
  { db, clock, log, baseUrl, mailSender, send }: Omit<DeliverySettings, 'traces'>,
  box: SecretBox,
  claimed: Claimed,
): Promise<void> {
  if (claimed.silent) return failSilent(db, clock, claimed);
  const { eventId, type, body, url, webhookId } = claimed;
  const context = secretContext(claimed.organizationId);
  const headers = deliveryHeaders({
    eventId,
    type,
    body,
    attempt: claimed.attempt,
    secrets: claimed.secrets.map((sealed) => box.open(sealed, context)),
    unixSeconds: Math.floor((clock.instant() ?? new Date()).getTime() / 1000),
    documentationUrl: `${baseUrl()}/developers/webhooks`,
    traceparent: presentSpan()?.traceparent,
  });
  const outcome = await send(url, headers, body);
  noteOutcome(outcome);
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
    { delivery: claimed.id, webhook: webhookId, attempt: claimed.attempt, responseCode, error, recorded },
    'delivery attempted',
  );
  if (recorded === 'endpoint disabled') {
    log.warn({ webhook: webhookId }, 'webhook disabled after repeated failures');
    mailSender.nudge();
  }
}
