import type { WritableStore } from '@hinterland/storage';
import { removeOldEntries } from '../../kit/audit/retention.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { bringMailForward, removeGivenUpMail } from '../../kit/mail/outbox.ts';
import { checkLedger } from '../../organizations/credits/check.ts';
import { fillAccounts } from '../../organizations/credits/house.ts';
import { releaseLostHolds } from '../../organizations/credits/releaseExpired.ts';
import { keepStorage } from '../../organizations/credits/storage/task.ts';
import { emptyAllDeleted } from '../../organizations/identity/emptyDeleted.ts';
import { warnOfLowCredits } from '../../organizations/orders/lowCredits.ts';
import { removeExpiredConversations } from '../../surface/assistant/tasks.ts';
import { removeOldDeliveries } from '../../webhooks/retention.ts';
import { bringDeliveriesForward } from '../../webhooks/retry.ts';
import { endExpiredShares } from '../../work/analyses/expiry.ts';
import { removeJobFiles } from '../../work/bulk/retention.ts';
import { removeDeletedDatasets } from '../../work/datasets/remove.ts';
import { removeBrokenUploads } from '../../work/datasets/store.ts';
import { endDatasetJobs, jobsOfDeleted } from '../../work/jobs/ofOrganization.ts';
import { removeExpiredResults } from '../../work/jobs/retention.ts';
import type { RegularTask } from './task.ts';

export interface TaskSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailSender: Nudge;
  /** Address that receives reports only the operator can act on. */
  readonly operatorMail: string | undefined;
  /** Whether it is an organization's own server, without prices. */
  readonly house: boolean;
  /** Lease of the holds whose lost runs are looked for. */
  readonly holdLeaseSeconds: number;
  /** See askAboutOpenOrders; null where the operator confirms orders. */
  readonly askAboutOpenOrders: (() => Promise<void>) | null;
  /** Ends answers of lost processes and price cards that nobody clicked. */
  readonly tidyAssistant: () => Promise<void>;
  /** Files of jobs; null where there are none. */
  readonly store: WritableStore | null;
}

const MINUTE = 60;
const HOUR = 3600;

/** Everything that is done regularly, one line each. */
export const regularTasks = ({ db, clock, log, ...settings }: TaskSettings): readonly RegularTask[] => [
  { name: 'holds', everySeconds: settings.holdLeaseSeconds / 12, run: () => releaseLostHolds(db, clock, log) },
  { name: 'deliveries', everySeconds: HOUR, run: () => removeOldDeliveries(db, clock, log) },
  // For a clock that went back; leases that lie ahead are shortened where they are claimed.
  { name: 'deliveries_ahead', everySeconds: MINUTE, run: () => bringDeliveriesForward(db, clock) },
  { name: 'mail_ahead', everySeconds: MINUTE, run: () => bringMailForward(db, clock) },
  { name: 'results', everySeconds: HOUR, run: () => removeExpiredResults(db, clock) },
  { name: 'shares', everySeconds: HOUR, run: () => endExpiredShares(db, clock, log) },
  { name: 'mail', everySeconds: 24 * HOUR, run: () => removeGivenUpMail(db, clock) },
  { name: 'assistant', everySeconds: MINUTE / 4, run: settings.tidyAssistant },
  { name: 'conversations', everySeconds: HOUR, run: () => removeExpiredConversations(db, clock) },
  { name: 'audit', everySeconds: 24 * HOUR, run: () => removeOldEntries(db) },
  settings.house
    ? { name: 'house', everySeconds: MINUTE / 4, run: () => fillAccounts(db, clock) }
    : { name: 'low_credits', everySeconds: MINUTE, run: () => warnOfLowCredits(db, clock, settings.mailSender) },
  // More often than hourly, so that no hour goes without a sample.
  {
    name: 'storage',
    everySeconds: HOUR / 2,
    run: () => keepStorage(db, clock, log, settings, endDatasetJobs),
  },
  { name: 'uploads', everySeconds: 600, run: () => removeBrokenUploads(db, clock) },
  { name: 'deleted_organizations', everySeconds: MINUTE, run: () => emptyAllDeleted(db, clock, jobsOfDeleted(clock)) },
  { name: 'deleted_datasets', everySeconds: MINUTE, run: () => removeDeletedDatasets(db) },
  ...filesOf(settings.store, (store) => removeJobFiles(db, clock, store)),
  ...(settings.askAboutOpenOrders === null
    ? []
    : [{ name: 'payments', everySeconds: HOUR / 4, run: settings.askAboutOpenOrders }]),
  { name: 'ledger', everySeconds: 24 * HOUR, run: () => checkLedger({ db, clock, log, ...settings }) },
];

const filesOf = (
  store: WritableStore | null,
  run: (store: WritableStore) => Promise<unknown>,
): readonly RegularTask[] =>
  store === null ? [] : [{ name: 'job_files', everySeconds: HOUR / 4, run: () => run(store) }];
