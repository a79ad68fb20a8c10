import {
  type AttemptLimit,
  type Attempts,
  SIGN_IN_FROM_ANYWHERE,
  SIGN_IN_PER_ACCOUNT,
  SIGN_IN_PER_DEVICE,
} from '../../kit/rates/attempts.ts';
import { networkOf } from '../../kit/rates/networks.ts';
import type { Devices } from './devices.ts';
import type { Browser } from './library.ts';

/** Limits how often a password is guessed, without locking the user out of devices that are known. */
export interface Guesses {
  /**
   * Counts a password for an account: of a known device by itself, else of the account and the network together, and of
   * the account from anywhere. Throws rate_limited.
   */
  take(browser: Browser, email: string): Promise<void>;
  /** Forgets what was counted, since the password was right, and returns a cookie that makes the device a known one. */
  succeeded(browser: Browser, email: string): Promise<readonly string[]>;
}

export function makeGuesses(attempts: Attempts, devices: Devices): Guesses {
  async function windows({ cookie, address }: Browser, email: string): Promise<[AttemptLimit, string][]> {
    const device = await devices.find(cookie, email);
    if (device !== null) return [[SIGN_IN_PER_DEVICE, `${email} ${device}`]];
    return [
      [SIGN_IN_PER_ACCOUNT, `${email} ${networkOf(address)}`],
      [SIGN_IN_FROM_ANYWHERE, email],
    ];
  }
  return {
    async take(browser, email) {
      for (const [limit, subject] of await windows(browser, email)) await attempts.take(limit, subject);
    },
    async succeeded(browser, email) {
      const counted = await windows(browser, email);
      for (const [limit, subject] of counted) await attempts.forget(limit, subject);
      return counted.length === 1 ? [] : [await devices.cookieFor(email)];
    },
  };
}
