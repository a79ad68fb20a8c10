import type { Nudge } from '../../../kit/background/loop.ts';
import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { sampleStorage } from './sample.ts';
import { organizationsOwing, settleStorage } from './settle.ts';
import { announceDeletions, deleteUnpaid, type EndDatasetJobs } from './suspension.ts';
import { warnOfStorage } from './warnings.ts';

/** Charges due months, samples storage, warns of charges, and suspends or deletes unpaid datasets. */
export async function keepStorage(
  db: Db,
  clock: Clock,
  log: Log,
  { mailSender, house }: { readonly mailSender: Nudge; readonly house: boolean },
  endJobs: EndDatasetJobs,
): Promise<void> {
  for (const id of await organizationsOwing(db, clock)) {
    if (!(await settleStorage(db, clock, id))) log.info({ organization: id }, 'storage of datasets is unpaid');
  }
  await sampleStorage(db, clock);
  if (!house) await warnOfStorage(db, clock);
  await announceDeletions(db, clock);
  const deleted = await deleteUnpaid(db, clock, endJobs);
  if (deleted > 0) log.warn({ organizations: deleted }, 'unpaid datasets deleted');
  mailSender.nudge();
}
