import type { Answer } from '../../../kit/http/answer.ts';
import { FOR_PAGES, FOR_PAGES_WITH_MAP, forEmbedding } from '../../../kit/http/contentSecurityPolicy.ts';
import { assetAddress } from '../assets.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';
import { documentHtml, MARK, styledHead } from '../layout.ts';

/**
 * Returns a page for people who have a link, in the look of the web app and without a way to anything else of it. `script` is the
 * address of what makes a map of its picture; null where it has none.
 */
export function sharedPage(title: string, body: Html, words: Words, script: string | null = null): Answer {
  const text = documentHtml({
    title,
    language: words.language,
    head: html`${styledHead()}
<link rel="stylesheet" href="${assetAddress('shared.css')}">${
      script !== null &&
      html`
<script type="module" src="${script}"></script>`
    }`,
    body: html`<body>
<header><a class="home" href="/">${MARK}Hinterland</a></header>
<div class="sheet">
<main>
${body}
</main>
</div>
<footer>${words.say('shared.footer')}</footer>
</body>`,
  });
  return unstored(text, script === null ? FOR_PAGES : FOR_PAGES_WITH_MAP);
}

/** Returns a page that the named sites may show in a frame: one small style sheet, no font and no script. */
export function framedPage(title: string, body: Html, sites: readonly string[], language: string): Answer {
  const head = html`<link rel="stylesheet" href="${assetAddress('embed.css')}">`;
  const text = documentHtml({ title, language, head, body: html`<body>\n${body}\n</body>` });
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
