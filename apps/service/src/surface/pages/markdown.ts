import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOf } from './documents.ts';
import { attribute, type Html, html, trusted } from './html.ts';
import { heading, scrolling } from './layout.ts';

/**
 * HTML of a document of the project. Relative links lead to the pages that the documents are; what has no page, such as
 * a source file, is named without a link. Headings get anchors as on code hosts.
 */
export function renderMarkdown(text: string, path: string): Html {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = trusted(this.parser.parseInline(tokens));
        return `${heading(depth, title, anchor(plainText(tokens), slugs)).text}\n`;
      },
      link({ href, tokens }) {
        const label = trusted(this.parser.parseInline(tokens));
        const target = targetOf(href, path);
        return (target === null ? label : html`<a href="${target}">${label}</a>`).text;
      },
      image({ href, text: alternative }) {
        const target = targetOf(href, path);
        const image =
          target === null ? html`${alternative}` : html`<img src="${target}" alt="${alternative}" loading="lazy">`;
        return image.text;
      },
      code({ text: code }) {
        return html`<pre tabindex="0"><code>${code}</code></pre>\n`.text;
      },
      table({ header, rows }) {
        const cell = (name: string, { tokens, align }: Tokens.TableCell) =>
          trusted(`<${name}${attribute('align', align)?.text ?? ''}>${this.parser.parseInline(tokens)}</${name}>`);
        // An empty cell at the top left heads nothing.
        const head = header.map((one) => cell(one.text === '' ? 'td' : 'th', one));
        const body = rows.map((row) => html`<tr>${row.map((one) => cell('td', one))}</tr>\n`);
        const name = `Table: ${header.map((one) => plainText(one.tokens)).join(', ')}`;
        const table = html`<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>`;
        return `${scrolling(table, name).text}\n`;
      },
      html: ({ text: markup }) => html`${markup}`.text,
    },
  });
  return trusted(marked.parse(text, { async: false }));
}

/** HTML of a sentence, without links. */
export const renderSentence = (text: string): Html =>
  trusted(
    new Marked({
      renderer: {
        link({ tokens }) {
          return this.parser.parseInline(tokens);
        },
      },
    }).parseInline(text, { async: false }),
  );

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
