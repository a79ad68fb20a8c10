import type { AuditEntry } from '../../api/types.ts';
import { isHouse } from '../../text/house.ts';

type Deed = AuditEntry['deed'];
type OfOrganization = Exclude<Deed, `account.${string}`>;

/** Deeds in an organization, in the order of the filter; the compiler keeps the list complete. */
const ORDER: Readonly<Record<OfOrganization, true>> = {
  'organization.made': true,
  'organization.renamed': true,
  'organization.branded': true,
  'organization.deleted': true,
  'organization.suspended': true,
  'organization.resumed': true,
  'organization.limited': true,
  'organization.credited': true,
  'organization.low_credits': true,
  'member.joined': true,
  'member.changed': true,
  'member.limited': true,
  'member.removed': true,
  'member.signed_in': true,
  'member.second_factor_failed': true,
  'member.second_factor_off': true,
  'invitation.sent': true,
  'invitation.resent': true,
  'invitation.revoked': true,
  'team.made': true,
  'team.renamed': true,
  'team.limited': true,
  'team.deleted': true,
  'key.made': true,
  'key.changed': true,
  'key.limited': true,
  'key.rotated': true,
  'key.revoked': true,
  'webhook.made': true,
  'webhook.enabled': true,
  'webhook.rotated': true,
  'webhook.deleted': true,
  'webhook.opened': true,
  'webhook.closed': true,
  'analysis.shared': true,
  'analysis.deleted': true,
  'dataset.uploaded': true,
  'dataset.deleted': true,
  'correction.made': true,
  'correction.undone': true,
  'correction.imported': true,
  'correction.taken_over': true,
  'subject.saved': true,
  'subject.changed': true,
  'subject.deleted': true,
  'project.made': true,
  'project.changed': true,
  'project.deleted': true,
  'supply.subscribed': true,
  'supply.unsubscribed': true,
  'assistant.ran': true,
  'job.stopped': true,
  'job.results_deleted': true,
  'delivery.resent': true,
  'order.placed': true,
  'order.cancelled': true,
  'order.confirmed': true,
};
/** Deeds with money, which an organization's own server does not offer. */
const isPaid = (deed: string) =>
  deed.startsWith('order.') || deed === 'organization.credited' || deed === 'organization.low_credits';

export const DEEDS = (Object.keys(ORDER) as OfOrganization[]).filter((deed) => !(isHouse && isPaid(deed)));
