import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { KEY_IN_TEXT } from '../../kit/log.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { type MadeAccount, makeAccount, TestClock } from '../../testing/town.ts';
import { authenticate } from './authenticate.ts';
import { digestOf, generateKey, KEY_PATTERN, publicIdOf } from './format.ts';
import { revokeKeys } from './store.ts';

describe('format of a key', () => {
  it('is hl_live_ or hl_test_, an id, a secret and a checksum in base 62', () => {
    const key = generateKey('live');
    expect(key.secret).toMatch(/^hl_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(generateKey('test').secret).toMatch(/^hl_test_/);
    expect(key.secret.startsWith(`${key.prefix}_`)).toBe(true);
    expect(key.prefix).toBe(`hl_live_${key.publicId}`);
    expect(publicIdOf(key.secret)).toBe(key.publicId);
    expect(key.digest.equals(digestOf(key.secret))).toBe(true);
    expect(`see ${key.secret}.`.match(KEY_IN_TEXT)).toEqual([key.secret]);
  });

  it('the checksum is the CRC-32 of all before it: a key worked out elsewhere is taken', () => {
    // zlib.crc32(b"hl_live_a1b2c3d4_" + b"A" * 32) = 2696770205 in Python, in base 62 with digits 0-9A-Za-z.
    expect(publicIdOf(`hl_live_a1b2c3d4_${'A'.repeat(32)}${CHECKSUM_OF_A}`)).toBe('a1b2c3d4');
  });

  it('any changed, missing or added character is noticed without a look-up', () => {
    const { secret } = generateKey('live');
    for (let i = 0; i < secret.length; i++) {
      const other = secret[i] === 'x' ? 'y' : 'x';
      expect(publicIdOf(secret.slice(0, i) + other + secret.slice(i + 1)), `character ${i}`).toBeNull();
    }
    for (const wrong of ['', secret.slice(1), secret.slice(0, -1), `${secret}0`, secret.toUpperCase(), `${secret}\n`]) {
      expect(publicIdOf(wrong)).toBeNull();
    }
  });

  it('draws its digits evenly and never twice the same', () => {
    const keys = Array.from({ length: 500 }, () => generateKey('live').secret);
    expect(new Set(keys).size).toBe(500);
    const counts = new Map<string, number>();
    for (const key of keys) {
      for (const digit of randomPart(key)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(counts.size).toBe(62); // 16,000 digits: 258 of each expected, deviation 16
    for (const count of counts.values()) expect(Math.abs(count - 258)).toBeLessThan(90);
  });
});

const bearer = (secret: string, address = '192.0.2.1') => ({ authorization: `Bearer ${secret}`, address });

const CHECKSUM_OF_A = '2wVN7d';

describeOnBoth('authenticate', (database) => {
  const db = () => database().db;
  let ann: MadeAccount;
  beforeEach(async () => {
    ann = await makeAccount(db());
  });
  const enter = (authorization: string | undefined) =>
    authenticate(db(), databaseClock, { authorization, address: '192.0.2.1' }, []).then(({ caller }) => caller);
  const refusal = (authorization: string | undefined) =>
    enter(authorization).then(
      () => 'let in',
      (error) => `${error.code} ${error.headers?.['WWW-Authenticate']}`,
    );

  it('S54 S238 a bearer key is its creating user in that organization', async () => {
    expect(await enter(`Bearer ${ann.secret}`)).toMatchObject({
      organization: { id: ann.spender.organizationId, name: 'Acme' },
      user: { name: 'ann', email: 'ann@example.com' },
      role: 'owner',
      team: { name: 'Retail' },
      key: { id: ann.keyId, name: 'CI', scopes: ['read', 'run'] },
    });
    expect((await enter(`bearer   ${ann.secret}`)).key.id).toBe(ann.keyId);
  });

  it('D3 D19 without a bearer key: missing_api_key', async () => {
    const basic = `Basic ${Buffer.from(`x:${ann.secret}`).toString('base64')}`;
    for (const header of [undefined, '', basic, ann.secret, `Token ${ann.secret}`]) {
      expect(await refusal(header)).toBe('missing_api_key Bearer realm="api"');
    }
  });

  it('D3 malformed, unknown, forged and revoked keys are refused alike', async () => {
    const unknown = generateKey('live').secret;
    const forged = forgedLike(ann.secret);
    const expected = 'invalid_api_key Bearer realm="api", error="invalid_token"';
    for (const token of ['x', 'Bearer', unknown, forged, ann.secret.slice(0, -1), `${ann.secret} extra`]) {
      expect(await refusal(`Bearer ${token}`), token).toBe(expected);
    }
    expect(await refusal('Bearer')).toBe(expected);
    await revokeKeys(db(), databaseClock, { id: ann.keyId });
    expect(await refusal(`Bearer ${ann.secret}`)).toBe(expected);
  });

  it('S56 D92 a revoked key is out with its next use, and revoking again changes nothing', async () => {
    await enter(`Bearer ${ann.secret}`);
    expect((await revokeKeys(db(), databaseClock, { id: ann.keyId })).length).toBe(1);
    await expect(enter(`Bearer ${ann.secret}`)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect((await revokeKeys(db(), databaseClock, { id: ann.keyId })).length).toBe(1);
    expect(await revokeKeys(db(), databaseClock, { id: 999 })).toEqual([]);
  });

  it('D127 a user who left the organization is out at once', async () => {
    await sql`delete from membership`.execute(db());
    await expect(enter(`Bearer ${ann.secret}`)).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it('D3 D21 whoever is let in is counted by the same statement, and nobody else is', async () => {
    const counted = async () => {
      const { rows } = await sql<{ calls: number }>`
        select coalesce(sum(n), 0)::integer as calls from rate_window, unnest(calls) n`.execute(db());
      return rows[0]?.calls;
    };
    const call = (token: string) => authenticate(db(), databaseClock, bearer(token), ['charged', 'requests']);
    await expect(call(forgedLike(ann.secret))).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await counted()).toBe(0);
    const { caller, rates } = await call(ann.secret);
    expect(caller.key.id).toBe(ann.keyId);
    expect(rates).toMatchObject([
      { policy: 'requests', taken: true, remaining: 599 },
      { policy: 'charged', taken: true, remaining: 59 },
    ]);
    expect(await counted()).toBe(2);
    await sql`delete from membership`.execute(db());
    await expect(call(ann.secret)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await counted()).toBe(2);
  });

  it('S54 D3 D21 of requests that come at once each is its own caller, counted in its own window, or refused', async () => {
    const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];
    const accounts = [ann];
    for (const name of names.slice(1))
      accounts.push(await makeAccount(db(), { organization: `Of ${name}`, email: `${name}@example.com` }));
    const revoked = await makeAccount(db(), { keyName: 'revoked' });
    await revokeKeys(db(), databaseClock, { id: revoked.keyId });
    const wrong = [revoked.secret, forgedLike(ann.secret), generateKey('live').secret];
    // Each name 12 times, in an order that mixes them, with a wrong key after every fourth call.
    const secrets = Array.from({ length: 60 }, (_, i) => accounts[(i * 7) % 5]!.secret).flatMap((secret, i) =>
      i % 4 === 3 ? [secret, wrong[i % 3]!] : [secret],
    );
    const outcomes = await Promise.all(
      secrets.map((secret) =>
        authenticate(db(), databaseClock, bearer(secret), ['requests']).then(
          ({ caller, rates }) => `${caller.user.name} ${caller.key.id} ${rates.map(({ remaining }) => remaining)}`,
          (error) => error.code,
        ),
      ),
    );
    const expected = (i: number) => names[accounts.findIndex(({ secret }) => secret === secrets[i])];
    for (const [i, outcome] of outcomes.entries())
      expect(outcome.split(' ')[0]).toBe(wrong.includes(secrets[i]!) ? 'invalid_api_key' : expected(i));
    for (const [i, name] of names.entries()) {
      const own = outcomes.filter((outcome) => outcome.startsWith(`${name} `)).toSorted((a, b) => (a < b ? -1 : 1));
      expect(own).toEqual(Array.from({ length: 12 }, (_, k) => `${name} ${accounts[i]!.keyId} ${588 + k}`));
    }
  });

  it('S51 every key has read, whatever was asked for', async () => {
    const bob = await makeAccount(db(), { email: 'bob@example.com', scopes: [] });
    expect((await enter(`Bearer ${bob.secret}`)).key.scopes).toEqual(['read']);
    const wrong = sql`update api_key set scopes = array['run']`.execute(db());
    await expect(wrong).rejects.toMatchObject({ code: '23514' });
  });

  it('S53 the secret is nowhere in the database', async () => {
    const random = ann.secret.slice(17);
    const { rows } = await sql<{ row: string }>`select api_key::text as row from api_key`.execute(db());
    expect(rows.length).toBe(1);
    expect(rows[0]?.row).not.toContain(random);
    expect(rows[0]?.row).not.toContain(Buffer.from(random).toString('hex'));
  });

  it('an expired key is out from its time on', async () => {
    const clock = new TestClock('2026-11-21T10:00:00.000Z');
    await sql`update api_key set expires_at = ${new Date('2026-11-21T10:01:00Z')}`.execute(db());
    const use = () => authenticate(db(), clock, bearer(ann.secret), []);
    clock.advanceSeconds(59.999);
    expect((await use()).caller.key.id).toBe(ann.keyId);
    clock.advanceSeconds(0.001);
    await expect(use()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it.each([
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['192.0.3.7', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['::ffff:192.0.3.7', false],
    ['unknown', false],
  ])('a key for 192.0.2.0/24 and 2001:db8::/32 from %s: let in %s', async (address, isLetIn) => {
    await sql`update api_key set networks = array['192.0.2.0/24', '2001:db8::/32']::cidr[]`.execute(db());
    const outcome = authenticate(db(), databaseClock, bearer(ann.secret, address), []).then(
      () => true,
      (error: { code: string }) => error.code !== 'invalid_api_key',
    );
    expect(await outcome).toBe(isLetIn);
  });

  it('notes the last use, once a minute', async () => {
    const clock = new TestClock('2026-11-21T10:00:00.000Z');
    const lastUse = async () => {
      const { rows } = await sql<{ at: Date | null }>`select last_used_at as at from api_key`.execute(db());
      return rows[0]?.at?.toISOString() ?? null;
    };
    const use = () => authenticate(db(), clock, bearer(ann.secret), []);
    expect(await lastUse()).toBeNull();
    await use();
    clock.advanceSeconds(59);
    await use();
    expect(await lastUse()).toBe('2026-11-21T10:00:00.000Z');
    clock.advanceSeconds(1);
    await use();
    expect(await lastUse()).toBe('2026-11-21T10:01:00.000Z');
  });
});

const randomPart = (key: string): string => key.replace(KEY_PATTERN, '$3');

/** A key with the same id, a wrong secret and a right checksum: only the digest tells. */
function forgedLike(secret: string): string {
  const body = `${secret.slice(0, 17)}${generateKey('live').secret.slice(17, 49)}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  // CRC-32 by its definition (reflected polynomial 0xEDB88320), not by the library under test.
  let crc = 0xffffffff;
  for (const byte of Buffer.from(body)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0);
  let text = '';
  for (let i = 0; i < 6; i++, rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return body + text;
}
