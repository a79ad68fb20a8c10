import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Thousandths } from './amounts.ts';

/** A key that makes a charge happen once, and the digest of the request it stands for. */
export interface Idempotency {
  readonly key: string;
  /** What the request is recognized by, see runs/sentRequest.ts. */
  readonly fingerprint: Buffer;
  /** Whether the fingerprint of an earlier request says that it was the same; equal bytes where absent. */
  readonly isOf?: (stored: Buffer) => boolean;
}

/** State of a key: free, in use by a run in progress, or used by a charged run. */
export type IdempotencyState =
  | { readonly state: 'free' }
  | { readonly state: 'running'; readonly holdId: number }
  | {
      readonly state: 'charged';
      readonly charged: Thousandths;
      readonly quoted: Thousandths;
      /** The hold that was charged. */
      readonly holdId: number;
    };

/**
 * The state of a key in an organization. Throws idempotency_key_reused where it stands for another request. Keys of
 * released holds are free again; keys of charged ones stay for good.
 */
export async function idempotencyState(
  db: Db,
  organizationId: number,
  { key, fingerprint, isOf = (stored) => stored.equals(fingerprint) }: Idempotency,
): Promise<IdempotencyState> {
  const { rows } = await sql<{
    id: number;
    state: 'held' | 'committed';
    fingerprint: Buffer;
    amount: number;
    committed: number;
  }>`
    select id, state, fingerprint, amount, committed from credit_hold
    where organization_id = ${organizationId} and idempotency_key = ${key} and state <> 'released'`.execute(db);
  const hold = rows[0];
  if (hold === undefined) return { state: 'free' };
  if (!isOf(hold.fingerprint)) {
    throw new ProblemError(
      'idempotency_key_reused',
      'This idempotency key was used for another action or another input. Use a new key for a new request.',
    );
  }
  if (hold.state === 'held') return { state: 'running', holdId: hold.id };
  return { state: 'charged', charged: hold.committed, quoted: hold.amount, holdId: hold.id };
}
