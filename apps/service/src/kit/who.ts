import type { Role, Scope } from '@hinterland/contract';
import { ProblemError } from './problem.ts';

/** The identity that a request acts for: a user in an organization, through a key or signed in. */
export interface Actor {
  readonly organization: { readonly id: number; readonly name: string };
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly role: Role;
  readonly team: { readonly id: number; readonly name: string } | null;
}

/** The identity that a request with a key acts for. */
export interface Caller extends Actor {
  /** Network address that the request came from. */
  readonly address: string;
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
    readonly scopes: readonly Scope[];
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  };
}

/** The identity that an action runs for; it has no key in the web app. */
export interface Runner extends Actor {
  readonly key: Caller['key'] | null;
}

/** A signed-in user. */
export interface Visitor {
  readonly sessionId: number;
  readonly sessionExpiresAt: Date;
  /** Network address that the request came from. */
  readonly address: string;
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  /** The organization last chosen in this session, of which the user may no longer be a member. */
  readonly chosenOrganizationId: number | null;
}

/** A user's place in an organization. */
export interface Place {
  readonly organization: { readonly id: number; readonly name: string };
  readonly role: Role;
  readonly billing: boolean;
  readonly team: { readonly id: number; readonly name: string } | null;
}

/** A signed-in user within an organization that they belong to. */
export interface Member extends Visitor, Place {}

/** Throws insufficient_scope. No scope implies another. */
export function requireScope(key: Caller['key'], scope: Scope): void {
  if (key.scopes.includes(scope)) return;
  throw new ProblemError(
    'insufficient_scope',
    `This needs a key with the scope "${scope}"; the key "${key.name}" has ${key.scopes.join(', ')}.`,
    { requiredScope: scope },
    { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope}"` },
  );
}

/** Throws insufficient_role where the member has none of these roles. `deed` completes "Only owners … may". */
export function requireRole({ role }: Pick<Place, 'role'>, roles: readonly Role[], deed: string): void {
  if (roles.includes(role)) return;
  throw new ProblemError('insufficient_role', `Only ${roles.map((one) => `${one}s`).join(' and ')} may ${deed}.`);
}

/** The same where there is no such organization and where the user is no member of it. */
export const unknownOrganization = () =>
  new ProblemError('not_found', 'There is no organization with this number, or you are not a member of it.');

/** For a key whose organization the operator has suspended. */
export const suspendedKey = () =>
  new ProblemError(
    'invalid_api_key',
    'The operator of this service has suspended the organization of this API key. Ask the operator for the reason.',
    {},
    { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
  );

/** Also for a caller who was admitted a moment ago, if their organization was deleted in the meantime. */
export const invalidKey = () =>
  new ProblemError(
    'invalid_api_key',
    'The API key is unknown, malformed, revoked or expired, or may not be used from this network address. Check that it ' +
      'was copied whole, or use another key.',
    {},
    { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
  );
