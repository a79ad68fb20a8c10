import { z } from 'zod';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Attempts, SIGN_IN_PER_DEVICE } from '../../kit/rates/attempts.ts';
import { deleteAccount } from './deleteAccount.ts';
import { browserOf } from './gate.ts';
import { ownData } from './ownData.ts';
import { PASSWORD_MAX_CHARACTERS } from './passwords.ts';
import type { SecondFactors } from './secondFactor.ts';
import { code } from './secondFactorRoutes.ts';
import type { SignIn } from './signIn.ts';

interface AccountServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly signIn: SignIn;
  readonly secondFactors: SecondFactors;
  readonly mailSender: Nudge;
}

export const accountRoutes = ({
  db,
  clock,
  attempts,
  signIn,
  secondFactors,
  mailSender,
}: AccountServices): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/account/data.json',
    access: 'visitor',
    respond: ({ caller }) => ({
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="hinterland-data.json"',
      },
      body: ReadableStream.from(ownData(db, caller)),
    }),
  }),
  // A POST, since the body has the password, typed to be sure.
  route({
    method: 'POST',
    path: '/web/v1/account/delete',
    access: 'visitor',
    body: z.object({
      password: z.string().min(1).max(PASSWORD_MAX_CHARACTERS),
      code: code.optional().describe('Of the second factor, where it is on'),
    }),
    returns: z.object({ status: z.literal('deleted') }),
    problems: ['sign_in_failed', 'last_owner', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => {
      await attempts.take(SIGN_IN_PER_DEVICE, `session ${caller.sessionId}`);
      await signIn.requirePassword(caller.user.email, body.password);
      await secondFactors.requireCodeIfOn(caller, browserOf(exchange), body.code);
      await deleteAccount(db, clock, caller);
      mailSender.nudge();
      exchange.setCookies(await signIn.signOut(browserOf(exchange)));
      return { status: 'deleted' as const };
    },
  }),
];
