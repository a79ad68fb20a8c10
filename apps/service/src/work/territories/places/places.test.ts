import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../../../kit/db/database.ts';
import { ensureMembership, ensureOrganization } from '../../../operate/admin/ensure.ts';
import { CHEAP, type SignedIn, signedIn } from '../../../testing/browser.ts';
import { describeOnBoth, type TestDatabase } from '../../../testing/databases.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { until } from '../../../testing/until.ts';
import { requireRoomFor } from './room.ts';

const OPERATOR = 'operator@example.com';
const KREMS = { place: 'Krems an der Donau, Austria' };

/** A mirror that takes requests and never answers them: a place stays under way until somebody ends it. */
let mirror: Server;
let silent: string;
let scratch: string;
let asked = 0;

beforeAll(async () => {
  mirror = createServer(() => void asked++);
  mirror.listen(0, '127.0.0.1');
  await once(mirror, 'listening');
  silent = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  scratch = await mkdtemp(join(tmpdir(), 'hinterland-places-'));
});
afterAll(async () => {
  mirror.closeAllConnections();
  mirror.close();
  await rm(scratch, { recursive: true, force: true });
});

describeOnBoth('places that are added from the web app', (database) => {
  const services: TestService[] = [];
  const db = () => database().db;

  const start = async (env: Record<string, string> = {}, on: TestDatabase = database()): Promise<TestService> => {
    const service = await startTestService(on, {
      workers: 1,
      passwordCost: CHEAP,
      env: {
        HINTERLAND_OPERATOR_MAIL: OPERATOR,
        HINTERLAND_MIRROR: silent,
        HINTERLAND_TERRITORIES: join(scratch, 'territories'),
        ...env,
      },
    });
    services.push(service);
    return service;
  };
  const latest = async (browser: SignedIn) => (await browser.send('GET', '/places')).body.data[0];
  const inState = async (browser: SignedIn, state: string) => {
    await until(async () => (await latest(browser))?.state === state);
    return latest(browser);
  };

  beforeEach(() => {
    asked = 0;
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  it('lets the operator add them, by a verified address, and nobody else', async () => {
    const service = await start();
    const organization = await ensureOrganization(db(), 'Acme');
    const owner = await signedIn(service, db(), 'owner@example.com');
    const rights = { organizationId: organization.id, userId: owner.userId, role: 'owner' as Role, billing: true };
    await ensureMembership(db(), { ...rights, teamId: null });
    const operator = await signedIn(service, db(), OPERATOR);
    expect((await operator.send('GET', '/places')).body).toEqual({ mayAdd: true, data: [] });
    expect((await owner.send('GET', '/places')).body).toEqual({ mayAdd: false, data: [] });
    for (const path of ['/places', '/places/plan']) {
      const { status, body } = await owner.send('POST', path, KREMS);
      expect([status, body.error, body.detail]).toEqual([
        403,
        'insufficient_role',
        'Only the operator of this service may add places.',
      ]);
    }
    expect((await owner.send('POST', '/places/plc_1/stop', {})).status).toBe(403);
    expect((await operator.send('POST', '/places/plc_1/stop', {})).status).toBe(404);
    await sql`update app_user set email_verified_at = null where id = ${operator.userId}`.execute(db());
    expect((await operator.send('GET', '/places')).body.mayAdd).toBe(false);
    expect(asked).toBe(0);
  });

  it('lets owners add them where the operator says so, and nobody where he says that', async () => {
    const organization = await ensureOrganization(db(), 'Acme');
    const named = { HINTERLAND_ADD_PLACES: 'owners', HINTERLAND_ADD_PLACES_ORGANIZATIONS: String(organization.id) };
    const service = await start(named);
    const may: Record<string, boolean> = {};
    for (const role of ['owner', 'admin', 'member'] as const) {
      const browser = await signedIn(service, db(), `${role}@example.com`);
      const rights = { organizationId: organization.id, userId: browser.userId, billing: false, teamId: null };
      await ensureMembership(db(), { ...rights, role });
      may[role] = (await browser.send('GET', '/places')).body.mayAdd;
    }
    may.operator = (await (await signedIn(service, db(), OPERATOR)).send('GET', '/places')).body.mayAdd;
    // An organization of one's own is made in a minute: only those that the operator names count.
    const anybody = await signedIn(service, db(), 'anybody@example.com');
    await anybody.send('POST', '/organizations', { name: 'Mine' });
    may.anybody = (await anybody.send('GET', '/places')).body.mayAdd;
    expect((await anybody.send('POST', '/places/plan', KREMS)).status).toBe(403);
    expect(may).toEqual({ owner: true, admin: false, member: false, operator: true, anybody: false });
    await expect(start({ HINTERLAND_ADD_PLACES: 'owners' })).rejects.toThrow(
      'needs HINTERLAND_ADD_PLACES_ORGANIZATIONS',
    );
    const closed = await start({ HINTERLAND_ADD_PLACES: 'nobody' });
    const operator = await signedIn(closed, db(), OPERATOR);
    expect((await operator.send('GET', '/places')).body.mayAdd).toBe(false);
    expect((await operator.send('POST', '/places', KREMS)).status).toBe(403);
  });

  it('shows owners of other organizations place and progress, without names, and no stop; within bounds', async () => {
    const ids: number[] = [];
    const owners: SignedIn[] = [];
    for (const name of ['Acme', 'Other']) ids.push((await ensureOrganization(db(), name)).id);
    const service = await start({
      HINTERLAND_ADD_PLACES: 'owners',
      HINTERLAND_ADD_PLACES_ORGANIZATIONS: ids.join(','),
    });
    for (const [i, name] of ['ann', 'eve'].entries()) {
      const browser = await signedIn(service, db(), `${name}@example.com`);
      const rights = { organizationId: ids[i]!, userId: browser.userId, billing: false, teamId: null };
      await ensureMembership(db(), { ...rights, role: 'owner' });
      owners.push(browser);
    }
    const [ann, eve] = owners as [SignedIn, SignedIn];
    const { body: begun } = await ann.send('POST', '/places', KREMS);
    expect(begun).toMatchObject({ state: 'running', askedBy: { name: 'ann' }, mayStop: true });
    const seen = await eve.send('GET', '/places');
    expect(seen.body.data[0]).toMatchObject({ id: begun.id, place: KREMS.place, askedBy: null, mayStop: false });
    expect(seen.text).not.toContain('"ann"');
    const refused = await eve.send('POST', `/places/${begun.id}/stop`, {});
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_role']);
    expect((await latest(ann)).isStopping).toBe(false);
    expect((await ann.send('POST', `/places/${begun.id}/stop`, {})).body.isStopping).toBe(true);
    await inState(ann, 'stopped');

    const limit = (name: string, value: number) =>
      sql`insert into organization_limit (organization_id, name, value) values (${ids[0]}, ${name}, ${value})
        on conflict (organization_id, name) do update set value = excluded.value`.execute(db());
    const add = async () => (await ann.send('POST', '/places', KREMS)).body;
    await limit('places_per_day', 1);
    expect(await add()).toMatchObject({ status: 409, policy: 'places_per_day', maximum: 1, present: 1 });
    await limit('places_per_day', 10);
    await limit('place_megabytes', Math.ceil(begun.plan.estimate.diskMegabytes) + 1);
    expect(await add()).toMatchObject({ status: 409, policy: 'place_megabytes' });
    await expect(
      requireRoomFor(db(), databaseClock, null, begun.plan, { freeDiskMegabytes: 1, memoryMegabytes: 1000 }),
    ).rejects.toThrow('and the service has 1 MB free');
  });

  it('plans what comes from where, asks back for a name of several places, and refuses what is no place', async () => {
    const service = await start();
    const operator = await signedIn(service, db(), OPERATOR);
    const plan = (body: object) => operator.send('POST', '/places/plan', body);
    const { plan: krems, machine } = (await plan(KREMS)).body;
    expect(krems).toMatchObject({
      territory: 'krems-an-der-donau-at',
      name: 'Krems an der Donau',
      countries: ['AT'],
      isWhole: false,
      people: { isOfficial: true },
      files: [
        { host: 'download.geofabrik.de', use: 'list' },
        { name: 'austria-latest.osm.pbf', use: 'map', licence: 'ODbL-1.0' },
        { host: 'gisco-services.ec.europa.eu', use: 'people' },
      ],
    });
    expect(krems.estimate.buildSeconds).toBeGreaterThan(0);
    expect(machine.memoryMegabytes).toBeGreaterThan(500);
    const several = (await plan({ place: 'Springfield' })).body;
    expect(several.plan).toBeNull();
    expect(several.candidates[0]).toEqual({ name: 'Springfield, Missouri, US', population: expect.any(Number) });
    const south = (await plan({ place: '-33.87,151.21', radiusKm: 60 })).body.plan;
    expect([south.countries, south.box.north - south.box.south]).toEqual([['AU'], expect.closeTo(1.08, 1)]);

    for (const [body, detail] of [
      // Options and commands of a shell are names that no place has.
      [{ place: '--mirror=/etc; x $(id)' }, /No place is called "--mirror=\/etc; x \$\(id\)"/],
      [{ place: 'Krems\n--home /tmp' }, /one line of text/],
      [{ place: '' }, /at least 1 character/],
      [{ place: 'x'.repeat(201) }, /at most 200/],
      [{ ...KREMS, radiusKm: 0 }, /at least 1/],
      [{ ...KREMS, radiusKm: 301 }, /at most 300/],
    ] as const) {
      const reply = await plan(body);
      expect([reply.status, reply.body.detail]).toEqual([400, expect.stringMatching(detail)]);
    }
    const added = await operator.send('POST', '/places', { place: 'Springfield' });
    expect([added.status, added.body.errors[0].pointer]).toEqual([400, '#/place']);
    expect(asked).toBe(0);
  });

  it('adds one at a time, told alike by every process, and stops it from any', async () => {
    const first = await start();
    const operator = await signedIn(first, db(), OPERATOR);
    const begun = await operator.send('POST', '/places', KREMS);
    expect([begun.status, begun.body.state, begun.body.askedBy.id]).toEqual([201, 'running', operator.userId]);
    await until(async () => (await latest(operator)).progress?.phase !== undefined);
    const again = await operator.send('POST', '/places', { place: 'Malta' });
    expect([again.status, again.body.detail]).toEqual([400, expect.stringMatching(/Another place is being added now/)]);

    const second = await start();
    const elsewhere = await signedIn(second, db(), OPERATOR);
    expect(await latest(elsewhere)).toMatchObject({ id: begun.body.id, state: 'running', isInForce: false });
    const stopped = await elsewhere.send('POST', `/places/${begun.body.id}/stop`, {});
    expect([stopped.status, stopped.body.isStopping]).toEqual([200, true]);
    expect(await inState(operator, 'stopped')).toMatchObject({ isStopping: false, fault: null });
    const late = await operator.send('POST', `/places/${begun.body.id}/stop`, {});
    expect([late.status, late.body.error]).toEqual([409, 'job_not_running']);
  });

  it('says that it was interrupted where its process is gone, and starts again', async () => {
    const service = await start();
    const operator = await signedIn(service, db(), OPERATOR);
    const { body: lost } = await operator.send('POST', '/places', KREMS);
    // Another process took over in the meantime; this one notices at its next renewal.
    await sql`update place_job set lease_token = 'gone', lease_until = now() - interval '1 second'`.execute(db());
    expect(await latest(operator)).toMatchObject({ id: lost.id, state: 'interrupted' });
    expect((await latest(operator)).finishedAt).not.toBeNull();
    const { status, body: next } = await operator.send('POST', '/places', KREMS);
    expect([status, next.state]).toEqual([201, 'running']);
    const { rows } = await sql<{ state: string }>`select state from place_job order by started_at`.execute(db());
    expect(rows.map(({ state }) => state)).toEqual(['interrupted', 'running']);

    // A service that ends says so at once, and ends what it began.
    await until(async () => (await latest(operator)).progress !== null);
    await services.pop()?.close();
    const after = await start();
    expect(await latest(await signedIn(after, db(), OPERATOR))).toMatchObject({ id: next.id, state: 'interrupted' });
  });

  it('ends with the sentence of the command where a file cannot be had', async () => {
    const service = await start({ HINTERLAND_MIRROR: join(scratch, 'nothing') });
    const operator = await signedIn(service, db(), OPERATOR);
    await operator.send('POST', '/places', KREMS);
    const { fault } = await inState(operator, 'failed');
    expect(fault).toMatch(/the mirror has no file .*austria-latest\.osm\.pbf/);
  });

  it('refuses before anything is planned where no territory can be written', async () => {
    const service = await start({ HINTERLAND_TERRITORIES: '/dev/null/territories' });
    const operator = await signedIn(service, db(), OPERATOR);
    const { status, body } = await operator.send('POST', '/places/plan', KREMS);
    expect([status, body.detail]).toEqual([503, expect.stringMatching(/cannot write into its folder of territories/)]);
  });
});
