import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { type Attempts, SIGN_IN_PER_ADDRESS } from '../../kit/rates/attempts.ts';
import { browserOf } from './gate.ts';
import type { Guesses } from './guesses.ts';
import { PASSWORD_MAX_CHARACTERS } from './passwords.ts';
import type { SecondFactors } from './secondFactor.ts';

const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);
const sixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/, { error: () => asMessage(said('six_digits')) });
/** A code of the app or a recovery code. */
export const code = z.string().trim().min(6).max(20);
const recoveryCodes = z.array(z.string()).describe('Each works once, in place of a code');

/** What a user proves to be themselves with, to weaken the factor. */
const proof = z.object({ password, code });

const FACTOR = '/web/v1/second-factor';

export const secondFactorRoutes = (factors: SecondFactors, guesses: Guesses, attempts: Attempts): readonly Route[] => [
  route({
    method: 'POST',
    path: '/web/v1/sign-in/second-factor',
    access: 'site',
    heavy: true,
    count: (exchange) => attempts.takeFrom(SIGN_IN_PER_ADDRESS, exchange.address),
    body: z.object({ code }),
    returns: z.object({ status: z.literal('signed_in') }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: async ({ body, exchange }) => {
      const browser = browserOf(exchange);
      const { email, cookies } = await factors.enter(browser, body.code);
      exchange.setCookies(cookies);
      exchange.setCookies(await guesses.succeeded(browser, email));
      return { status: 'signed_in' as const };
    },
  }),
  route({
    method: 'GET',
    path: FACTOR,
    access: 'visitor',
    returns: z
      .object({ isOn: z.boolean(), recoveryCodesLeft: z.int() })
      .describe('The second factor of the user')
      .meta({ id: 'SecondFactor' }),
    handle: ({ caller }) => factors.read(caller),
  }),
  // The only answer that holds the secret.
  route({
    method: 'POST',
    path: FACTOR,
    access: 'visitor',
    body: z.object({ password }),
    returns: z
      .object({ uri: z.string().describe('otpauth://totp/…, for the app'), recoveryCodes })
      .describe('A second factor that is being set up')
      .meta({ id: 'NewSecondFactor' }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: ({ caller, body, exchange }) => factors.begin(caller, browserOf(exchange), body.password),
  }),
  route({
    method: 'POST',
    path: `${FACTOR}/confirm`,
    access: 'visitor',
    body: z.object({ code: sixDigits }),
    returns: z.object({ status: z.literal('on') }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => {
      exchange.setCookies(await factors.confirm(caller, browserOf(exchange), body.code));
      return { status: 'on' as const };
    },
  }),
  route({
    method: 'POST',
    path: `${FACTOR}/recovery-codes`,
    access: 'visitor',
    body: proof,
    returns: z.object({ recoveryCodes }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => ({
      recoveryCodes: await factors.renewCodes(caller, browserOf(exchange), body),
    }),
  }),
  route({
    method: 'POST',
    path: `${FACTOR}/remove`,
    access: 'visitor',
    body: proof,
    returns: z.object({ status: z.literal('off') }),
    problems: ['sign_in_failed', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => {
      exchange.setCookies(await factors.remove(caller, browserOf(exchange), body));
      return { status: 'off' as const };
    },
  }),
];
