import { sql } from 'kysely';
import { note, noteForMember } from '../audit/note.ts';
import type { Clock, Db } from '../db/database.ts';
import { invalid } from '../json.ts';
import { ProblemError } from '../problem.ts';
import { type AttemptLimit, type Attempts, SIGN_IN_PER_DEVICE } from '../rates/attempts.ts';
import type { Visitor } from '../who.ts';
import { checkedFactor } from './factorOptions.ts';
import { asProblem, type Browser, type Cookies, codeFailed, headersOf, type Library } from './library.ts';
import { PASSWORD_ALONE_MIN_CHARACTERS } from './passwords.ts';
import { noteSignIn } from './signIn.ts';

/** A code of the app works once: within the 90 seconds in which its time step or a neighbor is taken. */
const CODE_ONCE: AttemptLimit = { policy: 'second_factor', attempts: 1, windowSeconds: 120 };

interface SecondFactorSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly library: Library;
}

/** What a new second factor is set up with, shown once. */
interface NewFactor {
  /** otpauth://totp/…, as a picture for the app. */
  readonly uri: string;
  readonly recoveryCodes: string[];
}

/** Second factors of users: codes of an app, and recovery codes. */
export type SecondFactors = ReturnType<typeof makeSecondFactors>;

export function makeSecondFactors({ db, clock, attempts, library }: SecondFactorSettings) {
  /** Throws sign_in_failed for a code that this user has entered before. */
  async function takeOnce(userId: number, code: string): Promise<void> {
    try {
      await attempts.take(CODE_ONCE, `${userId} ${code}`);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'rate_limited') throw codeFailed();
      throw error;
    }
  }

  async function isOn(userId: number): Promise<boolean> {
    const { rows } = await sql<{ second_factor: boolean }>`
      select second_factor from app_user where id = ${userId}`.execute(db);
    return rows[0]?.second_factor === true;
  }

  /** A password that is asked for again within a session counts as one of a known device. Throws rate_limited. */
  const takePassword = ({ sessionId }: Visitor) => attempts.take(SIGN_IN_PER_DEVICE, `session ${sessionId}`);

  return {
    isOn,

    /** Whether it is on, and how many recovery codes are left. */
    async read({ user }: Visitor): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      if (!(await isOn(user.id))) return { isOn: false, recoveryCodesLeft: 0 };
      const { api } = await library();
      const { backupCodes } = await api.viewBackupCodes({ body: { userId: String(user.id) } });
      return { isOn: true, recoveryCodesLeft: backupCodes.length };
    },

    /** Makes a secret that is not asked for before a code of it was right. Throws sign_in_failed and validation_error. */
    async begin(visitor: Visitor, browser: Browser, password: string): Promise<NewFactor> {
      if (await isOn(visitor.user.id)) throw invalid('#/password', 'The second factor is on. Turn it off first.');
      await takePassword(visitor);
      const { api } = await library();
      const { totpURI, backupCodes } = await asProblem(() =>
        api.enableTwoFactor({ body: { password }, headers: headersOf(browser) }),
      );
      return { uri: totpURI, recoveryCodes: backupCodes };
    },

    /** Turns it on by the first code. The session is renewed. Throws sign_in_failed. */
    async confirm(visitor: Visitor, browser: Browser, code: string): Promise<Cookies> {
      await takePassword(visitor);
      const { api } = await library();
      await takeOnce(visitor.user.id, code);
      const { headers } = await asProblem(() =>
        api.verifyTOTP({ body: { code }, headers: headersOf(browser), returnHeaders: true }),
      );
      await note(db, clock, { user: visitor.user, address: visitor.address }, 'account.second_factor_on');
      return headers.getSetCookie();
    },

    /** New recovery codes; those before are void. Throws sign_in_failed and validation_error. */
    async renewCodes(visitor: Visitor, browser: Browser, password: string): Promise<string[]> {
      if (!(await isOn(visitor.user.id))) throw invalid('#/password', 'The second factor is off.');
      await takePassword(visitor);
      const { api } = await library();
      const { backupCodes } = await asProblem(() =>
        api.generateBackupCodes({ body: { password }, headers: headersOf(browser) }),
      );
      return backupCodes;
    },

    /** Turns it off; the password, then alone, must be long enough. Throws sign_in_failed and validation_error. */
    async remove(visitor: Visitor, browser: Browser, password: string): Promise<Cookies> {
      await takePassword(visitor);
      if (password.length < PASSWORD_ALONE_MIN_CHARACTERS) {
        throw invalid(
          '#/password',
          `Without a second factor a password has at least ${PASSWORD_ALONE_MIN_CHARACTERS} characters. Set a longer one first.`,
        );
      }
      const { api } = await library();
      const { headers } = await asProblem(() =>
        api.disableTwoFactor({ body: { password }, headers: headersOf(browser), returnHeaders: true }),
      );
      await note(db, clock, { user: visitor.user, address: visitor.address }, 'account.second_factor_off');
      return headers.getSetCookie();
    },

    /** Begins the session that the password has opened the way to. Returns the user's address. Throws sign_in_failed. */
    async enter(browser: Browser, code: string): Promise<{ email: string; cookies: Cookies }> {
      const { api } = await library();
      const isOfApp = /^\d{6}$/.test(code);
      const sent = { body: { code }, headers: headersOf(browser), returnHeaders: true } as const;
      const checked: { userId?: number } = {};
      const failed = async (error: unknown): Promise<never> => {
        const { userId } = checked;
        if (userId !== undefined && error instanceof ProblemError && error.code === 'sign_in_failed') {
          const doer = { user: { id: userId }, address: browser.address };
          await noteForMember(db, clock, doer, 'member.second_factor_failed');
        }
        throw error;
      };
      const { headers, response } = await checkedFactor
        .run(checked, () => asProblem(() => (isOfApp ? api.verifyTOTP(sent) : api.verifyBackupCode(sent))))
        .catch(failed);
      const cookies = headers.getSetCookie();
      const userId = Number(response.user.id);
      checked.userId = userId;
      try {
        if (isOfApp) await takeOnce(userId, code);
      } catch (error) {
        // The library has no memory of codes: the session that it has just begun ends.
        await api.signOut({
          headers: headersOf({ ...browser, cookie: cookies.map((one) => one.split(';')[0]).join('; ') }),
        });
        return failed(error);
      }
      await noteSignIn(db, clock, browser, userId);
      return { email: response.user.email as string, cookies };
    },
  };
}
