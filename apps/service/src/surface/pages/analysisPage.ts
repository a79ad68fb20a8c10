import type { Action } from '@hinterland/actions';
import { ANYBODY, type Found, findReadable, type Reader } from '../../analyses/access.ts';
import type { Clock, Db } from '../../db/database.ts';
import type { Answer } from '../../http/answer.ts';
import type { Exchange } from '../../http/exchange.ts';
import { placesOf } from '../../identity/places.ts';
import { ProblemError } from '../../problem.ts';
import { browserOf } from '../../signIn/gate.ts';
import type { SignIn } from '../../signIn/signIn.ts';
import { appDocument } from '../app/files.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import type { RunMarkup } from './runMarkup.ts';

/** What is needed to find out what a visitor may read. */
export type VisitSettings = Pick<AnalysisPageSettings, 'db' | 'clock' | 'signIn'>;

export interface AnalysisPageSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly signIn: SignIn;
  readonly actions: readonly Action[];
  readonly runMarkup: RunMarkup;
  /** See appDocument. */
  readonly checkoutOrigin: string | null;
}

/**
 * An analysis at the address that is shared: in the studio for those who are signed in and may read it, as a page for
 * everyone else while a link for anyone is live. Unknown, taken back and expired look alike, so that nobody learns which
 * codes there are.
 */
export async function analysisPage(settings: AnalysisPageSettings, exchange: Exchange, code: string): Promise<Answer> {
  const visit = await findForVisitor(settings, exchange, code);
  if (visit === null) return { ...unshared(), status: 404 };
  const { found, reader } = visit;
  // The studio asks in the name of an organization; who has none sees the page.
  if (reader.organization.id !== ANYBODY.organization.id) return unstored(appDocument(settings.checkoutOrigin));
  const latest = await settings.runMarkup.latest(found.id);
  const answer = page(
    found.name,
    html`<h1>${found.name}</h1>
<p class="soft">An analysis by ${found.owner.name}, changed last on ${found.updatedAt.toISOString().slice(0, 10)}.</p>
${latest ?? html`<p>It has not been run yet.</p>`}`,
  );
  return unstored(answer);
}

interface Visit {
  readonly found: Found;
  readonly reader: Reader;
}

export async function findForVisitor(settings: VisitSettings, exchange: Exchange, code: string): Promise<Visit | null> {
  for (const reader of await readersOf(settings, exchange)) {
    try {
      return { found: await findReadable(settings.db, settings.clock, reader, code), reader };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    }
  }
  return null;
}

/** Returns the readers to check: the user in each of their organizations, or an unknown one. */
async function readersOf({ db, signIn }: VisitSettings, exchange: Exchange): Promise<Reader[]> {
  const signedIn = await signIn.session(browserOf(exchange));
  if (signedIn === null) return [ANYBODY];
  const user = { ...ANYBODY.user, id: signedIn.session.userId };
  const places = await placesOf(db, user.id);
  return [...places.map(({ organization, role, team }) => ({ organization, user, role, team })), { ...ANYBODY, user }];
}

export const unshared = (): Answer =>
  unstored(
    page(
      'This link has expired',
      html`<h1>This link has expired</h1>
<p>The analysis is not shared by this link any more, or the link is not complete.</p>
<p>Ask whoever sent it to you to share the analysis again.</p>`,
    ),
  );

/** Shares may be revoked, so nothing is cached. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
});
