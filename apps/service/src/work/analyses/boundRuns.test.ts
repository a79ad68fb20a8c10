import { actions as realActions } from '@hinterland/actions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { releaseExpiredHolds } from '../../organizations/credits/releaseExpired.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { versionsOfAnn } from '../../testing/versions.ts';

describeOnBoth('runs bound to an analysis', (database) => {
  const suite = versionsOfAnn(database);
  const { ask, db, get, make, share, run, versions, stored, balance } = suite;

  it('S163 D60 T11 a run bound to anything but one’s own analysis runs, is charged, stores nothing, and no answer differs', async () => {
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', scopes: ['run', 'manage'] });
    const ofBob = await make(suite.bob, 'bob’s');
    const ofOther = await make(other, 'other’s');
    const gone = await make(suite.ann);
    await ask(suite.ann, 'DELETE', `/${gone}`);
    await share(suite.bob, ofBob, { organization: true });
    await share(other, ofOther, { anyone: true, people: ['ann@example.com'] });
    const plain = (await suite.service.execute(suite.ann.secret, 'test.charged', { credits: 1, quotedCredits: 1 }))
      .body;
    const bindings = [
      ofBob,
      ofOther,
      gone,
      'AAAAAAAAAAAA',
      suite.code.toLowerCase() === suite.code ? suite.code.toUpperCase() : suite.code.toLowerCase(),
      `${suite.code}x`,
      suite.code.slice(1),
      `${suite.code}, ${suite.code}`,
      `${suite.code}/versions`,
      "' or 1=1 --",
      '%00',
      'ünïcödé',
      '',
    ];
    for (const binding of bindings) {
      const { status, body, headers } = await run(suite.ann, encodeHeader(binding), { text: '' });
      expect([binding, status]).toEqual([binding, 200]);
      expect({ ...body, result: { ...body.result, thread: '' } }).toEqual({
        ...plain,
        result: { ...plain.result, thread: '' },
      });
      expect(headers.get('warning')).toBeNull();
    }
    expect(await balance()).toBe(1000 - 1 - bindings.length);
    expect(await stored()).toBe(0);
    expect((await get(suite.bob, `/${ofBob}`)).body.latestRun).toBeNull();
  });

  it('S163 the organization’s owner cannot bind a run to what a member owns', async () => {
    const boss = await makeAccount(db(), { email: 'boss@example.com', role: 'owner', scopes: ['run'], team: null });
    const { status, body } = await run(boss, suite.code);
    expect([status, body.version]).toEqual([200, undefined]);
    expect(await stored()).toBe(0);
  });

  it('S144 D60 free actions, quotes and actions that store nothing (as the isochrone) take no notice of the header', async () => {
    const headers = { 'X-Analysis-Id': suite.code };
    const free = await suite.service.execute(suite.ann.secret, 'test.free', {}, headers);
    expect([free.status, free.body.version]).toEqual([200, undefined]);
    const path = '/api/v1/actions/test.charged/quote';
    expect((await suite.service.request('POST', path, { key: suite.ann.secret, body: {}, headers })).status).toBe(200);
    const unstored = await run(suite.ann, suite.code, {}, 'test.unstored');
    expect([unstored.status, unstored.body.version, unstored.body.quotedCredits]).toEqual([200, undefined, 1]);
    expect(await stored()).toBe(0);
  });

  it('S182 D72 runs that fail, are refused or cost too much store nothing and leave no gap', async () => {
    await run(suite.ann, suite.code);
    for (const [input, status] of [
      [{ behave: 'throw' }, 500],
      [{ behave: 'problem' }, 422],
      [{ quotedCredits: 2 }, 409],
      [{ credits: 5000, quotedCredits: 5000 }, 402],
      [{ text: 1 }, 400],
    ] as const) {
      const { status: answered, body } = await run(suite.ann, suite.code, input);
      expect([answered, body.version]).toEqual([status, undefined]);
    }
    expect((await run(suite.ann, suite.code)).body.version.versionNo).toBe(2);
  });

  it('D93 a run that costs nothing in the end is stored with 0 credits', async () => {
    const { body } = await run(suite.ann, suite.code, { credits: 4, quotedCredits: 4, due: 0 });
    expect(body.version).toMatchObject({ versionNo: 1, creditsCharged: 0 });
    expect(await balance()).toBe(1000);
  });

  it('D72 a replay tells of the first run’s version and stores no second one, whatever it is bound to', async () => {
    const other = await make(suite.ann);
    const send = (headers: Record<string, string>) =>
      suite.service.execute(
        suite.ann.secret,
        'test.charged',
        { credits: 1, quotedCredits: 1, idempotencyKey: 'once' },
        headers,
      );
    const first = await send({ 'X-Analysis-Id': suite.code });
    for (const headers of [{ 'X-Analysis-Id': suite.code }, { 'X-Analysis-Id': other }, {}]) {
      const again = await send(headers as Record<string, string>);
      expect([again.status, again.body.replayed]).toEqual([200, true]);
      expect(again.body.version).toEqual(first.body.version);
    }
    expect([await stored(), await balance()]).toEqual([1, 999]);
  });

  it('D72 a replay of an unbound run stores nothing; of a deleted analysis it tells no version; a colleague’s is not told', async () => {
    const send = (who: MadeAccount, key: string, headers: Record<string, string> = {}) =>
      suite.service.execute(who.secret, 'test.charged', { credits: 1, quotedCredits: 1, idempotencyKey: key }, headers);
    await send(suite.ann, 'unbound');
    expect((await send(suite.ann, 'unbound', { 'X-Analysis-Id': suite.code })).body.version).toBeUndefined();
    expect(await stored()).toBe(0);
    expect((await send(suite.ann, 'bound', { 'X-Analysis-Id': suite.code })).body.version.versionNo).toBe(1);
    const colleague = await send(suite.bob, 'bound');
    expect([colleague.body.replayed, colleague.body.version]).toEqual([true, undefined]);
    await ask(suite.ann, 'DELETE', `/${suite.code}`);
    expect((await send(suite.ann, 'bound', { 'X-Analysis-Id': suite.code })).body.version).toBeUndefined();
  });

  it('D119 50 bound runs at once get the numbers 1 to 50, none missing, none twice', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => run(suite.ann, suite.code, { text: `run ${i}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const numbers = answers.map(({ body }) => body.version.versionNo as number);
    const upTo50 = Array.from({ length: 50 }, (_, i) => i + 1);
    expect([...numbers].sort((a, b) => a - b)).toEqual(upTo50);
    const listed = await versions();
    expect(listed.map((one: { versionNo: number }) => one.versionNo)).toEqual([...upTo50].reverse());
    for (const i of [0, 17, 49]) {
      expect((await get(suite.ann, `/${suite.code}/versions/${numbers[i]}`)).body.results.text).toBe(`run ${i}`);
    }
    expect(await balance()).toBe(950);
  });

  it('S191 D72 30 calls at once with one key store one version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => run(suite.ann, suite.code, { idempotencyKey: 'same', waitMilliseconds: 20 })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.version))).size).toBe(1);
    expect([await stored(), await balance()]).toEqual([1, 999]);
  });

  it('an analysis that is deleted while runs for it go on: all are charged, none is stored', async () => {
    const running = Array.from({ length: 4 }, () => run(suite.ann, suite.code, { waitMilliseconds: 2000 }));
    const reserved = async () => (await accountState(db(), suite.ann.spender.organizationId)).reserved;
    await until(async () => (await reserved()) === 4);
    expect((await ask(suite.ann, 'DELETE', `/${suite.code}`)).status).toBe(200);
    for (const { status, body } of await Promise.all(running)) expect([status, body.version]).toEqual([200, undefined]);
    expect([await stored(), await balance()]).toEqual([0, 996]);
  });

  it('2.3 version and charge stand or fall together: where the version cannot be stored, nothing is charged', async () => {
    await sql`alter table analysis_run add constraint broken check (action_id <> 'test.charged')`.execute(db());
    try {
      const { status, body } = await run(suite.ann, suite.code);
      expect([status, body.error]).toEqual([500, 'internal_error']);
      expect(body.detail).not.toMatch(/broken|constraint/);
    } finally {
      await sql`alter table analysis_run drop constraint broken`.execute(db());
    }
    expect(await balance()).toBe(1000);
    expect(await accountState(db(), suite.ann.spender.organizationId)).toEqual({ balance: 1000, reserved: 0 });
    expect((await run(suite.ann, suite.code)).body.version.versionNo).toBe(1);
  });

  it('2.3 a run whose hold was taken from it stores no version', async () => {
    const running = run(suite.ann, suite.code, { waitMilliseconds: 300 });
    for (let i = 0; i < 100; i++) {
      const { rows } = await sql`update credit_hold set lease_until = now() - interval '1 minute' returning id`.execute(
        db(),
      );
      if (rows.length > 0) break;
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(await releaseExpiredHolds(db(), databaseClock)).toBe(1);
    expect((await running).status).toBe(503);
    expect([await stored(), await balance()]).toEqual([0, 1000]);
  });

  it('S144 the isochrone, and it alone of the charged actions, is never stored', () => {
    const unstored = realActions.filter(({ tariff, storesVersion }) => tariff !== null && !storesVersion);
    expect(unstored.map(({ id }) => id)).toEqual(['analysis.isochrone']);
  });

  it('S48 the price is the same bound or unbound', async () => {
    await run(suite.ann, suite.code, { credits: 7, quotedCredits: 7 });
    await suite.service.execute(suite.ann.secret, 'test.charged', { credits: 7, quotedCredits: 7 });
    expect(await balance()).toBe(986);
  });
});

/** fetch refuses header values beyond Latin-1; a raw UTF-8 header arrives as such bytes. */
const encodeHeader = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');
