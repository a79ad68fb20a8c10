import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LIMITS } from '@hinterland/contract';
import { PasswordTurns } from './passwordTurns.ts';

/** Cost of deriving a password: memory is 128 · 2^log2N · r bytes, time grows with p. */
export interface PasswordCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** One of the settings that the OWASP Password Storage Cheat Sheet names for scrypt: 32 MiB, three times. */
export const PASSWORD_COST: PasswordCost = { log2N: 15, r: 8, p: 3 };

/** Beside a second factor. */
export const PASSWORD_MIN_CHARACTERS = LIMITS.passwordBesideFactorCharacters;
/** Without a second factor. */
export const PASSWORD_ALONE_MIN_CHARACTERS = LIMITS.passwordCharacters;
export const PASSWORD_MAX_CHARACTERS = 256;

/** Passwords derived at the same time: each takes a processor for a quarter of a second, and others need some, too. */
export const DERIVED_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** Passwords that may wait for that. */
export const WAITING_MAX = 100;

const SALT_BYTES = 16;
const DERIVED_BYTES = 32;

/** A password as it is stored: `scrypt:<log2N>:<r>:<p>:<salt>:<derived>`. Costs may change; old ones stay readable. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const derived = await derive(password, salt, cost);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), derived.toString('base64url')].join(':');
}

/** Whether a password is the one that was stored. Compares in constant time. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, log2N, r, p, salt = '', derived = ''] = stored.split(':');
  if (scheme !== 'scrypt') throw new Error(`A stored password has the unknown scheme ${scheme}.`);
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(derived, 'base64url');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), cost), expected);
}

const turns = new PasswordTurns(DERIVED_AT_ONCE, WAITING_MAX);

/** Derives when it is the turn of the network that the request came from. Throws service_unavailable where too many wait. */
const derive = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  turns.take(() => deriveNow(password, salt, cost));

/** The same text may be typed as different code points; NFKC makes them one. */
function deriveNow(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, DERIVED_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
