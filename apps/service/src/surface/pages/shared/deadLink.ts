import type { Answer } from '../../../kit/http/answer.ts';
import type { Link } from '../../../work/analyses/link.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';
import { sharedPage } from './layout.ts';

/** Returns what became of a link, in words. */
export function endingOf(
  { ended }: Link,
  words: Words,
): { readonly title: string; readonly reason: string; readonly next: string } {
  const how = ended ?? 'unknown';
  return {
    title: words.say(`ended.${how}.title`),
    reason: words.say(`ended.${how}.reason`),
    next: words.say(`ended.${how}.next`),
  };
}

/** Returns the page of a link that leads nowhere. `email` is the address of a visitor who is signed in. */
export function deadLinkPage(link: Link, code: string, email: string | null, words: Words): Answer {
  const { title, reason, next } = endingOf(link, words);
  const body = html`<h1>${title}</h1>
<p>${reason}</p>
<p>${next}</p>
${email === null ? wayIn(code, words) : otherWayIn(code, email, words)}`;
  return { ...sharedPage(title, body, words), status: 404 };
}

/** An analysis may be shared with an address: its owner signs in, or signs up with it. */
const wayIn = (code: string, words: Words): Html => html`<h2>${words.say('entry.title')}</h2>
<p>${words.say('entry.text')}</p>
<p class="buttons"><a class="button primary" href="/sign-in?then=/a/${code}">${words.say('entry.signIn')}</a> <a class="button" href="/sign-up?then=/a/${code}">${words.say('entry.signUp')}</a></p>`;

const otherWayIn = (
  code: string,
  email: string,
  words: Words,
): Html => html`<p>${words.say('entry.other', { email })}</p>
<p class="buttons"><a class="button" href="/sign-in?then=/a/${code}">${words.say('entry.signInOther')}</a></p>`;
