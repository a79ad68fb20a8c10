import type { Action } from '@hinterland/actions';
import { browserOf, placesOf } from '../../accounts/visitor.ts';
import { type Found, findReadable, type Reader } from '../../analyses/access.ts';
import { type FullRun, findLatestRuns } from '../../analyses/runs.ts';
import { ProblemError } from '../../problem.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import type { HttpParts } from '../parts.ts';
import { escapeHtml, page, scrolling } from './layout.ts';

/**
 * An analysis at the address that is shared: for everyone while a link for anyone is live, and for those who are signed in
 * and may read it. Unknown, taken back and expired look alike, so that nobody learns which codes there are.
 */
export async function analysisPage(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const found = await findForVisitor(parts, exchange);
  if (found === null) return { ...unshared(), status: 404 };
  const latest = (await findLatestRuns(parts.db, found.id)).get('latestRun');
  const author = escapeHtml(found.owner.name);
  const answer = page(
    found.name,
    `<h1>${escapeHtml(found.name)}</h1>
<p class="soft">An analysis by ${author}, changed last on ${dayOf(found.updatedAt.toISOString())}.</p>
${latest === undefined ? '<p>It has not been run yet.</p>' : lastRun(latest, parts.actions)}`,
  );
  return unstored(answer);
}

async function findForVisitor(parts: HttpParts, exchange: Exchange): Promise<Found | null> {
  const code = exchange.parameter('code');
  for (const reader of await readersOf(parts, exchange)) {
    try {
      return await findReadable(parts.db, parts.clock, reader, code);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    }
  }
  return null;
}

/** Numbers begin at 1: nobody has these, so that only what is open to everyone is found. */
const ANYBODY: Reader = {
  organization: { id: 0, name: '' },
  user: { id: 0, name: '', email: '' },
  role: 'member',
  team: null,
};

/** Whoever looks: in each of their organizations where they are signed in. */
async function readersOf({ db, signIn }: HttpParts, exchange: Exchange): Promise<Reader[]> {
  const signedIn = await signIn.session(browserOf(exchange));
  if (signedIn === null) return [ANYBODY];
  const user = { ...ANYBODY.user, id: signedIn.session.userId };
  const places = await placesOf(db, user.id);
  return [...places.map(({ organization, role, team }) => ({ organization, user, role, team })), { ...ANYBODY, user }];
}

const unshared = (): Answer =>
  unstored(
    page(
      'This link has expired',
      `<h1>This link has expired</h1>
<p>The analysis is not shared by this link any more, or the link is not complete.</p>
<p>Ask whoever sent it to you to share the analysis again.</p>`,
    ),
  );

/** What is shared may be taken back: nothing of it stays in a cache. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
});

const dayOf = (iso: string): string => escapeHtml(iso.slice(0, 10));

function lastRun({ summary, results }: FullRun, actions: readonly Action[]): string {
  const title = actions.find(({ id }) => id === summary.actionId)?.title ?? summary.actionId;
  const data = Object.entries(summary.dataVersion).map(([family, version]) => `${family} ${version}`);
  return `<h2>${escapeHtml(title)}</h2>
<p>Computed on ${dayOf(summary.createdAt)} with the data ${escapeHtml(data.join(', '))}.</p>
${valueHtml(JSON.parse(results), 'Results', 3)}`;
}

/** What tells nothing to people: shapes, and what the run cost its owner. */
const LEFT_OUT = new Set(['geometry', 'polygon', 'polygons', 'coordinates', 'charged', 'creditsCharged']);
const ROWS_MAX = 200;

/** A value of results as lists and tables. */
function valueHtml(value: unknown, name: string, level: number): string {
  if (Array.isArray(value)) return rowsHtml(value, name, level);
  if (typeof value !== 'object' || value === null) return `<p>${scalar(value)}</p>`;
  const members = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  const plain = members.filter(([, one]) => typeof one !== 'object' || one === null);
  const nested = members.filter(([, one]) => typeof one === 'object' && one !== null && Object.keys(one).length > 0);
  const list = plain.map(([key, one]) => `<tr><th scope="row">${titleOf(key)}</th><td>${scalar(one)}</td></tr>`);
  return [
    list.length === 0 ? '' : scrolling(`<table><tbody>${list.join('')}</tbody></table>`, name),
    ...nested.map(([key, one]) => `${heading(key, level)}${valueHtml(one, key, level + 1)}`),
  ].join('\n');
}

function rowsHtml(rows: readonly unknown[], name: string, level: number): string {
  const shown = rows.slice(0, ROWS_MAX);
  const more = rows.length > ROWS_MAX ? `<p class="soft">The first ${ROWS_MAX} of ${rows.length}.</p>` : '';
  if (shown.every((row) => typeof row !== 'object' || row === null))
    return `<p>${shown.map(scalar).join(', ')}</p>${more}`;
  const isFlat = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!shown.every(isFlat)) return shown.map((row) => valueHtml(row, name, level)).join('\n') + more;
  const objects = shown as Record<string, unknown>[];
  const keys = [...new Set(objects.flatMap((row) => Object.keys(row)))].filter((key) => !LEFT_OUT.has(key));
  const columns = keys.filter((key) => objects.every((row) => typeof row[key] !== 'object' || row[key] === null));
  if (columns.length === 0) return shown.map((row) => valueHtml(row, name, level)).join('\n') + more;
  const head = columns.map((key) => `<th scope="col">${titleOf(key)}</th>`).join('');
  const body = objects.map((row) => `<tr>${columns.map((key) => `<td>${scalar(row[key])}</td>`).join('')}</tr>`);
  return scrolling(`<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`, name) + more;
}

const heading = (key: string, level: number): string =>
  `<h${Math.min(level, 6)}>${titleOf(key)}</h${Math.min(level, 6)}>`;

/** "bandSeconds" reads "Band seconds". */
const titleOf = (key: string): string => {
  const words = key
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
};

function scalar(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return escapeHtml(String(value));
}
