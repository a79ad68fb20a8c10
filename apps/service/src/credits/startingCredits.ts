import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { thousandthsOf } from './amounts.ts';
import { postCredits } from './post.ts';

/**
 * Returns what gives an organization its starting credits, in the transaction that makes it: each verified address once,
 * whatever becomes of the organization.
 */
export const startingCredits =
  (clock: Clock, credits: number) =>
  async (trx: Db, organizationId: number, user: { readonly id: number; readonly email: string }): Promise<void> => {
    if (credits === 0) return;
    const { rows } = await sql`
      insert into starting_credits (address, organization_id, granted_at)
      select ${createHash('sha256').update(user.email).digest()}, ${organizationId}, ${now(clock)}
      from app_user where id = ${user.id} and email_verified_at is not null
      on conflict do nothing returning address`.execute(trx);
    if (rows.length === 0) return;
    await postCredits(trx, clock, {
      organizationId,
      kind: 'grant',
      amount: thousandthsOf(credits),
      operation: 'starting credits',
      userId: user.id,
    });
  };
