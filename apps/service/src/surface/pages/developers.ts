import type { Action } from '@hinterland/actions';
import { SCOPE_MEANING, SCOPES } from '@hinterland/contract';
import type { Answer } from '../../http/answer.ts';
import { addressOf, type Folder, type Listed, listDocuments, readDocument, SINGLE } from './documents.ts';
import { escapeHtml, page, scrolling } from './layout.ts';
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
    const price = tariff === null ? 'free' : `${tariff.unitCredits} per ${tariff.unit}`;
    return `<tr><td><code>${escapeHtml(id)}</code></td><td>${escapeHtml(title)}</td><td>${escapeHtml(price)}</td></tr>`;
  });
  const scopes = SCOPES.map((scope) => `<li><code>${scope}</code>: ${escapeHtml(SCOPE_MEANING[scope])}</li>`);
  const body = `<h1>For developers</h1>
<p>One interface on every channel: HTTP and JSON, a TypeScript client, and a tool server for agents at <code>/mcp</code>.
The same key, the same prices, the same results. Begin with <a href="/developers/guides/first-call">the first call</a>,
or look an operation up in the <a href="/developers/reference">reference</a> and try it there.</p>
<h2>Guides</h2>
${summaries(guides)}
<h2>Actions</h2>
${scrolling(`<table><thead><tr><th>Action</th><th>What it answers</th><th>Credits</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`, 'Actions and their prices')}
<p>Each is described with its schema and an example in the <a href="/developers/reference">reference</a> and in the
<a href="/api/v1/openapi.json">OpenAPI document</a>; how its figures come about stands in the
<a href="/developers/methods">methods</a>.</p>
<h2>Scopes of a key</h2>
<ul>${scopes.join('')}</ul>`;
  return page('For developers', body, { index: await developersIndex('/developers') });
}

/** One document of a folder, or the list of its documents where `name` is absent. */
export async function documentPage(folder: Folder, name: string | undefined, baseUrl: string): Promise<Answer> {
  if (name !== undefined) return markdownPage(`docs/${folder}/${name}.md`, baseUrl);
  const address = `/developers/${folder}`;
  const { title, about } = FOLDERS[folder];
  const list = summaries((await listDocuments())[folder]);
  return page(title, `<h1>${title}</h1>\n<p>${about}</p>\n${list}`, { index: await developersIndex(address) });
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

const summaries = (documents: readonly Listed[]): string =>
  `<dl>${documents
    .map(
      ({ address, title, summary }) =>
        `<dt><a href="${address}">${escapeHtml(title)}</a></dt><dd>${renderSentence(summary)}</dd>`,
    )
    .join('\n')}</dl>`;

/** The list of pages: guides always, the documents of another folder while one is in it. */
export async function developersIndex(current: string | null): Promise<string> {
  const lists = await listDocuments();
  const entry = (address: string, title: string): string =>
    `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const group = (title: string, entries: readonly string[]): string => `<h2>${title}</h2><ul>${entries.join('')}</ul>`;
  const opened = (['methods', 'data', 'decisions'] as const).filter((folder) =>
    current?.startsWith(`/developers/${folder}`),
  );
  return [
    `<ul>${entry('/developers', 'Overview')}${entry('/developers/reference', 'Reference')}</ul>`,
    ...opened.map((folder) =>
      group(FOLDERS[folder].title, [
        entry(`/developers/${folder}`, 'All'),
        ...lists[folder].map(({ address, title }) => entry(address, title)),
      ]),
    ),
    group(
      'Guides',
      lists.guides.map(({ address, title }) => entry(address, title)),
    ),
    group('Background', [
      ...(['methods', 'data', 'decisions'] as const)
        .filter((folder) => !opened.includes(folder))
        .map((folder) => entry(`/developers/${folder}`, FOLDERS[folder].title)),
      entry('/developers/benchmarks', 'Benchmarks'),
      entry('/developers/glossary', 'Glossary'),
      entry('/problems', 'Errors'),
      entry('/developers/changelog', 'Changelog'),
    ]),
  ].join('\n');
}
