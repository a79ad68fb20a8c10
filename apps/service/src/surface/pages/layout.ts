import type { Answer } from '../../kit/http/answer.ts';
import { FOR_PAGES, FOR_PAGES_WITH_SCRIPT } from '../../kit/http/contentSecurityPolicy.ts';
import { assetAddress, firstFont } from './assets.ts';
import { attribute, type Html, html, type Part, trusted } from './html.ts';

export interface PageOptions {
  /** A list of pages, beside the text on wide screens and below it on narrow ones. */
  readonly index?: Html;
  /** A script of this folder. It may call the service. */
  readonly script?: string;
}

/** The mark of the web app: a place and the bands around it. */
export const MARK = html`<svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true"><circle cx="12" cy="12" r="10.5" stroke="currentColor" stroke-width="1.5" opacity=".35"/><circle cx="12" cy="12" r="6.5" stroke="currentColor" stroke-width="1.5" opacity=".7"/><circle cx="12" cy="12" r="2.75" fill="currentColor"/></svg>`;

/** Returns a page of the service. */
export function page(title: string, body: Html, { index, script }: PageOptions = {}): Answer {
  const shown = html`<body${index && attribute('class', 'wide')}>
<header><a class="home" href="/">${MARK}Hinterland</a><nav aria-label="Main"><a href="/developers">Developers</a><a href="/developers/reference">Reference</a><a href="/problems">Errors</a>${index && html`<a class="to-index" href="#pages">All pages</a>`}</nav></header>
<div class="sheet">
<main>
${body}
</main>
${index && html`<nav class="index" id="pages" aria-label="Pages">${index}</nav>\n`}</div>
<footer>Hinterland is open software. It counts people where they live and never in a drawn polygon.</footer>
${script && html`<script src="${assetAddress(script)}"></script>\n`}</body>`;
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': script === undefined ? FOR_PAGES : FOR_PAGES_WITH_SCRIPT,
      'Cache-Control': 'public, max-age=300',
    },
    body: documentHtml({ title, language: 'en', head: styledHead(), body: shown }),
  };
}

interface Document {
  readonly title: string;
  readonly language: string;
  /** What follows the title in the head. */
  readonly head: Html;
  /** The element of this name. */
  readonly body: Html;
}

/** Returns a whole document. */
export const documentHtml = ({ title, language, head, body }: Document): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
${body}
</html>
`.text;

/** Icon, first font and style sheet of all pages but frames. */
export const styledHead = (): Html => html`<link rel="icon" href="/favicon.svg">
<link rel="preload" href="${firstFont()}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assetAddress('style.css')}">`;

/** Three bands around a place, as the engine counts them. */
export const favicon = (): Answer => ({
  headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  body:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b6b5d">' +
    '<circle cx="16" cy="16" r="15" fill-opacity=".25"/><circle cx="16" cy="16" r="10" fill-opacity=".45"/>' +
    '<circle cx="16" cy="16" r="5"/></svg>',
});

/** Returns a table that scrolls by itself where the screen is narrow, also by keyboard. */
export const scrolling = (table: Html, name: string): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${name}">${breakable(table)}</div>`;

/** Lets names in code break after their dots, slashes and underscores. */
const breakable = ({ text }: Html): Html =>
  trusted(text.replace(/<code>[^<]*<\/code>/g, (code) => code.replace(/(?<!<)[._/](?=[^>])/g, '$&<wbr>')));

/** Returns a heading of a level from 1 to 6; deeper ones are of level 6. */
export function heading(level: number, title: Part, id?: string): Html {
  const name = `h${Math.min(level, 6)}`;
  return html`${trusted(`<${name}${attribute('id', id)?.text ?? ''}>`)}${title}${trusted(`</${name}>`)}`;
}
