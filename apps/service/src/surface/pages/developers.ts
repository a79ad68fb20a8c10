import type { Action } from '@hinterland/actions';
import { SCOPE_MEANING, SCOPES } from '@hinterland/contract';
import type { Answer } from '../../kit/http/answer.ts';
import { FOR_DRAWINGS } from '../../kit/http/contentSecurityPolicy.ts';
import { actionsTable } from './actionsTable.ts';
import {
  addressOf,
  type Folder,
  fileOf,
  type Listed,
  listDocuments,
  readDocument,
  readDocumentBytes,
  SINGLE,
  splitHead,
} from './documents.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';
import { renderMarkdown, renderSentence } from './markdown.ts';
import { developersIndex, FOLDER_TITLES } from './sideIndex.ts';

/** Address in the samples of the guides; pages have the address of the service instead. */
const LOCAL = 'http://127.0.0.1:8080';

/** Returns the first page for developers; that of an organization's own server (`house`) has no prices. */
export async function developersPage({
  actions,
  house,
}: {
  readonly actions: readonly Action[];
  readonly house: boolean;
}): Promise<Answer> {
  const { guides } = await listDocuments();
  const scopes = SCOPES.map((scope) => html`<li><code>${scope}</code>: ${SCOPE_MEANING[scope]}</li>`);
  const body = html`<h1>For developers</h1>
<p>One interface on every channel: HTTP and JSON, a TypeScript client, and a tool server for agents at <code>/mcp</code>.
The same key, ${house ? '' : 'the same prices, '}the same results. Begin with <a href="/developers/guides/first-call">the first call</a>,
or look an operation up in the <a href="/developers/reference">reference</a> and try it there.</p>
<h2>Guides</h2>
${summaries(guides)}
<h2>Actions</h2>
${actionsTable(actions, !house)}
<p>The <a href="/developers/methods">methods</a> say how each figure is computed. For generators of clients there is the
<a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
<h2>Scopes of a key</h2>
<ul>${scopes}</ul>`;
  return page('For developers', body, { index: await developersIndex('/developers') });
}

/** One document of a folder, or the list of its documents where `name` is absent. */
export async function documentPage(folder: Folder, name: string | undefined, baseUrl: string): Promise<Answer> {
  if (name !== undefined) return markdownPage(fileOf(folder, name), baseUrl);
  const address = `/developers/${folder}`;
  const { title, about } = FOLDER_TITLES[folder];
  const documents = (await listDocuments())[folder];
  const subjects = [...new Set(documents.map(({ head }) => head?.subject))];
  const lists = subjects.map((subject) => {
    const own = summaries(documents.filter(({ head }) => head?.subject === subject));
    return subject === undefined ? own : html`<h2>${subject}</h2>\n${own}\n`;
  });
  return page(title, html`<h1>${title}</h1>\n<p>${about}</p>\n${lists}`, { index: await developersIndex(address) });
}

export const singlePage = (name: keyof typeof SINGLE, baseUrl: string): Promise<Answer> =>
  markdownPage(SINGLE[name], baseUrl);

async function markdownPage(path: string, baseUrl: string): Promise<Answer> {
  const text = (await readDocument(path)).replaceAll(LOCAL, baseUrl);
  const [heading = '', title = 'Hinterland'] = /^# (.*)\n/.exec(text) ?? [];
  const { head, rest } = splitHead(text.slice(heading.length));
  const status = head === null ? '' : `\n${head.subject}, ${head.date}: ${head.status}.\n`;
  return page(title, renderMarkdown(heading + status + rest, path), { index: await developersIndex(addressOf(path)) });
}

/** A drawing or a picture of the documents. */
export async function imageFile(name: string): Promise<Answer> {
  return {
    headers: {
      'Content-Type': name.endsWith('.png') ? 'image/png' : 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': FOR_DRAWINGS,
      'Cache-Control': 'public, max-age=3600',
    },
    body: await readDocumentBytes(`docs/images/${name}`),
  };
}

const summaries = (documents: readonly Listed[]): Html =>
  html`<dl>${documents.map(
    ({ address, title, summary }) =>
      html`<dt><a href="${address}">${title}</a></dt><dd>${renderSentence(summary)}</dd>\n`,
  )}</dl>`;
