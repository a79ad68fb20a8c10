import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import { type Kysely, sql } from 'kysely';
import type { Nudge } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { linkNotValid } from '../mail/links.ts';
import { type NewMail, queueSealedMail } from '../mail/outbox.ts';
import { ProblemError } from '../problem.ts';
import type { Secrets } from '../secrets/box.ts';
import { cookieName, isSecure } from './cookies.ts';
import { existingAccountMail, resetMail, verificationMail } from './mails.ts';
import {
  hashPassword,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  type PasswordCost,
  verifyPassword,
} from './passwords.ts';
import { readSecret } from './secret.ts';
import { withTokenDigests } from './tokenDigests.ts';

export interface SignInSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: () => string;
  readonly secrets: Secrets;
  readonly mailSender: Nudge;
  readonly passwordCost: PasswordCost;
}

/** Parts of a browser's request that matter for its session. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
}

export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly expiresAt: Date;
}

/** Values of Set-Cookie headers. */
export type Cookies = readonly string[];

/** Passwords, links by mail and sessions. Nothing else of the service knows the library behind it. */
export interface SignIn {
  /** Creates an unverified user and sends a link, or mails the owner of a known address: callers see no difference. */
  signUp(user: { name: string; email: string; password: string }): Promise<void>;
  /**
   * Verifies the address of a visitor with both the link and the password chosen at sign-up, so that an account which a
   * stranger made with somebody else's address never becomes active with the stranger's password. Throws link_not_valid
   * and sign_in_failed.
   */
  verifyEmail(token: string, password: string): Promise<void>;
  /** The address that a link to verify one was sent to. Throws link_not_valid. */
  addressOf(token: string): Promise<string>;
  /** Begins a new session. Throws sign_in_failed or email_not_verified; then a new link was sent. */
  signIn(browser: Browser, email: string, password: string): Promise<Cookies>;
  /** Ends the session of the browser, where there is one. */
  signOut(browser: Browser): Promise<Cookies>;
  /** The live session behind a cookie, or null. Now and then it is made to last longer: then there are cookies. */
  session(browser: Browser): Promise<{ session: Session; cookies: Cookies } | null>;
  /** Sends a link where the address is known; callers see no difference. */
  requestReset(email: string): Promise<void>;
  /** Sets a password by the link, and ends all sessions of the user, whose address is returned. Throws link_not_valid. */
  resetPassword(token: string, newPassword: string): Promise<string>;
  /** Ends all sessions of the user and begins a new one. Throws sign_in_failed. */
  changePassword(browser: Browser, currentPassword: string, newPassword: string): Promise<Cookies>;
}

const VERIFICATION_SECONDS = 24 * 3600;
const RESET_SECONDS = 3600;
const SESSION_SECONDS = 14 * 24 * 3600;

/** The user whose password a call of the library has set: the call itself answers without them. */
const resetBy = new AsyncLocalStorage<{ email?: string }>();

/**
 * The library is loaded and set up at the first use: its 350 modules would hold up the start, and only then the service
 * knows its address and the database has the secret.
 */
export function makeSignIn(parts: SignInSettings): SignIn {
  let made: ReturnType<typeof setUp> | undefined;
  const library = (): ReturnType<typeof setUp> => {
    made ??= setUp(parts);
    made.catch(() => {
      made = undefined;
    });
    return made;
  };

  return {
    async signUp(user) {
      const { api } = await library();
      try {
        await asProblem(() => api.signUpEmail({ body: user }));
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
    async verifyEmail(token, password) {
      const { api } = await library();
      const stored = await storedPassword(parts.db, await this.addressOf(token));
      if (stored === null) throw linkNotValid();
      if (!(await verifyPassword(password, stored))) throw signInFailed();
      await asProblem(() => api.verifyEmail({ query: { token } }));
    },
    async signIn(browser, email, password) {
      const { api } = await library();
      const signedIn = await asProblem(() =>
        api.signInEmail({ body: { email, password }, headers: headersOf(browser), returnHeaders: true }),
      );
      await sql`delete from web_session where expires_at < clock_timestamp()`.execute(parts.db);
      // The session before, of whomever, ends: a cookie that was planted is worth nothing after a sign-in.
      await asProblem(() => api.signOut({ headers: headersOf(browser) }));
      return signedIn.headers.getSetCookie();
    },
    async signOut(browser) {
      const { api } = await library();
      const out = await asProblem(() => api.signOut({ headers: headersOf(browser), returnHeaders: true }));
      // The library also clears cookies of features that are not in use.
      return out.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${cookieName(parts.baseUrl())}=`));
    },
    async session(browser) {
      const { api } = await library();
      const { headers, response } = await asProblem(() =>
        api.getSession({ headers: headersOf(browser), returnHeaders: true }),
      );
      if (response === null) return null;
      const { id, userId, expiresAt } = response.session;
      const session = { id: Number(id), userId: Number(userId), expiresAt };
      return { session, cookies: headers.getSetCookie() };
    },
    async requestReset(email) {
      const { api } = await library();
      await asProblem(() => api.requestPasswordReset({ body: { email } }));
    },
    async resetPassword(token, newPassword) {
      const { api } = await library();
      const user: { email?: string } = {};
      await resetBy.run(user, () => asProblem(() => api.resetPassword({ body: { token, newPassword } })));
      return user.email as string;
    },
    async changePassword(browser, currentPassword, newPassword) {
      const { api } = await library();
      const changed = await asProblem(() =>
        api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: headersOf(browser),
          returnHeaders: true,
        }),
      );
      return changed.headers.getSetCookie();
    },
  };
}

async function setUp(parts: SignInSettings) {
  const { db, clock, log, secrets, mailSender } = parts;
  const { betterAuth } = await import('better-auth');
  const { kyselyAdapter } = await import('@better-auth/kysely-adapter');
  const { verifyJWT } = await import('better-auth/crypto');
  const secret = await readSecret(db);
  const baseUrl = parts.baseUrl();
  const send = async (mail: NewMail) => {
    await queueSealedMail(db, clock, secrets, mail);
    mailSender.nudge();
  };
  const options = {
    baseURL: baseUrl,
    secret,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ library: 'sign-in' }, message) },
    database: (given: BetterAuthOptions) =>
      withTokenDigests(kyselyAdapter(db as Kysely<unknown>, { type: 'postgres' })(given)),
    // Attempts are counted by the routes, for all replicas together.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'serial' },
      useSecureCookies: false, // would add another prefix
      cookies: {
        session_token: {
          name: cookieName(baseUrl),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(baseUrl) },
        },
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: {
      modelName: 'app_user',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'web_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
    },
    account: {
      modelName: 'web_credential',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'web_verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      password: {
        hash: (password) => hashPassword(password, parts.passwordCost),
        verify: ({ password, hash }) => verifyPassword(password, hash),
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => send(resetMail(user.email, token, baseUrl)),
      onExistingUserSignUp: ({ user }) => send(existingAccountMail(user.email, baseUrl)),
      // Possession of the link from the mail proves the address.
      onPasswordReset: async ({ user }) => {
        Object.assign(resetBy.getStore() ?? {}, { email: user.email });
        await sql`update app_user set email_verified = true where id = ${Number(user.id)}`.execute(db);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: ({ user, token }) => send(verificationMail(user.email, token, baseUrl)),
    },
  } satisfies BetterAuthOptions;
  return { api: betterAuth(options).api, secret, verifyJWT };
}

const ADDRESS_HEADER = 'x-hinterland-address';

function headersOf({ cookie, userAgent, address }: Browser): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 500));
  return headers;
}

/** Problems by refusal of the library. Any other refusal is an unexpected error. */
async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { body?: { code?: string } }).body?.code;
    if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_PASSWORD') throw signInFailed();
    if (code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') throw signInFailed();
    if (code === 'EMAIL_NOT_VERIFIED') throw emailNotVerified();
    if (code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED' || code === 'USER_NOT_FOUND') throw linkNotValid();
    if (code !== undefined) throw new Error(`The sign-in library failed: ${code}`, { cause: error });
    throw error;
  }
}

async function storedPassword(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select c.password from web_credential c join app_user u on u.id = c.user_id
    where u.email = ${email} and c.provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where email = ${email}`.execute(db);
  return rows.length > 0;
}

const signInFailed = () =>
  new ProblemError(
    'sign_in_failed',
    'The address and the password do not belong together. Check both, or ask for a link to set a new password.',
  );

const emailNotVerified = () =>
  new ProblemError(
    'email_not_verified',
    'The address was not verified yet. A new link was sent to it: follow the link, then sign in again.',
  );
