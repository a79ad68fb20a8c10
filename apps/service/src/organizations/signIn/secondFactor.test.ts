import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, CHEAP, Mailbox, PASSWORD, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { seen, startTestService, type TestService } from '../../testing/service.ts';

const EMAIL = 'ann@example.com';

/** Codes of an app by RFC 6238: HMAC-SHA-1 of the 30-second step, cut to six digits as RFC 4226 says. */
function codeOf(uri: string, stepsAhead = 0): string {
  const secret = new URL(uri).searchParams.get('secret') as string;
  const bits = [...secret].map((digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) as string[];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) as number) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describeOnBoth('second factor', (database) => {
  let service: TestService;
  const db = () => database().db;
  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
  });
  afterAll(() => service?.close());

  const withPassword = async () => {
    const browser = new Browser(service);
    const reply = await browser.send('POST', '/sign-in', { email: EMAIL, password: PASSWORD });
    expect(reply.body).toEqual({ status: 'second_factor' });
    expect(seen(await browser.send('GET', '/session'))).toBe('401 not_signed_in');
    return browser;
  };
  const enter = async (browser: Browser, code: string) =>
    seen(await browser.send('POST', '/sign-in/second-factor', { code }));
  /** Ann with a second factor that is on. */
  async function setUp() {
    const ann = await signedIn(service, db(), EMAIL);
    const { uri, recoveryCodes } = (await ann.send('POST', '/second-factor', { password: PASSWORD })).body;
    expect(seen(await ann.send('POST', '/second-factor/confirm', { code: codeOf(uri) }))).toBe('200');
    return { ann, uri: uri as string, recoveryCodes: recoveryCodes as string[] };
  }

  it('is on after its first code; then the password alone opens nothing, and a code works once', async () => {
    const other = await signedIn(service, db(), EMAIL);
    const { ann, uri, recoveryCodes } = await setUp();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Hinterland:ann%40example\.com\?/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await ann.send('GET', '/second-factor')).body).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect((await other.send('GET', '/session')).status).toBe(200);
    const browser = await withPassword();
    expect(await enter(browser, '000000')).toBe('401 sign_in_failed');
    const code = codeOf(uri, 1);
    expect(await enter(browser, code)).toBe('200');
    expect((await browser.send('GET', '/session')).body.user.email).toBe(EMAIL);
    const thief = await withPassword();
    expect(await enter(thief, code)).toBe('401 sign_in_failed');
    expect(seen(await thief.send('GET', '/session'))).toBe('401 not_signed_in');
    expect(await enter(new Browser(service), codeOf(uri))).toBe('401 sign_in_failed');
    // Of the other device, the first sign-in, and that with the code; a wrong code, and the one that was used again.
    const { rows } = await sql<{ deed: string }>`
      select deed from audit_entry where deed like 'member.%' order by id`.execute(db());
    expect(rows.map(({ deed }) => deed.slice('member.'.length))).toEqual([
      'signed_in',
      'signed_in',
      'second_factor_failed',
      'signed_in',
      'second_factor_failed',
    ]);
  });

  it('before its first code it is not asked for, and a wrong code leaves it off', async () => {
    const ann = await signedIn(service, db(), EMAIL);
    const { uri } = (await ann.send('POST', '/second-factor', { password: PASSWORD })).body;
    const wrong = codeOf(uri) === '123456' ? '654321' : '123456';
    expect(seen(await ann.send('POST', '/second-factor/confirm', { code: wrong }))).toBe('401 sign_in_failed');
    expect((await ann.send('GET', '/second-factor')).body).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    await signedIn(service, db(), EMAIL);
    expect(seen(await ann.send('POST', '/second-factor', { password: 'wrong horse battery' }))).toBe(
      '401 sign_in_failed',
    );
  });

  it('a recovery code works once, in place of a code; new ones void those before', async () => {
    const { ann, uri, recoveryCodes } = await setUp();
    const [first, second] = recoveryCodes as [string, string];
    expect(await enter(await withPassword(), first)).toBe('200');
    expect(await enter(await withPassword(), first)).toBe('401 sign_in_failed');
    expect((await ann.send('GET', '/second-factor')).body.recoveryCodesLeft).toBe(9);
    const code = codeOf(uri, 1);
    const renewed = (await ann.send('POST', '/second-factor/recovery-codes', { password: PASSWORD, code })).body;
    expect(renewed.recoveryCodes.length).toBe(10);
    expect(await enter(await withPassword(), second)).toBe('401 sign_in_failed');
    expect(await enter(await withPassword(), renewed.recoveryCodes[0])).toBe('200');
  });

  it('after five wrong codes the password is asked for again; after ten the account waits', async () => {
    const { uri } = await setUp();
    const guess = async (browser: Browser) => enter(browser, 'aaaaa-aaaaa');
    const first = await withPassword();
    for (let i = 0; i < 5; i++) expect(await guess(first)).toBe('401 sign_in_failed');
    expect(await enter(first, codeOf(uri, 1))).toBe('401 sign_in_failed');
    const second = await withPassword();
    for (let i = 0; i < 5; i++) expect(await guess(second)).toBe('401 sign_in_failed');
    expect(await enter(await withPassword(), codeOf(uri, 1))).toBe('429 rate_limited');
  });

  it('is turned off with the password, which must be long enough to stand alone', async () => {
    const { ann, uri } = await setUp();
    const code = codeOf(uri, 1);
    expect(seen(await ann.send('POST', '/second-factor', { password: PASSWORD }))).toBe('400 validation_error');
    // Beside a second factor eight characters are enough.
    const short = { currentPassword: PASSWORD, newPassword: 'two horses' };
    expect(seen(await ann.send('PUT', '/password', short))).toBe('200');
    const refused = await ann.send('POST', '/second-factor/remove', { password: 'two horses', code });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/password']);
    expect(seen(await ann.send('PUT', '/password', { currentPassword: 'two horses', newPassword: PASSWORD }))).toBe(
      '200',
    );
    expect(seen(await ann.send('POST', '/second-factor/remove', { password: 'wrong horse battery', code }))).toBe(
      '401 sign_in_failed',
    );
    expect(seen(await ann.send('POST', '/second-factor/remove', { password: PASSWORD, code }))).toBe('200');
    expect((await ann.send('GET', '/second-factor')).body.isOn).toBe(false);
    await signedIn(service, db(), EMAIL);
    const { rows } = await sql<{
      deed: string;
    }>`select deed from audit_entry where deed like 'account.%' order by id`.execute(db());
    expect(rows.map(({ deed }) => deed)).toEqual([
      'account.second_factor_on',
      'account.password_set',
      'account.password_set',
      'account.second_factor_off',
    ]);
  });

  it('M4 the password alone neither removes it, nor makes recovery codes, nor ends the account; a mail tells of both', async () => {
    const mailbox = new Mailbox(database().settings.home);
    const { ann, uri, recoveryCodes } = await setUp();
    const paths = ['/second-factor/remove', '/second-factor/recovery-codes', '/account/delete'];
    for (const path of paths) {
      const refused = await ann.send('POST', path, { password: PASSWORD });
      expect([path, seen(refused), refused.body.errors[0].pointer]).toEqual([path, '400 validation_error', '#/code']);
      expect([path, seen(await ann.send('POST', path, { password: PASSWORD, code: 'aaaaa-aaaaa' }))]).toEqual([
        path,
        '401 sign_in_failed',
      ]);
    }
    expect((await ann.send('GET', '/second-factor')).body).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    const [first] = recoveryCodes as [string];
    const wrong = { password: 'wrong horse battery', code: first };
    expect(seen(await ann.send('POST', '/second-factor/remove', wrong))).toBe('401 sign_in_failed');
    // A wrong password uses no recovery code up.
    expect((await ann.send('GET', '/second-factor')).body.recoveryCodesLeft).toBe(10);
    const renewed = await ann.send('POST', '/second-factor/recovery-codes', { password: PASSWORD, code: first });
    expect(renewed.body.recoveryCodes.length).toBe(10);
    expect(await mailbox.next(EMAIL)).toContain('New recovery codes were made');
    const code = codeOf(uri, 1);
    expect(seen(await ann.send('POST', '/second-factor/remove', { password: PASSWORD, code }))).toBe('200');
    expect(await mailbox.next(EMAIL)).toContain('was turned off');
    const { rows } = await sql<{ deed: string }>`
      select deed from audit_entry where deed like 'account.%' order by id`.execute(db());
    expect(rows.map(({ deed }) => deed)).toEqual([
      'account.second_factor_on',
      'account.recovery_codes_renewed',
      'account.second_factor_off',
    ]);
    expect(seen(await ann.send('POST', '/account/delete', { password: PASSWORD }))).toBe('200');
  });

  it('neither the secret nor a recovery code can be read in the database', async () => {
    const { uri, recoveryCodes } = await setUp();
    const { rows } = await sql<{ row: string }>`select f::text as row from web_second_factor f`.execute(db());
    const secret = new URL(uri).searchParams.get('secret') as string;
    for (const text of [secret, ...recoveryCodes]) expect(rows[0]?.row).not.toContain(text);
    // Moved to another user it does not open.
    const bob = await signedIn(service, db(), 'bob@example.com');
    await sql`update web_second_factor set user_id = ${bob.userId}`.execute(db());
    await sql`update app_user set second_factor = true where id = ${bob.userId}`.execute(db());
    const reply = await service.request('POST', '/web/v1/sign-in', {
      body: { email: 'bob@example.com', password: PASSWORD },
      headers: { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([500, []]);
  });
});
