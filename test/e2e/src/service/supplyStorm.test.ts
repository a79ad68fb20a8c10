import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, databaseClock, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import { Mailbox } from '../../../../apps/service/src/testing/browser.ts';
import {
  embeddedTemplate,
  openTestDatabase,
  type TestDatabase,
} from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { type MadeAccount, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { secretContext } from '../../../../apps/service/src/webhooks/deliver.ts';
import { newSecret } from '../../../../apps/service/src/webhooks/sign.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';
import { bundleWith } from '../../../../packages/territory/src/testing/changedBundle.ts';
import { drawnManifest, playersContent } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { ALL_TESTS } from '../extent.ts';
import { type ServiceProcess, type ServiceSettings, startServiceProcess } from './serviceProcess.ts';

const secretsKey = Buffer.alloc(32, 3).toString('base64');
const [BEFORE, NOW] = ['2026-11', '2026-12'];
/** All stores of the drawn bundle, of which one was renamed. */
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [9.99, 49.99],
      [10.02, 49.99],
      [10.02, 50.01],
      [9.99, 50.01],
      [9.99, 49.99],
    ],
  ],
};

/** Steps of a telling at which the database can be made to hold on, in their order. */
const POINTS = ['claim', 'move_on', 'event', 'delivery', 'mail', 'commit'] as const;
type Point = (typeof POINTS)[number];
const TRIGGERS: Readonly<Record<Point, string>> = {
  claim:
    'before update on supply_subscription for each row when (new.seen = old.seen and new.claimed_until is not null)',
  move_on: 'before update on supply_subscription for each row when (new.seen <> old.seen)',
  event: 'before insert on event for each row',
  delivery: 'before insert on webhook_delivery for each row',
  mail: 'before insert on mail_outbox for each row',
  commit: 'after insert on event deferrable initially deferred for each row',
};

let receiver: Receiver;
let folder: string;
let territory: string;
beforeAll(async () => {
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'hinterland-storm-'));
  await writeFile(join(folder, 'ca.pem'), receiver.ca);
  territory = await bundleWith(({ players }) => {
    players.stores!.state = [0, 0, 0];
  });
  const content = structuredClone(playersContent());
  const stores = content.tables.stores as unknown as Record<string, (string | number)[]>;
  Object.assign(stores, { state: [0, 0, 0], name: [stores.name![0], 'Sonnenstein', stores.name![2]] });
  await writeFamily(territory, { ...content, version: NOW! });
  await putInForce(territory, {
    ...drawnManifest,
    families: { ...drawnManifest.families, players: { version: NOW! } },
  });
});
afterAll(async () => {
  await receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: ServiceSettings): Promise<ServiceProcess> =>
  startServiceProcess({
    ...settings,
    territory,
    replaced: { supplyMilliseconds: 20, mailMilliseconds: 50, webhookMilliseconds: 50 },
    env: {
      HINTERLAND_SECRETS_KEY: secretsKey,
      HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    },
  });

/** An account with an endpoint that listens to changes of stores. */
async function listener(db: Db, name: string): Promise<MadeAccount & { readonly email: string }> {
  const email = `${name}@example.com`;
  const account = await makeAccount(db, { email, organization: name, scopes: ['read', 'manage'] });
  const { organizationId, userId } = account.spender;
  const box = await openSecrets({ secretsKey, home: folder }).forWriting(db);
  await insertWebhook(db, databaseClock, {
    organizationId,
    userId,
    url: receiver.url.replace('/hook', `/hook/${name}`),
    events: ['supply.changed'],
    description: null,
    sealedSecret: box.seal(newSecret(), secretContext(organizationId)),
  });
  return { ...account, email };
}

const subscribe = async (db: Db, { spender }: MadeAccount, name: string): Promise<void> =>
  void (await sql`
    insert into supply_subscription (organization_id, user_id, territory_id, name, question, mail, language, seen, created_at)
    values (${spender.organizationId}, ${spender.userId}, ${drawnManifest.id}, ${name}, ${JSON.stringify({ polygon })}::json, true,
      'en', ${BEFORE}, now())`.execute(db));

/** What a killed process had claimed is free again after minutes; a test ends the lease. */
const endLeases = (db: Db) => sql`update supply_subscription set claimed_until = null`.execute(db);

const untold = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from supply_subscription where seen <> ${NOW}`.execute(db))
    .rows[0]!.n;

/** Names of the subscriptions that events of an organization are about, one for each event. */
const eventsOf = async (db: Db, { spender }: MadeAccount): Promise<string[]> =>
  (
    await sql<{ body: string }>`select body from event where organization_id = ${spender.organizationId}`.execute(db)
  ).rows.map(({ body }) => JSON.parse(body).data.subscription.name);

const arrived = (name: string) => receiver.received.filter(({ path }) => path === `/hook/${name}`);

describe.runIf(ALL_TESTS && process.env.TEST_DATABASE_URL)(
  'a telling that ends in the middle, on PostgreSQL (where TEST_DATABASE_URL names one)',
  () => {
    let database: TestDatabase;
    let service: ServiceProcess | null = null;
    beforeAll(async () => {
      database = await openTestDatabase('postgresql');
      await sql`create table held (point text)`.execute(database.db);
      await sql`
        create function hold_on() returns trigger language plpgsql as $$
        begin
          while exists (select from held where point = tg_argv[0]) loop perform pg_sleep(0.02); end loop;
          return new;
        end $$`.execute(database.db);
      for (const point of POINTS) {
        const kind = point === 'commit' ? 'constraint trigger' : 'trigger';
        const what = `create ${kind} hold_${point} ${TRIGGERS[point]} execute function hold_on('${point}')`;
        await sql.raw(what).execute(database.db);
      }
    });
    afterAll(async () => {
      await service?.kill();
      await database?.close();
    });

    /** The connection that holds on. */
    const holding = async (): Promise<number | undefined> =>
      (
        await sql<{ pid: number }>`
          select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
          database.db,
        )
      ).rows[0]?.pid;

    it.each(
      (['the process is killed', 'its connection is dropped'] as const).flatMap((how) =>
        POINTS.map((point) => [point, how] as const),
      ),
    )('at "%s" %s: one event, one delivery, one mail', async (point, how) => {
      const { db, settings } = database;
      const name = `${point}-${how.length}`.replace('_', '-');
      const ann = await listener(db, name);
      service ??= await start(settings);
      await sql`insert into held values (${point})`.execute(db);
      await subscribe(db, ann, name);
      await until(async () => (await holding()) !== undefined);
      expect(await eventsOf(db, ann)).toEqual([]);
      if (how === 'the process is killed') {
        await service.kill();
        service = null;
      } else {
        await sql`select pg_terminate_backend(${await holding()})`.execute(db);
      }
      await sql`delete from held`.execute(db);
      await until(async () => (await holding()) === undefined);
      service ??= await start(settings);
      await endLeases(db);
      await until(async () => (await untold(db)) === 0);
      await new Mailbox(settings.home).next(ann.email);
      await until(() => arrived(name).length > 0);
      // Nothing follows: what was told is told to the end, and the lists are compared many times more.
      await sleep(300);
      expect(await eventsOf(db, ann)).toEqual([name]);
      expect(new Set(arrived(name).map(({ body }) => body.id)).size).toBe(1);
      expect(await new Mailbox(settings.home).waiting(ann.email)).toBe(1);
    });
  },
);

describe.runIf(ALL_TESTS)('one process on the embedded database', () => {
  const SUBSCRIPTIONS = 12;
  /** Milliseconds after which a process is killed: before it compares, and while it tells. */
  const KILLS = [0, 15, 40, 80];

  it('killed again and again, then left alone: an event for each subscription, none twice', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hinterland-storm-'));
    try {
      copyFolder(await embeddedTemplate(), home);
      const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
        const { db, close } = await openDatabase({ home });
        return work(db).finally(close);
      };
      const names = Array.from({ length: SUBSCRIPTIONS }, (_, i) => `View ${i}`);
      const ann = await inDatabase(async (db) => {
        const account = await listener(db, 'embedded');
        for (const name of names) await subscribe(db, account, name);
        return account;
      });
      for (const milliseconds of KILLS) {
        const service = await start({ home });
        await sleep(milliseconds);
        await service.kill();
        await inDatabase(async (db) => {
          await endLeases(db);
          // What was told has its event, and what was not has none.
          const events = await eventsOf(db, ann);
          expect(events.length).toBe(SUBSCRIPTIONS - (await untold(db)));
        });
      }
      const service = await start({ home });
      await until(() => new Set(arrived('embedded').map(({ body }) => body.id)).size === SUBSCRIPTIONS);
      const mailbox = new Mailbox(home);
      await until(async () => (await mailbox.waiting(ann.email)) >= SUBSCRIPTIONS);
      expect(await service.stop()).toBe(0);
      const events = await inDatabase((db) => eventsOf(db, ann));
      expect(events.toSorted()).toEqual(names.toSorted());
      expect(arrived('embedded').map(({ body }) => body.data.subscription.name)).toEqual(expect.arrayContaining(names));
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
