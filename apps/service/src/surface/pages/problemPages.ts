import { isProblemCode, type ProblemCode, problems } from '@hinterland/contract';
import type { Answer } from '../../kit/http/answer.ts';
import { ProblemError } from '../../kit/problem.ts';
import { readDocument } from './documents.ts';
import { html, join } from './html.ts';
import { page, scrolling } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { developersIndex } from './sideIndex.ts';

/** The page that the `type` of a problem leads to. */
export async function problemPage(code: string): Promise<Answer> {
  if (!isProblemCode(code))
    throw new ProblemError('not_found', 'There is no error with this code. /problems lists all.');
  const path = `docs/problems/${code}.md`;
  const [, heading = code, rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(await readDocument(path)) ?? [];
  const { status } = problems[code];
  const body = renderMarkdown(rest, path);
  return page(heading, html`<h1>${heading}</h1>\n<p class="soft">HTTP ${status} · <code>${code}</code></p>\n${body}`, {
    index: await developersIndex('/problems'),
  });
}

/** All errors by status. */
export async function problemIndex(): Promise<Answer> {
  const rows = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title } = problems[code];
    return html`<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`;
  });
  const table = html`<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${join(rows, '\n')}</tbody></table>`;
  return page(
    'Errors',
    html`<h1>Errors</h1>
<p>Every error is an RFC 9457 problem: <code>application/problem+json</code> with a stable <code>error</code> code and a
<code>type</code> that leads to its page. No error charges credits. The
<a href="/developers/guides/errors">guide</a> says how to handle them.</p>
${scrolling(table, 'Errors by status')}`,
    { index: await developersIndex('/problems') },
  );
}
