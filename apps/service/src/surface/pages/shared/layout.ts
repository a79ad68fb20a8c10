import type { Answer } from '../../../http/answer.ts';
import { FOR_PAGES, forEmbedding } from '../../../http/contentSecurityPolicy.ts';
import { assetAddress, firstFont } from '../assets.ts';
import { type Html, html } from '../html.ts';

/** The mark of the web app: a place and the bands around it. */
const MARK = html`<svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true"><circle cx="12" cy="12" r="10.5" stroke="currentColor" stroke-width="1.5" opacity=".35"/><circle cx="12" cy="12" r="6.5" stroke="currentColor" stroke-width="1.5" opacity=".7"/><circle cx="12" cy="12" r="2.75" fill="currentColor"/></svg>`;

/** Returns a page for people who have a link, in the look of the web app and without a way to anything else of it. */
export function sharedPage(title: string, body: Html): Answer {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="preload" href="${firstFont()}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assetAddress('style.css')}">
<link rel="stylesheet" href="${assetAddress('shared.css')}">
</head>
<body>
<header><a class="home" href="/">${MARK}Hinterland</a></header>
<div class="sheet">
<main>
${body}
</main>
</div>
<footer>Hinterland is open software. It counts people where they live and never in a drawn polygon.</footer>
</body>
</html>
`;
  return unstored(text, FOR_PAGES);
}

/** Returns a page that the named sites may show in a frame: one small style sheet, no font and no script. */
export function framedPage(title: string, body: Html, sites: readonly string[]): Answer {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${assetAddress('embed.css')}">
</head>
<body>
${body}
</body>
</html>
`;
  const answer = unstored(text, forEmbedding(sites));
  // Pages that demand it of all that they load may show the frame, too.
  return { ...answer, headers: { ...answer.headers, 'Cross-Origin-Resource-Policy': 'cross-origin' } };
}

/** Shares may be revoked, so nothing is cached. */
const unstored = (text: string, policy: string): Answer => ({
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  },
  body: text,
});
