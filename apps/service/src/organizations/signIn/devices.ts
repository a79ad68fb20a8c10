import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { cookieName, isSecure } from './cookies.ts';
import { readSecret } from './secret.ts';

/**
 * Devices that a user has signed in with, known by a cookie that is signed for the user's address. A known device has a
 * window of guesses of its own, so that a stranger who guesses elsewhere cannot lock the user out. The cookie opens
 * nothing: a thief gains the guesses of one device.
 */
export interface Devices {
  /** The device's random name, where its cookie was signed for this address. */
  find(cookieHeader: string | undefined, email: string): Promise<string | null>;
  /** The Set-Cookie header that makes a browser a known device of this address. */
  cookieFor(email: string): Promise<string>;
}

const KNOWN_SECONDS = 180 * 24 * 3600;

export function makeDevices(db: Db, baseUrl: () => string): Devices {
  const name = () => cookieName(baseUrl(), '-device');
  const signature = async (device: string, email: string): Promise<Buffer> =>
    createHmac('sha256', await readSecret(db))
      .update(`device ${device} ${email}`)
      .digest();
  return {
    async find(cookieHeader, email) {
      const value = cookieIn(cookieHeader, name());
      const [device = '', sent = ''] = value?.split('.') ?? [];
      const bytes = Buffer.from(sent, 'base64url');
      const expected = await signature(device, email);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? device : null;
    },
    async cookieFor(email) {
      const device = randomBytes(16).toString('base64url');
      const signed = (await signature(device, email)).toString('base64url');
      const secure = isSecure(baseUrl()) ? '; Secure' : '';
      return `${name()}=${device}.${signed}; Max-Age=${KNOWN_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
