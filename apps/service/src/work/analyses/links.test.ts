import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysesOf, startStoringService } from '../../testing/analyses.ts';
import { Browser, CHEAP, Mailbox, PASSWORD, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount, TestClock } from '../../testing/town.ts';
import { originOf } from './embedding.ts';
import { endExpiredShares } from './expiry.ts';
import { readLink } from './link.ts';

const BEGIN = '2026-11-20T10:00:00.000Z';

describeOnBoth('links for anyone, and frames of other sites', (database) => {
  let service: TestService;
  let mailbox: Mailbox;
  let ann: MadeAccount;
  let owner: Browser;
  let organization: string;
  const clock = new TestClock(BEGIN);
  const { make, run, share } = analysesOf(() => service);
  const open = (path: string, cookie = '') =>
    service.request('GET', path, cookie === '' ? {} : { headers: { Cookie: cookie } });
  const embed = (code: string, sites: unknown) =>
    owner.send('PUT', `${organization}/analyses/${code}/embedding`, { sites });

  beforeAll(async () => {
    service = await startStoringService(database(), { workers: 1, clock, mailMilliseconds: 50, passwordCost: CHEAP });
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    clock.set(BEGIN);
    ann = await makeAccount(
      database().db,
      { email: 'ann@example.com', credits: 100, scopes: ['read', 'run', 'manage'] },
      clock,
    );
    owner = await signedIn(service, database().db, 'ann@example.com');
    organization = `/organizations/${ann.spender.organizationId}`;
  });

  it('D123 say at their address that they expired or were withdrawn, and what to do; all else is unknown', async () => {
    const code = await make(ann);
    const heading = async () => {
      const { status, text, headers } = await open(`/a/${code}`);
      expect(headers.get('cache-control')).toBe('no-store');
      if (status === 404) expect(text).toContain(`href="/sign-up?then=/a/${code}"`);
      expect(text.includes('Sites')).toBe(status === 200);
      return [status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]];
    };
    expect(await heading()).toEqual([404, 'There is nothing at this link']);
    expect((await open('/a/4kTq0ZpX9aLw')).text.replaceAll('4kTq0ZpX9aLw', code)).toBe((await open(`/a/${code}`)).text);
    await share(ann, code, { anyone: true, anyoneExpiresDays: 7 });
    expect(await heading()).toEqual([200, 'Sites']);
    clock.advanceSeconds(8 * 24 * 3600);
    expect(await heading()).toEqual([404, 'This link has expired']);
    await endExpiredShares(database().db, clock, { info: () => {} } as never);
    expect(await heading()).toEqual([404, 'This link has expired']);
    // Other permissions that are saved later do not change what ended the link.
    await share(ann, code, { team: true });
    expect(await heading()).toEqual([404, 'This link has expired']);
    await share(ann, code, { anyone: true });
    expect(await heading()).toEqual([200, 'Sites']);
    await share(ann, code, {});
    expect(await heading()).toEqual([404, 'This link was withdrawn']);
    expect(await readLink(database().db, clock, 'nothing')).toEqual({ ended: null, sites: [] });
  });

  it('lead an invited stranger to sign up with the address, and from its mail on to the analysis', async () => {
    const code = await make(ann);
    const email = 'board+one@example.com';
    await share(ann, code, { people: [email] });
    const [, query, fragment] = /\/sign-up\?(\S+)#(\S+)/.exec(await mailbox.next('board\\+one@example.com')) ?? [];
    expect(new URLSearchParams(query).get('then')).toBe(`/a/${code}`);
    expect(new URLSearchParams(fragment).get('email')).toBe(email);
    const stranger = new Browser(service);
    const signUp = (next: string) => stranger.send('POST', '/sign-up', { name: 'Bo', email, password: PASSWORD, next });
    for (const next of ['//evil.example', 'https://evil.example/', '/account/api', `/a/${code}/../..`])
      expect((await signUp(next)).status).toBe(400);
    expect((await signUp(`/a/${code}`)).status).toBe(202);
    const mail = await mailbox.next('board\\+one@example.com');
    const [, then, token] = /\/verify-email\?(\S+)#token=(\S+)/.exec(mail) ?? [];
    expect(new URLSearchParams(then).get('then')).toBe(`/a/${code}`);
    await stranger.send('POST', '/verify-email', { token: decodeURIComponent(token as string), password: PASSWORD });
    expect((await stranger.send('POST', '/sign-in', { email, password: PASSWORD })).status).toBe(200);
    const page = await open(`/a/${code}`, stranger.cookie);
    expect([page.status, page.text.includes('<h1>Sites</h1>')]).toEqual([200, true]);
    // Signed in with an address that it was not shared with, one is told which.
    const other = await signedIn(service, database().db, 'other@example.com');
    const refused = await open(`/a/${code}`, other.cookie);
    expect([refused.status, refused.text.includes('other@example.com')]).toEqual([404, true]);
  });

  it('may be framed by the sites that the creator names, and by no other', async () => {
    const code = await make(ann);
    await run(ann, code, { text: 'to be embedded' });
    const policy = (ancestors: string) =>
      `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
    const framed = async () => {
      const { status, headers, text } = await open(`/a/${code}/embed`);
      return [status, headers.get('content-security-policy'), headers.get('x-frame-options'), text.includes('Sites')];
    };
    expect(await framed()).toEqual([404, policy("'none'"), 'DENY', false]);
    await share(ann, code, { anyone: true });
    expect(await framed()).toEqual([200, policy("'none'"), 'DENY', true]);
    const named = await embed(code, ['news.example', 'https://NEWS.example/', 'http://intranet:8080']);
    expect(named.body).toEqual({ sites: ['https://news.example', 'http://intranet:8080'] });
    const sites = 'https://news.example http://intranet:8080';
    expect(await framed()).toEqual([200, policy(sites), null, true]);
    const { text } = await open(`/a/${code}/embed`);
    expect(text).toContain('<h1>Sites</h1>');
    expect(text).toContain(`<a href="/a/${code}?language=en" target="_blank" rel="noopener">`);
    expect((await owner.send('GET', `${organization}/analyses/${code}/embedding`)).body).toEqual(named.body);
    // The page itself stays out of every frame.
    expect((await open(`/a/${code}`)).headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
    await share(ann, code, {});
    expect(await framed()).toEqual([404, policy(sites), null, false]);
    for (const site of [
      'https://none',
      'data',
      'https://.',
      'https://a..b',
      'https://a.example/path',
      'javascript:alert(1)',
      'https://a.example; script-src *',
      '*',
      'a b',
    ])
      expect([site, (await embed(code, [site])).status]).toEqual([site, 400]);
    expect(
      (
        await embed(
          code,
          Array.from({ length: 21 }, (_, i) => `https://s${i}.example`),
        )
      ).status,
    ).toBe(400);
    const colleague = await makeAccount(database().db, { email: 'boss@example.com', role: 'owner' }, clock);
    expect(colleague.spender.organizationId).toBe(ann.spender.organizationId);
    const boss = await signedIn(service, database().db, 'boss@example.com');
    const refused = await boss.send('PUT', `${organization}/analyses/${code}/embedding`, { sites: [] });
    expect([refused.status, refused.body.error]).toEqual([403, 'not_owner']);
  });
});

it.each([
  ['news.example', 'https://news.example'],
  ['HTTP://News.Example:80', 'http://news.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[::1]:8443/', 'https://[::1]:8443'],
  ['https://u:p@news.example', null],
  ['https://news.example/?a', null],
  ["https://a'b.example", null],
  ['https://a;b.example', null],
  ['ftp://news.example', null],
  ['', null],
])('%s is the origin %s', (text, origin) => {
  expect(originOf(text)).toBe(origin);
});
