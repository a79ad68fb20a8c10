import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { actions } from '@hinterland/actions';
import type { Role } from '@hinterland/contract';
import { job as jobSchema } from '@hinterland/contract';
import { addressTown } from '@hinterland/engine/testing';
import type { Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, databaseClock } from '../db/database.ts';
import { ensureMembership } from '../identity/ensure.ts';
import { readDatasets } from '../runs/readDatasets.ts';
import { Browser, CHEAP, signedIn } from '../testing/browser.ts';
import { describeOnBoth, type TestDatabase } from '../testing/databases.ts';
import { type Reply, startTestService, TestBundles, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';
import { threadProgram } from '../threadProgram.ts';
import { newDatasetId } from './id.ts';
import { removeDeletedDatasets } from './remove.ts';

/** Twenty houses on Elm Street, every 90 m, 11.1 m north of a road of 2 km, and one on Oak Street far from it. */
const METERS_TO_ROAD = 11.12;
const lngOf = (number: number) => 10 + number * 0.0008;

function elmTown(): Territory {
  const houses = Array.from({ length: 20 }, (_, i) => ({
    number: `${i + 1}`,
    street: 'Elm Street',
    locality: 'Arden',
    postcode: '1000',
    lat: 0.0001,
    lng: lngOf(i + 1),
  }));
  const far = { number: '7', street: 'Oak Street', locality: 'Arden', postcode: '1000', lat: 0.05, lng: 10.005 };
  return addressTown([...houses, far], {
    manifest: {
      id: 'elm',
      name: 'Elm',
      continent: 'oceania',
      bbox: { west: 9.9, south: -0.1, east: 10.1, north: 0.1 },
    },
    versions: { territory: '2026-10' },
    nodes: { lngMicrodegrees: [10_000_000, 10_009_000, 10_018_000], latMicrodegrees: [0, 0, 0] },
    edges: {
      fromNode: [0, 1],
      toNode: [1, 2],
      lengthMillimeters: [1_000_000, 1_000_000],
      shapeStart: [0, 0],
      roadClass: [10, 10],
      mainComponent: [7, 7],
      street: [0, 0],
    },
    weights: { 'car-normal': { forwardMilliseconds: [60_000, 60_000], backwardMilliseconds: [60_000, 60_000] } },
  });
}

const SALES = '../shared/data/new-york/rollingsales_manhattan_2016-05_2017-04.csv';

const registry = { actions, module: threadProgram('actions').href };

describeOnBoth('datasets', (database) => {
  let service: TestService;
  let owner: Browser & { userId: number };
  let mate: Browser & { userId: number };
  let admin: Browser & { userId: number };
  let stranger: Browser & { userId: number };
  let acme: number;
  let other: number;
  const db = () => database().db;

  const start = (more: { readonly database?: TestDatabase; readonly jobsAtOnce?: number } = {}) =>
    startTestService(more.database ?? database(), {
      workers: 1,
      passwordCost: CHEAP,
      registry,
      source: new TestBundles(elmTown()),
      jobMilliseconds: 50,
      jobLeaseSeconds: 2,
      jobsAtOnce: more.jobsAtOnce ?? 2,
    });

  beforeAll(async () => {
    service = await start();
  }, 60_000);
  afterAll(() => service?.close());
  beforeEach(async () => {
    acme = (await makeAccount(db())).spender.organizationId;
    other = (await makeAccount(db(), { organization: 'Other', email: 'eve@example.com' })).spender.organizationId;
    owner = await signedIn(service, db(), 'ann@example.com');
    stranger = await signedIn(service, db(), 'eve@example.com');
    const person = async (email: string, role: Role) => {
      const browser = await signedIn(service, db(), email);
      const { userId } = browser;
      await ensureMembership(db(), { organizationId: acme, userId, role, billing: false, teamId: null });
      return browser;
    };
    mate = await person('mate@example.com', 'member');
    admin = await person('admin@example.com', 'admin');
  });

  const at = (path = '', organization = acme) => `/organizations/${organization}/datasets${path}`;
  const send = (text: string | Uint8Array, { by = owner as Browser, query = '', type = 'text/csv' } = {}) =>
    by.send('POST', at(`?name=Stores${query}`), text, { 'Content-Type': type });
  const get = async (id: string, by: Browser = owner) => (await by.send('GET', at(`/${id}`))).body;
  const idle = async (id: string) => {
    await until(async () => (await get(id)).job === null, 60_000);
    return get(id);
  };
  /** Uploads, and waits for the import. */
  const imported = async (text: string | Uint8Array, query = '', by: Browser = owner) => {
    const reply = await send(text, { query, by });
    expect(reply.status, reply.text).toBe(202);
    return idle(reply.body.id);
  };
  const lastJob = async (id: string) => (await owner.send('GET', at(`/${id}/jobs`))).body.data[0];
  const rowsOf = async (id: string, query = '') => (await owner.send('GET', at(`/${id}/rows${query}`))).body;
  const geocode = async (id: string) => {
    const { status, text } = await owner.send('POST', at(`/${id}/geocode`), {});
    expect(status, text).toBe(202);
    await idle(id);
    return lastJob(id);
  };

  it('S164 imports are jobs: columns, roles and rows stand as in the file, with a place where it gives one', async () => {
    const text = 'id;Shop;lat;lon;note\n1;"A; ""B""";0,0001;10.01;=1+1\n2;é;91;10;\n3;;;;x\n';
    const reply = await send(text);
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ name: 'Stores', status: 'importing', territoryId: 'elm', columns: null });
    expect(reply.body.job).toMatchObject({ type: 'datasets.import', status: 'queued', maxCredits: 0 });
    const dataset = await idle(reply.body.id);
    expect(dataset).toMatchObject({
      status: 'ready',
      userId: owner.userId,
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
        { index: 1, cells: ['2', 'é', '91', '10', ''], lat: null, lng: null, reason: 'coordinates_invalid' },
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
    const read = (path: string) => service.request('GET', `/api/v1${path}`, { key: secret });
    expect((await read(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await read('/jobs')).body.data).toEqual([job]);
    expect((await read(`/jobs/${job.id}/results`)).body).toMatchObject({ status: 404, error: 'not_found' });
    expect((await read(`/jobs/${job.id}/results/0`)).status).toBe(404);
    for (const path of ['/datasets', `/datasets/${id}`]) expect((await read(path)).status).toBe(404);
    const bare = await service.request('GET', `/web/v1${at()}`, { key: secret });
    expect(bare.body.error).toBe('not_signed_in');
    const bad = await imported('id,id\n1,2\n');
    const { rows: events } = await sql<{ type: string; body: string }>`
      select type, body::text as body from event order by created_at, id`.execute(db());
    expect(events.map(({ type, body }) => [type, JSON.parse(body).data.job])).toEqual([
      ['job.completed', job],
      ['job.failed', await lastJob(bad.id)],
    ]);
  });

  it('S164 geocoding is a job: predicted places, confidence and reasons', async () => {
    const rows: [address: string, zip: string, expected: string, number: number | null][] = [
      ['3 Elm Street', '1000', 'exact', 3],
      ['12 Elm St, Arden', '', 'exact', 12],
      ['5 Elmm Street', '1000', 'misspelt', 5],
      ['99 Elm Street', '1000', 'number_not_held', null],
      ['Elm Street', '1000', 'no_number', null],
      ['', '', 'nothing', null],
      ['qqqq zzzz', '', 'nothing', null],
    ];
    const text = ['address,zip', ...rows.map(([address, zip]) => `"${address}",${zip}`)].join('\r\n');
    const { id, reasons } = await imported(text);
    expect(reasons).toEqual({ pending: 7 });
    const job = await geocode(id);
    const expected = { exact: 2, misspelt: 1, number_not_held: 1, no_number: 1, nothing: 2 };
    expect(job).toMatchObject({
      type: 'datasets.geocode',
      status: 'succeeded',
      result: { done: 3, failed: 4, skipped: 0, creditsCharged: 0, reasons: expected },
    });
    expect(await get(id)).toMatchObject({ matched: 3, reasons: expected });
    const found = (await rowsOf(id)).data;
    rows.forEach(([, , reason, number], i) => {
      expect(found[i]).toMatchObject({ reason, lng: number === null ? null : lngOf(number) });
      if (number !== null) expect(found[i].matchedAddress).toBe(`Elm Street ${number}, 1000 Arden`);
    });
    expect(found[0].confidence).toBeGreaterThan(found[2].confidence);
    const unmatched = await rowsOf(id, '?state=unplaced&limit=3');
    expect([unmatched.data.map((row: { index: number }) => row.index), unmatched.next, unmatched.total]).toEqual([
      [3, 4, 5],
      6,
      4,
    ]);
    expect((await rowsOf(id, '?state=unplaced&from=6')).data).toHaveLength(1);
    expect((await rowsOf(id, '?state=approximate')).data.map((row: { index: number }) => row.index)).toEqual([2]);
    // A member knows better; geocoding again leaves the row there.
    const put = (index: string, body: unknown) => owner.send('PUT', at(`/${id}/rows/${index}/place`), body);
    const corrected = await put('3', { place: { lat: 0.0002, lng: 10.02 } });
    expect([corrected.status, corrected.body]).toEqual([
      200,
      expect.objectContaining({ index: 3, lat: 0.0002, lng: 10.02, reason: 'by_hand', state: 'by_hand' }),
    ]);
    const after = { exact: 2, misspelt: 1, by_hand: 1, no_number: 1, nothing: 2 };
    expect(await get(id)).toMatchObject({ matched: 4, reasons: after });
    expect((await geocode(id)).result.reasons).toEqual(after);
    expect((await rowsOf(id, '?state=by_hand')).data).toMatchObject([{ index: 3, lat: 0.0002, lng: 10.02 }]);
    expect((await put('3', { place: null })).body).toMatchObject({ reason: 'pending', state: 'unplaced', lat: null });
    expect((await geocode(id)).result.reasons).toEqual(expected);
    for (const index of ['7', '-1', 'x']) expect((await put(index, { place: null })).status).toBe(404);
    expect((await put('3', { place: { lat: 91, lng: 0 } })).body.errors[0].pointer).toBe('#/place/lat');
    expect((await put('3', {})).status).toBe(400);
  });

  it('S164 snap to nodes is a job: meters to the road, and why a row has none', async () => {
    const text = `name,lat,lng\nnear,0.0001,${lngOf(4)}\nfar,0.05,10.005\naway,45,10\nnowhere,,\n`;
    const { id } = await imported(text);
    const { status, body } = await owner.send('POST', at(`/${id}/snap`), { mode: 'car' });
    expect([status, body.type]).toEqual([202, 'datasets.snap']);
    await idle(id);
    const reasons = { snapped: 1, too_far: 1, outside: 1, no_place: 1 };
    expect(await lastJob(id)).toMatchObject({ status: 'succeeded', result: { done: 1, failed: 3, reasons } });
    expect((await get(id)).snapReasons).toEqual(reasons);
    const [near, far] = (await rowsOf(id)).data;
    expect(near).toMatchObject({ lat: 0.0001, snapped: { mode: 'car', reason: 'snapped', lat: 0, lng: lngOf(4) } });
    expect(Math.abs(near.snapped.meters - METERS_TO_ROAD)).toBeLessThan(0.02);
    expect(far.snapped).toEqual({ mode: 'car', reason: 'too_far', lat: null, lng: null, meters: null });
    // What was fastened belongs to the old place.
    await geocode(id);
    expect((await get(id)).snapReasons).toEqual({});
    expect((await owner.send('POST', at(`/${id}/snap`), { mode: 'boat' })).body.errors[0].pointer).toBe('#/mode');
    expect((await owner.send('POST', at(`/${id}/snap`), { mode: 'car', maxMeters: 1601 })).status).toBe(400);
  });

  it('its columns are the own figures of a run, numbers as people write them', async () => {
    const text =
      'name;lat;lng;Umsatz;note\n' +
      'here;0,0;10,009;1.234,50;5\nfar;0,0;10,017;2.000,25;\nhere too;0,0;10,009;n/a;7\naway;0,05;10,005;9,5;1\n';
    const { id } = await imported(text);
    const isochrone = actions.find((action) => action.id === 'analysis.isochrone')!;
    const bodyOf = async (ownData: unknown, organization = acme) =>
      (await readDatasets(db(), databaseClock, organization, isochrone, { bandSeconds: [10], ownData })).body;
    expect(await bodyOf({ dataset: id, columns: ['Umsatz', 'note'] })).toEqual({
      bandSeconds: [10],
      ownData: {
        columns: ['Umsatz', 'note'],
        rows: [
          { lat: 0, lng: 10.009, values: [1234.5, 5] },
          { lat: 0, lng: 10.017, values: [2000.25, null] },
          { lat: 0, lng: 10.009, values: [null, 7] },
          { lat: 0.05, lng: 10.005, values: [9.5, 1] },
        ],
      },
    });
    expect(await bodyOf({ dataset: id })).toMatchObject({
      ownData: { columns: [], rows: [{ values: [] }, {}, {}, {}] },
    });
    // What has no dataset is for the schema to judge.
    for (const given of [undefined, 'x', { columns: [], rows: [] }])
      expect(await bodyOf(given)).toEqual({ bandSeconds: [10], ownData: given });
    const fault = (ownData: unknown, organization = acme) =>
      bodyOf(ownData, organization).then(
        () => 'read',
        (error) => error.fields.errors[0],
      );
    expect(await fault({ dataset: id, columns: ['Sales'] })).toEqual({
      pointer: '#/ownData/columns/0',
      detail: 'The dataset has no column "Sales". It has: name, lat, lng, Umsatz, note.',
    });
    const unknown = { pointer: '#/ownData/dataset', detail: 'Your organization has no dataset with this id.' };
    expect([await fault({ dataset: newDatasetId() }), await fault({ dataset: id }, other)]).toEqual([unknown, unknown]);
    expect(
      (
        await owner.send('POST', `/organizations/${acme}/actions/analysis.isochrone/execute`, {
          origins: [{ lat: 0, lng: 10.009 }],
          bandSeconds: [10],
          ownData: { dataset: id, columns: 'Umsatz' },
        })
      ).body.errors[0].pointer,
    ).toBe('#/ownData/columns');
  });

  it('roles of columns are corrected before geocoding', async () => {
    const { id, mapping } = await imported('where,code,y,x\n3 Elm Street,1000,0.0001,10.01\n4 Elm Street,1000,,\n');
    expect(mapping).toEqual({ id: 'code', lat: 'y', lng: 'x' });
    const put = (to: unknown) => owner.send('PUT', at(`/${id}/mapping`), { mapping: to });
    expect((await put({ address: 'there' })).body.errors).toEqual([
      { pointer: '#/mapping/address', detail: 'There is no column "there". The dataset has: where, code, y, x.' },
    ]);
    expect((await put({ lat: 'y' })).body.errors[0].pointer).toBe('#/mapping/lng');
    expect((await put({ colour: 'code' })).status).toBe(400);
    expect((await put({ id: 'code' })).body.mapping).toEqual({ id: 'code' });
    expect((await owner.send('POST', at(`/${id}/geocode`), {})).body).toMatchObject({ error: 'validation_error' });
    const all = { address: 'where', postcode: 'code', lat: 'y', lng: 'x', name: null };
    expect((await put(all)).body.mapping).toEqual({ address: 'where', postcode: 'code', lat: 'y', lng: 'x' });
    expect((await geocode(id)).result.reasons).toEqual({ given: 1, exact: 1 });
    expect((await rowsOf(id)).data.map((row: { lng: number }) => row.lng)).toEqual([10.01, lngOf(4)]);
  });

  it.each([
    ['a,b\n1,2\n3\n', 'The row in line 3 has 1 cell, the header has 2: column 2 ("b") is missing.'],
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
      expect((await owner.send('POST', at(`/${dataset.id}/geocode`), {})).body.error).toBe('dataset_not_ready');
      expect((await owner.send('DELETE', at(`/${dataset.id}`))).status).toBe(200);
    },
  );

  it('files come as what they are: 400, 413, 415, and nothing stays', async () => {
    expect((await send('a\n1\n', { type: 'application/json' })).body).toMatchObject({
      error: 'unsupported_media_type',
    });
    expect((await send('')).body).toMatchObject({ error: 'validation_error' });
    expect((await send('a\n1\n', { query: '&encoding=klingon' })).body.errors[0].pointer).toBe('#/encoding');
    expect((await send('a\n1\n', { query: '&territory=nowhere' })).body.errors[0].pointer).toBe('#/territory');
    expect((await owner.send('POST', at('?name='), 'a\n1\n', { 'Content-Type': 'text/csv' })).body.error).toBe(
      'validation_error',
    );
    const announced = await send(new Uint8Array(100_000_001));
    expect(announced.body).toMatchObject({ status: 413, error: 'payload_too_large' });
    const compressed = await owner.send('POST', at('?name=x'), 'a\n1\n', {
      'Content-Type': 'text/csv',
      'Content-Encoding': 'gzip',
    });
    expect(compressed.status).toBe(415);
    expect((await owner.send('GET', at())).body).toEqual({ data: [] });
    const windows = await imported(
      Buffer.from('name,lat,lng\ncaf\xe9,0.0001,10.01\n', 'latin1'),
      '&encoding=windows-1252',
    );
    expect((await rowsOf(windows.id)).data[0].cells[0]).toBe('café');
  });

  it('an upload that breaks off leaves nothing', async () => {
    const sending = request(`${service.url}/web/v1${at('?name=Half')}`, {
      method: 'POST',
      headers: {
        Origin: service.url,
        Cookie: owner.cookie,
        'Content-Type': 'text/csv',
        'Content-Length': 5_000_000,
      },
    });
    sending.on('error', () => {}); // the connection is cut below
    sending.write(`a,b\n${'1,2\n'.repeat(500_000)}`);
    const listed = async () => (await owner.send('GET', at())).body.data;
    await until(async () => (await listed()).length === 1, 20_000);
    expect((await listed())[0]).toMatchObject({ name: 'Half', status: 'uploading', rows: 0, job: null });
    sending.destroy();
    await until(async () => (await listed()).length === 0, 20_000);
    await removeDeletedDatasets(db());
    const { rows } = await sql`select from dataset_upload`.execute(db());
    expect(rows).toEqual([]);
  });

  it('downloads give the file with what was found, and no formula', async () => {
    const { id } = await imported('address,lat,note\n3 Elm Street,,=SUM(A1)\n"Nowhere ""5""",,-12.5\n+39 02,,@x\n');
    await geocode(id);
    const { status, headers, text } = await owner.send('GET', at(`/${id}/csv`));
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

  it.skipIf(!existsSync(SALES))(
    'S164 imports a real file (needs ../shared/data), its titles left out',
    async () => {
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
    },
    60_000,
  );

  it('members read and upload; whoever uploaded, admins and owners change; others hear 404', async () => {
    const { id } = await imported('address\n3 Elm Street\n', '', mate);
    const theirs = (await imported('address\n3 Elm Street\n')).id;
    const changes = (one: string, organization = acme): [string, string, unknown][] => [
      ['PUT', at(`/${one}`, organization), { name: 'New' }],
      ['PUT', at(`/${one}/mapping`, organization), { mapping: { address: 'address' } }],
      ['PUT', at(`/${one}/rows/0/place`, organization), { place: null }],
      ['PUT', at(`/${one}/unplaced`, organization), { leftOut: false }],
      ['POST', at(`/${one}/snap`, organization), { mode: 'car' }],
      ['POST', at(`/${one}/geocode`, organization), {}],
      ['DELETE', at(`/${one}`, organization), undefined],
    ];
    const reads = (one: string, organization = acme) =>
      ['', '/rows', '/points', '/csv', '/jobs'].map((path) => at(`/${one}${path}`, organization));
    for (const path of reads(theirs)) expect((await mate.send('GET', path)).status).toBe(200);
    for (const [method, path, body] of changes(theirs)) {
      expect((await mate.send(method, path, body)).body, path).toMatchObject({ error: 'insufficient_role' });
    }
    // Of another organization, under its own path and under that of the stranger: as one that does not exist.
    for (const [one, organization] of [
      [id, acme],
      [id, other],
      [newDatasetId(), other],
      ['ds_1', other],
    ] as const) {
      for (const path of reads(one, organization)) expect((await stranger.send('GET', path)).status, path).toBe(404);
      for (const [method, path, body] of changes(one, organization))
        expect((await stranger.send(method, path, body)).status, path).toBe(404);
      const job = await lastJob(theirs);
      expect((await stranger.send('POST', at(`/${one}/jobs/${job.id}/stop`, organization), {})).status).toBe(404);
    }
    expect((await stranger.send('GET', at())).status).toBe(404);
    expect((await stranger.send('GET', at('', other))).body.data).toEqual([]);
    expect((await new Browser(service).send('GET', at())).status).toBe(401);
    const foreign = await mate.send('PUT', at(`/${id}`), { name: 'x' }, { Origin: 'https://evil.example' });
    expect(foreign.body.error).toBe('cross_site_request');
    for (const by of [mate, admin]) {
      expect((await by.send('PUT', at(`/${id}`), { name: 'Shops' })).body.name).toBe('Shops');
      expect((await by.send('POST', at(`/${id}/geocode`), {})).status).toBe(202);
      await idle(id);
    }
    expect((await mate.send('DELETE', at(`/${id}`))).body).toEqual({ id, deleted: true });
    expect((await owner.send('GET', at(`/${id}`))).status).toBe(404);
    expect((await owner.send('GET', at())).body.data.map((one: { id: string }) => one.id)).toEqual([theirs]);
  });

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
    const stopAt = async (jobId: string) => owner.send('POST', at(`/${dataset.id}/jobs/${jobId}/stop`), {});
    const { body: job } = await owner.send('POST', at(`/${dataset.id}/geocode`), {});
    const again = await owner.send('POST', at(`/${dataset.id}/geocode`), {});
    expect(again.body).toMatchObject({ status: 409, error: 'dataset_not_ready' });
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0, 30_000);
    const stopped = await stopAt(job.id);
    expect(stopped.body).toMatchObject({ status: 'stopped', result: { stopReason: 'stopped_by_owner' } });
    const { done, failed, skipped } = stopped.body.result;
    expect(done).toBeGreaterThan(0);
    expect(done + failed + skipped).toBe(count);
    expect(skipped).toBeGreaterThan(0);
    expect(await get(dataset.id)).toMatchObject({ rows: count, matched: done, reasons: { pending: skipped } });
    const { body: next } = await owner.send('POST', at(`/${dataset.id}/geocode`), {});
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0, 30_000);
    await service.close();
    const { rows } = await sql<{ status: string; lease_token: string | null; claims_without_progress: number }>`
      select status, lease_token, claims_without_progress from job where id = ${next.id}`.execute(db());
    expect(rows).toEqual([{ status: 'running', lease_token: null, claims_without_progress: 0 }]);
    service = await start();
    owner = await signedIn(service, db(), 'ann@example.com');
    expect((await idle(dataset.id)).matched).toBe(count - Math.floor(count / 7));
    expect((await stopAt(next.id)).body.error).toBe('job_not_running');
  }, 120_000);

  it('a job of a suspended organization stops between two chunks; what is done stays', async () => {
    const count = 2500;
    const dataset = await imported(many(count));
    const { body: job } = await owner.send('POST', at(`/${dataset.id}/geocode`), {});
    await until(async () => ((await get(dataset.id)).job?.progress.done ?? 0) > 0, 30_000);
    await sql`update organization set suspended_at = now()`.execute(db());
    try {
      await until(async () => (await get(dataset.id)).job === null, 30_000);
      const { rows } = await sql<{ status: string; stop_reason: string; dealt: number; skipped: number }>`
        select status, stop_reason, done + failed as dealt, skipped from job where id = ${job.id}`.execute(db());
      expect(rows).toMatchObject([{ status: 'stopped', stop_reason: 'organization_suspended' }]);
      const { dealt, skipped } = rows[0] as (typeof rows)[0];
      expect([dealt > 0, skipped > 0, dealt + skipped]).toEqual([true, true, count]);
    } finally {
      await sql`update organization set suspended_at = null`.execute(db());
    }
  }, 120_000);

  it('deleting a dataset ends its job, which stays', async () => {
    const { id } = await imported(many(2500));
    const { body: job } = await owner.send('POST', at(`/${id}/geocode`), {});
    expect((await owner.send('DELETE', at(`/${id}`))).status).toBe(200);
    const { secret } = await makeAccount(db(), { keyName: 'reader' });
    const { body } = await service.request('GET', `/api/v1/jobs/${job.id}`, { key: secret });
    expect(body).toMatchObject({ status: 'stopped', datasetId: id, result: { stopReason: 'dataset_deleted' } });
    await removeDeletedDatasets(db());
    const { rows } = await sql`select from dataset_row`.execute(db());
    expect(rows).toEqual([]);
  });

  it('S183 keys stop jobs that their user started', async () => {
    const { secret } = await makeAccount(db(), { keyName: 'runner', scopes: ['read', 'run'] });
    const { id } = await imported(many(2500));
    const { body: job } = await owner.send('POST', at(`/${id}/geocode`), {});
    const reply: Reply = await service.request('POST', `/api/v1/jobs/${job.id}/stop`, { key: secret });
    expect(reply.body).toMatchObject({ status: 'stopped', datasetId: id });
    expect((await get(id)).status).toBe('ready');
  });

  it('S164 S165 work of a process that dies is taken over: every row is there once, counted once', async () => {
    const quiet = await start({ jobsAtOnce: 0 });
    await service.close();
    service = quiet;
    owner = await signedIn(quiet, db(), 'ann@example.com');
    // A transaction of an import stores 250 rows, one of geocoding 100: both die in the middle. The claim is one before them.
    const dying = async (transactions: number) =>
      start({ database: { ...database(), db: mortal(db(), 1 + transactions) }, jobsAtOnce: 1 });
    const count = 1700;
    const sent = await send(many(count));
    expect(sent.status, sent.text).toBe(202);
    const { id } = sent.body;
    const partly = async (done: number) =>
      until(async () => (await get(id)).job.progress.done + (await get(id)).job.progress.failed === done, 30_000);
    const first = await dying(3);
    await partly(750);
    await first.close();
    const second = await start();
    expect(await idle(id)).toMatchObject({ status: 'ready', rows: count, reasons: { pending: count } });
    await checkMany(id, count, false);
    expect((await lastJob(id)).progress).toEqual({ total: count, done: count, skipped: 0, failed: 0 });
    await second.close();

    expect((await owner.send('POST', at(`/${id}/geocode`), {})).status).toBe(202);
    const third = await dying(5);
    await partly(500);
    await third.close();
    service = await start();
    owner = await signedIn(service, db(), 'ann@example.com');
    await quiet.close();
    await idle(id);
    await checkMany(id, count, true);
    const failed = Math.floor(count / 7);
    expect(await lastJob(id)).toMatchObject({
      status: 'succeeded',
      result: { done: count - failed, failed, skipped: 0, reasons: { exact: count - failed, nothing: failed } },
    });
    expect((await get(id)).reasons).toEqual({ exact: count - failed, nothing: failed });
  }, 120_000);
});

/** A database that answers so many transactions, and then nothing more, as if its process had died. */
function mortal(db: Db, transactions: number): Db {
  let left = transactions;
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') left--;
      if (left < 0) throw new Error('the process is dead');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
