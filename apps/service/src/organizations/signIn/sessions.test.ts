import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Browser, CHEAP, newAddress, PASSWORD, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { declaredWeb } from '../../testing/routes.ts';
import { seen, startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';
import { webService } from '../../testing/webService.ts';

describeOnBoth('sessions of browsers', (database) => {
  const suite = webService(database);
  const { db } = suite;

  it('the cookie is HttpOnly, SameSite=Lax, for all paths of this host; with https Secure and __Host-', async () => {
    const email = newAddress();
    await signedIn(suite.service, db(), email);
    const plain = await new Browser(suite.service).send('POST', '/sign-in', { email, password: PASSWORD });
    expect(plain.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^hinterland=[^;]{40,}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^hinterland-device=[^;]{60,}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const behindTls = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      env: { HINTERLAND_BASE_URL: 'https://geo.example.com' },
    });
    try {
      const headers = { Origin: 'https://geo.example.com', 'Sec-Fetch-Site': 'same-origin' };
      const reply = await new Browser(behindTls).send('POST', '/sign-in', { email, password: PASSWORD }, headers);
      const cookies = reply.headers
        .getSetCookie()
        .map((cookie) => [cookie.split('=')[0], ...cookie.split('; ').slice(1).sort()]);
      const rest = (seconds: number) => ['HttpOnly', `Max-Age=${seconds}`, 'Path=/', 'SameSite=Lax', 'Secure'];
      expect(cookies).toEqual([
        ['__Host-hinterland', ...rest(1_209_600)],
        ['__Host-hinterland-device', ...rest(15_552_000)],
      ]);
    } finally {
      await behindTls.close();
    }
  });

  it('each sign-in begins another session and ends the one that the browser had', async () => {
    const ann = await signedIn(suite.service, db(), newAddress());
    const before = ann.cookie;
    const { email } = (await ann.send('GET', '/session')).body.user;
    await ann.send('POST', '/sign-in', { email, password: PASSWORD });
    expect(ann.cookie).not.toBe(before);
    expect((await ann.send('GET', '/session')).status).toBe(200);
    const old = new Browser(suite.service);
    old.cookie = before;
    expect(seen(await old.send('GET', '/session'))).toBe('401 not_signed_in');
  });

  it('a cookie that was made up, changed or is another user’s token without the signature opens nothing', async () => {
    const ann = await signedIn(suite.service, db(), newAddress());
    const [name, value] = (ann.cookie.split('; ')[0] as string).split('=') as [string, string];
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
    const stranger = new Browser(suite.service);
    for (const wrong of [
      '',
      'x',
      token,
      `${token}.`,
      `${token}.${signature.slice(1)}`,
      `x${token}.${signature}`,
      '%ff',
    ]) {
      stranger.cookie = `${name}=${wrong}`;
      expect(seen(await stranger.send('GET', '/session')), wrong).toBe('401 not_signed_in');
    }
  });

  it('D16 the cookie opens nothing under /api/v1, and a key nothing under /web/v1', async () => {
    const ann = await signedIn(suite.service, db(), newAddress());
    const api = await suite.service.request('GET', '/api/v1/me', { headers: { Cookie: ann.cookie } });
    expect(seen(api)).toBe('401 missing_api_key');
    const { secret } = await makeAccount(db());
    expect(seen(await suite.service.request('GET', '/web/v1/session', { key: secret }))).toBe('401 not_signed_in');
    expect(api.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('sessions are listed, and each can be revoked; those of others cannot', async () => {
    const email = newAddress();
    const [laptop, phone] = [await signedIn(suite.service, db(), email), await signedIn(suite.service, db(), email)];
    const bob = await signedIn(suite.service, db(), newAddress());
    const { data } = (await laptop.send('GET', '/sessions')).body;
    expect(data.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
    expect(data[0]).toMatchObject({
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: expect.any(String),
    });
    const bobs = (await bob.send('GET', '/sessions')).body.data[0].id;
    for (const id of [bobs, 999_999, 'x', '0', '1e3', '99999999999999999999']) {
      expect(seen(await laptop.send('DELETE', `/sessions/${id}`)), String(id)).toBe('404 not_found');
    }
    expect((await bob.send('GET', '/session')).status).toBe(200);
    expect((await laptop.send('DELETE', `/sessions/${data[0].id}`)).body).toEqual({ id: data[0].id, deleted: true });
    expect(seen(await phone.send('GET', '/session'))).toBe('401 not_signed_in');
    const tablet = await signedIn(suite.service, db(), email);
    expect((await laptop.send('POST', '/sessions/revoke-others', {})).body).toEqual({ revoked: 1 });
    expect(seen(await tablet.send('GET', '/session'))).toBe('401 not_signed_in');
    expect((await laptop.send('GET', '/session')).status).toBe(200);
  });

  it('a session ends with its time, and is forgotten with the next sign-in of anyone', async () => {
    const [ann, bob] = [
      await signedIn(suite.service, db(), newAddress()),
      await signedIn(suite.service, db(), newAddress()),
    ];
    await sql`update web_session set expires_at = clock_timestamp() - interval '1 second'`.execute(db());
    expect(seen(await ann.send('GET', '/session'))).toBe('401 not_signed_in');
    await signedIn(suite.service, db(), newAddress());
    const { rows } = await sql`select 1 from web_session`.execute(db());
    expect(rows.length).toBe(1);
    expect(seen(await bob.send('GET', '/session'))).toBe('401 not_signed_in');
  });

  it('two replicas behave as one: sessions, their end, and attempts', async () => {
    const [one, two] = (await Promise.all(
      [0, 1].map(() => startTestService(database(), { workers: 1, passwordCost: CHEAP })),
    )) as [TestService, TestService];
    try {
      const email = newAddress();
      const here = await signedIn(one, db(), email);
      const there = new Browser(two);
      there.cookie = here.cookie;
      expect((await there.send('GET', '/session')).body.user.email).toBe(email);
      await there.send('POST', '/sign-out', {});
      expect(seen(await here.send('GET', '/session'))).toBe('401 not_signed_in');
      for (let i = 0; i < 10; i++) {
        await [here, there][i % 2]?.send('POST', '/sign-in', { email, password: `guess ${i}` });
      }
      for (const browser of [here, there]) {
        expect(seen(await browser.send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('429 rate_limited');
      }
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  it('changes are refused to other sites, and to whoever does not say where they come from', async () => {
    const ann = await signedIn(suite.service, db(), newAddress());
    const origin = suite.service.url;
    const port = new URL(origin).port;
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
      { Origin: origin, 'Sec-Fetch-Site': 'none' },
      { Origin: `http://127.0.0.1:${Number(port) + 1}`, 'Sec-Fetch-Site': 'same-site' },
      { Origin: `https://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const { method, path } of declaredWeb.filter((route) => route.method !== 'GET')) {
      const short = path.replace('/web/v1', '').replace(/:\w+/g, '1');
      const body = method === 'DELETE' ? undefined : {};
      for (const headers of foreign) {
        const label = `${method} ${path} ${JSON.stringify(headers)}`;
        expect(seen(await ann.send(method, short, body, headers)), label).toBe('403 cross_site_request');
      }
      const silent = await suite.service.request(method, path.replace(/:\w+/g, '1'), {
        ...(body === undefined ? {} : { body }),
        headers: { Cookie: ann.cookie },
      });
      expect(seen(silent), `${method} ${path}`).toBe('403 cross_site_request');
    }
    expect((await ann.send('GET', '/session')).status).toBe(200);
    // A browser without Sec-Fetch-Site is known by its Origin.
    const older = await suite.service.request('POST', '/web/v1/sign-out', {
      body: {},
      headers: { Cookie: ann.cookie, Origin: origin },
    });
    expect(older.status).toBe(200);
  });

  it('what a form of another site could send is no JSON, and refused', async () => {
    const ann = new Browser(suite.service);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await ann.send('POST', '/sign-out', '{}', { 'Content-Type': type });
      expect(seen(reply), type).toBe('415 unsupported_media_type');
    }
  });

  it('methods that a route does not have get 405 with what there is, and open nothing to other sites', async () => {
    const reply = await new Browser(suite.service).send('GET', '/sign-in');
    expect([seen(reply), reply.headers.get('allow')]).toEqual(['405 method_not_allowed', 'POST, OPTIONS']);
    const options = await suite.service.request('OPTIONS', '/web/v1/sign-in', {
      headers: { Origin: 'https://evil.example' },
    });
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });
});
