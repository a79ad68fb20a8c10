import { AsyncLocalStorage } from 'node:async_hooks';
import { said } from '@hinterland/answers/said';
import type { BetterAuthOptions } from 'better-auth';
import { type Kysely, sql } from 'kysely';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { linkNotValid } from '../../kit/mail/links.ts';
import { type NewMail, queueSealedMail } from '../../kit/mail/outbox.ts';
import { ProblemError, rateLimited } from '../../kit/problem.ts';
import type { Secrets } from '../../kit/secrets/box.ts';
import { cookieName, isSecure } from './cookies.ts';
import { factorOptions, withSealedFactors } from './factorOptions.ts';
import { existingAccountMail, resetMail, verificationMail } from './mails.ts';
import {
  hashPassword,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  type PasswordCost,
  verifyPassword,
} from './passwords.ts';
import { providerSessionFields, providerSessions } from './provider/sessions.ts';
import { readSecret } from './secret.ts';
import { withTokenDigests } from './tokenDigests.ts';

export interface LibrarySettings {
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

/** Values of Set-Cookie headers. */
export type Cookies = readonly string[];

const VERIFICATION_SECONDS = 24 * 3600;
const RESET_SECONDS = 3600;
const SESSION_SECONDS = 14 * 24 * 3600;

/** The user whose password a call of the library has set: the call itself answers without them. */
export const resetBy = new AsyncLocalStorage<{ id?: number; email?: string }>();

/** The path of the page that a visitor who signs up goes on to, for the mail that the library sends on the way. */
export const goingTo = new AsyncLocalStorage<string | undefined>();

/** The library that keeps passwords, sessions and second factors, as this service sets it up. */
export type Library = () => ReturnType<typeof setUp>;

/**
 * The library is loaded and set up at the first use: its 350 modules would hold up the start, and only then the service
 * knows its address and the database has the secret.
 */
export function openLibrary(parts: LibrarySettings): Library {
  let made: ReturnType<typeof setUp> | undefined;
  return () => {
    made ??= setUp(parts);
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
}

async function setUp(parts: LibrarySettings) {
  const { db, clock, log, secrets, mailSender } = parts;
  const { betterAuth } = await import('better-auth');
  const { kyselyAdapter } = await import('@better-auth/kysely-adapter');
  const { verifyJWT } = await import('better-auth/crypto');
  const { twoFactor } = await import('better-auth/plugins/two-factor');
  const secret = await readSecret(db);
  const baseUrl = parts.baseUrl();
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(baseUrl) } as const;
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
      withSealedFactors(
        withTokenDigests(kyselyAdapter(db as Kysely<unknown>, { type: 'postgres' })(given)),
        db,
        secrets,
      ),
    // Attempts are counted by the routes, for all replicas together.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'serial' },
      useSecureCookies: false, // would add another prefix
      cookies: {
        session_token: {
          name: cookieName(baseUrl),
          attributes,
        },
        two_factor: { name: cookieName(baseUrl, '-second-factor'), attributes },
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
      additionalFields: providerSessionFields,
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
        Object.assign(resetBy.getStore() ?? {}, { id: Number(user.id), email: user.email });
        await sql`update app_user set email_verified = true where id = ${Number(user.id)}`.execute(db);
      },
    },
    plugins: [twoFactor(factorOptions(db, secrets)), await providerSessions()],
    emailVerification: {
      // signIn.ts ends the session at once where none is wanted.
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: ({ user, token }) =>
        send(verificationMail(user.email, token, baseUrl, goingTo.getStore())),
    },
  } satisfies BetterAuthOptions;
  return { api: betterAuth(options).api, secret, verifyJWT };
}

const ADDRESS_HEADER = 'x-hinterland-address';

export function headersOf({ cookie, userAgent, address }: Browser): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 500));
  return headers;
}

/** Problems by refusal of the library. Any other refusal is an unexpected error. */
export async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { body?: { code?: string } }).body?.code;
    if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_PASSWORD') throw signInFailed();
    if (code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') throw signInFailed();
    if (code === 'EMAIL_NOT_VERIFIED') throw emailNotVerified();
    if (code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED' || code === 'USER_NOT_FOUND') throw linkNotValid();
    if (code !== undefined && isRefusedCode(code)) throw codeFailed();
    if (code === 'ACCOUNT_TEMPORARILY_LOCKED') throw factorLocked();
    if (code !== undefined) throw new Error(`The sign-in library failed: ${code}`, { cause: error });
    throw error;
  }
}

/** A code that is wrong, was used, or came too late. */
const isRefusedCode = (code: string): boolean =>
  [
    'INVALID_CODE',
    'INVALID_BACKUP_CODE',
    'INVALID_TWO_FACTOR_COOKIE',
    'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
    'TOTP_NOT_ENABLED',
    'BACKUP_CODES_NOT_ENABLED',
  ].includes(code);

export const codeFailed = () =>
  new ProblemError(
    'sign_in_failed',
    'The code is wrong, was used before, or came too late. Wait for the next one; after five wrong ones begin again with ' +
      'the password.',
  );

const factorLocked = () => rateLimited(said('wrong_codes'), 'second_factor', 900);

export const signInFailed = () => new ProblemError('sign_in_failed', said('credentials'));

const emailNotVerified = () => new ProblemError('email_not_verified', said('not_verified'));
