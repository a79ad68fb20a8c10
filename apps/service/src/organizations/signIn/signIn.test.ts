import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Browser, newAddress, PASSWORD, signedIn, tokenIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { seen } from '../../testing/service.ts';
import { webService } from '../../testing/webService.ts';

describeOnBoth('sign-in', (database) => {
  const suite = webService(database);
  const { db } = suite;

  it('sign-up, link by mail, sign-in, session, sign-out', async () => {
    const email = newAddress();
    const ann = new Browser(suite.service);
    const signUp = await ann.send('POST', '/sign-up', { name: 'Ann', email: email.toUpperCase(), password: PASSWORD });
    expect([signUp.status, signUp.body, signUp.headers.getSetCookie()]).toEqual([202, { status: 'mail_sent' }, []]);
    const token = tokenIn(await suite.mailbox.next(email));

    // Before the link was followed, even the right password opens nothing, and a new link comes.
    const early = await ann.send('POST', '/sign-in', { email, password: PASSWORD });
    expect([seen(early), early.headers.getSetCookie()]).toEqual(['403 email_not_verified', []]);
    expect(tokenIn(await suite.mailbox.next(email))).not.toBe('');
    expect(seen(await ann.send('POST', '/sign-in', { email, password: 'wrong horse' }))).toBe('401 sign_in_failed');

    expect(seen(await ann.send('POST', '/verify-email', { token: `${token}x`, password: PASSWORD }))).toBe(
      '410 link_not_valid',
    );
    expect((await ann.send('POST', '/verify-email', { token, password: PASSWORD })).body).toEqual({
      status: 'verified',
    });
    expect(seen(await ann.send('GET', '/session'))).toBe('401 not_signed_in');
    expect((await ann.send('POST', '/sign-in', { email, password: PASSWORD })).body).toEqual({ status: 'signed_in' });
    const session = await ann.send('GET', '/session');
    expect(session.body).toMatchObject({ user: { name: 'Ann', email }, activeOrganization: null, organizations: [] });

    const { cookie } = ann;
    expect((await ann.send('POST', '/sign-out', {})).body).toEqual({ status: 'signed_out' });
    expect(ann.cookie).toMatch(/^hinterland-device=[^;]+$/);
    ann.cookie = cookie;
    expect(seen(await ann.send('GET', '/session'))).toBe('401 not_signed_in');
  });

  it('a stranger’s sign-up with somebody’s address never lets the stranger in, whatever its owner does', async () => {
    const email = newAddress();
    const stranger = new Browser(suite.service);
    const strange = { email, password: 'stranger’s horse' };
    await stranger.send('POST', '/sign-up', { name: 'Stranger', ...strange });
    const token = tokenIn(await suite.mailbox.next(email));
    // The owner follows the link of the mail; the password is not theirs, so nothing comes of it.
    const owner = new Browser(suite.service);
    for (const body of [{ token }, { token, password: '' }]) {
      expect(seen(await owner.send('POST', '/verify-email', body))).toBe('400 validation_error');
    }
    expect(seen(await owner.send('POST', '/verify-email', { token, password: PASSWORD }))).toBe('401 sign_in_failed');
    expect(seen(await stranger.send('POST', '/sign-in', strange))).toBe('403 email_not_verified');
    // By a link to set a password the account becomes the owner's, and theirs alone.
    await owner.send('POST', '/password/forgot', { email });
    const mails = [await suite.mailbox.next(email), await suite.mailbox.next(email)];
    const reset = tokenIn(mails.find((mail) => mail.includes('/reset-password#')) as string);
    expect(seen(await owner.send('POST', '/password/reset', { token: reset, newPassword: PASSWORD }))).toBe('200');
    expect(seen(await owner.send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('200');
    expect(seen(await stranger.send('POST', '/sign-in', strange))).toBe('401 sign_in_failed');
    expect(seen(await stranger.send('POST', '/verify-email', { token, password: strange.password }))).toBe(
      '401 sign_in_failed',
    );
  });

  it('the link alone verifies and signs in where one signed up, and elsewhere with the password', async () => {
    const email = newAddress();
    const [ann, phone] = [new Browser(suite.service), new Browser(suite.service)];
    const signUp = { name: 'Ann', email, password: PASSWORD, remember: true };
    expect((await ann.send('POST', '/sign-up', signUp)).status).toBe(202);
    const token = tokenIn(await suite.mailbox.next(email));
    expect(seen(await phone.send('POST', '/verify-email', { token, signIn: true }))).toBe('401 sign_in_failed');
    expect((await ann.send('POST', '/verify-email', { token, signIn: true })).body).toEqual({ status: 'signed_in' });
    expect((await ann.send('GET', '/session')).body.user.email).toBe(email);
    // The link has done its work: it opens no further session.
    expect((await ann.send('POST', '/verify-email', { token, signIn: true })).body).toEqual({ status: 'verified' });
    expect((await phone.send('POST', '/verify-email', { token, password: PASSWORD, signIn: true })).body).toEqual({
      status: 'verified',
    });
    expect(seen(await phone.send('GET', '/session'))).toBe('401 not_signed_in');

    const other = newAddress();
    await new Browser(suite.service).send('POST', '/sign-up', { ...signUp, email: other });
    const elsewhere = { token: tokenIn(await suite.mailbox.next(other)), password: PASSWORD, signIn: true };
    expect((await phone.send('POST', '/verify-email', elsewhere)).body).toEqual({ status: 'signed_in' });
    expect((await phone.send('GET', '/session')).body.user.email).toBe(other);
  });

  it('a stranger who signed up, or does so again, with somebody’s address has no proof of it', async () => {
    const email = newAddress();
    const [ann, stranger] = [new Browser(suite.service), new Browser(suite.service)];
    const signUp = { name: 'Ann', email, password: PASSWORD, remember: true };
    await ann.send('POST', '/sign-up', signUp);
    const token = tokenIn(await suite.mailbox.next(email));
    const again = await stranger.send('POST', '/sign-up', { ...signUp, password: 'stranger’s long horse' });
    // The answer, cookie and all, is that of any sign-up.
    expect(again.headers.getSetCookie()[0]).toMatch(/^hinterland-sign-up=[\w-]{43}; Max-Age=86400; /);
    expect(seen(await stranger.send('POST', '/verify-email', { token, signIn: true }))).toBe('401 sign_in_failed');
    // A session of somebody else in the browser is not taken for the user's, and ends.
    const bob = await signedIn(suite.service, db(), newAddress());
    ann.cookie = `${ann.cookie}; ${bob.cookie}`;
    expect((await ann.send('POST', '/verify-email', { token, signIn: true })).body).toEqual({ status: 'signed_in' });
    expect((await ann.send('GET', '/session')).body.user.email).toBe(email);
    expect(seen(await bob.send('GET', '/session'))).toBe('401 not_signed_in');
  });

  it('passwords tried with a link count as sign-ins of the account; a forged link tries none', async () => {
    const email = newAddress();
    const ann = new Browser(suite.service);
    await ann.send('POST', '/sign-up', { name: 'Ann', email, password: PASSWORD });
    const token = tokenIn(await suite.mailbox.next(email));
    const [head, , signature] = token.split('.');
    const forged = [head, Buffer.from(JSON.stringify({ email, exp: 4e9 })).toString('base64url'), signature].join('.');
    expect(seen(await ann.send('POST', '/verify-email', { token: forged, password: PASSWORD }))).toBe(
      '410 link_not_valid',
    );
    for (let i = 0; i < 10; i++) {
      expect(seen(await ann.send('POST', '/verify-email', { token, password: 'wrong' }))).toBe('401 sign_in_failed');
    }
    expect(seen(await ann.send('POST', '/verify-email', { token, password: PASSWORD }))).toBe('429 rate_limited');
  });

  it('a changed password ends all other sessions and renews this one; the old password is over', async () => {
    const email = newAddress();
    const [ann, other] = [await signedIn(suite.service, db(), email), await signedIn(suite.service, db(), email)];
    const before = ann.cookie;
    const wrong = { currentPassword: 'wrong horse', newPassword: 'battery staple correct' };
    expect(seen(await ann.send('PUT', '/password', wrong))).toBe('401 sign_in_failed');
    expect(seen(await ann.send('PUT', '/password', { currentPassword: PASSWORD, newPassword: 'short' }))).toBe(
      '400 validation_error',
    );
    const change = await ann.send('PUT', '/password', {
      currentPassword: PASSWORD,
      newPassword: 'battery staple correct',
    });
    expect(change.body).toEqual({ status: 'password_set' });
    expect(ann.cookie).not.toBe(before);
    expect((await ann.send('GET', '/session')).status).toBe(200);
    expect(seen(await other.send('GET', '/session'))).toBe('401 not_signed_in');
    expect(seen(await other.send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('401 sign_in_failed');
    expect((await other.send('POST', '/sign-in', { email, password: 'battery staple correct' })).status).toBe(200);
  });

  it('a link by mail sets a new password once, ends all sessions, and shows that the address is the user’s', async () => {
    const email = newAddress();
    const stranger = new Browser(suite.service);
    const ann = await signedIn(suite.service, db(), email);
    await sql`update app_user set email_verified_at = null where id = ${ann.userId}`.execute(db());
    const verified = async () =>
      (
        await sql<{ email_verified: boolean }>`select email_verified from app_user where id = ${ann.userId}`.execute(
          db(),
        )
      ).rows[0]?.email_verified;
    expect(await verified()).toBe(false);
    await stranger.send('POST', '/password/forgot', { email });
    const token = tokenIn(await suite.mailbox.next(email));
    const reset = { token, newPassword: 'battery staple correct' };
    expect(seen(await stranger.send('POST', '/password/reset', { ...reset, token: `${token}x` }))).toBe(
      '410 link_not_valid',
    );
    const both = await Promise.all([0, 1].map(() => stranger.send('POST', '/password/reset', reset)));
    expect(both.map(seen).sort()).toEqual(['200', '410 link_not_valid']);
    expect(await verified()).toBe(true);
    expect(seen(await ann.send('GET', '/session'))).toBe('401 not_signed_in');
    expect((await stranger.send('POST', '/sign-in', { email, password: 'battery staple correct' })).status).toBe(200);

    await stranger.send('POST', '/password/forgot', { email });
    const late = tokenIn(await suite.mailbox.next(email));
    await sql`update web_verification set expires_at = clock_timestamp() - interval '1 second'`.execute(db());
    expect(seen(await stranger.send('POST', '/password/reset', { token: late, newPassword: PASSWORD }))).toBe(
      '410 link_not_valid',
    );
  });

  it('nobody learns who has an account: not from sign-in, sign-up, nor from asking for a link', async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await signedIn(suite.service, db(), known);
    const stranger = new Browser(suite.service);
    const alike = async (path: string, body: (email: string) => object) => {
      const [one, two] = [
        await stranger.send('POST', path, body(known)),
        await stranger.send('POST', path, body(unknown)),
      ];
      const shown = ({ status, body: answer, headers }: typeof one) => {
        const { instance: _, ...rest } = answer;
        return { status, rest, cookies: headers.getSetCookie() };
      };
      expect(shown(one), path).toEqual(shown(two));
      return one.status;
    };
    expect(await alike('/sign-in', (email) => ({ email, password: 'wrong horse' }))).toBe(401);
    expect(await alike('/password/forgot', (email) => ({ email }))).toBe(202);
    expect(await alike('/sign-up', (email) => ({ name: 'X', email, password: PASSWORD }))).toBe(202);
    expect(await suite.mailbox.next(known)).toContain('Set a new password');
    expect(await suite.mailbox.next(known)).toContain('You already have an account');
    expect(await suite.mailbox.next(unknown)).toContain('Verify your e-mail address');
    // The sign-up with a known address has changed nothing.
    expect((await stranger.send('POST', '/sign-in', { email: known, password: PASSWORD })).status).toBe(200);
  });

  it('two sign-ups at once with one address make one user and are answered alike', async () => {
    const email = newAddress();
    const body = { name: 'X', email, password: PASSWORD };
    const replies = await Promise.all([0, 1, 2].map(() => new Browser(suite.service).send('POST', '/sign-up', body)));
    expect(replies.map(seen)).toEqual(['202', '202', '202']);
    const { rows } = await sql`select 1 from app_user where email = ${email}`.execute(db());
    expect(rows.length).toBe(1);
  });

  it('after 10 attempts on one account even the right password waits; other accounts do not', async () => {
    const email = newAddress();
    const ann = await signedIn(suite.service, db(), email);
    const stranger = new Browser(suite.service);
    for (let i = 0; i < 10; i++) {
      expect(seen(await stranger.send('POST', '/sign-in', { email, password: `guess ${i}` }))).toBe(
        '401 sign_in_failed',
      );
    }
    const refused = await stranger.send('POST', '/sign-in', { email, password: PASSWORD });
    expect([seen(refused), refused.body.policy]).toEqual(['429 rate_limited', 'sign_in_account']);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter));
    expect(refused.body.retryAfter).toBeLessThanOrEqual(900);
    // Unknown addresses are counted alike; who is signed in goes on, and signs in again on a device that is known.
    expect((await ann.send('GET', '/session')).status).toBe(200);
    await signedIn(suite.service, db(), newAddress());
    expect(seen(await ann.send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('200');
    // A link by mail opens the account on a device that was not known, too.
    const phone = new Browser(suite.service);
    await phone.send('POST', '/password/forgot', { email });
    const token = tokenIn(await suite.mailbox.next(email));
    expect(seen(await phone.send('POST', '/password/reset', { token, newPassword: PASSWORD }))).toBe('200');
    expect(seen(await phone.send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('200');
    expect(seen(await new Browser(suite.service).send('POST', '/sign-in', { email, password: PASSWORD }))).toBe('200');
  });

  it('100 attempts from one network address, whatever the accounts, are the most in five minutes', async () => {
    const stranger = new Browser(suite.service);
    const guess = (i: number) => stranger.send('POST', '/sign-in', { email: `n${i}@example.com`, password: 'guess' });
    const answers: string[] = [];
    for (let i = 0; i < 105; i += 15) {
      answers.push(...(await Promise.all(Array.from({ length: 15 }, (_, j) => guess(i + j)))).map(seen));
    }
    expect(answers.filter((one) => one === '401 sign_in_failed').length).toBe(100);
    expect(answers.filter((one) => one === '429 rate_limited').length).toBe(5);
  });

  it('mail to one address is limited to five an hour', async () => {
    const email = newAddress();
    const stranger = new Browser(suite.service);
    for (let i = 0; i < 5; i++) expect((await stranger.send('POST', '/password/forgot', { email })).status).toBe(202);
    expect(seen(await stranger.send('POST', '/password/forgot', { email }))).toBe('429 rate_limited');
  });

  it.each([
    ['no e-mail address', { name: 'X', email: 'x', password: PASSWORD }, '#/email'],
    ['a short password', { name: 'X', email: 'x@example.com', password: '1234567' }, '#/password'],
    ['a password of 257 characters', { name: 'X', email: 'x@example.com', password: 'x'.repeat(257) }, '#/password'],
    ['an empty name', { name: ' ', email: 'x@example.com', password: PASSWORD }, '#/name'],
  ])('a sign-up with %s is refused with the place', async (_what, body, pointer) => {
    const reply = await new Browser(suite.service).send('POST', '/sign-up', body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('passwords, cookies and tokens are neither in the log nor as such in the database', async () => {
    const email = newAddress();
    const ann = new Browser(suite.service);
    await ann.send('POST', '/sign-up', { name: 'Ann', email, password: 'very secret horse' });
    const verification = tokenIn(await suite.mailbox.next(email));
    await ann.send('POST', '/verify-email', { token: verification, password: 'very secret horse' });
    await ann.send('POST', '/sign-in', { email, password: 'very secret horse' });
    await ann.send('POST', '/password/forgot', { email });
    const reset = tokenIn(await suite.mailbox.next(email));
    const cookie = decodeURIComponent((ann.cookie.split('; ')[0] as string).split('=')[1] as string);
    const token = cookie.split('.')[0] as string;
    const secrets = ['very secret horse', verification, reset, cookie, token];
    const log = suite.service.log.join('\n');
    const tables = ['app_user', 'web_credential', 'web_session', 'web_verification', 'attempt_window'];
    const dumps = await Promise.all(
      tables.map(async (table) => (await sql`select t::text from ${sql.table(table)} t`.execute(db())).rows),
    );
    const stored = JSON.stringify(dumps);
    expect(stored).toContain(email);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(15);
      expect(log).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});
