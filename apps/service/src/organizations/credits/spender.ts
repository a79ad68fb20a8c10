import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../kit/who.ts';

/** Whose credits a run spends, and within whose limits. */
export interface Spender {
  readonly organizationId: number;
  readonly userId: number;
  readonly teamId: number | null;
  /** Null for runs of the web app and the assistant. */
  readonly apiKeyId: number | null;
}

export const spenderOf = (caller: Runner): Spender => ({
  organizationId: caller.organization.id,
  userId: caller.user.id,
  teamId: caller.team?.id ?? null,
  apiKeyId: caller.key?.id ?? null,
});

/** The limits that a spender meets, as rows (scope, scope_id), in the order in which they are reported. */
export const scopesOf = (spender: Spender): RawBuilder<unknown> => sql`(values
  (1, 'team', ${spender.teamId}::bigint), (2, 'user', ${spender.userId}::bigint),
  (3, 'api_key', ${spender.apiKeyId}::bigint)) as s (place, scope, scope_id)`;
