import { strangerAt, type Viewing } from '../../engine/map.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { ProblemError } from '../../kit/problem.ts';
import { browserOf } from '../../organizations/signIn/gate.ts';
import type { SignIn } from '../../organizations/signIn/signIn.ts';
import { ANYBODY, findReadable } from '../analyses/access.ts';

export interface ViewerSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly signIn: SignIn;
}

/**
 * Lets through whoever is signed in, and everyone on the page of an analysis with a live link for anyone; `share` is its
 * code. Returns the party that takes turns with others: the user, or the network of a stranger, who comes behind those. Throws
 * not_signed_in.
 */
export async function requireViewer(
  { db, clock, signIn }: ViewerSettings,
  exchange: Exchange,
  share: string | undefined,
): Promise<Viewing> {
  const session = await signIn.session(browserOf(exchange));
  if (session !== null) {
    exchange.setCookies(session.cookies);
    return { party: `user ${session.session.userId}`, signal: exchange.signal };
  }
  if (share !== undefined && (await isOpen(db, clock, share))) return strangerAt(exchange);
  throw new ProblemError(
    'not_signed_in',
    'Sign in first, or add ?share= with the code of an analysis whose link is open to anyone.',
  );
}

async function isOpen(db: Db, clock: Clock, code: string): Promise<boolean> {
  try {
    await findReadable(db, clock, ANYBODY, code);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return false;
    throw error;
  }
}
