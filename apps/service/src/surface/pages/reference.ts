import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../../http/answer.ts';

/** The component as its package carries it, one script. */
const COMPONENT = new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'));

/**
 * The component writes its style into the page and shows images of its own, so this page alone allows that. Scripts come
 * from files of the service, and nothing may be asked of another host.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADER_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.25rem; padding: .6rem 1.25rem; font: 16px/1.5 system-ui, sans-serif; background: #ffffff; border-bottom: 1px solid #d9dee5; }
.top a { color: #1c2430; text-decoration: none; font-weight: 650; }
.top span { display: flex; gap: 1rem; font-size: .95rem; }
.top span a { color: #566171; font-weight: 400; }
.top a:hover { text-decoration: underline; }
@media (prefers-color-scheme: dark) {
  .top { background: #12171e; border-color: #2f3845; }
  .top a { color: #e6eaf0; }
  .top span a { color: #a3aebc; }
}
`;

/** Every operation of the OpenAPI document, to read and to try out. */
export const referencePage = (): Answer => ({
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
<title>Reference</title>
<link rel="icon" href="/favicon.svg">
<style>${HEADER_STYLE}</style>
</head>
<body>
<nav class="top" aria-label="Site"><a href="/">Hinterland</a><span><a href="/developers">Developers</a><a href="/problems">Errors</a></span></nav>
<div id="reference"></div>
<noscript><p>The reference needs scripts. The <a href="/api/v1/openapi.json">OpenAPI document</a> says the same.</p></noscript>
<script src="/developers/reference/component.js"></script>
<script src="/developers/reference/start.js"></script>
</body>
</html>
`,
});

/** Greys of the component are too pale on its paper; there is one language of samples, so nothing to choose. */
const LOOK = `
.scalar-reference-intro-clients { display: none !important; }
.light-mode { --scalar-color-2: #454d59; --scalar-color-3: #5a6371; --scalar-color-accent: #0b5f8a; --scalar-color-green: #12663d; --scalar-color-blue: #0b5f8a; --scalar-color-orange: #8a4b00; --scalar-color-red: #a3202c; --scalar-color-purple: #5b3fa8; --scalar-color-yellow: #6b5500; --scalar-sidebar-color-2: #454d59; }
.dark-mode { --scalar-background-1: #12171e; --scalar-background-2: #1b222c; --scalar-background-3: #242c37; --scalar-color-2: #c3cbd6; --scalar-color-3: #a8b2bf; --scalar-color-accent: #7cc7ee; --scalar-color-red: #ff9d9d; --scalar-sidebar-color-2: #c3cbd6; }
`;

const NO_SAMPLES = Object.fromEntries(
  'c clojure csharp dart fsharp go http java js kotlin node objc ocaml php powershell python r ruby rust swift'
    .split(' ')
    .map((language) => [language, true]),
);

/**
 * Turns off whatever the component would ask of its makers' hosts. Calls that are tried out go to this service. `mend`
 * puts right what screen readers and keyboards would stumble over, whenever the component has written something.
 */
const START = `Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  servers: [{ url: location.origin }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hiddenClients: ${JSON.stringify(NO_SAMPLES)},
  defaultOpenAllTags: false,
  customCss: ${JSON.stringify(LOOK)},
});

function mend() {
  const each = (selector, change) => document.querySelectorAll(selector).forEach(change);
  each('button[aria-selected]:not([role])', (button) => button.removeAttribute('aria-selected'));
  each('aside[role]', (aside) => aside.removeAttribute('role'));
  each('button[role=search]', (button) => {
    button.removeAttribute('role');
    button.querySelectorAll('span[aria-hidden]').forEach((span) => span.removeAttribute('aria-hidden'));
  });
  each('button.show-more[aria-label]', (button) => button.removeAttribute('aria-label'));
  each('button[class*=copy]:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy'));
  each('.scalar-card[role=region]', (card) => card.setAttribute('role', 'group'));
  each('ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0'));
}
let due = false;
new MutationObserver(() => {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    mend();
  });
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });
`;

export const referenceStart = (): Answer => ({
  headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  body: START,
});

let component: Promise<{ readonly plain: Buffer; readonly packed: Buffer; readonly etag: string }> | undefined;

/** The component's script; packed once, since it is large. */
export async function referenceComponent(
  ifNoneMatch: string | undefined,
  acceptEncoding: string | undefined,
): Promise<Answer> {
  component ??= readFile(COMPONENT).then(async (plain) => ({
    plain,
    packed: await promisify(gzip)(plain, { level: 6 }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }));
  const { plain, packed, etag } = await component;
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (ifNoneMatch === etag) return { status: 304, headers, body: null };
  return /\bgzip\b/.test(acceptEncoding ?? '')
    ? { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: packed }
    : { headers, body: plain };
}
