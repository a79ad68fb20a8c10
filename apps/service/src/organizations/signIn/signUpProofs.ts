import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { cookieName, isSecure } from './cookies.ts';
import { storedPassword } from './credentials.ts';
import { cookieIn } from './devices.ts';
import { verifyPassword } from './passwords.ts';
import { readSecret } from './secret.ts';

/**
 * Browsers in which somebody signed up with an address, and with the password that its account has: there the link of the mail is
 * enough. A cookie is set in any case, so that callers see no difference, and is worth nothing for other accounts.
 */
export interface SignUpProofs {
  /** The Set-Cookie header after a sign-up. */
  cookieFor(email: string, password: string): Promise<string>;
  /** Whether the browser is where the account of this address was made, with the password that it still has. */
  isProven(cookieHeader: string | undefined, email: string): Promise<boolean>;
}

/** As long as the link of the mail. */
const PROVEN_SECONDS = 24 * 3600;

export function makeSignUpProofs(db: Db, baseUrl: () => string): SignUpProofs {
  const name = () => cookieName(baseUrl(), '-sign-up');
  const signature = async (email: string, stored: string): Promise<Buffer> =>
    createHmac('sha256', await readSecret(db))
      .update(`sign-up ${email} ${stored}`)
      .digest();
  return {
    async cookieFor(email, password) {
      const stored = await storedPassword(db, email);
      const isOwn = stored !== null && (await verifyPassword(password, stored));
      const value = (isOwn ? await signature(email, stored) : randomBytes(32)).toString('base64url');
      const secure = isSecure(baseUrl()) ? '; Secure' : '';
      return `${name()}=${value}; Max-Age=${PROVEN_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
    async isProven(cookieHeader, email) {
      const sent = Buffer.from(cookieIn(cookieHeader, name()) ?? '', 'base64url');
      const stored = await storedPassword(db, email);
      if (stored === null) return false;
      const expected = await signature(email, stored);
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    },
  };
}
