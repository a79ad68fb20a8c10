import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { beforeEach, expect } from 'vitest';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { type Browser, newAddress, type SignedIn, signedIn, tokenIn } from './browser.ts';
import type { TestDatabase } from './databases.ts';
import { seen } from './service.ts';
import { webService } from './webService.ts';

/**
 * One service for a suite about organizations. Before each test Acme has an owner, an admin and a member, who are signed
 * in, and an outsider owns another organization.
 */
export function acmeOnTheWeb(database: () => TestDatabase) {
  const people = {} as {
    owner: SignedIn;
    admin: SignedIn;
    member: SignedIn;
    outsider: SignedIn;
    /** Ids of the organizations. */
    acme: number;
    other: number;
  };
  const suite = Object.assign(webService(database), people);
  const { db } = suite;

  const join = (browser: SignedIn, organizationId: number, role: Role) =>
    ensureMembership(db(), { organizationId, userId: browser.userId, role, billing: false, teamId: null });
  /** A signed-in user, in Acme where a role is given. */
  async function person(role?: Role): Promise<SignedIn & { email: string }> {
    const email = newAddress();
    const browser = await signedIn(suite.service, db(), email);
    if (role !== undefined) await join(browser, suite.acme, role);
    return Object.assign(browser, { email });
  }

  beforeEach(async () => {
    suite.owner = await person();
    suite.acme = (await suite.owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    suite.admin = await person('admin');
    suite.member = await person('member');
    suite.outsider = await person();
    suite.other = (await suite.outsider.send('POST', '/organizations', { name: 'Other' })).body.id;
  });

  return Object.assign(suite, {
    join,
    person,
    /** Roles of Acme's members by their id. */
    members: async (): Promise<Record<number, string>> => {
      const { rows } = await sql<{ user_id: number; role: string }>`
        select user_id, role from membership where organization_id = ${suite.acme}`.execute(db());
      return Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
    },
    /** Makes a key and returns its secret. */
    makeKey: async (browser: Browser, name = 'CI', organization = suite.acme): Promise<string> =>
      (await browser.send('POST', `/organizations/${organization}/keys`, { name, scopes: ['run'] })).body.secret,
    whoami: async (key: string) => seen(await suite.service.request('GET', '/api/v1/me', { key })),
    /** Invites to Acme, and returns the id of the invitation and the token of its mail. */
    inviteTo: async (email: string, role: Role = 'member', by: Browser = suite.owner) => {
      const reply = await by.send('POST', `/organizations/${suite.acme}/invitations`, { email, role });
      expect(seen(reply)).toBe('201');
      return { id: reply.body.id as number, token: tokenIn(await suite.mailbox.next(email)) };
    },
  });
}
