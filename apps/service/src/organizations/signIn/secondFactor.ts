import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import { note, noteForMember } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type AttemptLimit, type Attempts, SIGN_IN_PER_DEVICE } from '../../kit/rates/attempts.ts';
import type { Visitor } from '../../kit/who.ts';
import { storedPassword } from './credentials.ts';
import { checkedFactor } from './factorOptions.ts';
import { asProblem, type Browser, type Cookies, codeFailed, headersOf, type Library, signInFailed } from './library.ts';
import { secondFactorMail } from './mails.ts';
import { PASSWORD_ALONE_MIN_CHARACTERS, verifyPassword } from './passwords.ts';
import { noteSignIn } from './signIn.ts';

/** A code of the app works once: within the 90 seconds in which its time step or a neighbor is taken. */
const CODE_ONCE: AttemptLimit = { policy: 'second_factor', attempts: 1, windowSeconds: 120 };

interface SecondFactorSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly library: Library;
  readonly mailSender: Nudge;
  readonly baseUrl: () => string;
}

/** What a user who changes their second factor types: a code of the app, or a recovery code. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** What a new second factor is set up with, shown once. */
export interface NewFactor {
  /** otpauth://totp/…, as a picture for the app. */
  readonly uri: string;
  readonly recoveryCodes: string[];
}

/** Second factors of users: codes of an app, and recovery codes. */
export type SecondFactors = ReturnType<typeof makeSecondFactors>;

export function makeSecondFactors({ db, clock, attempts, library, mailSender, baseUrl }: SecondFactorSettings) {
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

  /** Throws sign_in_failed for a code that is not right. A right one is used up. */
  async function requireCode({ user, address }: Visitor, browser: Browser, code: string): Promise<void> {
    const { api } = await library();
    const isOfApp = /^\d{6}$/.test(code);
    const headers = headersOf(browser);
    try {
      await asProblem<unknown>(() =>
        isOfApp
          ? api.verifyTOTP({ body: { code }, headers })
          : api.verifyBackupCode({ body: { code, disableSession: true }, headers }),
      );
      if (isOfApp) await takeOnce(user.id, code);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'sign_in_failed') {
        await noteForMember(db, clock, { user, address }, 'member.second_factor_failed');
      }
      throw error;
    }
  }

  /** Throws sign_in_failed unless the password and a code are right: whoever has a session and a password has no factor. */
  async function requireProof(visitor: Visitor, browser: Browser, { password, code }: Proof): Promise<void> {
    await takePassword(visitor);
    const stored = await storedPassword(db, visitor.user.email);
    if (stored === null || !(await verifyPassword(password, stored))) throw signInFailed();
    await requireCode(visitor, browser, code);
  }

  async function mail({ user }: Visitor, what: 'off' | 'renewed'): Promise<void> {
    await queueMail(db, clock, secondFactorMail(user.email, what, baseUrl()));
    mailSender.nudge();
  }

  return {
    isOn,

    /** A deed that ends the account, and so the factor. Throws validation_error where a code is missing, and sign_in_failed. */
    async requireCodeIfOn(visitor: Visitor, browser: Browser, code: string | undefined): Promise<void> {
      if (!(await isOn(visitor.user.id))) return;
      if (code === undefined) throw invalid('#/code', said('factor_on'));
      await requireCode(visitor, browser, code);
    },

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

    /** New recovery codes; those before are void. Mails the user. Throws sign_in_failed and validation_error. */
    async renewCodes(visitor: Visitor, browser: Browser, proof: Proof): Promise<string[]> {
      if (!(await isOn(visitor.user.id))) throw factorOff();
      await requireProof(visitor, browser, proof);
      const { api } = await library();
      const { backupCodes } = await asProblem(() =>
        api.generateBackupCodes({ body: { password: proof.password }, headers: headersOf(browser) }),
      );
      await note(db, clock, { user: visitor.user, address: visitor.address }, 'account.recovery_codes_renewed');
      await mail(visitor, 'renewed');
      return backupCodes;
    },

    /** Turns it off and mails the user; the password, then alone, must be long enough. Throws sign_in_failed and validation_error. */
    async remove(visitor: Visitor, browser: Browser, proof: Proof): Promise<Cookies> {
      if (!(await isOn(visitor.user.id))) throw factorOff();
      if (proof.password.length < PASSWORD_ALONE_MIN_CHARACTERS) {
        await takePassword(visitor);
        throw invalid(
          '#/password',
          `Without a second factor a password has at least ${PASSWORD_ALONE_MIN_CHARACTERS} characters. Set a longer one first.`,
        );
      }
      await requireProof(visitor, browser, proof);
      const { api } = await library();
      const { headers } = await asProblem(() =>
        api.disableTwoFactor({ body: { password: proof.password }, headers: headersOf(browser), returnHeaders: true }),
      );
      await note(db, clock, { user: visitor.user, address: visitor.address }, 'account.second_factor_off');
      await mail(visitor, 'off');
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

const factorOff = () => invalid('#/code', 'The second factor is off.');
