import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { job as jobSchema } from '@hinterland/contract';
import { elmTown, lngOf } from '@hinterland/engine/testing';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { datasetsOfAcme } from '../../testing/datasets.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { newDatasetId } from './id.ts';
import { removeDeletedDatasets } from './remove.ts';

const SALES = '../shared/data/new-york/rollingsales_manhattan_2016-05_2017-04.csv';

describeOnBoth('datasets', (database) => {
  const suite = datasetsOfAcme(database, elmTown);
  const { db, at, send, idle, imported, lastJob, rowsOf, geocode } = suite;

  it('S164 imports are jobs: columns, roles and rows stand as in the file, with a place where it gives one', async () => {
    const text = 'id;Shop;lat;lon;note\n1;"A; ""B""";0,0001;10.01;=1+1\n2;é;91;190;\n3;;;;x\n';
    const reply = await send(text);
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ name: 'Stores', status: 'importing', territoryId: 'elm', columns: null });
    expect(reply.body.job).toMatchObject({ type: 'datasets.import', status: 'queued', maxCredits: 0 });
    const dataset = await idle(reply.body.id);
    expect(dataset).toMatchObject({
      status: 'ready',
      userId: suite.owner.userId,
      columns: ['id', 'Shop', 'lat', 'lon', 'note'],
      mapping: { id: 'id', name: 'Shop', lat: 'lat', lng: 'lon' },
      rows: 3,
      matched: 1,
      reasons: { given: 1, coordinates_invalid: 1, pending: 1 },
      error: null,
    });
    expect(await rowsOf(dataset.id)).toMatchObject({
      data: [
        { index: 0, cells: ['1', 'A; "B"', '0,0001', '10.01', '=1+1'], lat: 0.0001, lng: 10.01, reason: 'given' },
        { index: 1, cells: ['2', 'é', '91', '190', ''], lat: null, lng: null, reason: 'coordinates_invalid' },
        { index: 2, lat: null, reason: 'pending' },
      ],
      next: null,
      total: 3,
    });
    const job = await lastJob(dataset.id);
    expect(jobSchema.parse(job)).toEqual(job);
    expect(job).toMatchObject({
      datasetId: dataset.id,
      status: 'succeeded',
      progress: { total: 3, done: 3, skipped: 0, failed: 0 },
      result: { done: 3, skipped: 0, failed: 0, creditsCharged: 0, stopReason: null, reasons: { given: 1 } },
      resultsExpireAt: null,
    });
    const { rows: left } = await sql`select from dataset_upload`.execute(db());
    expect(left).toEqual([]);
  });

  it('S164 S165 keys see such jobs and their ends are events, but datasets have no route there (S10)', async () => {
    const { secret } = await makeAccount(db(), { keyName: 'reader' });
    const { id } = await imported('id,lat,lng\n1,0.0001,10.01\n');
    const job = await lastJob(id);
    const read = (path: string) => suite.service.request('GET', `/api/v1${path}`, { key: secret });
    expect((await read(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await read('/jobs')).body.data).toEqual([job]);
    expect((await read(`/jobs/${job.id}/results`)).body).toMatchObject({ status: 404, error: 'not_found' });
    expect((await read(`/jobs/${job.id}/results/0`)).status).toBe(404);
    for (const path of ['/datasets', `/datasets/${id}`]) expect((await read(path)).status).toBe(404);
    const bare = await suite.service.request('GET', `/web/v1${at()}`, { key: secret });
    expect(bare.body.error).toBe('not_signed_in');
    const bad = await imported('id,id\n1,2\n');
    const { rows: events } = await sql<{ type: string; body: string }>`
      select type, body::text as body from event order by created_at, id`.execute(db());
    expect(events.map(({ type, body }) => [type, JSON.parse(body).data.job])).toEqual([
      ['job.completed', job],
      ['job.failed', await lastJob(bad.id)],
    ]);
  });

  it.each([
    ['a,b\n3\n1,2,3\n', 'The row in line 2 has 1 cell, the header has 2: column 2 ("b") is missing.'],
    ['a,b\n1,2\n"3\n', 'The row in line 3 has a quotation mark that is never closed.'],
    ['a,a\n1,2\n', 'Line 1 names the columns 1 and 2 both "a".'],
    ['1,2\n3,4\n', 'Line 1 should name the columns'],
    ['a,b\n', 'has no row below'],
    ['\n\n', 'The file is empty'],
  ])(
    'S165 a file that cannot be imported fails with its line and the next step, and leaves nothing: %j',
    async (text, detail) => {
      const dataset = await imported(text);
      expect(dataset).toMatchObject({ status: 'failed', rows: 0, bytes: 0, error: { error: 'validation_error' } });
      expect(dataset.error.detail).toContain(detail);
      expect(await lastJob(dataset.id)).toMatchObject({ status: 'failed', error: dataset.error });
      expect((await suite.owner.send('POST', at(`/${dataset.id}/geocode`), {})).body.error).toBe('dataset_not_ready');
      expect((await suite.owner.send('DELETE', at(`/${dataset.id}`))).status).toBe(200);
    },
  );

  it('rows of another width than the header are left out and named', async () => {
    const uneven = await imported('a,b\n1,2\n3\n\n4,5,6\n7,8,,\n');
    expect(uneven).toMatchObject({ status: 'ready', rows: 2, error: null, leftOut: { count: 2, lines: [3, 5] } });
    expect(uneven.leftOut.rows).toEqual([
      { line: 3, cells: ['3'] },
      { line: 5, cells: ['4', '5', '6'] },
    ]);
    const long = await imported(`a,b\n1,2\n${'x'.repeat(300)}${',y'.repeat(40)}\n`);
    const [{ cells }] = long.leftOut.rows;
    expect([cells[0], cells.length]).toEqual([`${'x'.repeat(100)}…`, 24]);
    expect((await rowsOf(uneven.id)).data.map(({ cells }: { cells: string[] }) => cells)).toEqual([
      ['1', '2'],
      ['7', '8'],
    ]);
    const many = await imported(
      `a,b\n${Array.from({ length: 250 }, (_, i) => `${i},x${i % 5 === 0 ? ',y' : ''}\n`).join('')}`,
    );
    expect(many).toMatchObject({
      rows: 200,
      leftOut: { count: 50, lines: Array.from({ length: 20 }, (_, i) => 2 + 5 * i) },
    });
    expect((await imported('a,b\n1,2\n')).leftOut).toBeNull();
  });

  it('files come as what they are: 400, 413, 415, and nothing stays', async () => {
    expect((await send('a\n1\n', { type: 'application/json' })).body).toMatchObject({
      error: 'unsupported_media_type',
    });
    expect((await send('')).body).toMatchObject({ error: 'validation_error' });
    expect((await send('a\n1\n', { query: '&encoding=klingon' })).body.errors[0].pointer).toBe('#/encoding');
    expect((await send('a\n1\n', { query: '&territory=nowhere' })).body.errors[0].pointer).toBe('#/territory');
    expect((await suite.owner.send('POST', at('?name='), 'a\n1\n', { 'Content-Type': 'text/csv' })).body.error).toBe(
      'validation_error',
    );
    const announced = await send(new Uint8Array(100_000_001));
    expect(announced.body).toMatchObject({ status: 413, error: 'payload_too_large' });
    const compressed = await suite.owner.send('POST', at('?name=x'), 'a\n1\n', {
      'Content-Type': 'text/csv',
      'Content-Encoding': 'gzip',
    });
    expect(compressed.status).toBe(415);
    expect((await suite.owner.send('GET', at())).body).toEqual({ data: [] });
    const windows = await imported(
      Buffer.from('name,lat,lng\ncaf\xe9,0.0001,10.01\n', 'latin1'),
      '&encoding=windows-1252',
    );
    expect((await rowsOf(windows.id)).data[0].cells[0]).toBe('café');
  });

  it('an upload that breaks off leaves nothing', async () => {
    const sending = request(`${suite.service.url}/web/v1${at('?name=Half')}`, {
      method: 'POST',
      headers: {
        Origin: suite.service.url,
        Cookie: suite.owner.cookie,
        'Content-Type': 'text/csv',
        'Content-Length': 5_000_000,
      },
    });
    sending.on('error', () => {}); // the connection is cut below
    sending.write(`a,b\n${'1,2\n'.repeat(500_000)}`);
    const listed = async () => (await suite.owner.send('GET', at())).body.data;
    await until(async () => (await listed()).length === 1);
    expect((await listed())[0]).toMatchObject({ name: 'Half', status: 'uploading', rows: 0, job: null });
    sending.destroy();
    await until(async () => (await listed()).length === 0);
    await removeDeletedDatasets(db());
    const { rows } = await sql`select from dataset_upload`.execute(db());
    expect(rows).toEqual([]);
  });

  it('downloads give the file with what was found, and no formula', async () => {
    const { id } = await imported('address,lat,note\n3 Elm Street,,=SUM(A1)\n"Nowhere ""5""",,-12.5\n+39 02,,@x\n');
    await geocode(id);
    const { status, headers, text } = await suite.owner.send('GET', at(`/${id}/csv`));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain(`filename="${id}.csv"`);
    const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data[0]).toMatchObject({
      address: '3 Elm Street',
      lat: '',
      note: "'=SUM(A1)",
      'lat 2': '0.0001',
      lng: String(lngOf(3)),
      reason: 'exact',
    });
    expect(data.map(({ note }) => note)).toEqual(["'=SUM(A1)", '-12.5', "'@x"]);
    expect(data[1]).toMatchObject({ address: 'Nowhere "5"', lng: '' });
    expect(data[2]?.address).toBe("'+39 02");
    // What was downloaded can be uploaded again.
    expect(await imported(text)).toMatchObject({ status: 'ready', rows: 3 });
  });

  it.skipIf(!existsSync(SALES))('S164 imports a real file (needs ../shared/data), its titles left out', async () => {
    const text = await readFile(SALES, 'utf8');
    const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
    const expected = data.slice(5);
    const titled = await imported(text);
    expect(titled.error.detail).toMatch(/^Line 1 names 1 of 21 columns, like a title/);
    const { id, rows, mapping, columns, bytes } = await imported(text, '&skipLines=4');
    expect(rows).toBe(expected.length);
    expect(columns).toEqual(data[4]?.map((name) => name.trim()));
    expect(mapping).toEqual({ address: 'ADDRESS', unit: 'APARTMENT NUMBER', postcode: 'ZIP CODE' });
    expect(bytes).toBe(expected.reduce((sum, cells) => sum + Buffer.byteLength(JSON.stringify(cells)), 0));
    const { rows: kept } = await sql<{ cells: string[] }>`
      select cells from dataset_row where dataset_id = ${id} order by index`.execute(db());
    expect(kept.map(({ cells }) => cells)).toEqual(expected);
  });

  it('members read and upload; whoever uploaded, admins and owners change; others hear 404', async () => {
    const { id } = await imported('address\n3 Elm Street\n', '', suite.mate);
    const theirs = (await imported('address\n3 Elm Street\n')).id;
    const changes = (one: string, organization = suite.acme): [string, string, unknown][] => [
      ['PUT', at(`/${one}`, organization), { name: 'New' }],
      ['PUT', at(`/${one}/mapping`, organization), { mapping: { address: 'address' } }],
      ['PUT', at(`/${one}/rows/0/place`, organization), { place: null }],
      ['PUT', at(`/${one}/unplaced`, organization), { leftOut: false }],
      ['POST', at(`/${one}/exchanged`, organization), {}],
      ['POST', at(`/${one}/snap`, organization), { mode: 'car' }],
      ['POST', at(`/${one}/geocode`, organization), {}],
      ['DELETE', at(`/${one}`, organization), undefined],
    ];
    const reads = (one: string, organization = suite.acme) =>
      ['', '/rows', '/points', '/exchanged', '/csv', '/jobs'].map((path) => at(`/${one}${path}`, organization));
    for (const path of reads(theirs)) expect((await suite.mate.send('GET', path)).status).toBe(200);
    const reading = { kind: 'places' };
    expect((await suite.mate.send('POST', at(`/${theirs}/reading`), reading)).status).toBe(200);
    for (const [method, path, body] of changes(theirs)) {
      expect((await suite.mate.send(method, path, body)).body, path).toMatchObject({ error: 'insufficient_role' });
    }
    // Of another organization, under its own path and under that of the stranger: as one that does not exist.
    for (const [one, organization] of [
      [id, suite.acme],
      [id, suite.other],
      [newDatasetId(), suite.other],
      ['ds_1', suite.other],
    ] as const) {
      for (const path of reads(one, organization))
        expect((await suite.stranger.send('GET', path)).status, path).toBe(404);
      expect((await suite.stranger.send('POST', at(`/${one}/reading`, organization), reading)).status).toBe(404);
      for (const [method, path, body] of changes(one, organization))
        expect((await suite.stranger.send(method, path, body)).status, path).toBe(404);
      const job = await lastJob(theirs);
      expect((await suite.stranger.send('POST', at(`/${one}/jobs/${job.id}/stop`, organization), {})).status).toBe(404);
    }
    expect((await suite.stranger.send('GET', at())).status).toBe(404);
    expect((await suite.stranger.send('GET', at('', suite.other))).body.data).toEqual([]);
    expect((await new Browser(suite.service).send('GET', at())).status).toBe(401);
    const foreign = await suite.mate.send('PUT', at(`/${id}`), { name: 'x' }, { Origin: 'https://evil.example' });
    expect(foreign.body.error).toBe('cross_site_request');
    for (const by of [suite.mate, suite.admin]) {
      expect((await by.send('PUT', at(`/${id}`), { name: 'Shops' })).body.name).toBe('Shops');
      expect((await by.send('POST', at(`/${id}/geocode`), {})).status).toBe(202);
      await idle(id);
    }
    const none = { results: 0, versions: 0, ofOthers: 0 };
    expect((await suite.mate.send('DELETE', at(`/${id}`))).body).toEqual({ id, deleted: true, copies: none });
    expect((await suite.owner.send('GET', at(`/${id}`))).status).toBe(404);
    expect((await suite.owner.send('GET', at())).body.data.map((one: { id: string }) => one.id)).toEqual([theirs]);
  });
});
