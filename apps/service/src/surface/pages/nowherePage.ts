import { acceptedLanguage } from '@hinterland/answers';
import type { Answer } from '../../kit/http/answer.ts';
import { html } from './html.ts';
import { wordsIn } from './language/words.ts';
import { sharedPage } from './shared/layout.ts';

/** Whether a request comes from a person in a browser: a program is answered with a problem. */
export const wantsPage = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && /(^|,)\s*text\/html\s*(;|,|$)/i.test(accept ?? '');

/** Returns the page of an address at which there is nothing, with a way home. */
export function nowherePage(acceptLanguage: string | undefined): Answer {
  const words = wordsIn(acceptedLanguage(acceptLanguage));
  const title = words.say('nowhere.title');
  const body = html`<h1>${title}</h1>
<p>${words.say('nowhere.text')}</p>
<p class="buttons"><a class="button primary" href="/">${words.say('nowhere.home')}</a> <a class="button" href="/developers">${words.say('nowhere.developers')}</a></p>`;
  return { ...sharedPage(title, body, words), status: 404 };
}
