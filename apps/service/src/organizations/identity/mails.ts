import { link } from '../../kit/mail/links.ts';
import { type NewMail, oneLine } from '../../kit/mail/outbox.ts';

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
  subject: 'Invitation to an organization at Hinterland',
  body: `${oneLine(invitedBy)} invites you to the organization ${oneLine(organization)} at ${baseUrl}.

To accept, follow this link within 7 days and sign in or create an account with this address:
${link(baseUrl, 'invitation', token)}

If you do not want to join, do nothing.
`,
});
