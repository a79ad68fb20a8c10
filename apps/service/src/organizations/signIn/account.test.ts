import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Browser, CHEAP, Mailbox, PASSWORD, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { seen, startTestService, type TestService } from '../../testing/service.ts';

const ANN = 'ann@example.com';

describeOnBoth("a user's own account", (database) => {
  let service: TestService;
  let mailbox: Mailbox;
  let ann: Browser & { userId: number };
  let bob: Browser & { userId: number };
  let acme: number;
  const db = () => database().db;
  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    bob = await signedIn(service, db(), 'bob@example.com');
    acme = (await bob.send('POST', '/organizations', { name: 'Acme' })).body.id;
    ann = await signedIn(service, db(), ANN);
    await sql`insert into membership (organization_id, user_id, role) values (${acme}, ${ann.userId}, 'admin')`.execute(
      db(),
    );
  });

  const at = (path: string) => `/organizations/${acme}${path}`;
  const remove = (password = PASSWORD) => ann.send('POST', '/account/delete', { password });

  it('the file has what is stored about the user, of every kind, and nothing of others', async () => {
    const { secret } = (await ann.send('POST', at('/keys'), { name: 'CI', networks: ['127.0.0.1'] })).body;
    await bob.send('POST', at('/keys'), { name: 'Bob’s' });
    const { code } = (await ann.send('POST', at('/analyses'), { name: 'Sites', state: { zoom: 4 } })).body;
    const shared = (await bob.send('POST', at('/analyses'), { name: 'Shared' })).body.code;
    await bob.send('PUT', at(`/analyses/${shared}/shares`), { people: [ANN] });
    await bob.send('POST', at('/analyses'), { name: 'Secret of Bob' });
    await ann.send('POST', at('/invitations'), { email: 'new@example.com' });
    const reply = await ann.send('GET', '/account/data.json');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="hinterland-data.json"');
    const { body } = reply;
    expect(body.account).toMatchObject([{ name: 'ann', email: ANN, second_factor: false }]);
    expect(body.memberships).toMatchObject([{ organization: 'Acme', role: 'admin' }]);
    expect(body.keys).toMatchObject([{ name: 'CI', networks: ['127.0.0.1/32'] }]);
    expect(body.sessions.length).toBe(1);
    expect(body.invitations).toMatchObject([{ email: 'new@example.com' }]);
    expect(body.analyses).toMatchObject([{ code, name: 'Sites', state: { zoom: 4 } }]);
    expect(body.sharedWithYou).toEqual([{ code: shared, name: 'Shared' }]);
    expect(body.deeds.map(({ deed }: { deed: string }) => deed)).toEqual([
      'invitation.sent',
      'key.made',
      'member.signed_in',
    ]);
    expect([body.datasets, body.jobs, body.orders, body.charges]).toEqual([[], [], [], []]);
    for (const text of ['Bob', 'Secret', secret]) expect(reply.text).not.toContain(text);
    expect(await mailbox.next(ANN)).toContain('Shared');
    expect(seen(await new Browser(service).send('GET', '/account/data.json'))).toBe('401 not_signed_in');
  });

  it('deletion leaves no name, address, password, key or session; analyses and the log stay with the organization', async () => {
    const { secret } = (await ann.send('POST', at('/keys'), { name: 'CI' })).body;
    const { code } = (await ann.send('POST', at('/analyses'), { name: 'Sites' })).body;
    await ann.send('PUT', at(`/analyses/${code}/shares`), { organization: true });
    const phone = await signedIn(service, db(), ANN);
    expect(seen(await remove('wrong horse battery'))).toBe('401 sign_in_failed');
    expect((await remove()).body).toEqual({ status: 'deleted' });
    expect(await mailbox.next(ANN)).toContain('Your account at Hinterland was deleted');
    for (const browser of [ann, phone]) expect(seen(await browser.send('GET', '/session'))).toBe('401 not_signed_in');
    expect(seen(await service.request('GET', '/api/v1/me', { key: secret }))).toBe('401 invalid_api_key');
    const again = await new Browser(service).send('POST', '/sign-in', { email: ANN, password: PASSWORD });
    expect(seen(again)).toBe('401 sign_in_failed');
    const { rows } = await sql<{ tablename: string }>`
      select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`.execute(db());
    for (const { tablename } of rows) {
      const dump = await sql<{ row: string }>`select t::text as row from ${sql.table(tablename)} t`.execute(db());
      expect([tablename, JSON.stringify(dump.rows)]).toEqual([tablename, expect.not.stringContaining(ANN)]);
    }
    expect((await bob.send('GET', at(`/analyses/${code}`))).body.name).toBe('Sites');
    const log = (await bob.send('GET', at('/audit'))).body.data;
    expect(log[0]).toMatchObject({ deed: 'account.deleted', member: { id: ann.userId, name: 'Deleted account' } });
    // The address is free again, for another account.
    const fresh = await signedIn(service, db(), ANN);
    expect(fresh.userId).not.toBe(ann.userId);
    expect((await fresh.send('GET', '/session')).body.organizations).toEqual([]);
  });

  it('the last owner of an organization is told to hand it over or delete it first, and nothing is deleted', async () => {
    await ann.send('POST', '/organizations', { name: 'Ann’s' });
    const refused = await remove();
    expect([seen(refused), refused.body.detail]).toEqual(['409 last_owner', expect.stringContaining('Ann’s')]);
    expect((await ann.send('GET', '/session')).body.organizations.length).toBe(2);
  });
});
