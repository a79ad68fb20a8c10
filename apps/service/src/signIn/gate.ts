import type { Db } from '../db/database.ts';
import type { Gates } from '../http/gates.ts';
import { requireSameSite } from './sameSite.ts';
import type { SignIn } from './signIn.ts';
import { enter, enterOrganization } from './visitor.ts';

export interface SessionGateSettings {
  readonly db: Db;
  readonly signIn: SignIn;
  readonly baseUrl: () => string;
}

/** Who is signed in, by the session in the cookie. */
export const makeSessionGate = (settings: SessionGateSettings): Pick<Gates, 'site' | 'visitor' | 'member'> => ({
  site: (exchange) => requireSameSite(exchange, settings.baseUrl()),
  visitor: (exchange) => enter(settings, exchange),
  member: (exchange) => enterOrganization(settings, exchange),
});
