import { type NewMail, oneLine } from '../mail/outbox.ts';

// Tokens stand behind #, which browsers do not send: they come into no log and no Referer.
const link = (baseUrl: string, page: string, token: string): string =>
  `${baseUrl}/${page}#token=${encodeURIComponent(token)}`;

export const verificationMail = (recipient: string, token: string, baseUrl: string): NewMail => ({
  recipient,
  subject: 'Verify your e-mail address for Hinterland',
  body: `Somebody, probably you, made an account at ${baseUrl} with this address.

Follow this link within 24 hours, and enter the password that you chose, to verify the address:
${link(baseUrl, 'verify-email', token)}

If it was not you, do nothing: the account cannot be used.
`,
});

export const existingAccountMail = (recipient: string, baseUrl: string): NewMail => ({
  recipient,
  subject: 'You already have an account at Hinterland',
  body: `Somebody, probably you, tried to make an account at ${baseUrl} with this address. You have one already.

Sign in at ${baseUrl}. If you forgot your password, ask there for a link to set a new one.

If it was not you, do nothing: nothing was changed.
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

export const organizationDeletedMail = (
  recipient: string,
  { organization, deletedBy }: { organization: string; deletedBy: string },
): NewMail => ({
  recipient,
  subject: `${oneLine(organization)} was deleted`,
  body: `${oneLine(deletedBy)} deleted the organization ${oneLine(organization)}, of which you were an owner.

Its keys are revoked, background jobs have stopped, and its analyses, datasets, webhooks and invitations are gone. Runs
that were under way ended and were charged. This cannot be undone; your own account stays.
`,
});

export const invitationMail = (
  recipient: string,
  { organization, invitedBy, token }: { organization: string; invitedBy: string; token: string },
  baseUrl: string,
): NewMail => ({
  recipient,
  subject: `Invitation to ${organization} at Hinterland`,
  body: `${oneLine(invitedBy)} invites you to the organization ${oneLine(organization)} at ${baseUrl}.

Follow this link within 7 days, and sign in or make an account with this address, to accept:
${link(baseUrl, 'invitation', token)}

If you do not want that, do nothing.
`,
});
