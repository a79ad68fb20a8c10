import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureMembership, ensureOrganization, ensureUser } from '../../../operate/admin/ensure.ts';
import { Browser, CHEAP, newAddress, PASSWORD, signedIn } from '../../../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { newKey, TestIdentityProvider, throughProvider } from '../../../testing/identityProvider.ts';
import { type Reply, startTestService, type TestService } from '../../../testing/service.ts';
import { ensurePassword } from '../credentials.ts';

describe('sign-in by an identity provider', () => {
  let database: TestDatabase;
  let service: TestService;
  let provider: TestIdentityProvider;
  let acme: number;
  let numbers = 0;
  const { db } = { db: () => database.db };

  beforeAll(async () => {
    [database, provider] = await Promise.all([sharedDatabase(), TestIdentityProvider.start()]);
    acme = (await ensureOrganization(database.db, 'Acme')).id;
    const founder = await ensureUser(database.db, 'founder@acme.example', 'Founder');
    const place = { organizationId: acme, role: 'owner', billing: true, teamId: null } as const;
    await ensureMembership(database.db, { ...place, userId: founder.id });
    service = await startTestService(database, { workers: 1, passwordCost: CHEAP, env: provider.env(acme) });
    provider.serve(service.url);
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
    await database?.close();
  });
  beforeEach(() => {
    provider.tamper = null;
    provider.published = null;
  });

  /** A person whom the provider knows: their subject and address. */
  function person(claims: Readonly<Record<string, unknown>> = {}) {
    const subject = `person-${++numbers}`;
    const email = `kim${numbers}@acme.example`;
    const known = { name: `Kim ${numbers}`, email, email_verified: true, groups: ['geo'], ...claims };
    provider.people.set(subject, known);
    const change = (changes: object) => provider.people.set(subject, { ...provider.people.get(subject), ...changes });
    return { subject, email: known.email as string, change };
  }

  const begin = async (browser: Browser, then = '/') => {
    const reply = await browser.send('GET', `/sign-in/provider/begin?then=${encodeURIComponent(then)}`);
    expect(reply.status).toBe(303);
    return reply.headers.get('location') as string;
  };
  const comeBack = (browser: Browser, to: URL): Promise<Reply> =>
    browser.send('GET', `${to.pathname.replace('/web/v1', '')}${to.search}`);

  /** The whole way; where it ended. */
  async function through(subject: string, browser = new Browser(service), then = '/') {
    const back = await throughProvider(await begin(browser, then), subject);
    const reply = await comeBack(browser, back);
    expect(reply.status).toBe(303);
    return { browser, back, end: (reply.headers.get('location') as string).replace(service.url, '') };
  }
  const session = async (browser: Browser) => (await browser.send('GET', '/session')).body;
  const roleOf = async (email: string): Promise<string | null> => {
    const { rows } = await sql<{ role: string }>`
      select m.role from membership m join app_user u on u.id = m.user_id
      where u.email = ${email} and m.organization_id = ${acme}`.execute(db());
    return rows[0]?.role ?? null;
  };
  const deeds = async (userId: number): Promise<string[]> => {
    const { rows } = await sql<{ deed: string }>`
      select deed from audit_entry where user_id = ${userId} order by id`.execute(db());
    return rows.map(({ deed }) => deed);
  };

  it('has a name for its button, and leads to the provider with PKCE, state and nonce', async () => {
    const browser = new Browser(service);
    expect((await browser.send('GET', '/sign-in/provider')).body).toEqual({ name: 'Acme ID' });
    const url = new URL(await begin(browser));
    expect(url.origin).toBe(provider.url);
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: 'hinterland',
      code_challenge_method: 'S256',
      redirect_uri: `${service.url}/web/v1/sign-in/provider/callback`,
    });
    expect([sent.state, sent.nonce, sent.code_challenge].map((one) => (one as string).length >= 43)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('makes a member with the role of their groups, and begins a session of twelve hours', async () => {
    const kim = person({ groups: ['else', 'geo-admins', 'geo'] });
    const { browser, end } = await through(kim.subject, undefined, '/studio?a=1');
    expect(end).toBe('/studio?a=1');
    const { user, activeOrganization, session: own } = await session(browser);
    expect(user).toMatchObject({ email: kim.email });
    expect(activeOrganization).toMatchObject({ organization: { id: acme }, role: 'admin' });
    const hours = (Date.parse(own.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
    expect(await deeds(user.id)).toEqual(['member.joined', 'member.signed_in']);
  });

  it('leads on to no other site', async () => {
    for (const then of ['//evil.example', '/\\evil.example', 'https://evil.example/']) {
      expect((await through(person().subject, undefined, then)).end).toBe('/');
    }
  });

  it('knows a person by their subject, also with another address, and follows their groups', async () => {
    const kim = person({ groups: ['geo'] });
    const first = await session((await through(kim.subject)).browser);
    kim.change({ email: 'kim.renamed@acme.example', groups: ['cn=geo owners,ou=staff'] });
    const second = await session((await through(kim.subject)).browser);
    expect(second.user).toEqual(first.user);
    expect(second.activeOrganization).toMatchObject({ role: 'owner', billing: false });
    expect(await deeds(first.user.id)).toEqual([
      'member.joined',
      'member.signed_in',
      'member.changed',
      'member.signed_in',
    ]);
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'unverified'],
    ['an address of which nothing is said', { email_verified: undefined }, 'unverified'],
    ['no address', { email: undefined }, 'unverified'],
    ['an address of another domain', { email: 'eve@acme.example.evil.example' }, 'domain'],
    ['no group with a role', { groups: ['sales'] }, 'role'],
    ['no groups', { groups: undefined }, 'role'],
  ])('refuses %s', async (_, claims, failure) => {
    const kim = person(claims);
    const { browser, end } = await through(kim.subject);
    expect(end).toBe(`/sign-in?failed=${failure}`);
    expect((await browser.send('GET', '/session')).status).toBe(401);
    const { rows } = await sql`select from app_user where name like ${`Kim ${numbers}`}`.execute(db());
    expect(rows).toHaveLength(0);
  });

  it('takes what Entra ID says about the domain of an address', async () => {
    expect((await through(person({ email_verified: undefined, xms_edov: true }).subject)).end).toBe('/');
    expect((await through(person({ email_verified: undefined, xms_edov: false }).subject)).end).toContain('unverified');
  });

  it.each([
    [
      'another audience',
      (claims: Record<string, unknown>) => {
        claims.aud = 'another client';
      },
    ],
    [
      'another issuer',
      (claims: Record<string, unknown>) => {
        claims.iss = 'https://evil.example';
      },
    ],
    [
      'another nonce',
      (claims: Record<string, unknown>) => {
        claims.nonce = 'another';
      },
    ],
    [
      'an end in the past',
      (claims: Record<string, unknown>) => {
        claims.exp = 1_700_000_000;
      },
    ],
  ])('refuses a token with %s', async (_, tamper) => {
    const kim = person();
    provider.tamper = tamper;
    expect((await through(kim.subject)).end).toBe('/sign-in?failed=failed');
    provider.tamper = () => {}; // signed again, with nothing changed
    expect((await through(kim.subject)).end).toBe('/');
  });

  it('refuses a code and a state that came before, and a way back that another browser began', async () => {
    const kim = person();
    const browser = new Browser(service);
    const address = await begin(browser);
    const kept = browser.cookie;
    const back = await throughProvider(address, kim.subject);
    const thief = new Browser(service);
    expect((await comeBack(thief, back)).headers.get('location')).toContain('failed=failed');
    expect((await comeBack(browser, back)).headers.get('location')).toBe(`${service.url}/`);
    const again = new Browser(service);
    again.cookie = kept;
    expect((await comeBack(again, back)).headers.get('location')).toContain('failed=failed');
    expect((await again.send('GET', '/session')).status).toBe(401);

    // A code of its own way, with the state of another one.
    const other = new Browser(service);
    await begin(other);
    const mine = await throughProvider(await begin(new Browser(service)), kim.subject);
    expect((await comeBack(other, mine)).headers.get('location')).toContain('failed=failed');

    // A used code, with a state that is new.
    const fresh = new Browser(service);
    const state = new URL(await begin(fresh)).searchParams.get('state') as string;
    const stale = new URL(back);
    stale.searchParams.set('state', state);
    expect((await comeBack(fresh, stale)).headers.get('location')).toContain('failed=failed');
  });

  it('takes the keys that the provider publishes now: new ones at once, withdrawn ones no longer', async () => {
    const kim = person();
    expect((await through(kim.subject)).end).toBe('/');
    provider.rotate();
    expect((await through(kim.subject)).end).toBe('/');
    provider.published = newKey();
    expect((await through(kim.subject)).end).toBe('/sign-in?failed=failed');
  });

  it('leads back where a person declines, and where the provider is away', async () => {
    expect((await through('nobody')).end).toBe('/sign-in?failed=failed');
    const away = await startTestService(database, {
      workers: 1,
      env: provider.env(acme, { HINTERLAND_OIDC_ISSUER: 'http://127.0.0.1:9' }),
    });
    try {
      const reply = await away.request('GET', '/web/v1/sign-in/provider/begin');
      expect(reply.headers.get('location')).toBe(`${away.url}/sign-in?failed=away`);
    } finally {
      await away.close();
    }
  });

  it('keeps a removed member out until they are invited again', async () => {
    const kim = person();
    const { browser } = await through(kim.subject);
    const { user } = await session(browser);
    const founder = await signedIn(service, db(), 'founder@acme.example');
    const key = await browser.send('POST', `/organizations/${acme}/keys`, { name: 'CI', scopes: ['run'] });
    expect((await founder.send('DELETE', `/organizations/${acme}/members/${user.id}`)).status).toBe(200);
    expect((await browser.send('GET', `/organizations/${acme}/members`)).status).toBe(404);
    expect((await service.request('GET', '/api/v1/me', { key: key.body.secret })).status).toBe(401);
    expect((await through(kim.subject)).end).toBe('/sign-in?failed=removed');
    expect(await roleOf(kim.email)).toBe(null);
    const invitation = { email: kim.email, role: 'member' };
    expect((await founder.send('POST', `/organizations/${acme}/invitations`, invitation)).status).toBe(201);
    expect((await through(kim.subject)).end).toBe('/');
    expect(await roleOf(kim.email)).toBe('member');
    expect((await founder.send('GET', `/organizations/${acme}/invitations`)).body.data).toEqual([]);
  });

  it('takes a person out whose groups give no role, and in again once they give one', async () => {
    const kim = person();
    const { browser } = await through(kim.subject);
    const key = await browser.send('POST', `/organizations/${acme}/keys`, { name: 'CI', scopes: ['run'] });
    kim.change({ groups: [] });
    expect((await through(kim.subject)).end).toBe('/sign-in?failed=role');
    expect(await roleOf(kim.email)).toBe(null);
    expect((await service.request('GET', '/api/v1/me', { key: key.body.secret })).status).toBe(401);
    kim.change({ groups: ['geo'] });
    expect((await through(kim.subject)).end).toBe('/');
    expect(await roleOf(kim.email)).toBe('member');
  });

  it('leaves the last owner their role', async () => {
    provider.people.set('founder', {
      name: 'Founder',
      email: 'founder@acme.example',
      email_verified: true,
      groups: ['geo'],
    });
    await sql`delete from membership where organization_id = ${acme} and role = 'owner'
      and user_id <> (select id from app_user where email = 'founder@acme.example')`.execute(db());
    expect((await through('founder')).end).toBe('/');
    expect(await roleOf('founder@acme.example')).toBe('owner');
    provider.people.set('founder', { ...provider.people.get('founder'), groups: [] });
    expect((await through('founder')).end).toBe('/sign-in?failed=role');
    expect(await roleOf('founder@acme.example')).toBe('owner');
    // Owners have their password, too: nobody is locked out by a provider.
    await signedIn(service, db(), 'founder@acme.example');
  });

  it('is the only way for its members: a password of theirs opens nothing', async () => {
    const kim = person();
    await signedIn(service, db(), kim.email);
    expect((await through(kim.subject)).end).toBe('/');
    const browser = new Browser(service);
    const reply = await browser.send('POST', '/sign-in', { email: kim.email, password: PASSWORD });
    expect([reply.status, reply.body.error, reply.body.detail]).toEqual([
      401,
      'sign_in_failed',
      expect.stringContaining('Acme ID'),
    ]);
    expect((await browser.send('GET', '/session')).status).toBe(401);
    const wrong = await browser.send('POST', '/sign-in', { email: kim.email, password: 'a wrong one' });
    expect(wrong.body.detail).not.toContain('Acme ID');
  });

  it('an account that a stranger has made with the address loses its password and sessions', async () => {
    const kim = person();
    const { rows } = await sql<{ id: number }>`
      insert into app_user (email, name) values (${kim.email}, 'Stranger') returning id`.execute(db());
    const id = rows[0]?.id as number;
    await ensurePassword(db(), id, PASSWORD, CHEAP);
    const { browser, end } = await through(kim.subject);
    expect(end).toBe('/');
    expect((await session(browser)).user.id).toBe(id);
    const left = await sql<{ provider_id: string }>`
      select provider_id from web_credential where user_id = ${id}`.execute(db());
    expect(left.rows).toEqual([{ provider_id: 'oidc' }]);
  });

  it('an address that the provider gives to another person opens no account of the one before', async () => {
    const kim = person();
    expect((await through(kim.subject)).end).toBe('/');
    const other = person({ email: kim.email });
    expect((await through(other.subject)).end).toBe('/sign-in?failed=taken');
  });

  it('a session ends with its working day, whatever it is used for', async () => {
    const kim = person();
    const { browser } = await through(kim.subject);
    const { user } = await session(browser);
    const { rows } = await sql<{ day: boolean }>`
      select expires_at > ends_at as day from web_session where user_id = ${user.id}`.execute(db());
    expect(rows).toEqual([{ day: true }]);
    await sql`update web_session set ends_at = clock_timestamp() - interval '1 second' where user_id = ${user.id}`.execute(
      db(),
    );
    expect((await browser.send('GET', '/session')).status).toBe(401);
    await through(person().subject);
    expect((await sql`select from web_session where user_id = ${user.id}`.execute(db())).rows).toHaveLength(0);
  });

  it('ends the session that the browser had before', async () => {
    const stranger = await signedIn(service, db(), newAddress());
    const before = new Browser(service);
    before.cookie = stranger.cookie;
    await through(person().subject, stranger);
    expect((await before.send('GET', '/session')).status).toBe(401);
  });

  it('a service without a provider has no such way', async () => {
    const plain = await startTestService(database, { workers: 1 });
    try {
      expect((await plain.request('GET', '/web/v1/sign-in/provider')).body).toEqual({ name: null });
      expect((await plain.request('GET', '/web/v1/sign-in/provider/begin')).status).toBe(404);
      expect((await plain.request('GET', '/web/v1/sign-in/provider/callback?code=1&state=2')).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});
