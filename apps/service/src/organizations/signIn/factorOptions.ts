import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions, DBAdapter } from 'better-auth';
import type { TwoFactorOptions } from 'better-auth/plugins/two-factor';
import type { Db } from '../../kit/db/database.ts';
import type { Secrets } from '../../kit/secrets/box.ts';

/** Contexts of what is sealed here, for the box. */
export const RECOVERY_CODES = 'recovery codes';
export const factorOf = (userId: unknown): string => `second factor of ${String(userId)}`;

/** How the library keeps second factors: codes by RFC 6238, ten recovery codes, stored under the key outside the database. */
export const factorOptions = (db: Db, secrets: Secrets): TwoFactorOptions => ({
  issuer: 'Hinterland',
  backupCodeOptions: {
    storeBackupCodes: {
      encrypt: (codes) => seal(db, secrets, codes, RECOVERY_CODES),
      decrypt: (sealed) => open(db, secrets, sealed, RECOVERY_CODES),
    },
  },
  schema: {
    user: { fields: { twoFactorEnabled: 'second_factor' } },
    twoFactor: {
      modelName: 'web_second_factor',
      fields: {
        backupCodes: 'recovery_codes',
        userId: 'user_id',
        failedVerificationCount: 'failed_count',
        lockedUntil: 'locked_until',
      },
    },
  },
});

/** The user whose second factor a call of the library has read: a code that is refused is answered without them. */
export const checkedFactor = new AsyncLocalStorage<{ userId?: number }>();

type Rows = Record<string, unknown>;

/**
 * Wraps an adapter of the sign-in library so that it stores the secrets of second factors sealed for their user: a reader
 * of the database cannot make codes, and a secret that is moved to another user does not open.
 */
export function withSealedFactors(
  adapter: DBAdapter<BetterAuthOptions>,
  db: Db,
  secrets: Secrets,
): DBAdapter<BetterAuthOptions> {
  return {
    ...adapter,
    async create<T extends Rows, R = T>(request: Parameters<typeof adapter.create<T, R>>[0]): Promise<R> {
      const { secret, userId }: { secret?: unknown; userId?: unknown } = request.data;
      if (request.model !== 'twoFactor' || typeof secret !== 'string') return adapter.create<T, R>(request);
      const sealed = await seal(db, secrets, secret, factorOf(userId));
      return adapter.create<T, R>({ ...request, data: { ...request.data, secret: sealed } });
    },
    async findOne<T>(request: Parameters<typeof adapter.findOne<T>>[0]): Promise<T | null> {
      const found = await adapter.findOne<T>(request);
      if (request.model !== 'twoFactor' || found === null) return found;
      const { secret, userId } = found as { secret: string; userId: unknown };
      const checked = checkedFactor.getStore();
      if (checked !== undefined) checked.userId = Number(userId);
      return { ...found, secret: await open(db, secrets, secret, factorOf(userId)) };
    },
  };
}

async function seal(db: Db, secrets: Secrets, text: string, context: string): Promise<string> {
  return (await secrets.forWriting(db)).seal(text, context).toString('base64');
}

async function open(db: Db, secrets: Secrets, sealed: string, context: string): Promise<string> {
  const box = await secrets.forReading(db);
  if (box === null)
    throw new Error('The database has sealed second factors, and no fingerprint of the key that opens them.');
  return box.open(Buffer.from(sealed, 'base64'), context);
}
