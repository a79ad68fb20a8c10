import type { BackupSummary } from '../../kit/db/backup.ts';
import type { ShownLimit } from '../../kit/fairness/setLimit.ts';
import type { Violation } from '../../organizations/credits/invariants.ts';
import type { confirmOrder } from '../../organizations/orders/confirm.ts';
import type { OrderRow } from '../../organizations/orders/order.ts';
import type { Applied } from './apply.ts';
import type { AuditLine } from './audit.ts';
import type { CorrectionLine } from './corrections.ts';
import type { DeliveryLine } from './deliveries.ts';
import type { HoldLine } from './holds.ts';
import type { JobLine } from './jobs.ts';
import type { KeyLine } from './keys.ts';
import type { EndpointLine, MemberLine, OrganizationLine } from './organizations.ts';

/**
 * Operations of an operator, with or without a running service. Those on one organization, key, job, delivery or order throw
 * with a sentence where there is none. Lists of null are those of every organization. Arguments and results are plain data, so
 * that they go through a socket.
 */
export interface Admin {
  /** See applyAdminFile. */
  apply(file: unknown): Promise<Applied>;
  listOrganizations(): Promise<OrganizationLine[]>;
  showOrganization(id: number): Promise<OrganizationDetails>;
  /** See setSuspended. */
  suspendOrganization(id: number): Promise<void>;
  resumeOrganization(id: number): Promise<void>;
  /** See deleteOrganization. Throws where there is none of that number and name. */
  deleteOrganization(organizationId: number, name: string): Promise<void>;
  /** Adds credits and answers the new balance. */
  grantCredits(organizationId: number, credits: number): Promise<number>;
  /** See showLimits. */
  showLimits(organizationId: number): Promise<ShownLimit[]>;
  /** See setLimit: null takes a limit back to its default. */
  setLimit(organizationId: number, name: string, value: number | null): Promise<void>;
  listKeys(organizationId: number | null): Promise<KeyLine[]>;
  /** Ends a key with its next request: by number, by its visible beginning, or by the whole key. Answers its number. */
  revokeKey(which: number | string): Promise<number>;
  /** The newest lines of the audit log. */
  listAudit(organizationId: number | null): Promise<AuditLine[]>;
  /** See removeSecondFactor. Throws where no user of that address has one. */
  removeSecondFactor(email: string): Promise<void>;
  listJobs(organizationId: number | null, all: boolean): Promise<JobLine[]>;
  stopJob(id: string): Promise<void>;
  listHolds(organizationId: number | null): Promise<HoldLine[]>;
  listDeliveries(organizationId: number | null, all: boolean): Promise<DeliveryLine[]>;
  /** Sends a delivery that has ended once more. */
  resendDelivery(id: number): Promise<void>;
  listCorrections(organizationId: number | null): Promise<CorrectionLine[]>;
  /** Makes a correction of an organization one that everybody sees; answers the number of that one. See takeOver. */
  takeOverCorrection(id: number): Promise<number>;
  /** Takes a correction of the operator's back. */
  undoCorrection(id: number): Promise<void>;
  /** Orders of credits of every organization, newest first: the open ones, or all. */
  listOrders(all: boolean): Promise<OrderRow[]>;
  /** See confirmOrder. */
  confirmOrder(orderId: number): ReturnType<typeof confirmOrder>;
  /** What is wrong with the books; empty when all is well. */
  checkLedger(): Promise<Violation[]>;
  /** See rotateSecrets: returns how many secrets were sealed anew. */
  rotateSecrets(): Promise<number>;
  /** See rotateSecret: returns how many sessions have ended. */
  rotateSessionSecret(): Promise<number>;
  /** Makes a backup of the embedded database in a new folder. Throws for PostgreSQL. */
  backup(folder: string): Promise<BackupSummary>;
  close(): Promise<void>;
}

/** An organization with its members, keys and webhooks. */
interface OrganizationDetails extends OrganizationLine {
  readonly memberList: readonly MemberLine[];
  readonly keyList: readonly KeyLine[];
  readonly endpointList: readonly EndpointLine[];
}
