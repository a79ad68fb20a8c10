import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Attempts, makeAttempts, STARTING_CREDITS_PER_NETWORK } from '../../kit/rates/attempts.ts';
import { thousandthsOf } from './amounts.ts';
import { mailboxOf } from './mailbox.ts';
import { postCredits } from './post.ts';

const digestOf = (address: string): Buffer => createHash('sha256').update(address).digest();

/** Who makes an organization, and from where. */
interface Maker {
  readonly user: { readonly id: number; readonly email: string };
  /** Network address that the request came from. */
  readonly address: string;
}

/**
 * Returns what gives an organization its starting credits, in the transaction that makes it: each verified mailbox once,
 * whatever becomes of the organization, and a network ten times a day. Where the network has had so many, the organization
 * begins without, and the mailbox may try again.
 */
export const startingCredits =
  (clock: Clock, credits: number) =>
  async (trx: Db, organizationId: number, { user, address }: Maker): Promise<void> => {
    if (credits === 0) return;
    const mailbox = digestOf(mailboxOf(user.email));
    // Before mailboxes were compared, the address was kept as it was written.
    const { rows } = await sql`
      insert into starting_credits (address, organization_id, granted_at)
      select ${mailbox}, ${organizationId}, ${now(clock)}
      from app_user where id = ${user.id} and email_verified_at is not null
        and not exists (select from starting_credits where address = ${digestOf(user.email)})
      on conflict do nothing returning address`.execute(trx);
    if (rows.length === 0) return;
    if (!(await hasRoom(makeAttempts(trx, clock), address))) {
      await sql`delete from starting_credits where address = ${mailbox}`.execute(trx);
      return;
    }
    await postCredits(trx, clock, {
      organizationId,
      kind: 'grant',
      amount: thousandthsOf(credits),
      operation: 'starting credits',
      userId: user.id,
    });
  };

/** Whether the network may have starting credits once more today; then they are counted. */
async function hasRoom(attempts: Attempts, address: string): Promise<boolean> {
  try {
    await attempts.takeFrom(STARTING_CREDITS_PER_NETWORK, address);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'rate_limited') return false;
    throw error;
  }
}
