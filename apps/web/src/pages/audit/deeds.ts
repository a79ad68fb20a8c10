import type { AuditEntry } from '../../api/types.ts';

type Deed = AuditEntry['deed'];
type OfOrganization = Exclude<Deed, `account.${string}`>;

/** Deeds in an organization, in the order of the filter; the compiler keeps the list complete. */
const ORDER: Readonly<Record<OfOrganization, true>> = {
  'organization.made': true,
  'organization.renamed': true,
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
  'analysis.shared': true,
  'analysis.deleted': true,
  'dataset.uploaded': true,
  'dataset.deleted': true,
  'job.stopped': true,
  'delivery.resent': true,
  'order.placed': true,
  'order.cancelled': true,
  'order.confirmed': true,
};
export const DEEDS = Object.keys(ORDER) as OfOrganization[];
