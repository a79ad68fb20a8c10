import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { contextOf as contextOfMail } from '../../kit/mail/outbox.ts';
import { opened } from '../../kit/secrets/box.ts';
import type { Rotation } from '../../kit/secrets/rotate.ts';
import { factorOf, RECOVERY_CODES } from '../../organizations/signIn/factorOptions.ts';
import { secretContext } from '../../webhooks/deliver.ts';

/** A column of sealed secrets: whose a row's is, as the box knows it, and how another is stored in place of it. */
interface SealedColumn {
  readonly contextOf: (owner: string) => string;
  /** Stores `anew` where `sealed` is still there. */
  readonly store: (trx: Db, id: number, sealed: Buffer, anew: Buffer) => Promise<unknown>;
}

const contextOfWebhook = (organizationId: string) => secretContext(Number(organizationId));

/** Everything that is stored sealed, by the place that `readSealed` names. */
const SEALED: Readonly<Record<string, SealedColumn>> = {
  'webhook.secret': {
    contextOf: contextOfWebhook,
    store: (trx, id, sealed, anew) =>
      sql`update webhook set secret = ${anew} where id = ${id} and secret = ${sealed}`.execute(trx),
  },
  'webhook.previous_secret': {
    contextOf: contextOfWebhook,
    store: (trx, id, sealed, anew) =>
      sql`update webhook set previous_secret = ${anew} where id = ${id} and previous_secret = ${sealed}`.execute(trx),
  },
  'web_second_factor.secret': {
    contextOf: factorOf,
    store: (trx, id, sealed, anew) =>
      sql`
        update web_second_factor set secret = ${anew.toString('base64')}
        where id = ${id} and decode(secret, 'base64') = ${sealed}`.execute(trx),
  },
  'web_second_factor.recovery_codes': {
    contextOf: () => RECOVERY_CODES,
    store: (trx, id, sealed, anew) =>
      sql`
        update web_second_factor set recovery_codes = ${anew.toString('base64')}
        where id = ${id} and decode(recovery_codes, 'base64') = ${sealed}`.execute(trx),
  },
  'mail_outbox.sealed': {
    contextOf: contextOfMail,
    store: (trx, id, sealed, anew) =>
      sql`update mail_outbox set sealed = ${anew} where id = ${id} and sealed = ${sealed}`.execute(trx),
  },
};

interface SealedRow {
  place: string;
  id: number;
  owner: string;
  sealed: Buffer;
}

async function readSealed(trx: Db): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select 'webhook.secret' as place, id, organization_id::text as owner, secret as sealed from webhook
    union all
    select 'webhook.previous_secret', id, organization_id::text, previous_secret from webhook
    where previous_secret is not null
    union all
    select 'web_second_factor.secret', id, user_id::text, decode(secret, 'base64') from web_second_factor
    union all
    select 'web_second_factor.recovery_codes', id, user_id::text, decode(recovery_codes, 'base64') from web_second_factor
    union all
    select 'mail_outbox.sealed', id, recipient, sealed from mail_outbox where sealed is not null`.execute(trx);
  return rows;
}

/** Seals everything with the new key that is not sealed with it. Returns how much it was. Throws where something does not open. */
export async function sealAllAnew(trx: Db, { old, next }: Rotation): Promise<number> {
  let count = 0;
  for (const { place, id, owner, sealed } of await readSealed(trx)) {
    const { contextOf, store } = SEALED[place] as SealedColumn;
    const context = contextOf(owner);
    if (opened(next, sealed, context) !== null) continue;
    const text = opened(old, sealed, context);
    if (text === null) throw new Error(`${place} of number ${id} opens with none of the keys. Nothing was changed.`);
    await store(trx, id, sealed, next.seal(text, context));
    count++;
  }
  return count;
}
