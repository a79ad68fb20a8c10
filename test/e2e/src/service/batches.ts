import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, databaseClock } from '../../../../apps/service/src/kit/db/database.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import type { Receiver } from '../../../../apps/service/src/testing/receiver.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { secretContext } from '../../../../apps/service/src/webhooks/deliver.ts';
import { newSecret } from '../../../../apps/service/src/webhooks/sign.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';

export interface BatchSettings {
  readonly db: Db;
  /** Receives the events of the jobs. */
  readonly receiver: Receiver;
  readonly home: string;
  readonly secretsKey: string;
  /** Two services. */
  readonly urls: () => readonly string[];
  /** Territory of the jobs, where there are several. */
  readonly territory?: string;
}

const ITEMS = 5;

/** Starts a batch now and then, each under its idempotency key until its job is known; ends at `expectComplete`. */
export async function startBatches({ db, receiver, home, secretsKey, urls, territory }: BatchSettings) {
  const account = await makeAccount(db, { organization: 'Batches', email: 'bob@example.com', credits: 100_000 });
  const { organizationId, userId } = account.spender;
  const box = await openSecrets({ secretsKey, home }).forWriting(db);
  await insertWebhook(db, databaseClock, {
    organizationId,
    userId,
    url: receiver.url,
    events: ['job.completed', 'job.failed'],
    description: null,
    sealedSecret: box.seal(newSecret(), secretContext(organizationId)),
  });
  const jobs: string[] = [];
  let stopped = false;
  const order = async (number: number): Promise<string> => {
    let quoted = ITEMS;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(`${urls()[attempt % 2]}/api/v1/actions/test.batch/execute`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${account.secret}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': `batch-${number}`,
          },
          body: JSON.stringify({
            ...(territory === undefined ? {} : { territory }),
            quotedCredits: quoted,
            points: Array.from({ length: ITEMS }, (_, i) => ({
              id: i,
              ...(territory === undefined ? { lat: 40.5, lng: 10.5 } : { lat: 50.0005, lng: 10.001 }),
              credits: 1,
              waitMilliseconds: 20,
            })),
          }),
        });
        // biome-ignore lint/suspicious/noExplicitAny: an answer or a problem
        const body: any = await answer.json();
        if (answer.ok) return body.result.jobId;
        if (body.error === 'quote_changed') quoted = body.quotedCredits;
        if (![409, 429, 503].includes(answer.status)) throw new RangeError(JSON.stringify(body));
      } catch (error) {
        if (error instanceof RangeError) throw error;
      }
      await sleep(200);
    }
  };
  const working = (async () => {
    for (let number = 0; !stopped; number++) {
      jobs.push(await order(number));
      await sleep(1200); // a key may make 60 charged calls a minute
    }
  })();
  working.catch(() => {}); // thrown where it is awaited
  return {
    /** Every job has succeeded with each of its items charged once, and its event has arrived. */
    async expectComplete() {
      stopped = true;
      await working;
      const unfinished = async () => (await sql`select id from job where finished_at is null`.execute(db)).rows.length;
      await until(async () => (await unfinished()) === 0);
      const { rows } = await sql<{ id: string; status: string; charges: number }>`
      select j.id, j.status::text, (select count(*)::integer from ledger_entry e join credit_hold h on h.id = e.hold_id
        where h.job_id = j.id and e.kind = 'charge') as charges
      from job j order by j.id`.execute(db);
      expect(rows).toEqual(inOrder(jobs).map((id) => ({ id, status: 'succeeded', charges: ITEMS })));
      const told = () => new Set(receiver.received.map(({ body }) => body.data.job.id));
      await until(() => told().size === jobs.length);
      expect(inOrder([...told()])).toEqual(inOrder(jobs));
      const { rows: endpoints } = await sql`select status, consecutive_failures from webhook`.execute(db);
      expect(endpoints).toEqual([{ status: 'active', consecutive_failures: 0 }]);
      return jobs.length;
    },
  };
}

const inOrder = (ids: readonly string[]): string[] => [...ids].sort((a, b) => (a < b ? -1 : 1));
