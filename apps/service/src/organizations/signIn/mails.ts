import { link } from '../../kit/mail/links.ts';
import type { NewMail } from '../../kit/mail/outbox.ts';

/** `next` is the path of a page to go on to afterwards. */
export const verificationMail = (recipient: string, token: string, baseUrl: string, next?: string): NewMail => ({
  recipient,
  subject: 'Verify your e-mail address for Hinterland',
  body: `Welcome to Hinterland. Somebody, probably you, created an account at ${baseUrl} with this address.

Follow this link within 24 hours to verify the address and sign in; in another browser, enter the password that you chose:
${link(baseUrl, next === undefined ? 'verify-email' : `verify-email?${new URLSearchParams([['then', next]])}`, token)}

If it was not you, do nothing: the account cannot be used.
`,
});

export const existingAccountMail = (recipient: string, baseUrl: string): NewMail => ({
  recipient,
  subject: 'You already have an account at Hinterland',
  body: `Somebody, probably you, tried to create an account at ${baseUrl} with this address. You have one already.

Sign in at ${baseUrl}. If you forgot your password, ask there for a link to set a new one.

If it was not you, do nothing: nothing was changed.
`,
});

export const accountDeletedMail = (recipient: string): NewMail => ({
  recipient,
  subject: 'Your account at Hinterland was deleted',
  body: `Your account at Hinterland was deleted, with your name, address, password, keys and sessions.

Analyses, datasets and webhooks that you made stay with their organizations, and the ledger keeps your charges without your
name. This cannot be undone; the address is free for a new account.
`,
});

export const resetMail = (recipient: string, token: string, baseUrl: string): NewMail => ({
  recipient,
  subject: 'Set a new password for Hinterland',
  body: `Somebody, probably you, asked for a new password at ${baseUrl}.

Follow this link within one hour to set it:
${link(baseUrl, 'reset-password', token)}

If it was not you, do nothing: your password stays as it is.
`,
});

const FACTOR_DEEDS = {
  off: [
    'Your second factor at Hinterland was turned off',
    'The second factor of your account was turned off. The password alone opens it now.',
  ],
  renewed: [
    'New recovery codes at Hinterland',
    'New recovery codes were made for your account. Those before are void.',
  ],
} as const;

export const secondFactorMail = (recipient: string, what: keyof typeof FACTOR_DEEDS, baseUrl: string): NewMail => ({
  recipient,
  subject: FACTOR_DEEDS[what][0],
  body: `${FACTOR_DEEDS[what][1]}

If it was not you, somebody knows your password and has used a code of yours: set a new password at ${baseUrl}, which ends
all other sessions, and set the second factor up anew.
`,
});
