import { sql } from 'kysely';
import { note, noteForMember } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { linkNotValid } from '../../kit/mail/links.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Visitor } from '../../kit/who.ts';
import { cookieName } from './cookies.ts';
import { storedPassword } from './credentials.ts';
import {
  asProblem,
  type Browser,
  type Cookies,
  goingTo,
  headersOf,
  type Library,
  resetBy,
  signInFailed,
} from './library.ts';
import { verifyPassword } from './passwords.ts';
import { signsInByProvider } from './provider/governs.ts';
import type { OidcConfig } from './provider/settings.ts';
import type { SignUpProofs } from './signUpProofs.ts';

interface SignInSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly library: Library;
  readonly proofs: Pick<SignUpProofs, 'isProven'>;
  readonly baseUrl: () => string;
  /** Null where there is no identity provider. */
  readonly oidc: OidcConfig | null;
}

interface Verifying {
  /** Null in the browser that signed up. */
  readonly password: string | null;
  readonly beginsSession: boolean;
}

export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly expiresAt: Date;
}

interface ChangedPassword {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Passwords, links by mail and sessions. Nothing else of the service knows the library behind it. */
export interface SignIn {
  /**
   * Creates an unverified user and sends a link, or mails the owner of a known address: callers see no difference. The link
   * leads on to the page at the path `next`.
   */
  signUp(user: { name: string; email: string; password: string }, next?: string): Promise<void>;
  /**
   * Verifies the address of a visitor with both the link and the password chosen at sign-up, so that an account which a
   * stranger made with somebody else's address never becomes active with the stranger's password; without a password in the
   * browser that signed up alone. Begins a session where that is wanted, and the address was not verified before: then there are cookies.
   * Throws link_not_valid and sign_in_failed.
   */
  verifyEmail(browser: Browser, token: string, given: Verifying): Promise<Cookies>;
  /** The address that a link to verify one was sent to. Throws link_not_valid. */
  addressOf(token: string): Promise<string>;
  /**
   * Begins a new session, or the way to one where a second factor is on; see secondFactor.ts. Throws sign_in_failed or
   * email_not_verified; then a new link was sent. Members who sign in by their identity provider have no other way.
   */
  signIn(browser: Browser, email: string, password: string): Promise<{ cookies: Cookies; needsCode: boolean }>;
  /** Begins a session for a user whom the identity provider has vouched for. It ends after a working day. */
  enterByProvider(browser: Browser, userId: number): Promise<Cookies>;
  /** Throws sign_in_failed unless it is the password of that address. */
  requirePassword(email: string, password: string): Promise<void>;
  /** Ends the session of the browser, where there is one. */
  signOut(browser: Browser): Promise<Cookies>;
  /** The live session behind a cookie, or null. Now and then it is made to last longer: then there are cookies. */
  session(browser: Browser): Promise<{ session: Session; cookies: Cookies } | null>;
  /** Sends a link where the address is known; callers see no difference. */
  requestReset(email: string): Promise<void>;
  /** Sets a password by the link, and ends all sessions of the user, whose address is returned. Throws link_not_valid. */
  resetPassword(browser: Browser, token: string, newPassword: string): Promise<string>;
  /** Ends all sessions of the user and begins a new one. Throws sign_in_failed. */
  changePassword(visitor: Visitor, browser: Browser, passwords: ChangedPassword): Promise<Cookies>;
}

export function makeSignIn(parts: SignInSettings): SignIn {
  const { library, proofs } = parts;
  /** The library also clears cookies of features that are not in use. */
  const ours = (cookies: Cookies): Cookies =>
    cookies.filter((cookie) => cookie.startsWith(cookieName(parts.baseUrl())));

  return {
    async signUp(user, next) {
      const { api } = await library();
      try {
        await asProblem(() => goingTo.run(next, () => api.signUpEmail({ body: user })));
      } catch (error) {
        // Another sign-up with this address was faster by a moment: that one sent the link.
        if (!(await isKnown(parts.db, user.email))) throw error;
      }
    },
    async addressOf(token) {
      const { secret, verifyJWT } = await library();
      const content = await verifyJWT<{ email?: unknown }>(token, secret);
      if (typeof content?.email !== 'string') throw linkNotValid();
      return content.email;
    },
    async verifyEmail(browser, token, { password, beginsSession }) {
      const { api } = await library();
      const email = await this.addressOf(token);
      const stored = await storedPassword(parts.db, email);
      if (stored === null) throw linkNotValid();
      const isTheirs =
        password === null ? await proofs.isProven(browser.cookie, email) : await verifyPassword(password, stored);
      if (!isTheirs) throw signInFailed();
      // No session that the browser has is taken for that of this user.
      const stranger = { ...browser, cookie: undefined };
      const { headers } = await asProblem(() =>
        api.verifyEmail({ query: { token }, headers: headersOf(stranger), returnHeaders: true }),
      );
      const cookies = ours(headers.getSetCookie());
      const begun = cookiesOf(cookies);
      const ended = beginsSession ? browser : { ...browser, cookie: begun };
      await asProblem(() => api.signOut({ headers: headersOf(ended) }));
      if (!beginsSession || cookies.length === 0) return [];
      const { rows } = await sql<{ id: number }>`select id from app_user where email = ${email}`.execute(parts.db);
      await noteSignIn(parts.db, parts.clock, browser, rows[0]?.id as number);
      return cookies;
    },
    async signIn(browser, email, password) {
      const { api } = await library();
      const signedIn = await asProblem(() =>
        api.signInEmail({ body: { email, password }, headers: headersOf(browser), returnHeaders: true }),
      );
      const byProvider = await signsInByProvider(parts.db, parts.oidc, email);
      if (byProvider) {
        const begun = cookiesOf(signedIn.headers.getSetCookie());
        await asProblem(() => api.signOut({ headers: headersOf({ ...browser, cookie: begun }) }));
        throw signInByProvider(parts.oidc?.name as string);
      }
      await forgetEnded(parts.db);
      // The session before, of whomever, ends: a cookie that was planted is worth nothing after a sign-in.
      await asProblem(() => api.signOut({ headers: headersOf(browser) }));
      const { response, headers } = signedIn;
      const needsCode = 'twoFactorRedirect' in response;
      if (!needsCode) await noteSignIn(parts.db, parts.clock, browser, Number(response.user.id));
      return { cookies: ours(headers.getSetCookie()), needsCode };
    },
    async enterByProvider(browser, userId) {
      const { api } = await library();
      const { headers } = await asProblem(() =>
        api.beginProviderSession({
          body: { userId: String(userId) },
          headers: headersOf({ ...browser, cookie: undefined }),
          returnHeaders: true,
        }),
      );
      await forgetEnded(parts.db);
      await asProblem(() => api.signOut({ headers: headersOf(browser) }));
      await noteSignIn(parts.db, parts.clock, browser, userId);
      return ours(headers.getSetCookie());
    },
    async requirePassword(email, password) {
      const stored = await storedPassword(parts.db, email);
      if (stored === null || !(await verifyPassword(password, stored))) throw signInFailed();
    },
    async signOut(browser) {
      const { api } = await library();
      const out = await asProblem(() => api.signOut({ headers: headersOf(browser), returnHeaders: true }));
      return ours(out.headers.getSetCookie());
    },
    async session(browser) {
      const { api } = await library();
      const { headers, response } = await asProblem(() =>
        api.getSession({ headers: headersOf(browser), returnHeaders: true }),
      );
      if (response === null) return null;
      const { id, userId, endsAt } = response.session;
      if (endsAt != null && endsAt.getTime() <= Date.now()) return null;
      const expiresAt = endsAt ?? response.session.expiresAt;
      const session = { id: Number(id), userId: Number(userId), expiresAt };
      return { session, cookies: headers.getSetCookie() };
    },
    async requestReset(email) {
      const { api } = await library();
      await asProblem(() => api.requestPasswordReset({ body: { email } }));
    },
    async resetPassword(browser, token, newPassword) {
      const { api } = await library();
      const user: { id?: number; email?: string } = {};
      await resetBy.run(user, () => asProblem(() => api.resetPassword({ body: { token, newPassword } })));
      const doer = { user: { id: user.id as number }, address: browser.address };
      await note(parts.db, parts.clock, doer, 'account.password_set');
      return user.email as string;
    },
    async changePassword(visitor, browser, passwords) {
      const { api } = await library();
      const changed = await asProblem(() =>
        api.changePassword({
          body: { ...passwords, revokeOtherSessions: true },
          headers: headersOf(browser),
          returnHeaders: true,
        }),
      );
      const { user, address } = visitor;
      await note(parts.db, parts.clock, { user, address }, 'account.password_set');
      return ours(changed.headers.getSetCookie());
    },
  };
}

/** Records a sign-in with its device, as the browser names it, and its network address. */
export const noteSignIn = (db: Db, clock: Clock, { userAgent, address }: Browser, userId: number): Promise<void> =>
  noteForMember(db, clock, { user: { id: userId }, address }, 'member.signed_in', {
    device: userAgent?.slice(0, DEVICE_CHARACTERS) ?? null,
  });

/** The Cookie header of a browser that was given these. */
const cookiesOf = (cookies: Cookies): string => cookies.map((one) => one.split(';')[0]).join('; ');

/** Removes the sessions that have ended. */
const forgetEnded = (db: Db) =>
  sql`delete from web_session where least(expires_at, ends_at) < clock_timestamp()`.execute(db);

const signInByProvider = (name: string) =>
  new ProblemError(
    'sign_in_failed',
    `Members of your organization sign in with ${name}. Use that button of the sign-in page.`,
  );

/** Of the name that a browser gives itself, so much is kept. */
const DEVICE_CHARACTERS = 200;

async function isKnown(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where email = ${email}`.execute(db);
  return rows.length > 0;
}
