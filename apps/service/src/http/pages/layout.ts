import { createHash } from 'node:crypto';
import type { Answer } from '../answer.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #5b6675; --line: #d9dee5; --paper: #ffffff; --ink: #0b5f8a; --code: #f3f5f8; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6eaf0; --soft: #9aa6b5; --line: #2f3845; --paper: #12171e; --ink: #6cc0ea; --code: #1b222c; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 17px/1.6 system-ui, sans-serif; color: var(--text); background: var(--paper); }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
header a { color: var(--text); font-weight: 650; text-decoration: none; }
header nav { float: right; }
header nav a { font-weight: 400; margin-left: 1rem; color: var(--soft); }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 2rem 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
a { color: var(--ink); }
code, pre { font: 14px/1.55 ui-monospace, monospace; background: var(--code); border-radius: 6px; }
code { padding: .1em .3em; }
pre { padding: .9rem 1rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
td:last-child, th:last-child { padding-right: 0; }
.soft, footer { color: var(--soft); }
footer { padding: 2.5rem 1.25rem; font-size: .9rem; }
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page without scripts or anything from elsewhere. `body` is HTML. */
export function page(title: string, body: string): Answer {
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
<style>${STYLE}</style>
</head>
<body>
<header><nav><a href="/developers">Developers</a><a href="/problems">Errors</a></nav><a href="/">Hinterland</a></header>
<main>
${body}
</main>
<footer>Hinterland is open software. It counts people where they live and never in a drawn polygon.</footer>
</body>
</html>
`,
  };
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
