import { createHash } from 'node:crypto';
import type { Answer } from '../../http/answer.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #566171; --line: #d9dee5; --paper: #ffffff; --ink: #0b5f8a; --code: #f3f5f8; --mark: #e8f1f6; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6eaf0; --soft: #a3aebc; --line: #2f3845; --paper: #12171e; --ink: #7cc7ee; --code: #1b222c; --mark: #1a2a36; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 17px/1.6 system-ui, sans-serif; color: var(--text); background: var(--paper); overflow-wrap: break-word; }
header, footer, .sheet { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
.wide header, .wide footer, .wide .sheet { max-width: 76rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.25rem; padding-top: 1.4rem; }
header a { color: var(--text); font-weight: 650; text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: .95rem; }
header nav a { font-weight: 400; color: var(--soft); }
header a:hover, .index a:hover { text-decoration: underline; }
main { min-width: 0; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 2rem 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.35; margin: 2.2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.3rem 0 .35rem; }
h5, h6 { font-weight: 600; color: var(--soft); }
p, ul, ol, pre, blockquote, .scroll { margin: 0 0 1rem; }
ul, ol { padding-left: 1.35rem; }
li { margin: .2rem 0; }
a { color: var(--ink); text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
code, pre { font: 14px/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; background: var(--code); border-radius: 6px; }
code { padding: .1em .3em; }
pre { padding: .9rem 1rem; overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
blockquote { margin-left: 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0; }
img { display: block; max-width: 100%; height: auto; border-radius: 8px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
th { font-weight: 600; }
th[align=right], td[align=right] { text-align: right; }
td:last-child, th:last-child { padding-right: 0; }
@media (min-width: 40rem) { td code { white-space: nowrap; } }
thead td { border-bottom: 1px solid var(--line); }
tbody th { font-weight: 400; }
table.facts { width: auto; }
details { margin: 2.2rem 0 1rem; }
summary { cursor: pointer; font-weight: 600; }
a:has(> code) { text-underline-offset: .35em; }
.map { margin: 0 0 1.5rem; --c0: #0b5f8a; --c1: #b45309; --c2: #15803d; --c3: #7e22ce; }
.map svg { display: block; width: 100%; max-width: 40rem; height: auto; background: var(--code); border-radius: 8px; }
.map text { font: 15px system-ui, sans-serif; fill: var(--text); paint-order: stroke; stroke: var(--code); stroke-width: 4px; }
.map path { fill-opacity: .22; stroke-width: 1; }
.map .scale { stroke: var(--text); stroke-width: 2; fill: none; }
.map .c0 { fill: var(--c0); stroke: var(--c0); }
.map .c1 { fill: var(--c1); stroke: var(--c1); }
.map .c2 { fill: var(--c2); stroke: var(--c2); }
.map .c3 { fill: var(--c3); stroke: var(--c3); }
.map circle[r] { stroke: var(--paper); stroke-width: 2; }
figcaption { font-size: .9rem; color: var(--soft); margin-top: .4rem; }
figcaption span { margin-right: 1rem; white-space: nowrap; }
figcaption span::before { content: ''; display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .4em; background: var(--c0); }
figcaption .c1::before { background: var(--c1); }
figcaption .c2::before { background: var(--c2); }
figcaption .c3::before { background: var(--c3); }
@media (prefers-color-scheme: dark) { .map { --c0: #7cc7ee; --c1: #fbbf24; --c2: #86efac; --c3: #d8b4fe; } }
@media (max-width: 40rem) {
  table { font-size: .87rem; }
  th, td { padding-right: .6rem; }
  td code { font-size: 12px; }
}
dl { margin: 0 0 1rem; }
dt { margin-top: .75rem; font-weight: 600; }
dt a { text-decoration: none; }
dt a:hover { text-decoration: underline; }
dd { margin: 0; color: var(--soft); }
.soft, footer { color: var(--soft); }
footer { padding-top: 3rem; padding-bottom: 2.5rem; font-size: .9rem; }
.index { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; font-size: .95rem; line-height: 1.5; }
.index h2 { font-size: .85rem; font-weight: 600; color: var(--soft); margin: 1.1rem 0 .25rem; }
.index ul { list-style: none; margin: 0; padding: 0; }
.index li { margin: 0; }
.index a { display: block; padding: .2rem .6rem; margin-left: -.6rem; border-radius: 6px; color: var(--text); text-decoration: none; }
.index a[aria-current] { background: var(--mark); color: var(--ink); }
@media (min-width: 60rem) {
  .wide .sheet { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 3rem; }
  .wide .index { grid-column: 1; grid-row: 1; border: 0; margin: 0; padding: 2.1rem 0 0; }
  .wide main { grid-column: 2; }
  .wide main > :not(pre, .scroll, p:has(> img)) { max-width: 46rem; }
  .to-index { display: none; }
}
@media print {
  :root { --text: #000; --soft: #444; --line: #bbb; --paper: #fff; --ink: #000; --code: #fff; }
  body { font-size: 11pt; }
  header nav, .index, footer { display: none; }
  pre { border: 1px solid var(--line); white-space: pre-wrap; }
  h2, h3 { break-after: avoid; }
  pre, tr, img { break-inside: avoid; }
}
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface PageOptions {
  /** HTML of a list of pages, beside the text on wide screens and below it on narrow ones. */
  readonly index?: string;
}

/** A page without scripts or anything from elsewhere. `body` is HTML. */
export function page(title: string, body: string, { index }: PageOptions = {}): Answer {
  const toIndex = index === undefined ? '' : '<a class="to-index" href="#pages">All pages</a>';
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'public, max-age=300',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body${index === undefined ? '' : ' class="wide"'}>
<header><a href="/">Hinterland</a><nav aria-label="Main"><a href="/developers">Developers</a><a href="/developers/reference">Reference</a><a href="/problems">Errors</a>${toIndex}</nav></header>
<div class="sheet">
<main>
${body}
</main>
${index === undefined ? '' : `<nav class="index" id="pages" aria-label="Pages">${index}</nav>\n`}</div>
<footer>Hinterland is open software. It counts people where they live and never in a drawn polygon.</footer>
</body>
</html>
`,
  };
}

/** Three bands around a place, as the engine counts them. */
export const favicon = (): Answer => ({
  headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  body:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b5f8a">' +
    '<circle cx="16" cy="16" r="15" fill-opacity=".25"/><circle cx="16" cy="16" r="10" fill-opacity=".45"/>' +
    '<circle cx="16" cy="16" r="5"/></svg>',
});

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A table that scrolls by itself where the screen is narrow, also by keyboard. */
export const scrolling = (table: string, name: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${breakable(table)}</div>`;

/** Names in code may break after their dots, slashes and underscores. */
const breakable = (html: string): string =>
  html.replace(/<code>[^<]*<\/code>/g, (code) => code.replace(/(?<!<)[._/](?=[^>])/g, '$&<wbr>'));
