import { actions } from '@hinterland/actions';
import { eventEnvelope } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { databaseClock } from '../../kit/db/database.ts';
import { threadProgram } from '../../kit/threadProgram.ts';
import { emptyDeleted } from '../../organizations/identity/emptyDeleted.ts';
import { Mailbox } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { HILL, PIER, QUAY, townOfShops as town } from '../../testing/townOfShops.ts';
import { until } from '../../testing/until.ts';
import { jobsOfDeleted } from '../jobs/ofOrganization.ts';
import { CHANGES } from './service.ts';
import { tellChanges } from './watch.ts';

/** All of the town's bakeries, and none of its west. */
const EAST = [
  [10.505, 40.49],
  [10.6, 40.49],
  [10.6, 40.51],
  [10.505, 40.51],
  [10.505, 40.49],
];
const question = { polygon: { type: 'Polygon', coordinates: [EAST] }, sectors: ['food.bakery'] };

describeOnBoth('subscriptions to changes of stores', (database) => {
  let service: TestService;
  let mailbox: Mailbox;
  let people = 0;
  const db = () => database().db;
  const bundles = new TestBundles(town('2026-10', [QUAY, HILL]));

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      supplyMilliseconds: 50,
      mailMilliseconds: 50,
      source: bundles,
      registry: { actions, module: threadProgram('actions').href },
    });
  });
  beforeAll(() => {
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => service?.close());

  const account = (organization: string): Promise<MadeAccount> =>
    makeAccount(db(), { email: `user${++people}@example.com`, organization, scopes: ['read', 'run', 'manage'] });
  const api = ({ secret }: MadeAccount, method: string, path: string, body?: object) =>
    service.request(method, `/api/v1/supply/subscriptions${path}`, { key: secret, ...(body && { body }) });
  const events = async (of: MadeAccount) =>
    (
      await sql<{ body: string }>`
        select body from event where organization_id = ${of.spender.organizationId} order by created_at`.execute(db())
    ).rows.map(({ body }) => eventEnvelope('supply.changed').parse(JSON.parse(body)).data);
  const emailOf = (number: number) => `user${number}@example.com`;

  it('tells each subscription once what a newer list changed there, by webhook and by mail in its language', async () => {
    const [ann, bob] = [await account('Acme'), await account('Other')];
    const made = await api(ann, 'POST', '', { name: 'East', question, language: 'de' });
    expect([made.status, made.body.seen, made.body.last]).toEqual([201, '2026-10', null]);
    await api(ann, 'POST', '', { name: 'Silent', question, mail: false });
    const west = { ...question, polygon: { type: 'Polygon', coordinates: [EAST.map(([x, y]) => [x! - 0.2, y])] } };
    await api(bob, 'POST', '', { name: 'West', question: west });

    bundles.set(town('2026-11', [QUAY, PIER], ['2026-10', [QUAY, HILL]]));
    const told = async () => (await api(ann, 'GET', '')).body.data.map((one: { seen: string }) => one.seen);
    await until(async () => (await told()).every((seen: string) => seen === '2026-11'));
    await until(async () => (await api(bob, 'GET', '')).body.data[0].seen === '2026-11');

    const data = await events(ann);
    expect(data.map(({ subscription }) => subscription.name).sort()).toEqual(['East', 'Silent']);
    for (const one of data) {
      expect(one).toMatchObject({ territoryId: 'town', since: '2026-10', until: '2026-11', changesLeftOut: 0 });
      expect(one.totals).toEqual({ openings: 1, closings: 1, moves: 0, renamings: 0 });
      expect(one.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['opened Pier', 'closed Hill']);
    }
    expect(await events(bob)).toEqual([]);
    // Letters beyond ASCII are as the mail has them, in two bytes.
    const mail = await mailbox.next(emailOf(1));
    expect(mail).toMatch(/^subject:.*East/im);
    expect(mail).toMatch(/^1 Gesch.*ft hat seit 2026-10 er.*ffnet; geschlossen: 1,/m);
    expect(mail).toMatch(/^- Er.*ffnet: Pier \(/m);
    expect([await mailbox.waiting(emailOf(1)), await mailbox.waiting(emailOf(2))]).toEqual([0, 0]);
    expect((await api(ann, 'GET', '')).body.data[1].last).toMatchObject({
      since: '2026-10',
      until: '2026-11',
      openings: 1,
    });
  });

  it('told again after a kill, or by two processes at once, there is one event and one mail', async () => {
    const ann = await account('Twice');
    const { body } = await api(ann, 'POST', '', { name: 'East', question });
    const email = emailOf(people);
    const row = (seen: string) => ({
      id: body.id,
      organization_id: ann.spender.organizationId,
      user_id: ann.spender.userId,
      user_name: 'Ann',
      territory_id: 'town',
      name: 'East',
      question,
      mail: true,
      language: 'en' as const,
      seen,
      last: null,
      untold: null,
      created_at: new Date(),
    });
    await sql`update supply_subscription set seen = '2026-10', claimed_until = now() + interval '1 hour'
      where id = ${body.id}`.execute(db());
    const territory = town('2026-11', [QUAY, PIER], ['2026-10', [QUAY, HILL]]);
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    const engine = {
      lease: () => ({ generation: { territory }, release() {} }),
      run: async ({ input }: { readonly input: unknown }) => ({
        resultJson: Buffer.from(JSON.stringify(CHANGES.run(context, input).result)),
      }),
    } as unknown as Engine;
    const settings = {
      db: db(),
      clock: databaseClock,
      engine,
      mailSender: { nudge() {} },
      baseUrl: () => 'https://geo.example.com',
    };
    const tell = () => tellChanges(settings, row('2026-10'), new AbortController().signal);
    // A process that dies within its transaction leaves nothing.
    const dying = {
      ...settings,
      baseUrl: () => {
        throw new Error('killed');
      },
    };
    await expect(tellChanges(dying, row('2026-10'), new AbortController().signal)).rejects.toThrow('killed');
    expect([await events(ann), await mailbox.waiting(email)]).toEqual([[], 0]);
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    await mailbox.next(email);
    expect([(await events(ann)).length, await mailbox.waiting(email)]).toEqual([1, 0]);
  });

  it('a list without changes there is not told, and one whose forerunner is gone is said to be untold', async () => {
    const ann = await account('Quiet');
    await api(ann, 'POST', '', { name: 'East', question });
    bundles.set(town('2026-12', [QUAY, PIER], ['2026-11', [QUAY, PIER]]));
    const one = async () => (await api(ann, 'GET', '')).body.data[0];
    await until(async () => (await one()).seen === '2026-12');
    expect([await one(), await events(ann)]).toMatchObject([{ last: null, untold: null }, []]);
    bundles.set(town('2027-02', [QUAY], ['2027-01', [QUAY]]));
    await until(async () => (await one()).seen === '2027-02');
    expect([await one(), await events(ann)]).toMatchObject([
      { last: null, untold: { since: '2026-12', until: '2027-02' } },
      [],
    ]);
  });

  it('refuses a question that cannot be asked, and leaves others their subscriptions', async () => {
    const [ann, bob] = [await account('Askers'), await account('Others')];
    const ask = (more: object) => api(ann, 'POST', '', { name: 'East', question: { ...question, ...more } });
    expect((await ask({ since: '2026-10' })).body).toMatchObject({ error: 'validation_error' });
    expect((await ask({ sectors: [] })).body.errors[0].pointer).toMatch(/^#\/question\/sectors/);
    expect((await ask({ polygon: undefined })).status).toBe(400);
    const { body } = await ask({});
    expect((await api(bob, 'DELETE', `/${body.id}`)).status).toBe(404);
    expect((await api(ann, 'DELETE', `/${body.id}`)).status).toBe(200);
    expect((await api(ann, 'GET', '')).body.data).toEqual([]);
  });

  it('are gone with their organization', async () => {
    const ann = await account('Gone');
    await api(ann, 'POST', '', { name: 'East', question });
    const { organizationId } = ann.spender;
    await emptyDeleted(db(), databaseClock, jobsOfDeleted(databaseClock), organizationId);
    const { rows } = await sql`select 1 from supply_subscription where organization_id = ${organizationId}`.execute(
      db(),
    );
    expect(rows).toEqual([]);
  });
});
