import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOf } from './documents.ts';
import { escapeHtml, scrolling } from './layout.ts';

/**
 * HTML of a document of the project. Relative links lead to the pages that the documents are; what has no page, such as
 * a source file, is named without a link. Headings get anchors as on code hosts.
 */
export function renderMarkdown(text: string, path: string): string {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor(plainText(tokens), slugs)}">${title}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens);
        const target = targetOf(href, path);
        return target === null ? label : `<a href="${escapeHtml(target)}">${label}</a>`;
      },
      image({ href, text: alternative }) {
        const target = targetOf(href, path);
        return target === null
          ? escapeHtml(alternative)
          : `<img src="${escapeHtml(target)}" alt="${escapeHtml(alternative)}" loading="lazy">`;
      },
      code({ text: code }) {
        return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const cell = (name: string, { tokens, align }: Tokens.TableCell) =>
          `<${name}${align === null ? '' : ` align="${align}"`}>${this.parser.parseInline(tokens)}</${name}>`;
        // An empty cell at the top left heads nothing.
        const head = header.map((one) => cell(one.text === '' ? 'td' : 'th', one)).join('');
        const body = rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('\n');
        const name = `Table: ${header.map((one) => plainText(one.tokens)).join(', ')}`;
        const table = `<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>`;
        return `${scrolling(table, name)}\n`;
      },
      html: ({ text: html }) => escapeHtml(html),
    },
  });
  return marked.parse(text, { async: false });
}

/** HTML of a sentence, without links. */
export const renderSentence = (text: string): string =>
  new Marked({
    renderer: {
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
    },
  }).parseInline(text, { async: false });

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : token.raw.replace(/`/g, '')))
    .join('');
}

function anchor(title: string, taken: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}

function targetOf(href: string, path: string): string | null {
  if (/^(https:|#|\/)/.test(href)) return href;
  const [file = '', hash] = href.split('#');
  const address = addressOf(posix.join(posix.dirname(path), file).replace(/\/$/, '/README.md'));
  return address === null || hash === undefined ? address : `${address}#${hash}`;
}
