import { createHash } from 'node:crypto';
import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantCredits } from '../credits/grant.ts';
import { databaseClock } from '../db/database.ts';
import { Browser, CHEAP, Mailbox, PASSWORD, signedIn, tokenIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { declaredWeb } from '../testing/routes.ts';
import { type Reply, startTestService, type TestService } from '../testing/service.ts';
import { ensureMembership } from './ensure.ts';

type SignedIn = Browser & { userId: number };

let people = 0;
const newAddress = () => `member${++people}@example.com`;

const seen = ({ status, body }: Reply): string => (body?.error === undefined ? `${status}` : `${status} ${body.error}`);

describeOnBoth('organizations on the web', (database) => {
  let service: TestService;
  let mailbox: Mailbox;
  let owner: SignedIn;
  let admin: SignedIn;
  let member: SignedIn;
  let outsider: SignedIn;
  let acme: number;
  let other: number;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => service?.close());

  /** A signed-in user, in Acme where a role is given. */
  async function person(role?: Role): Promise<SignedIn & { email: string }> {
    const email = newAddress();
    const browser = await signedIn(service, db(), email);
    if (role !== undefined) await join(browser, acme, role);
    return Object.assign(browser, { email });
  }
  const join = (browser: SignedIn, organizationId: number, role: Role) =>
    ensureMembership(db(), { organizationId, userId: browser.userId, role, billing: false, teamId: null });

  beforeEach(async () => {
    owner = await person();
    acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    [admin, member, outsider] = [await person('admin'), await person('member'), await person()];
    other = (await outsider.send('POST', '/organizations', { name: 'Other' })).body.id;
  });

  const members = async (): Promise<Record<number, string>> => {
    const { rows } = await sql<{ user_id: number; role: string }>`
      select user_id, role from membership where organization_id = ${acme}`.execute(db());
    return Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
  };
  const makeKey = async (browser: Browser, name = 'CI', organization = acme): Promise<string> =>
    (await browser.send('POST', `/organizations/${organization}/keys`, { name, scopes: ['run'] })).body.secret;
  const whoami = async (key: string) => seen(await service.request('GET', '/api/v1/me', { key }));
  const inviteTo = async (email: string, role: Role = 'member', by: Browser = owner) => {
    const reply = await by.send('POST', `/organizations/${acme}/invitations`, { email, role });
    expect(seen(reply)).toBe('201');
    return { id: reply.body.id as number, token: tokenIn(await mailbox.next(email)) };
  };

  it('whoever makes an organization owns it, with billing rights and an empty account', async () => {
    const { body } = await owner.send('GET', '/session');
    expect(body.activeOrganization).toEqual({
      organization: { id: acme, name: 'Acme' },
      role: 'owner',
      billing: true,
      team: null,
    });
    expect((await owner.send('GET', `/organizations/${acme}/credits`)).body).toMatchObject({
      balance: 0,
      available: 0,
    });
    expect(seen(await outsider.send('POST', '/organizations', { name: 'Acme' }))).toBe('409 name_taken');
    expect(seen(await outsider.send('POST', '/organizations', { name: '' }))).toBe('400 validation_error');
    expect(seen(await new Browser(service).send('POST', '/organizations', { name: 'X' }))).toBe('401 not_signed_in');
  });

  it('a user belongs to several organizations and works in one of them at a time, per session', async () => {
    const second = (await member.send('POST', '/organizations', { name: 'Second' })).body.id;
    const list = (await member.send('GET', '/organizations')).body.data;
    expect(
      list.map(({ organization, role }: { organization: { name: string }; role: string }) => [organization.name, role]),
    ).toEqual([
      ['Acme', 'member'],
      ['Second', 'owner'],
    ]);
    const active = async (browser: Browser) =>
      (await browser.send('GET', '/session')).body.activeOrganization.organization.id;
    expect(await active(member)).toBe(second);
    expect((await member.send('PUT', '/session/organization', { organizationId: acme })).status).toBe(200);
    expect(await active(member)).toBe(acme);
    for (const id of [other, 999_999]) {
      expect(seen(await member.send('PUT', '/session/organization', { organizationId: id }))).toBe('404 not_found');
    }
    expect(await active(member)).toBe(acme);
  });

  describe('routes by role', () => {
    /** Status by role: owner, admin, member. Ids are of things in Acme that the caller may meet. */
    const MATRIX: readonly (readonly [string, string, object | undefined, string, string, string])[] = [
      ['PUT', '', { name: 'Acme & Sons' }, '200', ...twice('403 insufficient_role')],
      ['POST', '/delete', { name: 'Acme' }, '200', ...twice('403 insufficient_role')],
      ['GET', '/members', undefined, '200', '200', '200'],
      ['PUT', '/members/:target/limit', { monthlyLimit: 5 }, '200', '200', '403 insufficient_role'],
      ['PUT', '/members/:secondOwner/limit', { monthlyLimit: 5 }, '200', ...twice('403 insufficient_role')],
      ['PUT', '/members/:target', { role: 'admin' }, '200', '200', '403 insufficient_role'],
      ['PUT', '/members/:target', { teamId: null }, '200', '200', '403 insufficient_role'],
      ['PUT', '/members/:target', { billing: true }, '200', '403 insufficient_role', '403 insufficient_role'],
      ['PUT', '/members/:target', { role: 'owner' }, '200', '403 insufficient_role', '403 insufficient_role'],
      ['PUT', '/members/:secondOwner', { role: 'member' }, '200', '403 insufficient_role', '403 insufficient_role'],
      ['DELETE', '/members/:target', undefined, '200', '200', '403 insufficient_role'],
      ['DELETE', '/members/:secondOwner', undefined, '200', '403 insufficient_role', '403 insufficient_role'],
      ['GET', '/invitations', undefined, '200', '200', '403 insufficient_role'],
      ['POST', '/invitations', { email: 'new@example.com' }, '201', '201', '403 insufficient_role'],
      ['POST', '/invitations', { email: 'n2@example.com', role: 'owner' }, '201', ...twice('403 insufficient_role')],
      ['POST', '/invitations/:invitation/resend', {}, '200', '200', '403 insufficient_role'],
      ['DELETE', '/invitations/:invitation', undefined, '200', '200', '403 insufficient_role'],
      ['POST', '/invitations/:ownerInvitation/resend', {}, '200', ...twice('403 insufficient_role')],
      ['DELETE', '/invitations/:ownerInvitation', undefined, '200', ...twice('403 insufficient_role')],
      ['GET', '/brand', undefined, '200', '200', '200'],
      ['PUT', '/brand', { color: '#1a2b3c', logo: null }, '200', '403 insufficient_role', '403 insufficient_role'],
      ['GET', '/teams', undefined, '200', '200', '200'],
      ['POST', '/teams', { name: 'Lab' }, '201', '201', '403 insufficient_role'],
      ['PUT', '/teams/:team', { name: 'Shops' }, '200', '200', '403 insufficient_role'],
      ['DELETE', '/teams/:team', undefined, '200', '200', '403 insufficient_role'],
      ['PUT', '/teams/:team/limit', { monthlyLimit: null }, '200', '200', '403 insufficient_role'],
      ['GET', '/keys', undefined, '200', '200', '200'],
      ['POST', '/keys', { name: 'CI' }, '201', '201', '201'],
      ['PUT', '/keys/:key', { expiresAt: null }, '404 not_found', '404 not_found', '404 not_found'],
      ['POST', '/keys/:key/rotate', {}, '404 not_found', '404 not_found', '404 not_found'],
      ['DELETE', '/keys/:key', undefined, '200', '200', '404 not_found'],
      ['PUT', '/keys/:key/limit', { monthlyLimit: 5 }, '404 not_found', '404 not_found', '404 not_found'],
      ['GET', '/audit', undefined, '200', ...twice('403 insufficient_role')],
      ['GET', '/audit.csv', undefined, '200', ...twice('403 insufficient_role')],
    ];

    /** Routes that other tests try: surface/sessionMatrix.test.ts, orders/matrix.test.ts, and those of datasets. */
    const ELSEWHERE =
      /\/(datasets|actions|areas|ledger|usage|analyses|jobs|webhooks|credits|storage|buyers|offer|low-credits|orders|conversations)\b/;

    /** Things in Acme that paths can name. */
    async function things(): Promise<Record<string, number>> {
      const [target, secondOwner] = [await person('member'), await person('owner')];
      const invitation = (email: string, role: Role) =>
        owner.send('POST', `/organizations/${acme}/invitations`, { email, role });
      const team = await owner.send('POST', `/organizations/${acme}/teams`, { name: 'Retail' });
      const key = await target.send('POST', `/organizations/${acme}/keys`, { name: 'CI' });
      return {
        target: target.userId,
        secondOwner: secondOwner.userId,
        invitation: (await invitation('i1@example.com', 'member')).body.id,
        ownerInvitation: (await invitation('i2@example.com', 'owner')).body.id,
        team: team.body.id,
        key: key.body.id,
      };
    }
    const filled = (path: string, ids: Record<string, number>) =>
      path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
    const state = async () => {
      const tables = [
        'organization',
        'membership',
        'team',
        'invitation',
        'api_key',
        'spend_limit',
        'credit_order',
        'audit_entry',
      ];
      const rows = tables.map((name) => sql`select t::text from ${sql.table(name)} t order by 1`.execute(db()));
      return JSON.stringify((await Promise.all(rows)).map((one) => one.rows));
    };

    it('the matrix names every route of identity and keys below an organization', () => {
      const shape = (path: string) => path.replace(/:\w+/g, ':');
      const tried = new Set(MATRIX.map(([method, path]) => `${method} /web/v1/organizations/:${shape(path)}`));
      const routes = declaredWeb
        .filter(({ path }) => path.includes(':organizationId') && !ELSEWHERE.test(path))
        .map(({ method, path }) => `${method} ${shape(path)}`);
      expect([...tried].sort()).toEqual([...new Set(routes)].sort());
    });

    it.each(MATRIX)('%s %s %j: owner %s, admin %s, member %s', async (method, path, body, ...expected) => {
      let ids: Record<string, number> | null = null;
      for (const [i, browser] of [member, admin, owner].entries()) {
        ids ??= await things();
        const url = `/organizations/${acme}${filled(path, ids)}`;
        const before = await state();
        const reply = await browser.send(method, url, body);
        expect(seen(reply), `role ${['member', 'admin', 'owner'][i]}`).toBe(expected[2 - i]);
        if (reply.status >= 400 || method === 'GET') {
          expect(await state()).toBe(before);
        } else {
          await sql`delete from invitation`.execute(db());
          await sql`delete from team`.execute(db());
          ids = null;
        }
      }
    });

    it('outsiders, and ids of another organization, get the 404 of what does not exist, and change nothing', async () => {
      const ids = await things();
      const foreign = {
        target: outsider.userId,
        secondOwner: outsider.userId,
        team: (await outsider.send('POST', `/organizations/${other}/teams`, { name: 'Theirs' })).body.id,
        key: (await outsider.send('POST', `/organizations/${other}/keys`, { name: 'Theirs' })).body.id,
        ...(await (async () => {
          const { body } = await outsider.send('POST', `/organizations/${other}/invitations`, {
            email: 'o@example.com',
          });
          return { invitation: body.id, ownerInvitation: body.id };
        })()),
      };
      const nobody = Object.fromEntries(Object.keys(ids).map((name) => [name, 999_999]));
      const before = await state();
      const said = ({ status, body }: Reply) => [status, body.error, body.detail];
      for (const [method, path, body] of MATRIX) {
        const label = `${method} ${path}`;
        const unknown = await outsider.send(method, `/organizations/999999${filled(path, ids)}`, body);
        const theirs = await outsider.send(method, `/organizations/${acme}${filled(path, ids)}`, body);
        expect(said(theirs), label).toEqual(said(unknown));
        expect(seen(theirs), label).toBe('404 not_found');
        const signedOut = await new Browser(service).send(method, `/organizations/${acme}${filled(path, ids)}`, body);
        expect(seen(signedOut), label).toBe('401 not_signed_in');
        if (!path.includes(':')) continue;
        const crossed = await owner.send(method, `/organizations/${acme}${filled(path, foreign)}`, body);
        const missing = await owner.send(method, `/organizations/${acme}${filled(path, nobody)}`, body);
        expect(said(crossed), label).toEqual(said(missing));
        expect(seen(crossed), label).toBe('404 not_found');
        const odd = await owner.send(method, `/organizations/${acme}${path.replace(/:\w+/, '1e3')}`, body);
        expect(seen(odd), label).toBe('404 not_found');
      }
      const assigned = { teamId: foreign.team };
      expect(seen(await owner.send('PUT', `/organizations/${acme}/members/${ids.target}`, assigned))).toBe(
        '404 not_found',
      );
      expect(
        seen(await owner.send('POST', `/organizations/${acme}/invitations`, { email: 'x@example.com', ...assigned })),
      ).toBe('404 not_found');
      expect(await state()).toBe(before);
    });

    it('changes that another site asks for are refused on every route', async () => {
      const ids = await things();
      const before = await state();
      for (const { method, path } of declaredWeb.filter((route) => route.method !== 'GET')) {
        const url = path
          .replace('/web/v1', '')
          .replace(':organizationId', String(acme))
          .replace(/:\w+/, String(ids.target));
        const headers = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
        const reply = await owner.send(method, url, method === 'DELETE' ? undefined : {}, headers);
        expect(seen(reply), `${method} ${path}`).toBe('403 cross_site_request');
      }
      expect(await state()).toBe(before);
    });
  });

  describe('members', () => {
    it('D127 who is removed is out with the next request: session, key, and the key stays void on return', async () => {
      const key = await makeKey(member);
      expect(await whoami(key)).toBe('200');
      await member.send('PUT', '/session/organization', { organizationId: acme });
      expect((await admin.send('DELETE', `/organizations/${acme}/members/${member.userId}`)).status).toBe(200);
      expect(await whoami(key)).toBe('401 invalid_api_key');
      expect(seen(await member.send('GET', `/organizations/${acme}/members`))).toBe('404 not_found');
      expect((await member.send('GET', '/session')).body).toMatchObject({
        activeOrganization: null,
        organizations: [],
      });
      await join(member, acme, 'member');
      expect(await whoami(key)).toBe('401 invalid_api_key');
      expect((await member.send('GET', '/session')).body.activeOrganization.organization.id).toBe(acme);
    });

    it('keys in other organizations of who is removed go on', async () => {
      const second = (await member.send('POST', '/organizations', { name: 'Second' })).body.id;
      const [here, there] = [await makeKey(member), await makeKey(member, 'CI', second)];
      await member.send('DELETE', `/organizations/${acme}/members/${member.userId}`);
      expect([await whoami(here), await whoami(there)]).toEqual(['401 invalid_api_key', '200']);
    });

    it('everyone may leave but the last owner, who can neither be removed nor get another role', async () => {
      const path = (browser: SignedIn) => `/organizations/${acme}/members/${browser.userId}`;
      expect(seen(await owner.send('DELETE', path(owner)))).toBe('409 last_owner');
      expect(seen(await owner.send('PUT', path(owner), { role: 'admin' }))).toBe('409 last_owner');
      for (const browser of [member, admin]) expect(seen(await browser.send('DELETE', path(browser)))).toBe('200');
      const heir = await person('owner');
      expect(seen(await owner.send('DELETE', path(owner)))).toBe('200');
      expect(seen(await heir.send('DELETE', path(heir)))).toBe('409 last_owner');
      expect(await members()).toEqual({ [heir.userId]: 'owner' });
    });

    it('two owners who leave, or demote each other, at once: one stays owner', async () => {
      for (let round = 0; round < 4; round++) {
        const heir = await person('owner');
        const owners = [owner, heir];
        const replies = await Promise.all(
          owners.map((browser, i) => {
            const about = (round % 2 === 0 ? browser : (owners[1 - i] as SignedIn)).userId;
            const path = `/organizations/${acme}/members/${about}`;
            return round < 2 ? browser.send('DELETE', path) : browser.send('PUT', path, { role: 'member' });
          }),
        );
        expect(replies.filter(({ status }) => status === 200).length).toBe(1);
        const left = Object.entries(await members()).filter(([, role]) => role === 'owner');
        expect(left.length).toBe(1);
        owner = left[0]?.[0] === String(owner.userId) ? owner : heir;
      }
    });

    it('an admin who was demoted a moment ago has nothing to say, whatever their page shows', async () => {
      await owner.send('PUT', `/organizations/${acme}/members/${admin.userId}`, { role: 'member' });
      const reply = await admin.send('DELETE', `/organizations/${acme}/members/${member.userId}`);
      expect(seen(reply)).toBe('403 insufficient_role');
    });

    it('teams are made, renamed and assigned; names are unique in the organization', async () => {
      const make = (name: string) => admin.send('POST', `/organizations/${acme}/teams`, { name });
      const [lab, shops] = [(await make('Lab')).body.id, (await make('Shops')).body.id];
      expect(seen(await make('Lab'))).toBe('409 name_taken');
      expect(seen(await admin.send('PUT', `/organizations/${acme}/teams/${shops}`, { name: 'Lab' }))).toBe(
        '409 name_taken',
      );
      expect(seen(await admin.send('PUT', `/organizations/${acme}/teams/${shops}`, { name: 'Retail' }))).toBe('200');
      expect(seen(await outsider.send('POST', `/organizations/${other}/teams`, { name: 'Lab' }))).toBe('201');
      const path = `/organizations/${acme}/members/${member.userId}`;
      expect((await admin.send('PUT', path, { teamId: lab })).body).toMatchObject({
        user: { id: member.userId },
        role: 'member',
        billing: false,
        team: { id: lab, name: 'Lab' },
      });
      expect((await admin.send('GET', `/organizations/${acme}/teams`)).body.data).toEqual([
        { id: lab, name: 'Lab', members: 1, monthlyLimit: null },
        { id: shops, name: 'Retail', members: 0, monthlyLimit: null },
      ]);
      const key = await makeKey(member);
      expect((await service.request('GET', '/api/v1/me', { key })).body.team).toEqual({ id: lab, name: 'Lab' });
    });

    it('an organization is renamed; names of others are taken', async () => {
      expect((await owner.send('PUT', `/organizations/${acme}`, { name: 'Acme Retail' })).body.name).toBe(
        'Acme Retail',
      );
      const { body } = await member.send('GET', '/organizations');
      expect(body.data[0].organization.name).toBe('Acme Retail');
      expect(seen(await owner.send('PUT', `/organizations/${acme}`, { name: 'Other' }))).toBe('409 name_taken');
      expect(seen(await owner.send('PUT', `/organizations/${acme}`, { name: ' ' }))).toBe('400 validation_error');
    });

    it('S184 D82 limits of team, member and key are set, shown, and block a run in their order', async () => {
      await grantCredits(db(), databaseClock, acme, 100_000);
      const team = (await owner.send('POST', `/organizations/${acme}/teams`, { name: 'Lab' })).body.id;
      await owner.send('PUT', `/organizations/${acme}/members/${member.userId}`, { teamId: team });
      const key = await makeKey(member);
      const [{ id: keyId }] = (await member.send('GET', `/organizations/${acme}/keys`)).body.data;
      const limits: [Browser, string, string][] = [
        [member, `/keys/${keyId}/limit`, 'api_key_limit'],
        [admin, `/members/${member.userId}/limit`, 'user_limit'],
        [admin, `/teams/${team}/limit`, 'team_limit'],
      ];
      const blockedBy = async () =>
        (await service.execute(key, 'test.charged', { credits: 4, quotedCredits: 4 })).body.blockedBy;
      for (const [browser, path, by] of limits) {
        expect(await blockedBy()).not.toBe(by);
        expect(seen(await browser.send('PUT', `/organizations/${acme}${path}`, { monthlyLimit: 3.5 }))).toBe('200');
        expect(await blockedBy()).toBe(by);
      }
      const list = async (what: string) => (await member.send('GET', `/organizations/${acme}/${what}`)).body.data;
      expect((await list('teams'))[0].monthlyLimit).toBe(3.5);
      expect((await list('keys'))[0].monthlyCap).toBe(3.5);
      const me = (await list('members')).find(({ user }: { user: { id: number } }) => user.id === member.userId);
      expect(me.monthlyLimit).toBe(3.5);
      for (const [browser, path] of limits) {
        expect((await browser.send('PUT', `/organizations/${acme}${path}`, { monthlyLimit: null })).body).toMatchObject(
          {
            monthlyLimit: null,
          },
        );
      }
      expect(await blockedBy()).toBeUndefined();
      for (const wrong of [{}, { monthlyLimit: -1 }, { monthlyLimit: '5' }, { monthlyLimit: 0.0001 }]) {
        const reply = await admin.send('PUT', `/organizations/${acme}/teams/${team}/limit`, wrong);
        expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '#/monthlyLimit']);
      }
    });

    it('billing rights open the credits to a member', async () => {
      await grantCredits(db(), databaseClock, acme, 5_000);
      const path = `/organizations/${acme}/credits`;
      expect(seen(await member.send('GET', path))).toBe('403 insufficient_role');
      await owner.send('PUT', `/organizations/${acme}/members/${member.userId}`, { billing: true });
      expect((await member.send('GET', path)).body).toMatchObject({ balance: 5, available: 5 });
    });
  });

  describe('invitations', () => {
    const accept = (browser: Browser, token: string) => browser.send('POST', '/invitations/accept', { token });

    it('a new person signs up by the invited address, accepts, and is a member with role and team', async () => {
      const email = newAddress();
      const team = (await owner.send('POST', `/organizations/${acme}/teams`, { name: 'Lab' })).body.id;
      await owner.send('POST', `/organizations/${acme}/invitations`, {
        email: ` ${email.toUpperCase()} `,
        role: 'admin',
        teamId: team,
      });
      const mail = await mailbox.next(email);
      expect(mail).toContain('Acme');
      const guest = new Browser(service);
      await guest.send('POST', '/sign-up', { name: 'Guest', email, password: PASSWORD });
      expect(seen(await accept(guest, tokenIn(mail)))).toBe('401 not_signed_in');
      await guest.send('POST', '/verify-email', { token: tokenIn(await mailbox.next(email)), password: PASSWORD });
      await guest.send('POST', '/sign-in', { email, password: PASSWORD });
      expect((await accept(guest, tokenIn(mail))).body).toEqual({ organizationId: acme });
      expect((await guest.send('GET', '/session')).body.activeOrganization).toEqual({
        organization: { id: acme, name: 'Acme' },
        role: 'admin',
        billing: false,
        team: { id: team, name: 'Lab' },
      });
      expect((await owner.send('GET', `/organizations/${acme}/invitations`)).body.data).toEqual([]);
    });

    it('a link works once, for seven days, for the address that it was sent to', async () => {
      const guest = await person();
      const { token } = await inviteTo(guest.email);
      expect(seen(await accept(outsider, token))).toBe('410 link_not_valid');
      expect(seen(await accept(guest, `${token}x`))).toBe('410 link_not_valid');
      const { rows } = await sql<{ days: number }>`
        select extract(epoch from expires_at - created_at)::float8 / 86400 as days from invitation`.execute(db());
      expect(rows[0]?.days).toBeCloseTo(7, 6);
      const both = await Promise.all([accept(guest, token), accept(guest, token)]);
      expect(both.map(seen).sort()).toEqual(['200', '410 link_not_valid']);
      await guest.send('DELETE', `/organizations/${acme}/members/${guest.userId}`);
      expect(seen(await accept(guest, token))).toBe('410 link_not_valid');
      expect(await members()).not.toHaveProperty(String(guest.userId));

      const late = await inviteTo(guest.email);
      await sql`update invitation set expires_at = clock_timestamp()`.execute(db());
      expect(seen(await accept(guest, late.token))).toBe('410 link_not_valid');
      const [listed] = (await owner.send('GET', `/organizations/${acme}/invitations`)).body.data;
      expect(listed).toMatchObject({ email: guest.email, role: 'member', expired: true });
    });

    it('an address that was not verified accepts nothing', async () => {
      const guest = await person();
      const { token } = await inviteTo(guest.email);
      await sql`update app_user set email_verified_at = null where id = ${guest.userId}`.execute(db());
      expect(seen(await accept(guest, token))).toBe('410 link_not_valid');
    });

    it('sending again, and inviting again, make a new link and end the one before; revoking ends it', async () => {
      const guest = await person();
      const first = await inviteTo(guest.email);
      await admin.send('POST', `/organizations/${acme}/invitations/${first.id}/resend`, {});
      const second = tokenIn(await mailbox.next(guest.email));
      const third = await inviteTo(guest.email, 'admin', admin);
      expect(third.id).toBe(first.id);
      for (const old of [first.token, second]) expect(seen(await accept(guest, old))).toBe('410 link_not_valid');
      expect((await admin.send('DELETE', `/organizations/${acme}/invitations/${third.id}`)).status).toBe(200);
      expect(seen(await accept(guest, third.token))).toBe('410 link_not_valid');
      expect(seen(await admin.send('DELETE', `/organizations/${acme}/invitations/${third.id}`))).toBe('404 not_found');
    });

    it('invitations end with the right of those who sent them', async () => {
      const [guest, second] = [await person(), await person()];
      const byAdmin = await inviteTo(guest.email, 'member', admin);
      await owner.send('PUT', `/organizations/${acme}/members/${admin.userId}`, { role: 'member' });
      expect(seen(await accept(guest, byAdmin.token))).toBe('410 link_not_valid');
      const heir = await person('owner');
      const [asOwner, asMember] = [
        await inviteTo(guest.email, 'owner', heir),
        await inviteTo(second.email, 'member', heir),
      ];
      await owner.send('PUT', `/organizations/${acme}/members/${heir.userId}`, { role: 'admin' });
      expect([seen(await accept(guest, asOwner.token)), seen(await accept(second, asMember.token))]).toEqual([
        '410 link_not_valid',
        '200',
      ]);
    });

    it('a member is not invited, and a member who was meanwhile added keeps their role', async () => {
      const guest = await person();
      const { token } = await inviteTo(guest.email, 'admin');
      await join(guest, acme, 'member');
      expect(seen(await owner.send('POST', `/organizations/${acme}/invitations`, { email: guest.email }))).toBe(
        '400 validation_error',
      );
      expect(seen(await accept(guest, token))).toBe('200');
      expect((await members())[guest.userId]).toBe('member');
    });

    it('the token is in the mail alone: only its digest is stored, and the log does not have it', async () => {
      const { token } = await inviteTo(newAddress());
      const { rows } = await sql<{ row: string; digest: Buffer }>`
        select i::text as row, digest from invitation i`.execute(db());
      expect(rows[0]?.digest.equals(createHash('sha256').update(token).digest())).toBe(true);
      expect(rows[0]?.row).not.toContain(token);
      expect(service.log.join('\n')).not.toContain(token);
    });
  });

  describe('keys', () => {
    it('a key is shown once, acts as its user with scopes and cap, and ends when it is revoked', async () => {
      const path = `/organizations/${acme}/keys`;
      const wanted = { name: 'Laptop', scopes: ['run'], monthlyCap: 12.5 };
      const made = await member.send('POST', path, wanted);
      const { id, secret, prefix } = made.body;
      expect([made.status, secret]).toEqual([201, expect.stringMatching(/^hl_live_/)]);
      const bounds = { expiresAt: null, networks: [] };
      expect(made.body).toEqual({
        id,
        name: 'Laptop',
        prefix,
        secret,
        scopes: ['read', 'run'],
        monthlyCap: 12.5,
        ...bounds,
      });
      const me = (await service.request('GET', '/api/v1/me', { key: secret })).body;
      expect(me).toMatchObject({
        user: { id: member.userId },
        organization: { id: acme, role: 'member' },
        key: { id, name: 'Laptop', scopes: ['read', 'run'], monthlyCap: 12.5 },
      });
      const list = await member.send('GET', path);
      expect(list.body.data).toEqual([
        {
          id,
          name: 'Laptop',
          prefix,
          scopes: ['read', 'run'],
          monthlyCap: 12.5,
          monthlyUsage: 0,
          createdAt: me.key.createdAt,
          lastUsedAt: expect.any(String),
          revokedAt: null,
          ...bounds,
          previousUntil: null,
          user: { id: member.userId, name: expect.any(String) },
        },
      ]);
      expect(list.text).not.toContain(secret.slice(17));
      expect(service.log.join('\n')).not.toContain(secret.slice(17));
      expect(seen(await member.send('POST', path, wanted))).toBe('409 name_taken');
      expect((await owner.send('GET', path)).body.data).toEqual([]);
      expect((await member.send('DELETE', `${path}/${id}`)).body).toEqual({ id, revoked: true });
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      expect((await member.send('GET', path)).body.data[0].revokedAt).toEqual(expect.any(String));
    });

    it('M8 owners and admins see the keys of all members and end a leaked one at once; others see their own', async () => {
      const path = `/organizations/${acme}/keys`;
      const leaked = await makeKey(member, 'Leaked');
      const own = await makeKey(owner, 'Own');
      for (const browser of [owner, admin]) {
        const { data } = (await browser.send('GET', `${path}?of=all`)).body;
        expect(data.map((key: { name: string; user: { id: number } }) => [key.name, key.user.id])).toEqual([
          ['Own', owner.userId],
          ['Leaked', member.userId],
        ]);
      }
      expect(seen(await member.send('GET', `${path}?of=all`))).toBe('403 insufficient_role');
      const [{ id }] = (await member.send('GET', path)).body.data;
      const [{ id: ownId }] = (await owner.send('GET', path)).body.data;
      expect(seen(await member.send('DELETE', `${path}/${ownId}`))).toBe('404 not_found');
      expect(await whoami(leaked)).toBe('200');
      expect(seen(await admin.send('DELETE', `${path}/${id}`))).toBe('200');
      expect(await whoami(leaked)).toBe('401 invalid_api_key');
      expect(await whoami(own)).toBe('200');
    });

    it('a rotated key keeps its number and works with both secrets until the time; without overlap at once with one', async () => {
      const path = `/organizations/${acme}/keys`;
      const first = await makeKey(member);
      const [{ id }] = (await member.send('GET', path)).body.data;
      const rotated = (await member.send('POST', `${path}/${id}/rotate`, {})).body;
      expect(rotated).toEqual({
        id,
        name: 'CI',
        prefix: rotated.secret.slice(0, 16),
        secret: expect.stringMatching(/^hl_live_/),
        previousUntil: expect.any(String),
      });
      const [listed] = (await member.send('GET', path)).body.data;
      expect(listed).toMatchObject({ id, prefix: rotated.prefix, previousUntil: rotated.previousUntil });
      const hours = (Date.parse(rotated.previousUntil) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23);
      expect(hours).toBeLessThan(25);
      for (const secret of [first, rotated.secret]) {
        expect((await service.request('GET', '/api/v1/me', { key: secret })).body.key.id).toBe(id);
      }
      const { secret } = (await member.send('POST', `${path}/${id}/rotate`, { overlapHours: 0 })).body;
      expect(await Promise.all([first, rotated.secret, secret].map(whoami))).toEqual([
        ...twice('401 invalid_api_key'),
        '200',
      ]);
      await member.send('DELETE', `${path}/${id}`);
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      expect(seen(await member.send('POST', `${path}/${id}/rotate`, {}))).toBe('404 not_found');
    });

    it('a key with networks works from these alone, and its owner changes them', async () => {
      const path = `/organizations/${acme}/keys`;
      const wanted = { name: 'Server', networks: ['192.0.2.7', '2001:db8::/32'] };
      const { id, secret } = (await member.send('POST', path, wanted)).body;
      expect((await member.send('GET', path)).body.data[0].networks).toEqual(['192.0.2.7/32', '2001:db8::/32']);
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      const here = { networks: ['127.0.0.0/8', '::1'] };
      expect(seen(await member.send('PUT', `${path}/${id}`, here))).toBe('200');
      expect(await whoami(secret)).toBe('200');
      expect(seen(await owner.send('PUT', `${path}/${id}`, here))).toBe('404 not_found');
    });

    it.each([
      [{ name: 'x', networks: ['10.0.0.0/33'] }, '#/networks/0'],
      [{ name: 'x', networks: ['fe80::1%eth0'] }, '#/networks/0'],
      [{ name: 'x', networks: ['example.com'] }, '#/networks/0'],
      [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '#/expiresAt'],
      [{ name: 'x', expiresAt: 'tomorrow' }, '#/expiresAt'],
      [{ name: '' }, '#/name'],
      [{ name: 'x', scopes: ['root'] }, '#/scopes/0'],
      [{ name: 'x', monthlyCap: -1 }, '#/monthlyCap'],
      [{ name: 'x', monthlyCap: 0.0001 }, '#/monthlyCap'],
    ])('%j is refused with the place', async (body, pointer) => {
      const reply = await member.send('POST', `/organizations/${acme}/keys`, body);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    });
  });
});

function twice(text: string): [string, string] {
  return [text, text];
}
