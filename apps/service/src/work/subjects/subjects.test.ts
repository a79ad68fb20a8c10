import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { emptyDeleted } from '../../organizations/identity/emptyDeleted.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { jobsOfDeleted } from '../jobs/ofOrganization.ts';

const HARBOUR = { kind: 'place', name: 'Harbourside', lat: 40.25, lng: 10.5, fields: { store: '007', rent: 4200 } };
const ROOM = {
  kind: 'places',
  name: 'Three sites',
  places: [
    { id: '007', name: 'Quay', lat: 40.25, lng: 10.5 },
    { id: '08', lat: 40.5, lng: 10.75 },
  ],
};

describeOnBoth('saved subjects', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, jobMilliseconds: 50 });
  });
  afterAll(() => service?.close());
  const account = (more: object = {}) =>
    makeAccount(db(), {
      email: `user${++people}@example.com`,
      organization: `Acme ${people}`,
      credits: 100,
      scopes: ['read', 'run', 'manage'],
      ...more,
    });
  beforeEach(async () => {
    ann = await account();
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const api = ({ secret }: MadeAccount, method: string, path: string, body?: object) =>
    service.request(method, `/api/v1${path}`, { key: secret, ...(body === undefined ? {} : { body }) });
  const save = async (body: object, who = ann) => {
    const reply = await api(who, 'POST', '/subjects', body);
    expect(reply.status, reply.text).toBe(201);
    return reply.body;
  };
  const analysis = async (who = ann): Promise<string> =>
    (await api(who, 'POST', '/analyses', { name: 'Sixth bakery', state: {} })).body.id;
  const run = (input: object, code?: string, who = ann) =>
    service.execute(
      who.secret,
      'test.charged',
      { quotedCredits: 4, ...input },
      code === undefined ? {} : { 'X-Analysis-Id': code },
    );
  const versionOf = async (code: string, no: number, who = ann) =>
    (await api(who, 'GET', `/analyses/${code}/versions/${no}`)).body;
  const uploaded = async (owner: Browser, who: MadeAccount, csv: string): Promise<string> => {
    const below = `/organizations/${who.spender.organizationId}/datasets`;
    const { body } = await owner.send('POST', `${below}?name=Shops`, csv, { 'Content-Type': 'text/csv' });
    await until(async () => (await owner.send('GET', `${below}/${body.id}`)).body.job === null);
    return body.id;
  };

  it('a place is asked about by its id, and a version keeps where it was', async () => {
    const place = await save(HARBOUR);
    expect(place).toMatchObject({ ...HARBOUR, territoryId: 'town', mayChange: true, answers: [], polygon: null });
    const code = await analysis();
    const origins = [{ subject: place.id }, { lat: 40.5, lng: 10.75 }];
    const ran = await run({ origins }, code);
    expect(ran.status, ran.text).toBe(200);
    expect(ran.body.warnings).toEqual([]);
    const before = await versionOf(code, 1);
    expect(before.input.origins).toEqual([
      { lat: 40.25, lng: 10.5 },
      { lat: 40.5, lng: 10.75 },
    ]);
    const moved = await api(ann, 'PUT', `/subjects/${place.id}`, { ...HARBOUR, lat: 40.75 });
    expect([moved.status, moved.body.lat]).toEqual([200, 40.75]);
    await run({ origins: { subject: place.id } }, code);
    expect(await versionOf(code, 1)).toEqual(before);
    expect((await versionOf(code, 2)).input.origins).toEqual([{ lat: 40.75, lng: 10.5 }]);
    const { answers } = (await api(ann, 'GET', `/subjects/${place.id}`)).body;
    expect(answers).toEqual([expect.objectContaining({ code, name: 'Sixth bakery', actionId: 'test.charged' })]);
    // A page sends a place as it shows it, with the subject that it is.
    const third = await run({ origins: [{ subject: place.id, lat: 40.3, lng: 10.6 }] }, code);
    expect([third.status, third.body.warnings]).toEqual([200, []]);
    expect((await versionOf(code, 3)).input.origins).toEqual([{ lat: 40.3, lng: 10.6 }]);
    expect((await api(ann, 'DELETE', `/subjects/${place.id}`)).body).toEqual({ id: place.id, deleted: true });
    expect(await versionOf(code, 1)).toEqual(before);
    expect((await run({ origins: { subject: place.id } })).body.errors).toEqual([
      { pointer: '#/origins', detail: 'Your organization has no saved subject with this id.', said: expect.anything() },
    ]);
  });

  it('a set and a network stand for lists, own ids keep their zeros, candidates are a part', async () => {
    const [room, place] = [await save(ROOM), await save(HARBOUR)];
    expect([room.lat, room.lng]).toEqual([40.375, 10.625]);
    const network = await save({
      ...ROOM,
      kind: 'network',
      candidates: [
        { name: 'Hill', lat: 40.6, lng: 10.6 },
        { name: 'Moor', lat: 40.7, lng: 10.6 },
      ],
      rivals: ['Basso'],
    });
    const code = await analysis();
    const storesOf = async (stores: unknown) => {
      const reply = await run({ quotedCredits: 6, stores }, code);
      expect(reply.status, reply.text).toBe(200);
      return (await versionOf(code, reply.body.version.versionNo)).input.stores;
    };
    const expected = [
      { id: '007', name: 'Quay', lat: 40.25, lng: 10.5 },
      { id: '08', lat: 40.5, lng: 10.75 },
    ];
    expect(await storesOf({ subject: room.id })).toEqual(expected);
    expect(await storesOf({ subject: network.id })).toEqual(expected);
    expect(await storesOf({ subject: network.id, part: 'candidates' })).toEqual([
      { id: 1, name: 'Hill', lat: 40.6, lng: 10.6 },
      { id: 2, name: 'Moor', lat: 40.7, lng: 10.6 },
    ]);
    expect((await run({ stores: { subject: room.id, part: 'candidates' } })).body.errors).toMatchObject([
      { pointer: '#/stores/part', detail: 'Three sites has no candidates.' },
    ]);
    const area = await save({
      kind: 'area',
      name: 'Old town',
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 40],
            [11, 40],
            [11, 41],
            [10, 40],
          ],
        ],
      },
    });
    expect((await run({ stores: { subject: area.id } })).body.errors).toMatchObject([
      { pointer: '#/stores', detail: 'Old town is an area, which stores does not take.' },
    ]);
    expect((await run({ areas: { subject: place.id } })).body.errors).toMatchObject([
      { pointer: '#/areas', detail: 'Harbourside is a place, which areas does not take.' },
    ]);
    const table = (await api(ann, 'GET', '/subjects/csv')).text;
    expect(table.split('\r\n').filter((line) => line.includes(room.id))).toEqual([
      `${room.id},places,Three sites,town,,,,,,,,,,,,`,
      `${room.id},places,Three sites,town,stores,007,Quay,40.25,10.5,,,,,,,`,
      `${room.id},places,Three sites,town,stores,08,,40.5,10.75,,,,,,,`,
    ]);
    expect(table).toContain(`${place.id},place,Harbourside,town,,,,40.25,10.5,,,,,,007,4200`);
  });

  it('a network of a dataset holds no row of it, shows strangers none, and goes with it', async () => {
    const owner = await signedIn(service, db(), `user${people}@example.com`);
    const dataset = await uploaded(
      owner,
      ann,
      'id,name,lat,lng,sales\n007,Beach,40.25,10.5,900\n08,Hill,40.5,10.75,700\n',
    );
    const network = await save({ kind: 'network', name: 'Bakeries', dataset, rivals: ['Basso'] });
    expect(network).toMatchObject({ dataset: { id: dataset, name: 'Shops', rows: 2, matched: 2 }, places: null });
    const { rows: stored } = await sql`select content::text as content from subject where id = ${network.id}`.execute(
      db(),
    );
    expect(stored).toEqual([{ content: '{"rivals":["Basso"]}' }]);
    const code = await analysis();
    const ran = await run({ quotedCredits: 6, stores: { subject: network.id } }, code);
    expect(ran.status, ran.text).toBe(200);
    expect((await versionOf(code, 1)).input.stores).toEqual({ dataset });
    await api(ann, 'PUT', `/analyses/${code}/shares`, { anyone: true });
    const stranger = await account();
    const seen = await api(stranger, 'GET', `/analyses/${code}/versions/1`);
    expect(seen.status, seen.text).toBe(200);
    for (const secret of ['Beach', 'Bakeries', '900', network.id]) expect(seen.text).not.toContain(secret);
    expect((await run({ quotedCredits: 6, stores: { subject: network.id } }, undefined, stranger)).status).toBe(400);
    expect((await run({ origins: { subject: network.id } })).body.errors).toMatchObject([
      {
        pointer: '#/origins',
        detail: expect.stringMatching(/^The places of Bakeries are the rows of a dataset, which origins/),
      },
    ]);
    const foreign = await api(stranger, 'POST', '/subjects', { kind: 'network', name: 'Mine', dataset });
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([400, '#/dataset']);
    const below = `/organizations/${ann.spender.organizationId}/datasets/${dataset}`;
    expect((await owner.send('DELETE', below)).status).toBe(200);
    expect((await api(ann, 'GET', `/subjects/${network.id}`)).status).toBe(404);
    expect((await versionOf(code, 1)).input.stores).toEqual({ dataset });
  });

  it('who saved it, admins and owners change it; others of the organization read it, nobody else finds it', async () => {
    const organization = `Roles ${people}`;
    const [saver, member, admin] = [
      await account({ organization, role: 'member' }),
      await account({ organization, role: 'member' }),
      await account({ organization, role: 'admin' }),
    ];
    const place = await save(HARBOUR, saver);
    const path = `/subjects/${place.id}`;
    expect((await api(member, 'GET', path)).body).toMatchObject({ name: 'Harbourside', mayChange: false });
    expect((await api(member, 'PUT', path, HARBOUR)).body.error).toBe('insufficient_role');
    expect((await api(member, 'DELETE', path)).body.error).toBe('insufficient_role');
    expect((await api(ann, 'GET', path)).status).toBe(404);
    expect((await api(ann, 'PUT', path, HARBOUR)).status).toBe(404);
    expect((await api(ann, 'DELETE', path)).status).toBe(404);
    expect((await api(ann, 'GET', '/subjects')).body).toEqual({ data: [], total: 0 });
    expect((await run({ origins: { subject: place.id } })).status).toBe(400);
    expect((await api(admin, 'PUT', path, { ...HARBOUR, name: 'Pier' })).body.name).toBe('Pier');
    // A colleague's answer is listed only to those who may read it.
    const code = await analysis(saver);
    await run({ origins: { subject: place.id } }, code, saver);
    const answersFor = async (who: MadeAccount) => (await api(who, 'GET', path)).body.answers.length;
    expect([await answersFor(saver), await answersFor(member)]).toEqual([1, 0]);
    const { rows } = await sql`
      select deed, subject_name from audit_entry where subject_id = ${place.id} order by id`.execute(db());
    expect(rows).toEqual([
      { deed: 'subject.saved', subject_name: 'Harbourside' },
      { deed: 'subject.changed', subject_name: 'Pier' },
    ]);
    expect((await api(saver, 'DELETE', path)).status).toBe(200);
  });

  it('a body that is not right is refused with what is wrong', async () => {
    const pointersOf = async (body: object) => {
      const { status, body: told } = await api(ann, 'POST', '/subjects', body);
      return [status, ...(told.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect(await pointersOf({ kind: 'place', name: 'A', lat: 40.25 })).toEqual([400, '#/lng']);
    expect(await pointersOf({ ...ROOM, dataset: 'ds_1' })).toEqual([400, '#/places']);
    expect(await pointersOf({ ...HARBOUR, rivals: [] })).toEqual([400, '#/rivals']);
    expect(await pointersOf({ kind: 'area', name: 'A', area: 'XX-1' })).toEqual([400, '#/area']);
    expect(await pointersOf({ ...HARBOUR, lat: -40 })).toEqual([422, '#']);
    const far = { lat: -40, lng: 10.5 };
    expect(await pointersOf({ ...ROOM, places: [...ROOM.places, far] })).toEqual([
      422,
      `#/places/${ROOM.places.length}`,
    ]);
    expect(await pointersOf({ ...ROOM, kind: 'network', candidates: [far] })).toEqual([422, '#/candidates/0']);
    const place = await save(HARBOUR);
    expect((await api(ann, 'PUT', `/subjects/${place.id}`, ROOM)).body.errors[0].pointer).toBe('#/kind');
  });

  it('a run that dies has no answer and no charge, and leaves the subject as it is', async () => {
    const place = await save(HARBOUR);
    const code = await analysis();
    const { organizationId } = ann.spender;
    const died = await run({ origins: { subject: place.id }, behave: 'crash' }, code);
    expect(died.status).toBeGreaterThanOrEqual(500);
    expect(await accountState(db(), organizationId)).toEqual({ balance: 100, reserved: 0 });
    expect((await api(ann, 'GET', `/subjects/${place.id}`)).body).toEqual(place);
    expect((await run({ origins: { subject: place.id } }, code)).status).toBe(200);
    expect((await api(ann, 'GET', `/subjects/${place.id}`)).body.answers).toHaveLength(1);
  });

  it('a project has its subjects and answers in order, and shows each reader what they may read', async () => {
    const organization = `Projects ${people}`;
    const [maker, colleague] = [
      await account({ organization, role: 'member' }),
      await account({ organization, role: 'member' }),
    ];
    const [place, room] = [await save(HARBOUR, maker), await save(ROOM, maker)];
    const [first, second, theirs] = [await analysis(maker), await analysis(maker), await analysis(colleague)];
    await run({ origins: { subject: place.id } }, first, maker);
    const wanted = { name: 'Sixth bakery', subjects: [room.id, place.id], answers: [second, first] };
    const made = await api(maker, 'POST', '/projects', wanted);
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ name: 'Sixth bakery', note: '', hidden: 0, mayChange: true });
    const path = `/projects/${made.body.id}`;
    const listed = async (who: MadeAccount) => {
      const { body } = await api(who, 'GET', path);
      const codes = body.answers.map((one: { code: string }) => one.code);
      return [body.subjects.map((one: { name: string }) => one.name), codes, body.hidden];
    };
    expect(await listed(maker)).toEqual([['Three sites', 'Harbourside'], [second, first], 0]);
    expect(await listed(colleague)).toEqual([['Three sites', 'Harbourside'], [], 2]);
    expect((await api(colleague, 'POST', `${path}/answers`, { code: theirs })).status).toBe(200);
    expect((await api(colleague, 'POST', `${path}/answers`, { code: first })).status).toBe(400);
    expect((await api(colleague, 'PUT', path, wanted)).body.error).toBe('insufficient_role');
    // The report of each reader has what they may read, in the order of the project, and counts the rest.
    const report = async (who: MadeAccount) => (await api(who, 'GET', `${path}/report`)).text;
    expect(await report(maker)).toMatch(
      /<h1>Sixth bakery<\/h1>.*Three sites · Harbourside.*<ol.*Not answered yet.*<article/s,
    );
    expect((await report(maker)).match(/<li>/g)).toHaveLength(2);
    expect((await report(maker)).match(/<article/g)).toHaveLength(1);
    expect(await report(maker)).toContain('1 more answer is not shared with you.');
    expect(await report(colleague)).toContain('2 more answers are not shared with you.');
    expect(await report(colleague)).not.toContain('<article');
    expect((await api(ann, 'GET', `${path}/report`)).status).toBe(404);
    // Who puts a list leaves in it what they do not see.
    await api(maker, 'PUT', path, { name: 'Seventh', answers: [first] });
    expect(await listed(maker)).toEqual([['Three sites', 'Harbourside'], [first], 1]);
    expect(await listed(colleague)).toEqual([['Three sites', 'Harbourside'], [theirs], 1]);
    await api(maker, 'DELETE', `/subjects/${room.id}`);
    await api(maker, 'DELETE', `/analyses/${first}`);
    expect(await listed(maker)).toEqual([['Harbourside'], [], 1]);
    expect((await api(ann, 'GET', path)).status).toBe(404);
    expect((await api(ann, 'POST', `${path}/answers`, { code: await analysis() })).status).toBe(404);
    expect((await api(ann, 'GET', '/projects')).body).toEqual({ data: [] });
    expect((await api(maker, 'POST', '/projects', { name: 'X', subjects: [room.id] })).body.errors[0].pointer).toBe(
      '#/subjects',
    );
    expect((await api(maker, 'DELETE', path)).status).toBe(200);
    expect((await api(maker, 'GET', `/subjects/${place.id}`)).status).toBe(200);
  });

  it('a deleted organization leaves nothing of them', async () => {
    const place = await save(HARBOUR);
    await api(ann, 'POST', '/projects', { name: 'Sixth bakery', subjects: [place.id] });
    const { organizationId } = ann.spender;
    await sql`update organization set deleted_at = clock_timestamp() where id = ${organizationId}`.execute(db());
    await emptyDeleted(db(), databaseClock, jobsOfDeleted(databaseClock), organizationId);
    for (const table of ['subject', 'project']) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where organization_id = ${organizationId}`.execute(db());
      expect([table, Number(rows[0]?.n)]).toEqual([table, 0]);
    }
  });
});
