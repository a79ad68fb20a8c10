import type { Action } from '@hinterland/actions';
import { SCOPE_MEANING, SCOPES } from '@hinterland/contract';
import type { Answer } from '../../http/answer.ts';
import { addressOf, type Folder, type Listed, listDocuments, readDocument, SINGLE } from './documents.ts';
import { attribute, type Html, html, join } from './html.ts';
import { page, scrolling } from './layout.ts';
import { renderMarkdown, renderSentence } from './markdown.ts';

/** Where the samples of the guides call; pages name the address of the service instead. */
const LOCAL = 'http://127.0.0.1:8080';

const FOLDERS: Readonly<Record<Folder, { readonly title: string; readonly about: string }>> = {
  guides: { title: 'Guides', about: 'Short, with samples that run against the demo territory as they stand.' },
  methods: { title: 'Methods', about: 'How every figure comes about: formula, source, limits and a worked example.' },
  data: { title: 'Data sources', about: 'Where territories get roads, addresses, boundaries, tables and stores from.' },
  decisions: { title: 'Decisions', about: 'Why things are as they are, in the order in which it was decided.' },
};

/** Where everything for developers begins. */
export async function developersPage(actions: readonly Action[]): Promise<Answer> {
  const { guides } = await listDocuments();
  const rows = actions.map(({ id, title, tariff }) => {
    return html`<tr><td><code>${id}</code></td><td>${title}</td><td>${priceOf(tariff)}</td></tr>`;
  });
  const scopes = SCOPES.map((scope) => html`<li><code>${scope}</code>: ${SCOPE_MEANING[scope]}</li>`);
  const body = html`<h1>For developers</h1>
<p>One interface on every channel: HTTP and JSON, a TypeScript client, and a tool server for agents at <code>/mcp</code>.
The same key, the same prices, the same results. Begin with <a href="/developers/guides/first-call">the first call</a>,
or look an operation up in the <a href="/developers/reference">reference</a> and try it there.</p>
<h2>Guides</h2>
${summaries(guides)}
<h2>Actions</h2>
${scrolling(html`<table><thead><tr><th>Action</th><th>What it answers</th><th>Credits</th></tr></thead><tbody>${join(rows, '\n')}</tbody></table>`, 'Actions and their prices')}
<p>Each is described with its schema and an example in the <a href="/developers/reference">reference</a> and in the
<a href="/api/v1/openapi.json">OpenAPI document</a>; how its figures come about stands in the
<a href="/developers/methods">methods</a>.</p>
<h2>Scopes of a key</h2>
<ul>${scopes}</ul>`;
  return page('For developers', body, { index: await developersIndex('/developers') });
}

/** A price in a few words: "40 per sector", "free", "sum of its sections". */
function priceOf(tariff: Action['tariff']): string {
  if (tariff === null) return 'free';
  return tariff.unitCredits === null ? `sum of its ${tariff.unit}s` : `${tariff.unitCredits} per ${tariff.unit}`;
}

/** One document of a folder, or the list of its documents where `name` is absent. */
export async function documentPage(folder: Folder, name: string | undefined, baseUrl: string): Promise<Answer> {
  if (name !== undefined) return markdownPage(`docs/${folder}/${name}.md`, baseUrl);
  const address = `/developers/${folder}`;
  const { title, about } = FOLDERS[folder];
  const list = summaries((await listDocuments())[folder]);
  return page(title, html`<h1>${title}</h1>\n<p>${about}</p>\n${list}`, { index: await developersIndex(address) });
}

export const singlePage = (name: keyof typeof SINGLE, baseUrl: string): Promise<Answer> =>
  markdownPage(SINGLE[name], baseUrl);

async function markdownPage(path: string, baseUrl: string): Promise<Answer> {
  const text = (await readDocument(path)).replaceAll(LOCAL, baseUrl);
  const title = /^# (.*)$/m.exec(text)?.[1] ?? 'Hinterland';
  return page(title, renderMarkdown(text, path), { index: await developersIndex(addressOf(path)) });
}

/** A drawing of the documents. It may colour itself, and nothing else. */
export async function imageFile(name: string): Promise<Answer> {
  return {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'public, max-age=3600',
    },
    body: await readDocument(`docs/images/${name}`),
  };
}

const summaries = (documents: readonly Listed[]): Html =>
  html`<dl>${documents.map(
    ({ address, title, summary }) =>
      html`<dt><a href="${address}">${title}</a></dt><dd>${renderSentence(summary)}</dd>\n`,
  )}</dl>`;

/** Returns the list of pages: guides always, the documents of another folder while one is in it. */
export async function developersIndex(current: string | null): Promise<Html> {
  const lists = await listDocuments();
  const entry = (address: string, title: string): Html =>
    html`<li><a href="${address}"${address === current && attribute('aria-current', 'page')}>${title}</a></li>`;
  const entries = (listed: readonly Listed[]) => listed.map(({ address, title }) => entry(address, title));
  const group = (title: string, inner: readonly Html[]): Html => html`<h2>${title}</h2><ul>${inner}</ul>\n`;
  const folders = ['methods', 'data', 'decisions'] as const;
  const isOpened = (folder: Folder) => current?.startsWith(`/developers/${folder}`) ?? false;
  return html`<ul>${entry('/developers', 'Overview')}${entry('/developers/reference', 'Reference')}</ul>
${folders
  .filter(isOpened)
  .map((folder) =>
    group(FOLDERS[folder].title, [entry(`/developers/${folder}`, 'All'), ...entries(lists[folder])]),
  )}${group('Guides', entries(lists.guides))}${group('Background', [
  ...folders
    .filter((folder) => !isOpened(folder))
    .map((folder) => entry(`/developers/${folder}`, FOLDERS[folder].title)),
  entry('/developers/benchmarks', 'Benchmarks'),
  entry('/developers/glossary', 'Glossary'),
  entry('/problems', 'Errors'),
  entry('/developers/changelog', 'Changelog'),
])}`;
}
