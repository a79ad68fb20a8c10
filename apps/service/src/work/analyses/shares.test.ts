import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shares as sharesSchema } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countWork } from '../../kit/countWork.ts';
import { ensureTeam } from '../../operate/admin/ensure.ts';
import { analysesOf, startStoringService } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount, TestClock } from '../../testing/town.ts';

const NONE = {
  team: false,
  organization: false,
  anyone: false,
  anyoneExpiresDays: null,
  people: [],
  anyoneExpiresAt: null,
};

describeOnBoth('shares', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let teamMate: MadeAccount;
  let colleague: MadeAccount;
  let boss: MadeAccount;
  let stranger: MadeAccount;
  let code: string;
  const clock = new TestClock('2026-11-20T10:00:00.000Z');
  const db = () => database().db;
  const { ask, get, make, share } = analysesOf(() => service);
  const account = (email: string, rest: object = {}) =>
    makeAccount(db(), { email, role: 'member', scopes: ['read', 'run', 'manage'], ...rest }, clock);
  const setTeam = async (who: MadeAccount, name: string | null) => {
    const id = name === null ? null : (await ensureTeam(db(), who.spender.organizationId, name)).id;
    await sql`update membership set team_id = ${id} where user_id = ${who.spender.userId}`.execute(db());
  };

  /** Who of all reads the analysis by its code, and who finds it in the list. */
  async function readers(): Promise<{ read: string[]; listed: string[] }> {
    const all = { ann, teamMate, colleague, boss, stranger };
    const read: string[] = [];
    const listed: string[] = [];
    for (const [name, who] of Object.entries(all)) {
      const answers = await Promise.all(['', '/versions'].map((path) => get(who, `/${code}${path}`)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses[1]).toBe(statuses[0]);
      if (statuses[0] === 200) read.push(name);
      else expect(statuses[0]).toBe(404);
      const { data } = (await get(who)).body;
      if (data.some((one: { id: string }) => one.id === code)) listed.push(name);
    }
    return { read, listed };
  }

  beforeAll(async () => {
    service = await startStoringService(database(), { workers: 1, clock, mailMilliseconds: 50 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    clock.set('2026-11-20T10:00:00.000Z');
    ann = await account('ann@example.com', { team: 'Retail' });
    teamMate = await account('mate@example.com', { team: 'Retail' });
    colleague = await account('colleague@example.com', { team: 'Sales' });
    boss = await account('boss@example.com', { team: null, role: 'owner' });
    stranger = await account('stranger@example.com', { organization: 'Other', team: 'Retail', role: 'owner' });
    code = await make(ann);
  });

  it('S138 S139 S159 unshared: its creator and the organization’s owner read it, nobody else', async () => {
    expect(await readers()).toEqual({ read: ['ann', 'boss'], listed: ['ann'] });
    const { status, body } = await ask(ann, 'GET', `/${code}/shares`);
    expect([status, body]).toEqual([200, { ...NONE, url: `${service.url}/a/${code}` }]);
  });

  it('S149 team: the creator’s team reads it and finds it in the list', async () => {
    await share(ann, code, { team: true });
    expect(await readers()).toEqual({ read: ['ann', 'teamMate', 'boss'], listed: ['ann', 'teamMate'] });
  });

  it('D126 team means the creator’s present team, at the time of reading', async () => {
    await share(ann, code, { team: true });
    await setTeam(ann, 'Sales');
    expect(await readers()).toEqual({ read: ['ann', 'colleague', 'boss'], listed: ['ann', 'colleague'] });
    await setTeam(ann, null);
    expect(await readers()).toEqual({ read: ['ann', 'boss'], listed: ['ann'] });
    await setTeam(teamMate, null); // two users without a team are no team
    expect((await readers()).read).toEqual(['ann', 'boss']);
  });

  it('S149 organization: all of the organization read it', async () => {
    await share(ann, code, { organization: true });
    expect(await readers()).toEqual({
      read: ['ann', 'teamMate', 'colleague', 'boss'],
      listed: ['ann', 'teamMate', 'colleague', 'boss'],
    });
  });

  it('S149 D124 anyone: every valid key reads it by its code, and it is in nobody else’s list', async () => {
    await share(ann, code, { anyone: true });
    expect(await readers()).toEqual({
      read: ['ann', 'teamMate', 'colleague', 'boss', 'stranger'],
      listed: ['ann'],
    });
    const { body } = await get(stranger, `/${code}`);
    expect([body.access, body.owner.name]).toEqual(['shared', 'ann']);
    expect((await service.request('GET', `/api/v1/analyses/${code}`)).status).toBe(401);
  });

  it('S149 people: those with that address, in any organization, read it and find it in the list', async () => {
    await share(ann, code, { people: ['stranger@example.com', 'colleague@example.com'] });
    expect(await readers()).toEqual({
      read: ['ann', 'colleague', 'boss', 'stranger'],
      listed: ['ann', 'colleague', 'stranger'],
    });
  });

  it('5.3 people: an address counts only while it is verified', async () => {
    await share(ann, code, { people: ['stranger@example.com'] });
    const verify = (at: string | null) =>
      sql`update app_user set email_verified_at = ${at}::timestamptz, email_verified = ${at !== null}
        where email = 'stranger@example.com'`.execute(db());
    await verify(null);
    expect(await readers()).toEqual({ read: ['ann', 'boss'], listed: ['ann'] });
    await verify('2026-01-01');
    expect((await readers()).read).toContain('stranger');
  });

  it('5.3 people: who takes another address loses access, who takes a shared one gains it', async () => {
    await share(ann, code, { people: ['stranger@example.com'] });
    await sql`update app_user set email = 'moved@example.com' where email = 'stranger@example.com'`.execute(db());
    expect((await readers()).read).toEqual(['ann', 'boss']);
    await share(ann, code, { people: ['moved@example.com'] });
    expect((await readers()).read).toEqual(['ann', 'boss', 'stranger']);
  });

  it('S139 an admin of the organization reads no more than a member', async () => {
    const admin = await account('admin@example.com', { role: 'admin', team: null });
    expect((await get(admin, `/${code}`)).status).toBe(404);
  });

  it('S137 the creator changes it with keys of its organization only, and reads it elsewhere as others do', async () => {
    const elsewhere = await account('ann@example.com', { organization: 'Other', keyName: 'other' });
    expect((await get(elsewhere, `/${code}`)).status).toBe(404);
    await share(ann, code, { anyone: true });
    expect((await get(elsewhere, `/${code}`)).body.access).toBe('shared');
    expect((await ask(elsewhere, 'PUT', `/${code}/name`, { body: { name: 'n' } })).body.error).toBe('not_owner');
    expect((await ask(elsewhere, 'DELETE', `/${code}`)).body.error).toBe('not_owner');
  });

  it('D127 a member who leaves loses access at once; what they made stays with the organization’s owner', async () => {
    await share(ann, code, { organization: true, team: true });
    await sql`delete from membership where user_id = ${teamMate.spender.userId}`.execute(db());
    expect((await get(teamMate, `/${code}`)).status).toBe(401);
    await sql`delete from membership where user_id = ${ann.spender.userId}`.execute(db());
    for (const path of ['', `/${code}`, `/${code}/versions`]) expect((await get(ann, path)).status).toBe(401);
    expect((await get(boss, `/${code}`)).status).toBe(200);
    expect((await get(colleague, `/${code}`)).status).toBe(200);
  });

  it('D127 a creator who left reads their old analysis from another organization only as everybody does', async () => {
    await sql`delete from membership where user_id = ${ann.spender.userId}`.execute(db());
    const elsewhere = await account('ann@example.com', { organization: 'Other', keyName: 'new' });
    expect(elsewhere.spender.userId).toBe(ann.spender.userId);
    expect((await get(elsewhere, `/${code}`)).status).toBe(404);
    expect((await get(elsewhere)).body.data).toEqual([]);
    expect((await ask(elsewhere, 'DELETE', `/${code}`)).status).toBe(404);
  });

  it('S151 S160 D121 PUT replaces all permissions; what is missing counts as none', async () => {
    const all = { team: true, organization: true, anyone: true, anyoneExpiresDays: 30, people: ['b@x.org', 'a@x.org'] };
    const { status, body } = await share(ann, code, all);
    expect(status).toBe(200);
    expect(sharesSchema.strict().parse(body)).toEqual(body);
    expect(body).toEqual({
      ...all,
      people: ['a@x.org', 'b@x.org'],
      anyoneExpiresAt: '2026-12-20T10:00:00.000Z',
      url: `${service.url}/a/${code}`,
    });
    expect((await ask(ann, 'GET', `/${code}/shares`)).text).toBe(JSON.stringify(body));
    const partly = await share(ann, code, { people: ['c@x.org'] });
    expect(partly.body).toEqual({ ...NONE, people: ['c@x.org'], url: body.url });
    expect((await share(ann, code, {})).body).toEqual({ ...NONE, url: body.url });
    expect(await readers()).toEqual({ read: ['ann', 'boss'], listed: ['ann'] });
  });

  it('D122 anyoneExpiresDays is 7, 30 or null; without anyone it is stored as null', async () => {
    for (const [days, at] of [
      [7, '2026-11-27T10:00:00.000Z'],
      [30, '2026-12-20T10:00:00.000Z'],
      [null, null],
    ] as const) {
      const { body } = await share(ann, code, { anyone: true, anyoneExpiresDays: days });
      expect([body.anyoneExpiresDays, body.anyoneExpiresAt]).toEqual([days, at]);
    }
    for (const days of [0, 1, 8, -7, 7.5, 31, '7', true, [7], {}]) {
      const { status, body } = await share(ann, code, { anyone: true, anyoneExpiresDays: days });
      expect([days, status, body.errors[0].pointer]).toEqual([days, 400, '#/anyoneExpiresDays']);
    }
    expect((await share(ann, code, { anyone: false, anyoneExpiresDays: 7 })).body).toMatchObject(NONE);
  });

  it('D122 D123 a link ends after its days, by the clock of the database, and each PUT begins anew', async () => {
    await share(ann, code, { anyone: true, anyoneExpiresDays: 7 });
    clock.set('2026-11-27T09:59:59.999Z');
    expect((await get(stranger, `/${code}`)).status).toBe(200);
    clock.set('2026-11-27T10:00:00.000Z');
    for (const who of [stranger, colleague, teamMate]) {
      expect((await get(who, `/${code}`)).status).toBe(404);
      expect((await get(who, `/${code}/versions`)).status).toBe(404);
    }
    expect((await ask(stranger, 'POST', `/${code}/duplicate`)).status).toBe(404);
    expect((await ask(ann, 'GET', `/${code}/shares`)).body).toEqual({ ...NONE, url: `${service.url}/a/${code}` });
    clock.set('2026-11-30T00:00:00.000Z');
    expect((await share(ann, code, { anyone: true, anyoneExpiresDays: 7 })).body.anyoneExpiresAt).toBe(
      '2026-12-07T00:00:00.000Z',
    );
    expect((await get(stranger, `/${code}`)).status).toBe(200);
    clock.set('2026-12-05T00:00:00.000Z');
    await share(ann, code, { anyone: true, anyoneExpiresDays: 7 });
    clock.set('2026-12-11T23:00:00.000Z');
    expect((await get(stranger, `/${code}`)).status).toBe(200);
    await share(ann, code, { anyone: true });
    clock.set('2036-01-01T00:00:00.000Z');
    expect((await get(stranger, `/${code}`)).status).toBe(200);
  });

  it('5.3 a link that is taken back is 404 with the next request', async () => {
    await share(ann, code, { anyone: true });
    expect((await get(stranger, `/${code}`)).status).toBe(200);
    await share(ann, code, { anyone: false });
    expect((await get(stranger, `/${code}`)).status).toBe(404);
  });

  it('S150 D125 people are trimmed, lower-cased, each once, and at most 50 after that', async () => {
    const { body } = await share(ann, code, { people: [' B@X.org ', 'b@x.org', '\tA@x.ORG', 'a@x.org'] });
    expect(body.people).toEqual(['a@x.org', 'b@x.org']);
    const addresses = (n: number) => Array.from({ length: n }, (_, i) => `p${String(i).padStart(2, '0')}@x.org`);
    const fifty = await share(ann, code, {
      people: [...addresses(50), ...addresses(50).map((one) => one.toUpperCase())],
    });
    expect([fifty.status, fifty.body.people]).toEqual([200, addresses(50)]);
    const { status, body: problem } = await share(ann, code, { people: addresses(51) });
    expect([status, problem.error, problem.errors[0].pointer]).toEqual([400, 'validation_error', '#/people']);
    expect((await ask(ann, 'GET', `/${code}/shares`)).body.people.length).toBe(50);
  });

  it('S149 D14 wrong types and what is no address are refused with their place', async () => {
    const wrong: readonly [unknown, string][] = [
      [{ team: 'true' }, '#/team'],
      [{ team: 1 }, '#/team'],
      [{ organization: null }, '#/organization'],
      [{ anyone: 'yes' }, '#/anyone'],
      [{ people: 'a@x.org' }, '#/people'],
      [{ people: null }, '#/people'],
      [{ people: ['a@x.org', 7] }, '#/people/1'],
      ...[
        'a',
        '@x.org',
        'a@',
        'a@b',
        'a b@x.org',
        'a@x.org, b@x.org',
        'a@x.org\r\nBcc: b@x.org',
        '<a@x.org>',
        'Ann <a@x.org>',
        '',
        `${'a'.repeat(250)}@x.org`,
      ].map((address): [unknown, string] => [{ people: [address] }, '#/people/0']),
    ];
    for (const [body, pointer] of wrong) {
      const { status, body: problem } = await share(ann, code, body);
      expect([JSON.stringify(body), status, problem.errors?.[0]?.pointer]).toEqual([
        JSON.stringify(body),
        400,
        pointer,
      ]);
    }
    const worked = countWork();
    await share(ann, code, { people: Array.from({ length: 60 }, () => `${'a.'.repeat(120)}@${'b-'.repeat(50)}`) });
    expect(worked()).toBeLessThan(2000);
    expect((await ask(ann, 'GET', `/${code}/shares`)).body).toMatchObject(NONE);
  });

  it('5.6 API3 members that are no permissions are ignored', async () => {
    const { status, body } = await share(ann, code, {
      team: true,
      owner: stranger.spender.userId,
      url: 'https://evil.example',
      anyoneExpiresAt: '2099-01-01T00:00:00.000Z',
      share_anyone: true,
    });
    expect([status, body]).toEqual([200, { ...NONE, team: true, url: `${service.url}/a/${code}` }]);
  });

  it('two PUTs at once leave the permissions of one of them', async () => {
    const lists = Array.from({ length: 8 }, (_, i) => [`a${i}@x.org`, `b${i}@x.org`]);
    await Promise.all(lists.map((people) => share(ann, code, { people })));
    const { people } = (await ask(ann, 'GET', `/${code}/shares`)).body;
    expect(lists).toContainEqual(people);
  });

  it('S161 D125 each address is told once per analysis, ever, by one mail with the link', async () => {
    clock.set('2026-11-21T08:00:00.000Z'); // mails of other tests have other times in their names
    const folder = join(database().settings.home, 'mail');
    const settled = async () => {
      for (let i = 0; i < 200; i++) {
        if ((await sql`select id from mail_outbox`.execute(db())).rows.length === 0) return;
        await new Promise((done) => setTimeout(done, 20));
      }
      throw new Error('the outbox does not empty');
    };
    const named = await make(ann, 'Sites <b>\r\nBcc: evil@x.org');
    await share(ann, named, { people: ['one@x.org'] });
    await share(ann, named, { people: ['one@x.org', 'two@x.org'] });
    await share(ann, named, { people: [] });
    await share(ann, named, { people: ['ONE@x.org', 'two@x.org'], team: true });
    await share(ann, code, { people: ['one@x.org'] });
    await Promise.all(Array.from({ length: 5 }, () => share(ann, named, { people: ['three@x.org'] })));
    await settled();
    const files = (await readdir(folder)).filter((name) => name.startsWith('2026-11-21T08-'));
    const all = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    expect(all.length).toBe(4);
    const to = (address: string) => all.filter((mail) => new RegExp(`^To: ${address}\\r$`, 'm').test(mail));
    expect([to('one@x.org').length, to('two@x.org').length, to('three@x.org').length]).toEqual([2, 1, 1]);
    const [mail] = to('two@x.org') as [string];
    expect(mail).toContain(`${service.url}/a/${named}`);
    expect(mail).not.toMatch(/^Bcc:/im);
    expect(mail).toMatch(/^Subject: An analysis was shared with you\r$/m);
    expect(mail).toContain('ann shared the analysis "Sites <b> Bcc: evil@x.org" with you.');
    expect(service.log.join('')).not.toContain(ann.secret);
  });

  it('S161 a PUT that fails tells nobody', async () => {
    await share(ann, code, { people: ['told@x.org', 'broken'] });
    await share(stranger, code, { people: ['told@x.org'] });
    expect((await sql`select 1 from analysis_notice where email = 'told@x.org'`.execute(db())).rows).toEqual([]);
  });

  it('S161 permissions and the notices of them are stored together or not at all', async () => {
    await sql`alter table mail_outbox rename to lost`.execute(db());
    try {
      expect((await share(ann, code, { people: ['x@x.org'] })).status).toBe(500);
    } finally {
      await sql`alter table lost rename to mail_outbox`.execute(db());
    }
    expect((await ask(ann, 'GET', `/${code}/shares`)).body.people).toEqual([]);
    expect((await share(ann, code, { people: ['x@x.org'] })).status).toBe(200);
  });
});
