import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAdmin } from '../../operate/admin/operations.ts';
import { deleteForOperator } from '../../organizations/identity/deleteOrganization.ts';
import { Browser, CHEAP, Mailbox, PASSWORD, signedIn, tokenIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { jobsOfDeleted } from '../../work/jobs/ofOrganization.ts';
import { databaseClock } from '../db/database.ts';
import { removeOldEntries } from './retention.ts';
import type { AuditEntry } from './schemas.ts';

type SignedIn = Browser & { userId: number };

describeOnBoth('audit log', (database) => {
  let service: TestService;
  let owner: SignedIn;
  let acme: number;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      webhookWays: { resolve: async () => ['8.8.8.8'] },
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    owner = await signedIn(service, db(), 'owner@example.com');
    acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
  });

  const at = (path: string) => `/organizations/${acme}${path}`;
  const log = async (query = ''): Promise<AuditEntry[]> => (await owner.send('GET', at(`/audit${query}`))).body.data;
  /** Deeds and the names of their objects, oldest first. */
  const told = async (query = '') =>
    (await log(query)).toReversed().map(({ deed, subject, details }) => [deed, subject.name, details]);

  it('records who made, invited, changed, shared, limited, revoked and deleted what, with the key or the web app', async () => {
    const mailbox = new Mailbox(database().settings.home);
    const team = (await owner.send('POST', at('/teams'), { name: 'Retail' })).body.id;
    await owner.send('PUT', at(`/teams/${team}/limit`), { monthlyLimit: 9 });
    await owner.send('POST', at('/invitations'), { email: 'bob@example.com', teamId: team });
    const bob = await signedIn(service, db(), 'bob@example.com');
    await bob.send('POST', '/invitations/accept', { token: tokenIn(await mailbox.next('bob@example.com')) });
    await owner.send('PUT', at(`/members/${bob.userId}`), { role: 'admin' });
    const key = (await bob.send('POST', at('/keys'), { name: 'CI', scopes: ['manage'] })).body;
    const webhook = (
      await service.request('POST', '/api/v1/webhooks', {
        key: key.secret,
        body: { url: 'https://example.com/', events: ['ping'] },
      })
    ).body.id;
    const { code } = (await bob.send('POST', at('/analyses'), { name: 'Sites' })).body;
    await bob.send('PUT', at(`/analyses/${code}/shares`), { anyone: true });
    await owner.send('DELETE', at(`/keys/${key.id}`));
    await owner.send('DELETE', at(`/webhooks/${webhook}`));
    await owner.send('DELETE', at(`/members/${bob.userId}`));
    const shares = { anyone: true, organization: false, team: false, people: [] };
    expect(await told()).toEqual([
      ['organization.made', 'Acme', null],
      ['team.made', 'Retail', null],
      ['team.limited', 'Retail', { monthlyLimit: 9 }],
      ['invitation.sent', 'bob@example.com', { role: 'member', teamId: team }],
      ['member.joined', 'bob', { role: 'member' }],
      ['member.changed', 'bob', { role: 'admin' }],
      ['key.made', 'CI', { prefix: key.prefix, scopes: ['read', 'manage'] }],
      ['webhook.made', 'https://example.com/', { events: ['ping'] }],
      ['analysis.shared', 'Sites', expect.objectContaining({ anyone: shares.anyone })],
      ['key.revoked', 'CI', { prefix: key.prefix }],
      ['webhook.deleted', 'https://example.com/', null],
      ['member.removed', 'bob', null],
    ]);
    const made = (await log('?deed=webhook.made'))[0];
    expect(made).toMatchObject({
      member: { id: bob.userId, name: 'bob' },
      key: { id: key.id, name: 'CI' },
      subject: { id: String(webhook) },
      address: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/),
    });
    expect((await log('?deed=key.revoked'))[0]).toMatchObject({ member: { id: owner.userId }, key: null });
    expect((await told(`?member=${bob.userId}`)).map(([deed]) => deed)).toEqual([
      'member.joined',
      'key.made',
      'webhook.made',
      'analysis.shared',
    ]);
    expect(JSON.stringify(await log())).not.toContain(key.secret.slice(17));
  });

  it('records sign-ins of members with device and network, in each of their organizations and in no other', async () => {
    const second = (await owner.send('POST', '/organizations', { name: 'Second' })).body.id;
    const stranger = await signedIn(service, db(), 'stranger@example.com');
    const foreign = (await stranger.send('POST', '/organizations', { name: 'Foreign' })).body.id;
    const signIn = (password: string) =>
      new Browser(service).send(
        'POST',
        '/sign-in',
        { email: 'owner@example.com', password },
        { 'User-Agent': 'Kiosk/7' },
      );
    expect([(await signIn('a wrong password')).status, (await signIn(PASSWORD)).status]).toEqual([401, 200]);
    const entry = {
      member: { id: owner.userId, name: 'owner' },
      subject: { id: String(owner.userId), name: 'owner' },
      details: { device: 'Kiosk/7' },
      address: expect.stringMatching(/127\.0\.0\.1$|^::1$/),
    };
    for (const id of [acme, second]) {
      const { data } = (await owner.send('GET', `/organizations/${id}/audit?deed=member.signed_in`)).body;
      expect(data).toMatchObject([entry]);
    }
    const theirs = await stranger.send('GET', `/organizations/${foreign}/audit?deed=member.signed_in`);
    expect(theirs.body.data).toEqual([]);
  });

  it('records what the operator does in an organization, for its owners', async () => {
    const admin = makeAdmin(database(), database().settings);
    await admin.grantCredits(acme, 2.5);
    await admin.setLimit(acme, 'keys', 7);
    await admin.setLimit(acme, 'keys', null);
    await admin.suspendOrganization(acme);
    await admin.resumeOrganization(acme);
    await sql`update app_user set second_factor = true where id = ${owner.userId}`.execute(db());
    await sql`
      insert into web_second_factor (user_id, secret, recovery_codes) values (${owner.userId}, '', '')`.execute(db());
    await admin.removeSecondFactor('owner@example.com');
    await expect(admin.setLimit(acme, 'cows', 1)).rejects.toThrow('no limit');
    owner = await signedIn(service, db(), 'owner@example.com'); // their sessions have ended
    const entries = (await log('?member=operator')).toReversed();
    expect(entries.map(({ deed, details }) => [deed, details])).toEqual([
      ['organization.credited', { credits: 2.5 }],
      ['organization.limited', { keys: 7 }],
      ['organization.limited', { keys: 'default' }],
      ['organization.suspended', null],
      ['organization.resumed', null],
      ['member.second_factor_off', null],
    ]);
    expect(entries.every(({ member, key, address }) => member === null && key === null && address === null)).toBe(true);
  });

  it('a deed that is refused or rolled back leaves no line', async () => {
    await owner.send('POST', at('/teams'), { name: 'Retail' });
    const before = await told();
    expect((await owner.send('POST', at('/teams'), { name: 'Retail' })).status).toBe(409);
    expect((await owner.send('DELETE', at(`/members/${owner.userId}`))).status).toBe(409);
    expect((await owner.send('DELETE', at('/keys/999'))).status).toBe(404);
    expect(await told()).toEqual(before);
  });

  it('pages fit together, days limit them, and the CSV has every line', async () => {
    for (let i = 0; i < 6; i++) await owner.send('POST', at('/teams'), { name: `Team ${i}` });
    const first = (await owner.send('GET', at('/audit?limit=4'))).body;
    const second = (await owner.send('GET', at(`/audit?limit=4&before=${first.next}`))).body;
    expect([first.data.length, second.data.length, second.next]).toEqual([4, 3, null]);
    expect([...first.data, ...second.data]).toEqual(await log());
    const today = first.data[0].time.slice(0, 10);
    expect((await log(`?from=${today}&to=${today}`)).length).toBe(7);
    expect(await log('?to=2020-01-01')).toEqual([]);
    const csv = await owner.send('GET', at('/audit.csv?deed=team.made'));
    const lines = csv.text.trimEnd().split(/\r?\n/);
    expect(lines[0]).toBe('time,deed,member,key,subject id,subject,details,address');
    expect(lines.slice(1).map((line) => line.split(',')[5])).toEqual([5, 4, 3, 2, 1, 0].map((i) => `Team ${i}`));
    expect((await owner.send('GET', at('/audit?deed=none'))).status).toBe(400);
  });

  it('the operator’s deeds have no member, and the log outlives the organization', async () => {
    const jobs = jobsOfDeleted(databaseClock);
    expect(await deleteForOperator(db(), databaseClock, jobs, acme, 'Acme')).toBe('deleted');
    const { rows } = await sql`
      select deed, user_id, address from audit_entry where organization_id = ${acme} order by id`.execute(db());
    expect(rows).toMatchObject([
      { deed: 'organization.made', user_id: owner.userId },
      { deed: 'organization.deleted', user_id: null, address: null },
    ]);
  });

  it('the database refuses to change a line, and to remove one within two years', async () => {
    const refused = (statement: string) => expect(sql.raw(statement).execute(db())).rejects.toThrow(/append-only/);
    await refused(`update audit_entry set deed = 'team.made'`);
    await refused('delete from audit_entry');
    await refused('truncate audit_entry');
    await sql`
      insert into audit_entry (organization_id, deed, created_at)
      values (${acme}, 'team.made', clock_timestamp() - interval '3 years')`.execute(db());
    expect((await log()).length).toBe(2);
    await removeOldEntries(db());
    expect(await told()).toEqual([['organization.made', 'Acme', null]]);
  });
});
