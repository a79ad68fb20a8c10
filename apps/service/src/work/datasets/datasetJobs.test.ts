import { elmTown, lngOf } from '@hinterland/engine/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../kit/db/database.ts';
import { signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { datasetsOfAcme } from '../../testing/datasets.ts';
import type { Reply } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { watchedDatabase } from '../../testing/watchedDatabase.ts';
import { removeDeletedDatasets } from './remove.ts';

describeOnBoth('jobs on datasets', (database) => {
  const suite = datasetsOfAcme(database, elmTown);
  const { db, start, at, send, get, idle, imported, lastJob } = suite;

  /** Many rows that are known: row i is house i mod 20 + 1, every seventh is nowhere. */
  const many = (count: number) => {
    const line = (i: number) => `${i},${i % 7 === 6 ? 'nowhere at all' : `${(i % 20) + 1} Elm Street`}`;
    return `id,address\n${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`;
  };

  const checkMany = async (id: string, count: number, isGeocoded: boolean) => {
    const { rows } = await sql<{ index: number; cells: string[]; lng: number | null }>`
      select index, cells, lng from dataset_row where dataset_id = ${id} order by index`.execute(db());
    expect(rows).toHaveLength(count);
    rows.forEach(({ index, cells, lng }, i) => {
      expect([index, cells[0]]).toEqual([i, `${i}`]);
      if (isGeocoded) expect(lng).toBe(i % 7 === 6 ? null : lngOf((i % 20) + 1));
    });
  };

  it('S165 its owner stops it between two chunks: what is done stays; and a job is handed back at a stop of the service', async () => {
    const count = 2500;
    const dataset = await imported(many(count));
    const stopAt = async (jobId: string) => suite.owner.send('POST', at(`/${dataset.id}/jobs/${jobId}/stop`), {});
    const { body: job } = await suite.owner.send('POST', at(`/${dataset.id}/geocode`), {});
    const again = await suite.owner.send('POST', at(`/${dataset.id}/geocode`), {});
    expect(again.body).toMatchObject({ status: 409, error: 'dataset_not_ready' });
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0);
    const stopped = await stopAt(job.id);
    expect(stopped.body).toMatchObject({ status: 'stopped', result: { stopReason: 'stopped_by_owner' } });
    const { done, failed, skipped } = stopped.body.result;
    expect(done).toBeGreaterThan(0);
    expect(done + failed + skipped).toBe(count);
    expect(skipped).toBeGreaterThan(0);
    expect(await get(dataset.id)).toMatchObject({ rows: count, matched: done, reasons: { pending: skipped } });
    const { body: next } = await suite.owner.send('POST', at(`/${dataset.id}/geocode`), {});
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0);
    await suite.service.close();
    const { rows } = await sql<{ status: string; lease_token: string | null; claims_without_progress: number }>`
      select status, lease_token, claims_without_progress from job where id = ${next.id}`.execute(db());
    expect(rows).toEqual([{ status: 'running', lease_token: null, claims_without_progress: 0 }]);
    suite.service = await start();
    suite.owner = await signedIn(suite.service, db(), 'ann@example.com');
    expect((await idle(dataset.id)).matched).toBe(count - Math.floor(count / 7));
    expect((await stopAt(next.id)).body.error).toBe('job_not_running');
  });

  it('a job of a suspended organization stops between two chunks; what is done stays', async () => {
    const count = 2500;
    const dataset = await imported(many(count));
    const { body: job } = await suite.owner.send('POST', at(`/${dataset.id}/geocode`), {});
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0);
    await sql`update organization set suspended_at = now()`.execute(db());
    try {
      await until(async () => (await get(dataset.id)).job === null);
      const { rows } = await sql<{ status: string; stop_reason: string; dealt: number; skipped: number }>`
        select status, stop_reason, done + failed as dealt, skipped from job where id = ${job.id}`.execute(db());
      expect(rows).toMatchObject([{ status: 'stopped', stop_reason: 'organization_suspended' }]);
      const { dealt, skipped } = rows[0] as (typeof rows)[0];
      expect([dealt > 0, skipped > 0, dealt + skipped]).toEqual([true, true, count]);
    } finally {
      await sql`update organization set suspended_at = null`.execute(db());
    }
  });

  it('deleting a dataset ends its job, which stays', async () => {
    const { id } = await imported(many(2500));
    const { body: job } = await suite.owner.send('POST', at(`/${id}/geocode`), {});
    expect((await suite.owner.send('DELETE', at(`/${id}`))).status).toBe(200);
    const { secret } = await makeAccount(db(), { keyName: 'reader' });
    const { body } = await suite.service.request('GET', `/api/v1/jobs/${job.id}`, { key: secret });
    expect(body).toMatchObject({ status: 'stopped', datasetId: id, result: { stopReason: 'dataset_deleted' } });
    await removeDeletedDatasets(db());
    const { rows } = await sql`select from dataset_row`.execute(db());
    expect(rows).toEqual([]);
  });

  it('S183 keys stop jobs that their user started', async () => {
    const { secret } = await makeAccount(db(), { keyName: 'runner', scopes: ['read', 'run'] });
    const { id } = await imported(many(2500));
    const { body: job } = await suite.owner.send('POST', at(`/${id}/geocode`), {});
    const reply: Reply = await suite.service.request('POST', `/api/v1/jobs/${job.id}/stop`, { key: secret });
    expect(reply.body).toMatchObject({ status: 'stopped', datasetId: id });
    expect((await get(id)).status).toBe('ready');
  });

  it('S164 S165 work of a process that dies is taken over: every row is there once, counted once', async () => {
    const quiet = await start({ jobsAtOnce: 0 });
    await suite.service.close();
    suite.service = quiet;
    suite.owner = await signedIn(quiet, db(), 'ann@example.com');
    // A store of an import holds 100 rows, as one of geocoding: both die in the middle.
    const dying = async (stores: number) =>
      start({ database: { ...database(), db: mortal(db(), stores) }, jobsAtOnce: 1 });
    const count = 1700;
    const sent = await send(many(count));
    expect(sent.status, sent.text).toBe(202);
    const { id } = sent.body;
    const partly = async (done: number) =>
      until(async () => (await get(id)).job.progress.done + (await get(id)).job.progress.failed === done);
    const first = await dying(3);
    await partly(300);
    await first.close();
    const second = await start();
    expect(await idle(id)).toMatchObject({ status: 'ready', rows: count, reasons: { pending: count } });
    await checkMany(id, count, false);
    expect((await lastJob(id)).progress).toEqual({ total: count, done: count, skipped: 0, failed: 0 });
    await second.close();

    expect((await suite.owner.send('POST', at(`/${id}/geocode`), {})).status).toBe(202);
    const third = await dying(5);
    await partly(500);
    await third.close();
    suite.service = await start();
    suite.owner = await signedIn(suite.service, db(), 'ann@example.com');
    await quiet.close();
    await idle(id);
    await checkMany(id, count, true);
    const failed = Math.floor(count / 7);
    expect(await lastJob(id)).toMatchObject({
      status: 'succeeded',
      result: { done: count - failed, failed, skipped: 0, reasons: { exact: count - failed, nothing: failed } },
    });
    expect((await get(id)).reasons).toEqual({ exact: count - failed, nothing: failed });
  });
});

/** A database that answers so many stores, transactions or statements of rows, and then nothing more, as if its process had died. */
function mortal(db: Db, stores: number): Db {
  let left = stores;
  return watchedDatabase(db, (asked) => {
    if (asked === 'transaction' || asked.includes('import_rows(')) left--;
    if (left < 0) throw new Error('the process is dead');
  });
}
