import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { type NewMail, oneLine } from '../kit/mail/outbox.ts';

/** Returns the recipients of the mail about a disabled webhook: its creator, if still a member, and the owners. */
export async function peopleOf(db: Db, webhookId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from webhook w
    join membership m on m.organization_id = w.organization_id and (m.role = 'owner' or m.user_id = w.created_by)
    join app_user u on u.id = m.user_id
    where w.id = ${webhookId} order by u.email`.execute(db);
  return rows.map(({ email }) => email);
}

export interface DisabledWebhook {
  readonly id: number;
  readonly url: string;
  readonly error: string;
}

/** The query of the address may hold a token of the receiver: it is left out. */
export const disabledMail = (recipient: string, webhook: DisabledWebhook, baseUrl: string): NewMail => {
  const { origin, pathname } = new URL(webhook.url);
  return {
    recipient,
    subject: `Webhook ${webhook.id} was disabled`,
    body: `Hinterland at ${baseUrl} could not deliver to webhook ${webhook.id} ${LIMITS.failedAttemptsUntilDisabled} times in a row:
${oneLine(origin + pathname)}

The last attempt failed with: ${webhook.error}

It was disabled: nothing is sent to it until it is enabled again. GET /api/v1/webhooks/${webhook.id}/deliveries lists
failed deliveries. Once the receiver is repaired, POST /api/v1/webhooks/${webhook.id}/enable turns it on. Events from the time
in between are not sent later.
`,
  };
};
