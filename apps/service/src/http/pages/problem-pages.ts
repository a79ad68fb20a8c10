import { readFile } from 'node:fs/promises';
import { isProblemCode, type ProblemCode, problems } from '@hinterland/contract';
import { marked } from 'marked';
import { ProblemError } from '../../problem.ts';
import type { Answer } from '../answer.ts';
import { escapeHtml, page } from './layout.ts';

/** One Markdown file per code. They lie beside the sources, so that they are documents and pages at once. */
const FOLDER = new URL('../../../../../docs/problems/', import.meta.url);

/** The page that the `type` of a problem leads to. */
export async function problemPage(code: string): Promise<Answer> {
  if (!isProblemCode(code))
    throw new ProblemError('not_found', 'There is no error with this code. /problems lists all.');
  const text = await readFile(new URL(`${code}.md`, FOLDER), 'utf8');
  const [, heading = code, rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(text) ?? [];
  const { status } = problems[code];
  const body = await marked.parse(rest);
  return page(
    heading,
    `<h1>${escapeHtml(heading)}</h1>\n<p class="soft">HTTP ${status} · <code>${code}</code></p>\n${body}`,
  );
}

/** All errors by status. */
export function problemIndex(): Answer {
  const rows = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title } = problems[code];
    return `<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`;
  });
  return page(
    'Errors',
    `<h1>Errors</h1>
<p>Every error is an RFC 9457 problem: <code>application/problem+json</code> with a stable <code>error</code> code and a
<code>type</code> that leads to its page. No error charges credits.</p>
<div class="scroll"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`,
  );
}
