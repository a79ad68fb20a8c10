import { describe, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import type { Browser, SignedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { acmeOnTheWeb } from '../../testing/organization.ts';
import { seen } from '../../testing/service.ts';
import { grantCredits } from '../credits/grant.ts';

describeOnBoth('members of organizations', (database) => {
  const suite = acmeOnTheWeb(database);
  const { db, person, join, members, makeKey, whoami } = suite;

  describe('members', () => {
    it('D127 who is removed is out with the next request: session, key, and the key stays void on return', async () => {
      const key = await makeKey(suite.member);
      expect(await whoami(key)).toBe('200');
      await suite.member.send('PUT', '/session/organization', { organizationId: suite.acme });
      expect(
        (await suite.admin.send('DELETE', `/organizations/${suite.acme}/members/${suite.member.userId}`)).status,
      ).toBe(200);
      expect(await whoami(key)).toBe('401 invalid_api_key');
      expect(seen(await suite.member.send('GET', `/organizations/${suite.acme}/members`))).toBe('404 not_found');
      expect((await suite.member.send('GET', '/session')).body).toMatchObject({
        activeOrganization: null,
        organizations: [],
      });
      await join(suite.member, suite.acme, 'member');
      expect(await whoami(key)).toBe('401 invalid_api_key');
      expect((await suite.member.send('GET', '/session')).body.activeOrganization.organization.id).toBe(suite.acme);
    });

    it('keys in other organizations of who is removed go on', async () => {
      const second = (await suite.member.send('POST', '/organizations', { name: 'Second' })).body.id;
      const [here, there] = [await makeKey(suite.member), await makeKey(suite.member, 'CI', second)];
      await suite.member.send('DELETE', `/organizations/${suite.acme}/members/${suite.member.userId}`);
      expect([await whoami(here), await whoami(there)]).toEqual(['401 invalid_api_key', '200']);
    });

    it('everyone may leave but the last owner, who can neither be removed nor get another role', async () => {
      const path = (browser: SignedIn) => `/organizations/${suite.acme}/members/${browser.userId}`;
      expect(seen(await suite.owner.send('DELETE', path(suite.owner)))).toBe('409 last_owner');
      expect(seen(await suite.owner.send('PUT', path(suite.owner), { role: 'admin' }))).toBe('409 last_owner');
      for (const browser of [suite.member, suite.admin])
        expect(seen(await browser.send('DELETE', path(browser)))).toBe('200');
      const heir = await person('owner');
      expect(seen(await suite.owner.send('DELETE', path(suite.owner)))).toBe('200');
      expect(seen(await heir.send('DELETE', path(heir)))).toBe('409 last_owner');
      expect(await members()).toEqual({ [heir.userId]: 'owner' });
    });

    it('two owners who leave, or demote each other, at once: one stays owner', async () => {
      for (let round = 0; round < 4; round++) {
        const heir = await person('owner');
        const owners = [suite.owner, heir];
        const replies = await Promise.all(
          owners.map((browser, i) => {
            const about = (round % 2 === 0 ? browser : (owners[1 - i] as SignedIn)).userId;
            const path = `/organizations/${suite.acme}/members/${about}`;
            return round < 2 ? browser.send('DELETE', path) : browser.send('PUT', path, { role: 'member' });
          }),
        );
        expect(replies.filter(({ status }) => status === 200).length).toBe(1);
        const left = Object.entries(await members()).filter(([, role]) => role === 'owner');
        expect(left.length).toBe(1);
        suite.owner = left[0]?.[0] === String(suite.owner.userId) ? suite.owner : heir;
      }
    });

    it('an admin who was demoted a moment ago has nothing to say, whatever their page shows', async () => {
      await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${suite.admin.userId}`, { role: 'member' });
      const reply = await suite.admin.send('DELETE', `/organizations/${suite.acme}/members/${suite.member.userId}`);
      expect(seen(reply)).toBe('403 insufficient_role');
    });

    it('teams are made, renamed and assigned; names are unique in the organization', async () => {
      const make = (name: string) => suite.admin.send('POST', `/organizations/${suite.acme}/teams`, { name });
      const [lab, shops] = [(await make('Lab')).body.id, (await make('Shops')).body.id];
      expect(seen(await make('Lab'))).toBe('409 name_taken');
      expect(seen(await suite.admin.send('PUT', `/organizations/${suite.acme}/teams/${shops}`, { name: 'Lab' }))).toBe(
        '409 name_taken',
      );
      expect(
        seen(await suite.admin.send('PUT', `/organizations/${suite.acme}/teams/${shops}`, { name: 'Retail' })),
      ).toBe('200');
      expect(seen(await suite.outsider.send('POST', `/organizations/${suite.other}/teams`, { name: 'Lab' }))).toBe(
        '201',
      );
      const path = `/organizations/${suite.acme}/members/${suite.member.userId}`;
      expect((await suite.admin.send('PUT', path, { teamId: lab })).body).toMatchObject({
        user: { id: suite.member.userId },
        role: 'member',
        billing: false,
        team: { id: lab, name: 'Lab' },
      });
      expect((await suite.admin.send('GET', `/organizations/${suite.acme}/teams`)).body.data).toEqual([
        { id: lab, name: 'Lab', members: 1, monthlyLimit: null },
        { id: shops, name: 'Retail', members: 0, monthlyLimit: null },
      ]);
      const key = await makeKey(suite.member);
      expect((await suite.service.request('GET', '/api/v1/me', { key })).body.team).toEqual({ id: lab, name: 'Lab' });
    });

    it('an organization is renamed; names of others are taken', async () => {
      expect((await suite.owner.send('PUT', `/organizations/${suite.acme}`, { name: 'Acme Retail' })).body.name).toBe(
        'Acme Retail',
      );
      const { body } = await suite.member.send('GET', '/organizations');
      expect(body.data[0].organization.name).toBe('Acme Retail');
      expect(seen(await suite.owner.send('PUT', `/organizations/${suite.acme}`, { name: 'Other' }))).toBe(
        '409 name_taken',
      );
      expect(seen(await suite.owner.send('PUT', `/organizations/${suite.acme}`, { name: ' ' }))).toBe(
        '400 validation_error',
      );
    });

    it('S184 D82 limits of team, member and key are set, shown, and block a run in their order', async () => {
      await grantCredits(db(), databaseClock, suite.acme, 100_000);
      const team = (await suite.owner.send('POST', `/organizations/${suite.acme}/teams`, { name: 'Lab' })).body.id;
      await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${suite.member.userId}`, { teamId: team });
      const key = await makeKey(suite.member);
      const [{ id: keyId }] = (await suite.member.send('GET', `/organizations/${suite.acme}/keys`)).body.data;
      const limits: [Browser, string, string][] = [
        [suite.member, `/keys/${keyId}/limit`, 'api_key_limit'],
        [suite.admin, `/members/${suite.member.userId}/limit`, 'user_limit'],
        [suite.admin, `/teams/${team}/limit`, 'team_limit'],
      ];
      const blockedBy = async () =>
        (await suite.service.execute(key, 'test.charged', { credits: 4, quotedCredits: 4 })).body.blockedBy;
      for (const [browser, path, by] of limits) {
        expect(await blockedBy()).not.toBe(by);
        expect(seen(await browser.send('PUT', `/organizations/${suite.acme}${path}`, { monthlyLimit: 3.5 }))).toBe(
          '200',
        );
        expect(await blockedBy()).toBe(by);
      }
      const list = async (what: string) =>
        (await suite.member.send('GET', `/organizations/${suite.acme}/${what}`)).body.data;
      expect((await list('teams'))[0].monthlyLimit).toBe(3.5);
      expect((await list('keys'))[0].monthlyCap).toBe(3.5);
      const me = (await list('members')).find(({ user }: { user: { id: number } }) => user.id === suite.member.userId);
      expect(me.monthlyLimit).toBe(3.5);
      for (const [browser, path] of limits) {
        expect(
          (await browser.send('PUT', `/organizations/${suite.acme}${path}`, { monthlyLimit: null })).body,
        ).toMatchObject({
          monthlyLimit: null,
        });
      }
      expect(await blockedBy()).toBeUndefined();
      for (const wrong of [{}, { monthlyLimit: -1 }, { monthlyLimit: '5' }, { monthlyLimit: 0.0001 }]) {
        const reply = await suite.admin.send('PUT', `/organizations/${suite.acme}/teams/${team}/limit`, wrong);
        expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '#/monthlyLimit']);
      }
    });

    it('billing rights open the credits to a member', async () => {
      await grantCredits(db(), databaseClock, suite.acme, 5_000);
      const path = `/organizations/${suite.acme}/credits`;
      expect(seen(await suite.member.send('GET', path))).toBe('403 insufficient_role');
      await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${suite.member.userId}`, { billing: true });
      expect((await suite.member.send('GET', path)).body).toMatchObject({ balance: 5, available: 5 });
    });
  });

  describe('keys', () => {
    it('a key is shown once, acts as its user with scopes and cap, and ends when it is revoked', async () => {
      const path = `/organizations/${suite.acme}/keys`;
      const wanted = { name: 'Laptop', scopes: ['run'], monthlyCap: 12.5 };
      const made = await suite.member.send('POST', path, wanted);
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
      const me = (await suite.service.request('GET', '/api/v1/me', { key: secret })).body;
      expect(me).toMatchObject({
        user: { id: suite.member.userId },
        organization: { id: suite.acme, role: 'member' },
        key: { id, name: 'Laptop', scopes: ['read', 'run'], monthlyCap: 12.5 },
      });
      const list = await suite.member.send('GET', path);
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
          user: { id: suite.member.userId, name: expect.any(String) },
        },
      ]);
      expect(list.text).not.toContain(secret.slice(17));
      expect(suite.service.log.join('\n')).not.toContain(secret.slice(17));
      expect(seen(await suite.member.send('POST', path, wanted))).toBe('409 name_taken');
      expect((await suite.owner.send('GET', path)).body.data).toEqual([]);
      expect((await suite.member.send('DELETE', `${path}/${id}`)).body).toEqual({ id, revoked: true });
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      expect((await suite.member.send('GET', path)).body.data[0].revokedAt).toEqual(expect.any(String));
    });

    it('M8 owners and admins see the keys of all members and end a leaked one at once; others see their own', async () => {
      const path = `/organizations/${suite.acme}/keys`;
      const leaked = await makeKey(suite.member, 'Leaked');
      const own = await makeKey(suite.owner, 'Own');
      for (const browser of [suite.owner, suite.admin]) {
        const { data } = (await browser.send('GET', `${path}?of=all`)).body;
        expect(data.map((key: { name: string; user: { id: number } }) => [key.name, key.user.id])).toEqual([
          ['Own', suite.owner.userId],
          ['Leaked', suite.member.userId],
        ]);
      }
      expect(seen(await suite.member.send('GET', `${path}?of=all`))).toBe('403 insufficient_role');
      const [{ id }] = (await suite.member.send('GET', path)).body.data;
      const [{ id: ownId }] = (await suite.owner.send('GET', path)).body.data;
      expect(seen(await suite.member.send('DELETE', `${path}/${ownId}`))).toBe('404 not_found');
      expect(await whoami(leaked)).toBe('200');
      expect(seen(await suite.admin.send('DELETE', `${path}/${id}`))).toBe('200');
      expect(await whoami(leaked)).toBe('401 invalid_api_key');
      expect(await whoami(own)).toBe('200');
    });

    it('a rotated key keeps its number and works with both secrets until the time; without overlap at once with one', async () => {
      const path = `/organizations/${suite.acme}/keys`;
      const first = await makeKey(suite.member);
      const [{ id }] = (await suite.member.send('GET', path)).body.data;
      const rotated = (await suite.member.send('POST', `${path}/${id}/rotate`, {})).body;
      expect(rotated).toEqual({
        id,
        name: 'CI',
        prefix: rotated.secret.slice(0, 16),
        secret: expect.stringMatching(/^hl_live_/),
        previousUntil: expect.any(String),
      });
      const [listed] = (await suite.member.send('GET', path)).body.data;
      expect(listed).toMatchObject({ id, prefix: rotated.prefix, previousUntil: rotated.previousUntil });
      const hours = (Date.parse(rotated.previousUntil) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23);
      expect(hours).toBeLessThan(25);
      for (const secret of [first, rotated.secret]) {
        expect((await suite.service.request('GET', '/api/v1/me', { key: secret })).body.key.id).toBe(id);
      }
      const { secret } = (await suite.member.send('POST', `${path}/${id}/rotate`, { overlapHours: 0 })).body;
      expect(await Promise.all([first, rotated.secret, secret].map(whoami))).toEqual([
        ...twice('401 invalid_api_key'),
        '200',
      ]);
      await suite.member.send('DELETE', `${path}/${id}`);
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      expect(seen(await suite.member.send('POST', `${path}/${id}/rotate`, {}))).toBe('404 not_found');
    });

    it('a key with networks works from these alone, and its owner changes them', async () => {
      const path = `/organizations/${suite.acme}/keys`;
      const wanted = { name: 'Server', networks: ['192.0.2.7', '2001:db8::/32'] };
      const { id, secret } = (await suite.member.send('POST', path, wanted)).body;
      expect((await suite.member.send('GET', path)).body.data[0].networks).toEqual(['192.0.2.7/32', '2001:db8::/32']);
      expect(await whoami(secret)).toBe('401 invalid_api_key');
      const here = { networks: ['127.0.0.0/8', '::1'] };
      expect(seen(await suite.member.send('PUT', `${path}/${id}`, here))).toBe('200');
      expect(await whoami(secret)).toBe('200');
      expect(seen(await suite.owner.send('PUT', `${path}/${id}`, here))).toBe('404 not_found');
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
      const reply = await suite.member.send('POST', `/organizations/${suite.acme}/keys`, body);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    });
  });
});

function twice(text: string): [string, string] {
  return [text, text];
}
