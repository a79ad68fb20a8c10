import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Answer } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { ProblemError } from '../../kit/problem.ts';
import { placesOf } from '../../organizations/identity/places.ts';
import { browserOf } from '../../organizations/signIn/gate.ts';
import type { SignIn } from '../../organizations/signIn/signIn.ts';
import { ANYBODY, type Found, findReadable, type Reader } from '../../work/analyses/access.ts';
import { readLink } from '../../work/analyses/link.ts';
import { languageOf } from './language/languages.ts';
import { wordsIn } from './language/words.ts';
import { deadLinkPage } from './shared/deadLink.ts';

/** What is needed to find out what a visitor may read. */
export interface VisitSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly signIn: SignIn;
}

/** An analysis that a visitor may read, signed in or not. */
interface Visit {
  readonly found: Found;
  readonly reader: Reader;
}

/** Returns null where the analysis is unknown, or not shared with the visitor. */
export async function findForVisitor(settings: VisitSettings, exchange: Exchange, code: string): Promise<Visit | null> {
  let visit: Visit | null = null;
  for (const reader of await readersOf(settings, exchange)) {
    try {
      const found = await findReadable(settings.db, settings.clock, reader, code);
      // Those of its organization see more than strangers.
      if (found.isInside) return { found, reader };
      visit ??= { found, reader };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    }
  }
  return visit;
}

/** Answers where there is nothing for the visitor: what became of the link, and the next step. */
export async function deadLink(
  { db, clock, signIn }: VisitSettings,
  exchange: Exchange,
  code: string,
): Promise<Answer> {
  const signedIn = await signIn.session(browserOf(exchange));
  const { rows } = await sql<{ email: string }>`
    select email from app_user where id = ${signedIn?.session.userId ?? null}::bigint`.execute(db);
  const words = wordsIn(languageOf(exchange));
  return deadLinkPage(await readLink(db, clock, code), code, rows[0]?.email ?? null, words);
}

/** Returns the readers to check: the user in each of their organizations, or an unknown one. */
async function readersOf({ db, signIn }: VisitSettings, exchange: Exchange): Promise<Reader[]> {
  const signedIn = await signIn.session(browserOf(exchange));
  if (signedIn === null) return [ANYBODY];
  const user = { ...ANYBODY.user, id: signedIn.session.userId };
  const places = await placesOf(db, user.id);
  return [...places.map(({ organization, role, team }) => ({ organization, user, role, team })), { ...ANYBODY, user }];
}
