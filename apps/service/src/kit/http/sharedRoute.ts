import { LIMITS, type Scope } from '@hinterland/contract';
import type { z } from 'zod';
import type { PathParameter, QueryParameter } from './parameters.ts';
import { type Body, type Declared, type Handler, type Request, type Route, route } from './route.ts';

/** Where the routes of version 1 begin, and those of a member in the web app. */
export const API = '/api/v1';
export const MEMBER = '/web/v1/organizations/:organizationId';

/** A route of both surfaces. */
export interface SharedRoute {
  /** Below /api/v1, for a key with the scope. */
  readonly byKey: Route;
  /** Below the member's organization in /web/v1, for whoever is signed in there. */
  readonly byMember: Route;
}

/** What a shared route is declared with; `path` stands below the beginning of either surface. */
type Shared = Omit<Declared, 'access' | 'scope' | 'roles' | 'guard' | 'file'> & { readonly scope: Scope };

/**
 * Declares a route that does the same for a key and for a signed-in member: a handler cannot tell the two apart. A key
 * needs the scope; a member has all scopes, as they could make a key that has them.
 */
export function sharedRoute<
  B extends Body | undefined = undefined,
  P extends Readonly<Record<string, PathParameter>> = Record<never, never>,
  Q extends Readonly<Record<string, QueryParameter>> = Record<never, never>,
  R = unknown,
>(
  declared: Shared & {
    readonly body?: B;
    readonly parameters?: P;
    readonly query?: Q;
    readonly returns?: z.ZodType<R>;
  } & Handler<Request<'key' | 'member', B, P, Q, undefined>, NoInfer<R>>,
): SharedRoute {
  const { scope, path, ...rest } = { bodyBytes: LIMITS.bodyBytes, ...(declared as Shared & Handler<unknown, unknown>) };
  return {
    byKey: route({ ...rest, access: 'key', scope, path: API + path }),
    byMember: route({ ...rest, access: 'member', path: MEMBER + path }),
  };
}

export const byKey = (routes: readonly SharedRoute[]): readonly Route[] => routes.map((one) => one.byKey);
export const byMember = (routes: readonly SharedRoute[]): readonly Route[] => routes.map((one) => one.byMember);
