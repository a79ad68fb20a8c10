import type { Job } from '@hinterland/contract';
import type { NewEvent } from '../kit/events/record.ts';
import type { MadeAccount } from './town.ts';

/** Returns an event of a job that there is not: queues do not look into what they carry. */
export const failedJob = (who: MadeAccount, id: string): NewEvent<'job.failed'> => ({
  organizationId: who.spender.organizationId,
  userId: who.spender.userId,
  type: 'job.failed',
  subject: `job:${id}:failed`,
  data: { job: { id } as Job },
  createdAt: new Date('2026-11-21T10:00:00.000Z'),
});
