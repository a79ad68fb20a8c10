import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth';

type Rows = Record<string, unknown>;

/** SHA-256 in hexadecimal digits. Tokens are random and long, so nothing slower is needed. */
const digestOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Wraps an adapter of the sign-in library so that it stores digests of session tokens instead of the tokens: a reader of
 * the database cannot act as a user. Lookups by a token return the token; lists have digests.
 */
export function withTokenDigests(adapter: DBAdapter<BetterAuthOptions>): DBAdapter<BetterAuthOptions> {
  const whereOf = (model: string, where: Where[]): Where[] =>
    model !== 'session' ? where : where.map((one) => (one.field === 'token' ? { ...one, value: digested(one) } : one));
  return {
    ...adapter,
    async create<T extends Rows, R = T>(request: Parameters<typeof adapter.create<T, R>>[0]): Promise<R> {
      const token: unknown = request.data.token;
      if (request.model !== 'session' || typeof token !== 'string') return adapter.create<T, R>(request);
      const stored = await adapter.create<Rows, Rows>({
        ...request,
        data: { ...request.data, token: digestOfToken(token) },
      });
      return { ...stored, token } as R;
    },
    async findOne<T>(request: Parameters<typeof adapter.findOne<T>>[0]): Promise<T | null> {
      const found = await adapter.findOne<T>({ ...request, where: whereOf(request.model, request.where) });
      return found === null ? null : { ...found, ...tokenAskedFor(request) };
    },
    findMany: (request) => adapter.findMany({ ...request, where: whereOf(request.model, request.where ?? []) }),
    async update<T>(request: Parameters<typeof adapter.update<T>>[0]): Promise<T | null> {
      const { token, ...changes } = request.update;
      if (request.model === 'session' && token !== undefined) throw new Error('The token of a session never changes.');
      const update = request.model === 'session' ? changes : request.update;
      const updated = await adapter.update<T>({ ...request, update, where: whereOf(request.model, request.where) });
      return updated === null ? null : { ...updated, ...tokenAskedFor(request) };
    },
    updateMany: (request) => adapter.updateMany({ ...request, where: whereOf(request.model, request.where) }),
    delete: (request) => adapter.delete({ ...request, where: whereOf(request.model, request.where) }),
    deleteMany: (request) => adapter.deleteMany({ ...request, where: whereOf(request.model, request.where) }),
    consumeOne: (request) => adapter.consumeOne({ ...request, where: whereOf(request.model, request.where) }),
  };
}

function digested({ value }: Where): Where['value'] {
  if (typeof value === 'string') return digestOfToken(value);
  if (Array.isArray(value)) return value.map((one) => digestOfToken(String(one)));
  return value;
}

/** The token by which a session was looked up, to be put back into what was found. */
function tokenAskedFor({ model, where }: { model: string; where: Where[] }): { token?: string } {
  const value = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined;
  return typeof value === 'string' ? { token: value } : {};
}
