import type { Scope } from '@hinterland/contract';
import type { Caller, Member, Visitor } from '../who.ts';
import type { Exchange } from './exchange.ts';

/** Finds out who calls. The modules that know keys and sessions are behind it, so that this folder knows neither. */
export interface Gates {
  /**
   * The caller behind the bearer key, counted in the window of requests. Throws missing_api_key and invalid_api_key
   * (401), rate_limited (429) and, for a key without the scope, insufficient_scope (403).
   */
  key(exchange: Exchange, scope: Scope): Promise<Caller>;
  /** Throws cross_site_request (403) unless a page of this service sent the request. */
  site(exchange: Exchange): void;
  /** Has a request of nobody who is known wait for its turn. Throws rate_limited (429). */
  stranger(exchange: Exchange): Promise<void>;
  /** Returns the signed-in user. Throws not_signed_in (401), rate_limited (429). */
  visitor(exchange: Exchange): Promise<Visitor>;
  /** Who is signed in, in the organization `:organizationId` of the path. Throws 401, 429, not_found (404). */
  member(exchange: Exchange): Promise<Member>;
}

/** Type of a handler's `caller`, by the access of its route. */
export interface CallerOf {
  /** No authentication; pages of any site may read the answer. */
  readonly public: undefined;
  /** A bearer key with the scope of the route. */
  readonly key: Caller;
  /** A bearer key, which the steps of runs/ look at themselves, since what they count and ask depends on the action. */
  readonly run: undefined;
  /** No authentication; changes are accepted from pages of this service only. */
  readonly site: undefined;
  /** A signed-in user. What changes something is taken from pages of this service only, here and for members. */
  readonly visitor: Visitor;
  /** A signed-in user, in the organization `:organizationId` of the path. */
  readonly member: Member;
}
export type Access = keyof CallerOf;
