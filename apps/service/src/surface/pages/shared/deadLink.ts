import type { Link } from '../../../analyses/link.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Html, html } from '../html.ts';
import { sharedPage } from './layout.ts';

/** What became of a link, and the next step of the person who has it. */
export const ENDINGS = {
  expired: {
    title: 'This link has expired',
    reason: 'The analysis was shared for a limited time, which is over.',
    next: 'Ask the person who sent it to you for a new link.',
  },
  withdrawn: {
    title: 'This link was withdrawn',
    reason: 'The person who made the analysis no longer shares it by this link.',
    next: 'Ask them to share it again.',
  },
  unknown: {
    title: 'There is nothing at this link',
    reason: 'It is not complete, or the analysis is not shared by it.',
    next: 'Copy the whole link from the message that you got, or ask the person who sent it.',
  },
} as const;

/** Returns the page of a link that leads nowhere. `email` is the address of a visitor who is signed in. */
export function deadLinkPage({ ended }: Link, code: string, email: string | null): Answer {
  const { title, reason, next } = ENDINGS[ended ?? 'unknown'];
  const body = html`<h1>${title}</h1>
<p>${reason}</p>
<p>${next}</p>
${email === null ? wayIn(code) : otherWayIn(code, email)}`;
  return { ...sharedPage(title, body), status: 404 };
}

/** An analysis may be shared with an address: its owner signs in, or signs up with it. */
const wayIn = (code: string): Html => html`<h2>Was it shared with your e-mail address?</h2>
<p>Sign in with that address, or sign up with it. The analysis opens afterwards.</p>
<p class="buttons"><a class="button primary" href="/sign-in?then=/a/${code}">Sign in</a> <a class="button" href="/sign-up?then=/a/${code}">Sign up</a></p>`;

const otherWayIn = (
  code: string,
  email: string,
): Html => html`<p>You are signed in as ${email}. An analysis that was shared with another address opens for that address.</p>
<p class="buttons"><a class="button" href="/sign-in?then=/a/${code}">Sign in with another address</a></p>`;
