import type { TaskParts } from '../../tasks/task.ts';
import { sampleStorage } from './sample.ts';
import { organizationsOwing, settleStorage } from './settle.ts';
import { announceDeletions, deleteUnpaid } from './suspension.ts';

/** Charges what is due, notes what is stored, and sees to datasets that nobody pays for. */
export async function keepStorage({ db, clock, log, postman }: TaskParts): Promise<void> {
  for (const id of await organizationsOwing(db, clock)) {
    if (!(await settleStorage(db, clock, id))) log.info({ organization: id }, 'storage of datasets is unpaid');
  }
  await sampleStorage(db, clock);
  await announceDeletions(db, clock);
  const deleted = await deleteUnpaid(db, clock);
  if (deleted > 0) log.warn({ organizations: deleted }, 'unpaid datasets deleted');
  postman.nudge();
}
