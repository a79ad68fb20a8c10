import { z } from 'zod';
import type { Exchange } from '../../kit/http/exchange.ts';
import { email, emptyBody, name, token } from '../../kit/http/fields.ts';
import { type Route, route } from '../../kit/http/route.ts';
import {
  type AttemptLimit,
  type Attempts,
  LINKS_PER_ADDRESS,
  MAIL_PER_ACCOUNT,
  MAIL_PER_ADDRESS,
  SIGN_IN_PER_ADDRESS,
  SIGN_IN_PER_DEVICE,
} from '../../kit/rates/attempts.ts';
import { browserOf } from './gate.ts';
import type { Guesses } from './guesses.ts';
import { requireGoodPassword } from './newPassword.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './passwords.ts';
import type { SecondFactors } from './secondFactor.ts';
import type { SignIn } from './signIn.ts';
import type { SignUpProofs } from './signUpProofs.ts';

/** Path of a page of the service to go on to: a shared analysis, for which strangers sign up, or the start page with the place that they looked at. */
const next = z
  .string()
  .regex(
    /^\/(?:a\/[0-9A-Za-z]{12}|\?place=[\w%+.*-]{1,600}&lat=-?\d{1,2}(?:\.\d{1,20})?&lng=-?\d{1,3}(?:\.\d{1,20})?)$/,
  );
const newPassword = z.string().min(PASSWORD_MIN_CHARACTERS).max(PASSWORD_MAX_CHARACTERS);
/** One that is only compared: longer than any that exists is wrong, and must not cost more. */
const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);

/** The same answer whether the address is known or not; its owner reads the rest in their mail. */
const MAIL_SENT = { status: 'mail_sent' } as const;

/** Counts a request before its body is read: a refusal must cost less than the request. */
const perAddress = (attempts: Attempts, limit: AttemptLimit) => (exchange: Exchange) =>
  attempts.takeFrom(limit, exchange.address);

interface SignInServices {
  readonly signIn: SignIn;
  readonly guesses: Guesses;
  readonly secondFactors: SecondFactors;
  readonly attempts: Attempts;
  readonly proofs: SignUpProofs;
}

export const signInRoutes = ({
  signIn,
  guesses,
  secondFactors,
  attempts,
  proofs,
}: SignInServices): readonly Route[] => [
  route({
    method: 'POST',
    path: '/web/v1/sign-up',
    access: 'site',
    heavy: true,
    count: perAddress(attempts, MAIL_PER_ADDRESS),
    body: z.object({
      name,
      email,
      password: newPassword,
      next: next.optional(),
      remember: z.literal(true).optional().describe('Whether the link of the mail is enough in this browser'),
    }),
    status: 202,
    returns: z.object({ status: z.literal('mail_sent') }),
    problems: ['rate_limited'],
    handle: async ({ body: { next, remember, ...user }, exchange }) => {
      const words = [user.name, user.email];
      await requireGoodPassword(user.password, { pointer: '#/password', hasSecondFactor: false, words });
      await attempts.take(MAIL_PER_ACCOUNT, user.email);
      await signIn.signUp(user, next);
      if (remember === true) exchange.setCookies([await proofs.cookieFor(user.email, user.password)]);
      return MAIL_SENT;
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/verify-email',
    access: 'site',
    heavy: true,
    count: perAddress(attempts, LINKS_PER_ADDRESS),
    body: z
      .object({ token, password: password.optional(), signIn: z.literal(true).optional() })
      .refine(({ password, signIn }) => password !== undefined || signIn === true, {
        path: ['password'],
        message: 'The password is missing.',
      }),
    returns: z.object({ status: z.enum(['verified', 'signed_in']) }),
    problems: ['sign_in_failed', 'link_not_valid', 'rate_limited'],
    handle: async ({ body, exchange }) => {
      const browser = browserOf(exchange);
      const email = await signIn.addressOf(body.token);
      const given = { password: body.password ?? null, beginsSession: body.signIn === true };
      if (given.password !== null) await guesses.take(browser, email);
      const cookies = await signIn.verifyEmail(browser, body.token, given);
      if (cookies.length === 0) return { status: 'verified' as const };
      exchange.setCookies([...cookies, ...(await guesses.succeeded(browser, email))]);
      return { status: 'signed_in' as const };
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/sign-in',
    access: 'site',
    heavy: true,
    count: perAddress(attempts, SIGN_IN_PER_ADDRESS),
    body: z.object({ email, password }),
    returns: z.object({
      status: z.enum(['signed_in', 'second_factor']).describe('second_factor: a code is to follow'),
    }),
    problems: ['sign_in_failed', 'email_not_verified', 'rate_limited'],
    handle: async ({ body, exchange }) => {
      const browser = browserOf(exchange);
      await guesses.take(browser, body.email);
      const { cookies, needsCode } = await signIn.signIn(browser, body.email, body.password);
      exchange.setCookies(cookies);
      if (needsCode) return { status: 'second_factor' as const };
      exchange.setCookies(await guesses.succeeded(browser, body.email));
      return { status: 'signed_in' as const };
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/sign-out',
    access: 'site',
    body: emptyBody,
    returns: z.object({ status: z.literal('signed_out') }),
    handle: async ({ exchange }) => {
      exchange.setCookies(await signIn.signOut(browserOf(exchange)));
      return { status: 'signed_out' as const };
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/password/forgot',
    access: 'site',
    heavy: true,
    count: perAddress(attempts, MAIL_PER_ADDRESS),
    body: z.object({ email }),
    status: 202,
    returns: z.object({ status: z.literal('mail_sent') }),
    problems: ['rate_limited'],
    handle: async ({ body }) => {
      await attempts.take(MAIL_PER_ACCOUNT, body.email);
      await signIn.requestReset(body.email);
      return MAIL_SENT;
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/password/reset',
    access: 'site',
    heavy: true,
    count: perAddress(attempts, LINKS_PER_ADDRESS),
    body: z.object({ token, newPassword }),
    returns: z.object({ status: z.literal('password_set') }),
    problems: ['link_not_valid', 'rate_limited'],
    handle: async ({ body, exchange }) => {
      const browser = browserOf(exchange);
      await requireGoodPassword(body.newPassword, { pointer: '#/newPassword', hasSecondFactor: false, words: [] });
      const email = await signIn.resetPassword(browser, body.token, body.newPassword);
      exchange.setCookies(await guesses.succeeded(browser, email));
      return { status: 'password_set' as const };
    },
  }),
  route({
    method: 'PUT',
    path: '/web/v1/password',
    access: 'visitor',
    body: z.object({ currentPassword: password, newPassword }),
    returns: z.object({ status: z.literal('password_set') }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => {
      const { user } = caller;
      const hasSecondFactor = await secondFactors.isOn(user.id);
      const words = [user.name, user.email];
      await requireGoodPassword(body.newPassword, { pointer: '#/newPassword', hasSecondFactor, words });
      // A session is a known device, whatever strangers try elsewhere.
      await attempts.take(SIGN_IN_PER_DEVICE, `session ${caller.sessionId}`);
      exchange.setCookies(await signIn.changePassword(caller, browserOf(exchange), body));
      return { status: 'password_set' as const };
    },
  }),
];
