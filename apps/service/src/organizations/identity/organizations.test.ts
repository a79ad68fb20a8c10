import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { acmeOnTheWeb } from '../../testing/organization.ts';
import { declaredWeb } from '../../testing/routes.ts';
import { type Reply, seen } from '../../testing/service.ts';

describeOnBoth('organizations on the web', (database) => {
  const suite = acmeOnTheWeb(database);
  const { db, person } = suite;

  it('whoever makes an organization owns it, with billing rights and an empty account', async () => {
    const { body } = await suite.owner.send('GET', '/session');
    expect(body.activeOrganization).toEqual({
      organization: { id: suite.acme, name: 'Acme' },
      role: 'owner',
      billing: true,
      team: null,
    });
    expect((await suite.owner.send('GET', `/organizations/${suite.acme}/credits`)).body).toMatchObject({
      balance: 0,
      available: 0,
    });
    expect(seen(await suite.outsider.send('POST', '/organizations', { name: 'Acme' }))).toBe('409 name_taken');
    expect(seen(await suite.outsider.send('POST', '/organizations', { name: '' }))).toBe('400 validation_error');
    expect(seen(await new Browser(suite.service).send('POST', '/organizations', { name: 'X' }))).toBe(
      '401 not_signed_in',
    );
  });

  it('a user belongs to several organizations and works in one of them at a time, per session', async () => {
    const second = (await suite.member.send('POST', '/organizations', { name: 'Second' })).body.id;
    const list = (await suite.member.send('GET', '/organizations')).body.data;
    expect(
      list.map(({ organization, role }: { organization: { name: string }; role: string }) => [organization.name, role]),
    ).toEqual([
      ['Acme', 'member'],
      ['Second', 'owner'],
    ]);
    const active = async (browser: Browser) =>
      (await browser.send('GET', '/session')).body.activeOrganization.organization.id;
    expect(await active(suite.member)).toBe(second);
    expect((await suite.member.send('PUT', '/session/organization', { organizationId: suite.acme })).status).toBe(200);
    expect(await active(suite.member)).toBe(suite.acme);
    for (const id of [suite.other, 999_999]) {
      expect(seen(await suite.member.send('PUT', '/session/organization', { organizationId: id }))).toBe(
        '404 not_found',
      );
    }
    expect(await active(suite.member)).toBe(suite.acme);
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

    /** Routes that other tests try: surface/sessionMatrix.test.ts, orders/matrix.test.ts, webhooks/roles.test.ts, and those of datasets. */
    const ELSEWHERE =
      /\/(datasets|actions|areas|ledger|usage|analyses|jobs|webhooks|webhook-access|credits|storage|buyers|offer|low-credits|orders|conversations|corrections|stores|subjects|projects|supply)\b/;

    /** Things in Acme that paths can name. */
    async function things(): Promise<Record<string, number>> {
      const [target, secondOwner] = [await person('member'), await person('owner')];
      const invitation = (email: string, role: Role) =>
        suite.owner.send('POST', `/organizations/${suite.acme}/invitations`, { email, role });
      const team = await suite.owner.send('POST', `/organizations/${suite.acme}/teams`, { name: 'Retail' });
      const key = await target.send('POST', `/organizations/${suite.acme}/keys`, { name: 'CI' });
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
      for (const [i, browser] of [suite.member, suite.admin, suite.owner].entries()) {
        ids ??= await things();
        const url = `/organizations/${suite.acme}${filled(path, ids)}`;
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
        target: suite.outsider.userId,
        secondOwner: suite.outsider.userId,
        team: (await suite.outsider.send('POST', `/organizations/${suite.other}/teams`, { name: 'Theirs' })).body.id,
        key: (await suite.outsider.send('POST', `/organizations/${suite.other}/keys`, { name: 'Theirs' })).body.id,
        ...(await (async () => {
          const { body } = await suite.outsider.send('POST', `/organizations/${suite.other}/invitations`, {
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
        const unknown = await suite.outsider.send(method, `/organizations/999999${filled(path, ids)}`, body);
        const theirs = await suite.outsider.send(method, `/organizations/${suite.acme}${filled(path, ids)}`, body);
        expect(said(theirs), label).toEqual(said(unknown));
        expect(seen(theirs), label).toBe('404 not_found');
        const signedOut = await new Browser(suite.service).send(
          method,
          `/organizations/${suite.acme}${filled(path, ids)}`,
          body,
        );
        expect(seen(signedOut), label).toBe('401 not_signed_in');
        if (!path.includes(':')) continue;
        const crossed = await suite.owner.send(method, `/organizations/${suite.acme}${filled(path, foreign)}`, body);
        const missing = await suite.owner.send(method, `/organizations/${suite.acme}${filled(path, nobody)}`, body);
        expect(said(crossed), label).toEqual(said(missing));
        expect(seen(crossed), label).toBe('404 not_found');
        const odd = await suite.owner.send(method, `/organizations/${suite.acme}${path.replace(/:\w+/, '1e3')}`, body);
        expect(seen(odd), label).toBe('404 not_found');
      }
      const assigned = { teamId: foreign.team };
      expect(seen(await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${ids.target}`, assigned))).toBe(
        '404 not_found',
      );
      expect(
        seen(
          await suite.owner.send('POST', `/organizations/${suite.acme}/invitations`, {
            email: 'x@example.com',
            ...assigned,
          }),
        ),
      ).toBe('404 not_found');
      expect(await state()).toBe(before);
    });

    it('changes that another site asks for are refused on every route', async () => {
      const ids = await things();
      const before = await state();
      for (const { method, path } of declaredWeb.filter((route) => route.method !== 'GET')) {
        const url = path
          .replace('/web/v1', '')
          .replace(':organizationId', String(suite.acme))
          .replace(/:\w+/, String(ids.target));
        const headers = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
        const reply = await suite.owner.send(method, url, method === 'DELETE' ? undefined : {}, headers);
        expect(seen(reply), `${method} ${path}`).toBe('403 cross_site_request');
      }
      expect(await state()).toBe(before);
    });
  });
});

function twice(text: string): [string, string] {
  return [text, text];
}
