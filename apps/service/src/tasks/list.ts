import { endExpiredShares } from '../analyses/expiry.ts';
import { checkLedger } from '../credits/check.ts';
import { keepStorage } from '../credits/storage/task.ts';
import { removeBrokenUploads } from '../datasets/store.ts';
import { removeExpiredResults } from '../jobs/retention.ts';
import { removeOldDeliveries } from '../webhooks/retention.ts';
import type { RegularTask } from './task.ts';

/** Everything that is done regularly, one line each. */
export const tasks: readonly RegularTask[] = [
  { name: 'deliveries', everyHours: 1, run: removeOldDeliveries },
  { name: 'results', everyHours: 1, run: removeExpiredResults },
  { name: 'shares', everyHours: 1, run: endExpiredShares },
  // More often than hourly, so that no hour goes without a sample.
  { name: 'storage', everyHours: 0.5, run: keepStorage },
  { name: 'uploads', everyHours: 1, run: removeBrokenUploads },
  { name: 'ledger', everyHours: 24, run: checkLedger },
];
