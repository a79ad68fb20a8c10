import type { Role, Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, databaseClock } from '../kit/db/database.ts';
import { ensureMembership, ensureOrganization, ensureTeam, ensureUser } from '../operate/admin/ensure.ts';
import { thousandthsOf } from '../organizations/credits/amounts.ts';
import { grantCredits } from '../organizations/credits/grant.ts';
import { setMonthlyLimit } from '../organizations/credits/setMonthlyLimit.ts';
import type { Spender } from '../organizations/credits/spender.ts';
import { createKey } from '../organizations/keys/store.ts';

export interface Account {
  readonly organization?: string;
  readonly email?: string;
  readonly role?: Role;
  readonly team?: string | null;
  readonly keyName?: string;
  readonly scopes?: readonly Scope[];
  readonly credits?: number;
  readonly teamLimit?: number | null;
  readonly userLimit?: number | null;
  readonly keyCap?: number | null;
}

export interface MadeAccount {
  readonly spender: Spender;
  readonly secret: string;
  readonly keyId: number;
}

/** An organization with a team, a user, a key, credits and limits; what exists by name is used again. */
export async function makeAccount(db: Db, account: Account = {}, clock: Clock = databaseClock): Promise<MadeAccount> {
  const organizationId = (await ensureOrganization(db, account.organization ?? 'Acme')).id;
  const team = account.team === undefined ? 'Retail' : account.team;
  const teamId = team === null ? null : (await ensureTeam(db, organizationId, team)).id;
  const email = account.email ?? 'ann@example.com';
  const userId = (await ensureUser(db, email, email.split('@')[0] as string)).id;
  await ensureMembership(db, { organizationId, userId, role: account.role ?? 'owner', billing: true, teamId });
  const key = await createKey(db, {
    organizationId,
    userId,
    name: account.keyName ?? 'CI',
    kind: 'live',
    scopes: account.scopes ?? ['read', 'run'],
  });
  const limit = async (scope: 'team' | 'user' | 'api_key', scopeId: number | null, credits?: number | null) => {
    if (credits === undefined || scopeId === null) return;
    await setMonthlyLimit(db, clock, { organizationId, scope, scopeId, monthlyLimit: credits });
  };
  await limit('team', teamId, account.teamLimit);
  await limit('user', userId, account.userLimit);
  await limit('api_key', key.id, account.keyCap);
  if (account.credits) await grantCredits(db, clock, organizationId, thousandthsOf(account.credits));
  return { spender: { organizationId, userId, teamId, apiKeyId: key.id }, secret: key.secret, keyId: key.id };
}

/** Balance, reserved and the user's spend of this month, in credits. */
export async function accountState(db: Db, organizationId: number): Promise<{ balance: number; reserved: number }> {
  const { rows } = await sql<{ balance: number; reserved: number }>`
    select balance / 1000.0::float8 as balance, reserved / 1000.0::float8 as reserved
    from credit_account where organization_id = ${organizationId}`.execute(db);
  return rows[0] as { balance: number; reserved: number };
}

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #instant: Date;
  constructor(iso: string) {
    this.#instant = new Date(iso);
  }
  instant(): Date {
    return this.#instant;
  }
  set(iso: string): void {
    this.#instant = new Date(iso);
  }
  advanceSeconds(seconds: number): void {
    this.#instant = new Date(this.#instant.getTime() + seconds * 1000);
  }
}
