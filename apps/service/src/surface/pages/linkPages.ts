import type { Answer } from '../../http/answer.ts';
import { attribute, type Html, html } from './html.ts';
import { page } from './layout.ts';

/** Pages that the links in mails lead to. What they send goes to the routes below /web/v1. */

interface Limits {
  readonly minlength?: number;
  readonly maxlength?: number;
}

const field = (
  label: string,
  name: string,
  type: string,
  autocomplete: string,
  { minlength, maxlength }: Limits = {},
): Html =>
  html`<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" required${attribute('minlength', minlength)}${attribute('maxlength', maxlength)}></label>`;
const email = field('E-mail address', 'email', 'email', 'username');
const password = field('Password', 'password', 'password', 'current-password');
const newPassword = (name: string) =>
  field('New password, at least 8 characters', name, 'password', 'new-password', { minlength: 8, maxlength: 256 });

/** Tokens stand behind #, where only a script of the page can read them. */
const linkPage = (title: string, body: Html): Answer =>
  page(
    title,
    html`<h1>${title}</h1>
<noscript><p>This page needs scripts to read the link. Allow them for this site and load the page again.</p></noscript>
${body}
<p role="status" aria-live="polite"></p>`,
    { script: 'links.js' },
  );

export const verifyPage = (): Answer =>
  linkPage(
    'Verify your e-mail address',
    html`<form data-send="/web/v1/verify-email" data-token data-done="Your address is verified. You can sign in now."
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
    html`<form data-send="/web/v1/password/reset" data-token
 data-done="The new password is set, and all earlier sessions have ended. You can sign in now."
 data-void="This link was used already or has expired.">
${newPassword('newPassword')}<button>Set password</button>
</form>
<p class="soft">Links work once, within an hour. <a href="/forgot-password">Ask for another link</a>.</p>`,
  );

export const forgotPage = (): Answer =>
  linkPage(
    'Forgot your password?',
    html`<form data-send="/web/v1/password/forgot"
 data-done="If there is an account with this address, a link to set a new password is on its way to it.">
${email}<button>Send a link</button>
</form>`,
  );

export const invitationPage = (): Answer =>
  linkPage(
    'Invitation to an organization',
    html`<form id="accept" data-send="/web/v1/invitations/accept" data-token data-signed-out="sign-in"
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
${field('Your name', 'name', 'text', 'name', { maxlength: 255 })}${email}${newPassword('password')}<button>Sign up</button>
</form>
</div>`,
  );
