import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { actions, findAction, outputPlan } from '@hinterland/actions';
import { wideFigures } from '@hinterland/answers/columns';
import { LIMITS } from '@hinterland/contract';
import { openStore } from '@hinterland/storage';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { threadProgram } from '../../../../apps/service/src/kit/threadProgram.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { describeOnBoth } from '../../../../apps/service/src/testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../../../apps/service/src/testing/service.ts';
import { makeAccount, TestClock } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { removeJobFiles } from '../../../../apps/service/src/work/bulk/retention.ts';
import { removeExpiredResults } from '../../../../apps/service/src/work/jobs/retention.ts';
import { demoBundle } from '../demoBundle.ts';
import { type Home, homesOf, storeDataset } from './datasetJobs.ts';

/** In place of the real size: a row takes some ten milliseconds of a processor. */
const PART = 100;
const ROWS = 240;
/** What a row costs: five topics of 2 credits. */
const CREDITS = 10;
const GRANTED = 1_000_000;
const OPTIONS = { bandSeconds: [60], mode: 'walk', include: ['people'] };
const isCharged = (home: Home): boolean => home !== null && home.lat < 0;

describeOnBoth('enrich.dataset', (database) => {
  let territory: Territory;
  let folder: string;
  let service: TestService;
  const db = () => database().db;
  const open: TestService[] = [];

  const start = async (more: Parameters<typeof startTestService>[1] = {}) => {
    const one = await startTestService(database(), {
      workers: 2,
      registry: { actions, module: threadProgram('actions').href },
      source: new TestBundles(territory),
      jobMilliseconds: 50,
      jobLeaseSeconds: 10,
      partRows: PART,
      env: { HINTERLAND_BULK_STORE: pathToFileURL(folder).href },
      ...more,
    });
    open.push(one);
    return one;
  };

  beforeAll(async () => {
    territory = await loadTerritory(await demoBundle());
    folder = await mkdtemp(join(tmpdir(), 'hinterland-files-'));
    service = await start();
  });
  afterEach(async () => expect(await findViolations(db())).toEqual([]));
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await rm(folder, { recursive: true, force: true });
  });

  const account = () => makeAccount(db(), { credits: GRANTED });
  const get = async (key: string, path: string, by = service) =>
    (await by.request('GET', `/api/v1${path}`, { key })).body;
  const ended = async (key: string, id: string, by = service) => {
    await until(async () => (await get(key, `/jobs/${id}`, by)).finishedAt !== null);
    return get(key, `/jobs/${id}`, by);
  };
  const rowsOf = async (part: { address: string; sha256: string; bytes: number }) => {
    const answer = await fetch(part.address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet']);
    const file = await answer.arrayBuffer();
    expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(part.sha256);
    expect(file.byteLength).toBe(part.bytes);
    return { file, rows: await parquetReadObjects({ file }) };
  };
  const charges = async () =>
    (
      await sql<{ part: number; credits: number }>`
        select part, -amount::float8 / 1000 as credits from ledger_entry where kind = 'charge' order by seq`.execute(
        db(),
      )
    ).rows;

  const order = async (key: string, input: object, idempotencyKey: string) => {
    const quoted = await service.quote(key, 'enrich.dataset', input);
    const { quotedCredits } = quoted.body;
    const body = { ...input, quotedCredits, idempotencyKey };
    const answer = await service.execute(key, 'enrich.dataset', body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return { quoted: quoted.body, started: answer.body };
  };

  it('S105 parts have the figures of enrich.points to the last digit, and the charges of their rows', async () => {
    const ann = await account();
    const homes = homesOf(territory, ROWS);
    const dataset = await storeDataset(db(), ann.spender, homes);
    const charged = homes.filter(isCharged).length;
    const { quoted, started } = await order(ann.secret, { dataset, ...OPTIONS }, 'once');
    expect(quoted).toMatchObject({ quotedCredits: charged * CREDITS, sampledPoints: 3 });
    expect(started.result).toMatchObject({
      rows: ROWS,
      rowsPerPart: LIMITS.enrichDatasetPartRows,
      maxCredits: charged * CREDITS,
    });
    const { jobId } = started.result;
    const job = await ended(ann.secret, jobId);
    expect(job).toMatchObject({
      type: 'enrich.dataset',
      status: 'succeeded',
      datasetId: dataset,
      progress: { total: ROWS, done: charged, skipped: 0, failed: ROWS - charged },
      result: {
        creditsCharged: charged * CREDITS,
        stopReason: null,
        reasons: {
          done: charged,
          pending: homes.filter((home) => home === null).length,
          outside: homes.filter((home) => (home?.lat ?? 0) > 0).length,
        },
      },
    });
    const { data: parts, resultsExpireAt } = await get(ann.secret, `/jobs/${jobId}/parts`);
    expect(resultsExpireAt).toBe(job.resultsExpireAt);
    const sizes = [PART, PART, 0.4 * PART];
    expect(parts.map(({ firstRow, rows }: any) => [firstRow, rows])).toEqual([
      [1, PART],
      [PART + 1, PART],
      [2 * PART + 1, 0.4 * PART],
    ]);
    const dueOf = (from: number, count: number) => homes.slice(from, from + count).filter(isCharged).length * CREDITS;
    expect(parts.map((part: any) => part.creditsCharged)).toEqual(sizes.map((count, i) => dueOf(i * PART, count)));
    expect(await charges()).toEqual(parts.map((part: any) => ({ part: part.index, credits: part.creditsCharged })));
    const { balance, reserved } = await get(ann.secret, '/credits');
    expect([GRANTED - balance, reserved]).toEqual([charged * CREDITS, 0]);

    const read = await Promise.all(parts.map(rowsOf));
    const all = read.flatMap(({ rows }) => rows);
    expect(all.map(({ id, row }) => [id, row])).toEqual(homes.map((_, i) => [`home ${i}`, i + 1]));
    homes.forEach((home, i) => {
      const { status, reason, credits_charged, geometry } = all[i]!;
      const expected = isCharged(home) ? ['done', null, CREDITS] : ['failed', home === null ? 'pending' : 'outside', 0];
      expect([status, reason, credits_charged]).toEqual(expected);
      expect(geometry).toEqual(home === null ? null : { type: 'Point', coordinates: [home.lng, home.lat] });
    });
    // Every part has the same columns, and each file says where its figures come from.
    const columnsOf = ({ file }: { file: ArrayBuffer }) =>
      parquetMetadata(file).schema.map(({ name, type }) => [name, type]);
    expect(columnsOf(read[1]!)).toEqual(columnsOf(read[0]!));
    expect(columnsOf(read[2]!)).toEqual(columnsOf(read[0]!));
    const texts = Object.fromEntries(
      (parquetMetadata(read[0]!.file).key_value_metadata ?? []).map(({ key, value }) => [key, value]),
    );
    expect(JSON.parse(texts.geo!)).toMatchObject({
      version: '1.1.0',
      columns: { geometry: { geometry_types: ['Point'] } },
    });
    expect(JSON.parse(texts['hinterland.dataVersion']!)).toEqual(territory.dataVersion);
    expect(JSON.parse(texts['hinterland.sources']!).length).toBeGreaterThan(0);

    const sampled = [0, 1, PART - 1, PART, PART + 25, ROWS - 1].filter((i) => isCharged(homes[i]!));
    expect(sampled.length).toBeGreaterThan(4);
    const points = sampled.map((i) => ({ id: i, ...homes[i]! }));
    const { quotedCredits } = (await service.quote(ann.secret, 'enrich.points', { points, ...OPTIONS })).body;
    const batch = await service.execute(ann.secret, 'enrich.points', { points, ...OPTIONS, quotedCredits });
    await ended(ann.secret, batch.body.result.jobId);
    for (const [at, i] of sampled.entries()) {
      const single = await get(ann.secret, `/jobs/${batch.body.result.jobId}/results/${at}`);
      const { catchment, people, creditsCharged } = single;
      const row = all[i]!;
      expect(row.credits_charged).toBe(creditsCharged);
      expect([row.residents_1min, row.residents, row.poles]).toEqual([
        catchment.bands[0].cumulativeResidents,
        catchment.residents,
        catchment.poles,
      ]);
      // Every figure that enrich.points has stands in the row, under the name that its own files give it.
      const figures = wideFigures(single, outputPlan(findAction('enrich.point')!)).filter(
        ({ value }) => value !== null,
      );
      expect(figures.length).toBeGreaterThan(50);
      const more = row.more === null ? {} : JSON.parse(row.more as string);
      expect(figures.map(({ name }) => [name, row[name] ?? more[name]])).toEqual(
        figures.map(({ name, value }) => [name, value]),
      );
      expect(people.topics.length).toBe(5);
    }

    // The key answers the same job, and nothing is charged again.
    const again = await service.execute(ann.secret, 'enrich.dataset', {
      dataset,
      ...OPTIONS,
      quotedCredits: charged * CREDITS,
      idempotencyKey: 'once',
    });
    expect(again.body).toMatchObject({ replayed: true, result: { jobId, creditsCharged: charged * CREDITS } });
    expect((await service.request('GET', `/api/v1/jobs/${jobId}/results`, { key: ann.secret })).body.detail).toMatch(
      '/parts lists them',
    );
    expect(
      (await service.request('GET', `/api/v1/jobs/${batch.body.result.jobId}/parts`, { key: ann.secret })).status,
    ).toBe(404);
  });

  it('a cap stops it at the first row that would exceed it, also within a part', async () => {
    const ann = await account();
    const homes = homesOf(territory, 1.2 * PART);
    const dataset = await storeDataset(db(), ann.spender, homes);
    const most = Math.round(1.06 * PART);
    const maxCredits = most * CREDITS + 9;
    const { jobId } = (await order(ann.secret, { dataset, ...OPTIONS, maxCredits }, 'capped')).started.result;
    const { progress, result, status } = await ended(ann.secret, jobId);
    const last = homes.findIndex((_, i) => homes.slice(0, i + 1).filter(isCharged).length > most);
    expect([status, result.stopReason, result.creditsCharged]).toEqual(['succeeded', 'batch_cap', most * CREDITS]);
    expect(progress).toEqual({ total: 1.2 * PART, done: most, failed: last - most, skipped: 1.2 * PART - last });
    const { data: parts } = await get(ann.secret, `/jobs/${jobId}/parts`);
    expect(parts.map(({ firstRow, rows }: any) => [firstRow, rows])).toEqual([
      [1, PART],
      [PART + 1, last - PART],
    ]);
    const { rows } = await rowsOf(parts[1]);
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: last - PART }, (_, i) => PART + 1 + i));
    // Credits for one row less than the first costs buy nothing.
    const none = (await order(ann.secret, { dataset, ...OPTIONS, maxCredits: 9 }, 'nothing')).started.result.jobId;
    expect((await ended(ann.secret, none)).result).toMatchObject({
      done: 0,
      creditsCharged: 0,
      stopReason: 'batch_cap',
    });
    expect((await get(ann.secret, `/jobs/${none}/parts`)).data).toEqual([]);
  });

  it('its owner stops it: finished parts stay charged, and the dataset is free again', async () => {
    const ann = await account();
    const dataset = await storeDataset(db(), ann.spender, homesOf(territory, 5 * PART));
    const { jobId } = (await order(ann.secret, { dataset, ...OPTIONS }, 'first')).started.result;
    const { quotedCredits } = (await service.quote(ann.secret, 'enrich.dataset', { dataset, ...OPTIONS })).body;
    const second = await service.execute(ann.secret, 'enrich.dataset', { dataset, ...OPTIONS, quotedCredits });
    expect([second.status, second.body.detail]).toEqual([
      400,
      expect.stringContaining(`The job ${jobId} (enrich.dataset) works`),
    ]);
    await until(async () => (await get(ann.secret, `/jobs/${jobId}`)).progress.done > 0);
    const stopped = (await service.request('POST', `/api/v1/jobs/${jobId}/stop`, { key: ann.secret })).body;
    expect(stopped).toMatchObject({ status: 'stopped', result: { stopReason: 'stopped_by_owner' } });
    const { data: parts } = await get(ann.secret, `/jobs/${jobId}/parts`);
    const sum = parts.reduce((total: number, { creditsCharged }: any) => total + creditsCharged, 0);
    expect([parts.length > 0, stopped.result.creditsCharged]).toEqual([true, sum]);
    const { balance, reserved } = await get(ann.secret, '/credits');
    expect([GRANTED - balance, reserved]).toEqual([sum, 0]);
    expect(stopped.result.skipped).toBeGreaterThan(0);
  });

  it('a store that is gone ends the job with a sentence, and its part costs nothing', async () => {
    const ann = await account();
    const dataset = await storeDataset(db(), ann.spender, homesOf(territory, 60));
    const gone = join(folder, 'gone');
    await writeFile(gone, 'a file where a folder was');
    const other = await start({ env: { HINTERLAND_BULK_STORE: pathToFileURL(gone).href }, jobsAtOnce: 1 });
    await service.close();
    const { quotedCredits } = (await other.quote(ann.secret, 'enrich.dataset', { dataset, ...OPTIONS })).body;
    const { body } = await other.execute(ann.secret, 'enrich.dataset', { dataset, ...OPTIONS, quotedCredits });
    const job = await ended(ann.secret, body.result.jobId, other);
    expect([job.status, job.result.creditsCharged, job.result.skipped]).toEqual(['failed', 0, 60]);
    expect(job.error).toEqual({
      error: 'service_unavailable',
      detail: expect.stringContaining('The file of part 0 could not be stored, and its rows are not charged.'),
    });
    expect((await get(ann.secret, '/credits', other)).reserved).toBe(0);
    await other.close();
    service = await start();
  });

  it('addresses expire after an hour, files after 30 days; then they are removed', async () => {
    const ann = await account();
    const clock = new TestClock(new Date().toISOString());
    const own = join(folder, 'own');
    await service.close();
    service = await start({ clock, env: { HINTERLAND_BULK_STORE: pathToFileURL(own).href } });
    const dataset = await storeDataset(db(), ann.spender, homesOf(territory, 60));
    const { jobId } = (await order(ann.secret, { dataset, ...OPTIONS }, 'kept')).started.result;
    await ended(ann.secret, jobId);
    const [part] = (await get(ann.secret, `/jobs/${jobId}/parts`)).data;
    clock.advanceSeconds(3599);
    expect((await fetch(part.address)).status).toBe(200);
    clock.advanceSeconds(1);
    const late = await fetch(part.address);
    expect([late.status, ((await late.json()) as { error: string }).error]).toEqual([410, 'link_not_valid']);
    const [fresh] = (await get(ann.secret, `/jobs/${jobId}/parts`)).data;
    expect((await fetch(fresh.address)).status).toBe(200);
    // One letter of an address changed leads nowhere.
    const [letter] = fresh.address.slice(-20);
    const wrong = `${fresh.address.slice(0, -20)}${letter === 'A' ? 'B' : 'A'}${fresh.address.slice(-19)}`;
    expect((await fetch(wrong)).status).toBe(404);
    expect(await readdir(join(own, jobId))).toEqual([`part-00000-${part.sha256}.parquet`]);
    expect(await removeJobFiles(db(), clock, openStore(pathToFileURL(own).href))).toBe(0);
    clock.advanceSeconds(30 * 86_400);
    const { status, body } = await service.request('GET', `/api/v1/jobs/${jobId}/parts`, { key: ann.secret });
    expect([status, body.error]).toEqual([410, 'results_expired']);
    await removeExpiredResults(db(), clock);
    expect(await removeJobFiles(db(), clock, openStore(pathToFileURL(own).href))).toBe(1);
    expect(await readdir(join(own, jobId))).toEqual([]);
    expect(await removeJobFiles(db(), clock, openStore(pathToFileURL(own).href))).toBe(0);
    await service.close();
    service = await start();
  });

  it('deleted results end their addresses at once, and no file is left', async () => {
    const ann = await account();
    const dataset = await storeDataset(db(), ann.spender, homesOf(territory, 12));
    const { jobId } = (await order(ann.secret, { dataset, ...OPTIONS }, 'erased')).started.result;
    const { result } = await ended(ann.secret, jobId);
    const [part] = (await get(ann.secret, `/jobs/${jobId}/parts`)).data;
    expect((await fetch(part.address)).status).toBe(200);
    const files = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .filter(({ parentPath }) => parentPath.includes(jobId));
    expect(await files()).toHaveLength(1);
    const reply = await service.request('DELETE', `/api/v1/jobs/${jobId}/results`, { key: ann.secret });
    expect([reply.status, reply.body.result, reply.body.resultsDeletedAt]).toEqual([200, result, expect.any(String)]);
    expect((await fetch(part.address)).status).toBe(410);
    expect((await get(ann.secret, `/jobs/${jobId}/parts`)).error).toBe('results_expired');
    expect(await files()).toEqual([]);
  });

  it('without a store there is no such action, in words, and nothing is held', async () => {
    const ann = await account();
    const dataset = await storeDataset(db(), ann.spender, homesOf(territory, 60));
    const bare = await start({ env: {} });
    const listed = (await bare.request('GET', '/api/v1/actions', { key: ann.secret })).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain('enrich.dataset');
    const { status, body } = await bare.execute(ann.secret, 'enrich.dataset', { dataset, quotedCredits: 1 });
    expect([status, body.detail]).toEqual([404, expect.stringContaining('HINTERLAND_BULK_STORE')]);
    expect((await get(ann.secret, '/credits', bare)).reserved).toBe(0);
    const with_ = (await service.request('GET', '/api/v1/actions', { key: ann.secret })).body.data;
    expect(with_.at(-1)).toMatchObject({
      id: 'enrich.dataset',
      inputSchema: { properties: { dataset: { type: 'string' } } },
    });
    for (const path of ['/api/v1/openapi.json', '/developers', '/developers/reference'])
      expect((await service.request('GET', path)).status).toBe(200);
    await bare.close();
  });
});
