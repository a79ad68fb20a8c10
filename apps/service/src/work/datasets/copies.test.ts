import { gridTown } from '@hinterland/engine/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { datasetsOfAcme } from '../../testing/datasets.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

const town = gridTown({ blocks: 10, blockMeters: 100, speedKph: 36 });
const lineOf = (id: string, right: number) => `${id},${town.at(right, 0).lat},${town.at(right, 0).lng}\n`;
const MARKS = ['patient 4711', 'patient 4712'];
const CSV = `id,lat,lng\n${MARKS.map(lineOf).join('')}`;

describeOnBoth('copies of a dataset', (database) => {
  const suite = datasetsOfAcme(database, () => town.territory);
  const { db, at, imported } = suite;

  /** Everything that the service keeps, where one of the marks stands in it. */
  const marked = async () => {
    const { rows } = await sql<{ place: string }>`
      select 'row' as place from dataset_row where cells::text like '%patient 47%'
      union all select 'input of a job' from job where input::text like '%patient 47%'
      union all select 'item' from job_item where coalesce(summary::text, '') || coalesce(result, '') like '%patient 47%'
      union all select 'version' from analysis_run where input::text || results::text like '%patient 47%'`.execute(
      db(),
    );
    return [...new Set(rows.map(({ place }) => place))].toSorted();
  };
  const call = (key: string, method: string, path: string, body?: unknown, headers = {}) =>
    suite.service.request(method, `/api/v1${path}`, { key, body, headers });
  const run = async (key: string, actionId: string, input: object, code?: string) => {
    const { body: quoted, text } = await suite.service.quote(key, actionId, input);
    expect(quoted.quotedCredits, text).toBeTypeOf('number');
    const headers: Record<string, string> = code === undefined ? {} : { 'X-Analysis-Id': code };
    const answer = await suite.service.execute(
      key,
      actionId,
      { ...input, quotedCredits: quoted.quotedCredits },
      headers,
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  /** Asks for travel times of a dataset's rows in an analysis, duplicates that, and has a batch of the rows. */
  const copied = async (key: string, dataset: string) => {
    const code = (await call(key, 'POST', '/analyses', { name: 'Homes' })).body.code as string;
    await run(
      key,
      'network.nearest',
      { origins: [{ id: 1, ...town.at(0, 0) }], destinations: { dataset }, mode: 'car' },
      code,
    );
    const copy = await call(key, 'POST', `/analyses/${code}/duplicate?withResults=true`);
    const batch = await run(
      key,
      'enrich.points',
      { points: { dataset }, include: ['people'], bandSeconds: [60] },
      code,
    );
    const { jobId } = batch.result;
    await until(async () => (await call(key, 'GET', `/jobs/${jobId}`)).body.finishedAt !== null);
    return { code, copy: copy.body.code as string, jobId: jobId as string };
  };
  const account = async (email: string) =>
    (
      await makeAccount(db(), {
        email,
        keyName: 'copies',
        credits: 10_000,
        scopes: ['read', 'run', 'manage'],
        role: email.startsWith('ann') ? 'owner' : 'member',
      })
    ).secret;

  it('go with it if that is asked for, wherever its rows went, and what has none stays', async () => {
    const key = await account('ann@example.com');
    const { id } = await imported(CSV);
    const other = await imported(`id,lat,lng\n${lineOf('harbor', 3)}`);
    const { code, copy, jobId } = await copied(key, id);
    await run(
      key,
      'network.nearest',
      { origins: [{ id: 1, ...town.at(0, 0) }], destinations: { dataset: other.id }, mode: 'car' },
      code,
    );
    expect(await marked()).toEqual(['input of a job', 'row', 'version']);
    const copies = await suite.owner.send('GET', at(`/${id}/copies`));
    expect(copies.body).toEqual({ results: 1, versions: 3, ofOthers: 0 });

    const answer = await suite.owner.send('DELETE', at(`/${id}?copies=delete`));
    expect(answer.body).toEqual({ id, deleted: true, copies: { results: 0, versions: 0, ofOthers: 0 } });
    expect((await marked()).filter((place) => place !== 'row')).toEqual([]);
    expect((await call(key, 'GET', `/jobs/${jobId}/results`)).body.error).toBe('results_expired');
    const numbers = async (of: string) =>
      (await call(key, 'GET', `/analyses/${of}/versions`)).body.data.map(
        ({ versionNo }: { versionNo: number }) => versionNo,
      );
    expect([await numbers(code), await numbers(copy)]).toEqual([[3], []]);
    const { rows } = await sql<{ bytes: number; stored: number }>`
      select a.bytes::float8 as bytes, octet_length(a.state::text) + coalesce((select sum(octet_length(r.input::text)
        + octet_length(r.state::text) + octet_length(r.results::text)) from analysis_run r where r.analysis_id = a.id), 0) as stored
      from analysis a order by a.id`.execute(db());
    for (const { bytes, stored } of rows) expect(bytes).toBe(Number(stored));
    expect(await findViolations(db())).toEqual([]);
  });

  it('stay where it is not asked for, and a stored run cannot be deleted in any other way', async () => {
    const key = await account('ann@example.com');
    const { id } = await imported(CSV);
    await copied(key, id);
    expect((await suite.owner.send('DELETE', at(`/${id}`))).body.copies).toEqual({
      results: 1,
      versions: 3,
      ofOthers: 0,
    });
    expect(await marked()).toContain('version');
    await expect(sql`delete from analysis_run`.execute(db())).rejects.toThrow('a stored run never changes');
    expect((await suite.owner.send('DELETE', at(`/${id}?copies=maybe`))).status).toBe(400);
  });

  it('of other members are deleted by owners alone, and counted for the rest', async () => {
    await account('ann@example.com');
    const key = await account('mate@example.com');
    const { id } = await imported(CSV);
    const { code } = await copied(key, id);
    expect((await suite.admin.send('GET', at(`/${id}/copies`))).body).toEqual({ results: 0, versions: 0, ofOthers: 4 });
    expect((await suite.stranger.send('GET', at(`/${id}/copies`))).status).toBe(404);
    const left = (await suite.admin.send('DELETE', at(`/${id}?copies=delete`))).body.copies;
    expect(left).toEqual({ results: 0, versions: 0, ofOthers: 4 });
    expect((await call(key, 'GET', `/analyses/${code}/versions`)).body.data).toHaveLength(2);
  });
});
