import { LIMITS, type ProblemCode, type Role, type Scope } from '@hinterland/contract';
import type { z } from 'zod';
import { parseBody } from '../schema.ts';
import { requireRole } from '../who.ts';
import { type Answer, cachedJson, json } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { FileLimits } from './fileBody.ts';
import type { Access, CallerOf, Gates } from './gates.ts';
import { type Header, type PathParameter, type QueryParameter, readQuery, type Schema } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The body of a request: an object of that schema; JSON that the handler parses; or none, where one that is sent must be
 * JSON and has no effect.
 */
export type Body = z.ZodType | 'bytes' | 'unused';
type Read<B> = B extends z.ZodType ? z.output<B> : B extends 'bytes' ? Buffer : undefined;

type Parameters<P> = { readonly [N in keyof P]: P[N] extends PathParameter<infer T> ? T : never };
type Query<Q> = { readonly [N in keyof Q]: Q[N] extends QueryParameter<infer T> ? T : never };

/** Argument of a handler. `caller` depends on the access of the route, the rest on its declaration. */
export interface Request<A extends Access, B, P, Q, F> {
  readonly caller: CallerOf[A];
  readonly body: Read<B>;
  readonly parameters: Parameters<P>;
  readonly query: Query<Q>;
  /** A file as it arrives. */
  readonly file: F extends FileLimits ? AsyncIterable<Buffer> : undefined;
  /** For what is neither body nor parameter: cookies, headers, the network address, the signal of a lost connection. */
  readonly exchange: Exchange;
}

/** Parts of the OpenAPI document that do not follow from the declaration of a route. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  /** Without the scope that the route needs, which is added. */
  readonly summary: string;
  readonly description?: string;
  /** Headers that the route reads. */
  readonly headers?: Readonly<Record<string, Header>>;
  /** Headers of the answer, beyond those of every answer. */
  readonly answerHeaders?: Readonly<Record<string, Header>>;
  /** Media types of an answer that is no JSON. */
  readonly files?: readonly string[];
  /** Media types that an answer of JSON also has, for callers that ask for them. */
  readonly formats?: readonly string[];
  /** Schemas that take the place of `body` and `returns`, where those cannot say it. */
  readonly schemas?: { readonly body?: Schema; readonly answer?: Schema };
  /** Fits the schemas of body and answer. A function is called when the document is made. */
  readonly example?: { readonly body?: unknown; readonly answer?: unknown };
}

/** Optional parts of a declaration. */
interface ByAccess {
  readonly public: Without;
  readonly key: { readonly scope: Scope; readonly roles?: never };
  readonly run: Without;
  readonly site: Without;
  readonly visitor: Without;
  readonly member: { readonly scope?: never };
}
interface Without {
  readonly scope?: never;
  readonly roles?: never;
}

/** Declaration of a route. */
export interface Declared {
  readonly method: Method;
  /** `/api/v1/webhooks/:id` */
  readonly path: string;
  readonly access: Access;
  /** Scope that the key needs. */
  readonly scope?: Scope;
  /** Roles that the member needs; `deed` completes "Only owners may …". */
  readonly roles?: { readonly of: readonly Role[]; readonly deed: string };
  /** Whether it does more than most routes: it counts as twenty requests where parties are paced. */
  readonly heavy?: boolean;
  /** Throws where the request must not be looked at any further. */
  readonly guard?: (exchange: Exchange) => void;
  /** Counts the request before its body is read. Throws rate_limited. */
  readonly count?: (exchange: Exchange) => Promise<void>;
  /** Every parameter of the path, but for the `:organizationId` of members. */
  readonly parameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: Body;
  /** Most bytes of the body; where absent `LIMITS.bodyBytes`, of routes of pages `LIMITS.accountBodyBytes`. */
  readonly bodyBytes?: number;
  /** The body is a file, which the handler reads as it arrives. */
  readonly file?: FileLimits;
  /** 200 where absent. */
  readonly status?: 200 | 201 | 202;
  /** Schema of a successful answer. */
  readonly returns?: z.ZodType;
  /** Problems beyond those that follow from access, parameters, query and body. */
  readonly problems?: readonly ProblemCode[];
  /** Absent where the route is no part of the published interface. */
  readonly operation?: Operation;
}

export type Handler<I, R> =
  | { handle(request: I): R | Promise<R>; readonly respond?: never }
  | { respond(request: I): Answer | Promise<Answer>; readonly handle?: never };

/** A route as the server takes it: what was declared, and the whole way from a request to its answer. */
export interface Route extends Declared {
  answer(exchange: Exchange, gates: Gates): Promise<Answer>;
}

/**
 * Declares a route. `handle` returns the value that is answered as JSON; `respond` returns the whole answer, for texts
 * that are written already, pages, files and streams.
 */
export function route<
  A extends Access,
  B extends Body | undefined = undefined,
  P extends Readonly<Record<string, PathParameter>> = Record<never, never>,
  Q extends Readonly<Record<string, QueryParameter>> = Record<never, never>,
  F extends FileLimits | undefined = undefined,
  R = unknown,
>(
  declared: Declared & {
    readonly access: A;
    readonly body?: B;
    readonly parameters?: P;
    readonly query?: Q;
    readonly file?: F;
    readonly returns?: z.ZodType<R>;
  } & ByAccess[A] &
    Handler<Request<A, B, P, Q, F>, NoInfer<R>>,
): Route {
  const { handle, respond, ...rest } = declared as Declared & Handler<unknown, unknown>;
  checkParameters(rest);
  return {
    ...rest,
    async answer(exchange, gates) {
      const request = await admit(rest, exchange, gates);
      const status = rest.status ?? 200;
      if (respond !== undefined) return { status, ...(await respond(request)) };
      const value = await handle(request);
      if (!hasETag(rest)) return { ...json(value), status };
      return { status, ...cachedJson(JSON.stringify(value))(exchange.header('if-none-match')) };
    },
  };
}

/** Pages ask again for what may have changed, so what they read has an ETag: of what has not, 304 is the whole answer. */
export const hasETag = ({ method, access }: Pick<Declared, 'method' | 'access'>): boolean =>
  method === 'GET' && (access === 'visitor' || access === 'member');

/** The checks of every route. Their order is the order in which faults are reported; the service's own come after them. */
async function admit(route: Declared, exchange: Exchange, gates: Gates): Promise<unknown> {
  route.guard?.(exchange);
  if (route.heavy === true) exchange.countAsHeavy();
  if (isOwnSite(route)) gates.site(exchange); // 403
  const caller = await callerOf(route, exchange, gates); // 401, 429, 403; 404 of the organization
  const parameters = readParameters(route, exchange); // 404
  if (route.roles !== undefined) requireRole(caller as CallerOf['member'], route.roles.of, route.roles.deed); // 403
  await route.count?.(exchange); // 429
  const body = await readBody(route, exchange); // 413, 415, 400
  const query = readQuery(route.query ?? {}, (name) => exchange.query(name)); // 400
  const file = route.file === undefined ? undefined : exchange.readFile(route.file); // 415, 413
  return { caller, parameters, body, query, file, exchange };
}

/** Cookies come with every request that a browser is made to send: then the page that sends it must be one of ours. */
const isOwnSite = (route: Declared): boolean => route.method !== 'GET' && isOfPages(route);

const isOfPages = ({ access }: Declared): boolean => access === 'site' || access === 'visitor' || access === 'member';

async function callerOf(route: Declared, exchange: Exchange, gates: Gates): Promise<CallerOf[Access]> {
  if (route.scope !== undefined) return gates.key(exchange, route.scope);
  if (route.access === 'visitor') return gates.visitor(exchange);
  if (route.access === 'member') return gates.member(exchange);
  // Pages and parts of the map come in crowds, and cost little.
  if (route.access === 'site' && route.method !== 'GET') await gates.stranger(exchange);
  return undefined;
}

const readParameters = ({ parameters = {} }: Declared, exchange: Exchange): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(exchange.parameter(name))]),
  );

async function readBody(route: Declared, exchange: Exchange): Promise<unknown> {
  const { body, bodyBytes = isOfPages(route) ? LIMITS.accountBodyBytes : LIMITS.bodyBytes } = route;
  if (body === undefined) return undefined;
  if (body === 'unused') return void (await exchange.readOptionalBody(bodyBytes));
  if (body === 'bytes') return exchange.readBytes(bodyBytes);
  return parseBody(body, await exchange.readBody(bodyBytes));
}

/** Throws for a path whose parameters are not the declared ones. */
function checkParameters({ method, path, access, parameters = {} }: Declared): void {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const read = access === 'member' ? ['organizationId', ...Object.keys(parameters)] : Object.keys(parameters);
  if (inPath.length === read.length && read.every((name) => inPath.includes(name))) return;
  throw new Error(`${method} ${path} declares the parameters ${read.join()}, and its path has ${inPath.join()}`);
}
