import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { DERIVED_AT_ONCE, hashPassword, PASSWORD_COST, verifyPassword, WAITING_MAX } from './passwords.ts';

const CHEAP = { log2N: 4, r: 8, p: 1 };

it('a password is verified by what was stored, whose salt is new each time', async () => {
  const [one, two] = [await hashPassword('correct horse', CHEAP), await hashPassword('correct horse', CHEAP)];
  expect(one).not.toBe(two);
  expect(one).not.toContain('correct');
  for (const stored of [one, two]) {
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    for (const wrong of ['correct hors', 'Correct horse', '', 'correct horse ']) {
      expect(await verifyPassword(wrong, stored), wrong).toBe(false);
    }
  }
});

it('takes a value that RFC 7914 publishes', async () => {
  // Section 12: P = "pleaseletmein", S = "SodiumChloride", N = 16384, r = 8, p = 1; its first 32 bytes.
  const derived = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex');
  const salt = Buffer.from('SodiumChloride');
  const stored = `scrypt:14:8:1:${salt.toString('base64url')}:${derived.toString('base64url')}`;
  expect(await verifyPassword('pleaseletmein', stored)).toBe(true);
  expect(await verifyPassword('pleaseletmeout', stored)).toBe(false);
});

it('by default uses 32 MiB three times, and costs stand in what is stored', async () => {
  const stored = await hashPassword('x', PASSWORD_COST);
  const [scheme, log2N, r, p, salt, derived] = stored.split(':') as [string, string, string, string, string, string];
  expect([scheme, log2N, r, p]).toEqual(['scrypt', '15', '8', '3']);
  const again = scryptSync('x', Buffer.from(salt, 'base64url'), 32, { N: 32_768, r: 8, p: 3, maxmem: 2 ** 27 });
  expect(derived).toBe(again.toString('base64url'));
});

it('the same text in other code points is the same password', async () => {
  expect(await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301', CHEAP))).toBe(true);
});

it('does not guess at a scheme that it does not know', async () => {
  await expect(verifyPassword('x', 'md5:abc')).rejects.toThrow('unknown scheme md5');
});

it('H1 so many wait for their turn, and what comes beyond is refused until there is room again', async () => {
  const room = DERIVED_AT_ONCE + WAITING_MAX;
  const ended = await Promise.allSettled(Array.from({ length: room + 3 }, (_, i) => hashPassword(`${i}`, CHEAP)));
  const refused = ended.flatMap((end, i) => (end.status === 'rejected' ? [{ i, code: end.reason.code }] : []));
  expect(refused).toEqual([0, 1, 2].map((i) => ({ i: room + i, code: 'service_unavailable' })));
  const again = await Promise.all(Array.from({ length: room }, (_, i) => hashPassword(`${i}`, CHEAP)));
  expect(await verifyPassword(`${room - 1}`, again[room - 1] as string)).toBe(true);
});
