import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Answer, json } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { activeOf } from '../identity/organizations.ts';
import { ProblemError } from '../problem.ts';
import { parseBody } from '../schema.ts';
import type { Route } from '../surface/v1.ts';
import {
  forgetAttempts,
  LINKS_PER_ADDRESS,
  MAIL_PER_ACCOUNT,
  MAIL_PER_ADDRESS,
  SIGN_IN_PER_ACCOUNT,
  SIGN_IN_PER_ADDRESS,
  takeAttempt,
} from './attempts.ts';
import * as bodies from './bodies.ts';
import { requireSameSite } from './sameSite.ts';
import { browserOf, enter, idIn, placesOf } from './visitor.ts';

const WEB = '/web/v1';

/** Accounts and sessions of people. Those that change something take requests of the service's own pages only. */
export const signInRoutes: readonly Route[] = [
  change('POST', `${WEB}/sign-up`, signUp),
  change('POST', `${WEB}/verify-email`, verifyEmail),
  change('POST', `${WEB}/sign-in`, signIn),
  change('POST', `${WEB}/sign-out`, signOut),
  change('POST', `${WEB}/password/forgot`, forgotPassword),
  change('POST', `${WEB}/password/reset`, resetPassword),
  change('PUT', `${WEB}/password`, changePassword),
  { method: 'GET', path: `${WEB}/session`, access: 'session', answer: getSession },
  { method: 'GET', path: `${WEB}/sessions`, access: 'session', answer: getSessions },
  change('POST', `${WEB}/sessions/revoke-others`, revokeOthers),
  change('DELETE', `${WEB}/sessions/:sessionId`, revokeSession),
];

/** A route that changes something. */
export function change(method: 'POST' | 'PUT' | 'DELETE', path: string, answer: Route['answer']): Route {
  return {
    method,
    path,
    access: 'session',
    async answer(parts, exchange) {
      requireSameSite(exchange, parts.baseUrl());
      return answer(parts, exchange);
    },
  };
}

/** The JSON body, which must be sent as such. */
export async function bodyOf<S extends z.ZodType>(exchange: Exchange, schema: S): Promise<z.output<S>> {
  return parseBody(schema, await exchange.readBody(LIMITS.bodyBytes));
}

/** The same answer whether the address is known or not; its owner reads the rest in their mail. */
const MAIL_SENT = { status: 'mail_sent' } as const;

async function signUp({ db, clock, signIn }: HttpParts, exchange: Exchange): Promise<Answer> {
  const user = await bodyOf(exchange, bodies.signUpBody);
  await takeAttempt(db, clock, MAIL_PER_ADDRESS, exchange.address);
  await takeAttempt(db, clock, MAIL_PER_ACCOUNT, user.email);
  await signIn.signUp(user);
  return { ...json(MAIL_SENT), status: 202 };
}

async function verifyEmail({ db, clock, signIn }: HttpParts, exchange: Exchange): Promise<Answer> {
  const { token, password } = await bodyOf(exchange, bodies.verificationBody);
  await takeAttempt(db, clock, LINKS_PER_ADDRESS, exchange.address);
  await takeAttempt(db, clock, SIGN_IN_PER_ACCOUNT, await signIn.addressOf(token));
  await signIn.verifyEmail(token, password);
  return json({ status: 'verified' });
}

async function signIn(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock } = parts;
  const { email, password } = await bodyOf(exchange, bodies.signInBody);
  await takeAttempt(db, clock, SIGN_IN_PER_ADDRESS, exchange.address);
  await takeAttempt(db, clock, SIGN_IN_PER_ACCOUNT, email);
  setCookies(exchange, await parts.signIn.signIn(browserOf(exchange), email, password));
  await forgetAttempts(db, SIGN_IN_PER_ACCOUNT, email);
  return json({ status: 'signed_in' });
}

async function signOut({ signIn }: HttpParts, exchange: Exchange): Promise<Answer> {
  await bodyOf(exchange, bodies.emptyBody);
  setCookies(exchange, await signIn.signOut(browserOf(exchange)));
  return json({ status: 'signed_out' });
}

async function forgotPassword({ db, clock, signIn }: HttpParts, exchange: Exchange): Promise<Answer> {
  const { email } = await bodyOf(exchange, bodies.emailBody);
  await takeAttempt(db, clock, MAIL_PER_ADDRESS, exchange.address);
  await takeAttempt(db, clock, MAIL_PER_ACCOUNT, email);
  await signIn.requestReset(email);
  return { ...json(MAIL_SENT), status: 202 };
}

async function resetPassword({ db, clock, signIn }: HttpParts, exchange: Exchange): Promise<Answer> {
  const { token, newPassword } = await bodyOf(exchange, bodies.resetBody);
  await takeAttempt(db, clock, LINKS_PER_ADDRESS, exchange.address);
  await signIn.resetPassword(token, newPassword);
  return json({ status: 'password_set' });
}

async function changePassword(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock, signIn } = parts;
  const { user } = await enter(parts, exchange);
  const { currentPassword, newPassword } = await bodyOf(exchange, bodies.passwordBody);
  await takeAttempt(db, clock, SIGN_IN_PER_ACCOUNT, user.email);
  setCookies(exchange, await signIn.changePassword(browserOf(exchange), currentPassword, newPassword));
  await forgetAttempts(db, SIGN_IN_PER_ACCOUNT, user.email);
  return json({ status: 'password_set' });
}

async function getSession(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const visitor = await enter(parts, exchange);
  const organizations = await placesOf(parts.db, visitor.user.id);
  return json({
    user: visitor.user,
    session: { id: visitor.sessionId, expiresAt: visitor.sessionExpiresAt.toISOString() },
    activeOrganization: activeOf(visitor, organizations),
    organizations,
  });
}

async function getSessions(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { user, sessionId } = await enter(parts, exchange);
  const { rows } = await sql<{
    id: number;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Date;
    expires_at: Date;
  }>`
    select id, ip_address, user_agent, created_at, expires_at from web_session
    where user_id = ${user.id} and expires_at > clock_timestamp() order by id desc`.execute(parts.db);
  return json({
    data: rows.map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      address: row.ip_address,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  });
}

async function revokeOthers(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { user, sessionId } = await enter(parts, exchange);
  await bodyOf(exchange, bodies.emptyBody);
  const { rows } = await sql`
    delete from web_session where user_id = ${user.id} and id <> ${sessionId} returning id`.execute(parts.db);
  return json({ revoked: rows.length });
}

async function revokeSession(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { user } = await enter(parts, exchange);
  const id = idIn(exchange, 'sessionId', unknownSession);
  const { rows } = await sql`
    delete from web_session where user_id = ${user.id} and id = ${id} returning id`.execute(parts.db);
  if (rows.length === 0) throw unknownSession();
  return json({ id, deleted: true });
}

const unknownSession = () => new ProblemError('not_found', 'You have no session with this number.');

function setCookies(exchange: Exchange, cookies: readonly string[]): void {
  for (const cookie of cookies) exchange.setHeader('Set-Cookie', cookie);
}
