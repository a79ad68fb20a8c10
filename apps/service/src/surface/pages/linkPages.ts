import { createHash } from 'node:crypto';
import type { Answer } from '../../http/answer.ts';
import { page } from './layout.ts';

/** Pages that the links in mails lead to. What they send goes to the routes below /web/v1. */

const STYLE = `
form { margin: 1.25rem 0; max-width: 24rem; }
label { display: block; margin: 0 0 .9rem; font-size: .95rem; }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; }
button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; color: var(--paper); background: var(--ink); border: 0; border-radius: 6px; cursor: pointer; }
button:disabled { opacity: .5; cursor: default; }
button + p { margin-top: 1rem; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
[role=status] { min-height: 1.6rem; font-weight: 600; }
[hidden] { display: none; }
`;

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const field = (label: string, name: string, type: string, autocomplete: string, more = ''): string =>
  `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" required${more}></label>`;
const email = field('E-mail address', 'email', 'email', 'username');
const password = field('Password', 'password', 'password', 'current-password');
const newPassword = (name: string) =>
  field('New password, at least 8 characters', name, 'password', 'new-password', ' minlength="8" maxlength="256"');

/** Tokens stand behind #, where only a script of the page can read them. */
function linkPage(title: string, body: string): Answer {
  const answer = page(
    title,
    `<style>${STYLE}</style>
<h1>${title}</h1>
<noscript><p>This page needs scripts to read the link. Allow them for this site and load the page again.</p></noscript>
${body}
<p role="status" aria-live="polite"></p>
<script src="/links.js"></script>`,
  );
  const policy = answer.headers?.['Content-Security-Policy'] as string;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Content-Security-Policy': `${policy.replace('style-src ', `style-src ${STYLE_HASH} `)}; script-src 'self'; connect-src 'self'`,
    },
  };
}

export const verifyPage = (): Answer =>
  linkPage(
    'Verify your e-mail address',
    `<form data-send="/web/v1/verify-email" data-token data-done="Your address is verified. You can sign in now."
 data-void="This link has expired. Sign in with your password: a new link comes by mail.">
<p>Enter the password that you chose when you signed up.</p>
${password}<button>Verify</button>
<p class="soft">You did not sign up, or forgot the password? <a href="/forgot-password">Set a new one</a>, which verifies the
address too.</p>
</form>`,
  );

export const resetPage = (): Answer =>
  linkPage(
    'Set a new password',
    `<form data-send="/web/v1/password/reset" data-token
 data-done="The new password is set, and all earlier sessions have ended. You can sign in now."
 data-void="This link was used already or has expired.">
${newPassword('newPassword')}<button>Set password</button>
</form>
<p class="soft">Links work once, within an hour. <a href="/forgot-password">Ask for another link</a>.</p>`,
  );

export const forgotPage = (): Answer =>
  linkPage(
    'Forgot your password?',
    `<form data-send="/web/v1/password/forgot"
 data-done="If there is an account with this address, a link to set a new password is on its way to it.">
${email}<button>Send a link</button>
</form>`,
  );

export const invitationPage = (): Answer =>
  linkPage(
    'Invitation to an organization',
    `<form id="accept" data-send="/web/v1/invitations/accept" data-token data-signed-out="sign-in"
 data-done="You are a member of the organization now."
 data-void="This invitation was used already, was taken back, has expired, or was sent to another address than the one you are signed in with. Ask whoever invited you for a new one.">
<p>Accept to work in the organization that invited you.</p>
<button>Accept the invitation</button>
</form>
<div id="sign-in" hidden>
<p>Sign in with the address that the invitation was sent to.</p>
<form data-send="/web/v1/sign-in" data-then="accept" data-done="You are signed in.">
${email}${password}<button>Sign in and accept</button>
</form>
<h2>No account yet?</h2>
<form data-send="/web/v1/sign-up"
 data-done="A link to verify the address was sent to it. Follow it, then open this invitation again.">
${field('Your name', 'name', 'text', 'name', ' maxlength="255"')}${email}${newPassword('password')}<button>Sign up</button>
</form>
</div>`,
  );

const SCRIPT = `'use strict';
const status = document.querySelector('[role=status]');
const token = location.hash.startsWith('#token=') ? decodeURIComponent(location.hash.slice(7)) : '';
const say = (text) => { status.textContent = text; };

async function submit(form) {
  const body = Object.fromEntries(new FormData(form));
  if ('token' in form.dataset) body.token = token;
  const button = form.querySelector('button');
  button.disabled = true;
  say('…');
  try {
    const answer = await fetch(form.dataset.send, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    const problem = answer.ok ? null : await answer.json();
    if (problem === null) {
      form.hidden = true;
      say(form.dataset.done);
      if (form.dataset.then) {
        document.getElementById('sign-in').hidden = true;
        await submit(document.getElementById(form.dataset.then));
      }
    } else if (problem.error === 'link_not_valid') {
      form.hidden = true;
      say(form.dataset.void);
    } else if (problem.error === 'not_signed_in' && form.dataset.signedOut) {
      form.hidden = true;
      say('');
      document.getElementById(form.dataset.signedOut).hidden = false;
    } else {
      say(problem.errors && problem.errors[0] ? problem.errors[0].detail : problem.detail);
    }
  } catch {
    say('The service did not answer. Check the connection and try again.');
  }
  button.disabled = false;
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
  if ('token' in form.dataset && token === '') {
    form.hidden = true;
    say('This link is not complete. Open it from the mail again, or copy all of it.');
  }
}
addEventListener('hashchange', () => location.reload());
`;

export const linkScript = (): Answer => ({
  headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  body: SCRIPT,
});
