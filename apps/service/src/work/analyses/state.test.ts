import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';

describeOnBoth('the state of an analysis', (database) => {
  let service: TestService;
  let ann: Browser & { userId: number };
  let boss: Browser & { userId: number };
  let acme: number;
  let code: string;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    acme = (await makeAccount(db(), { role: 'member' })).spender.organizationId;
    ann = await signedIn(service, db(), 'ann@example.com');
    boss = await signedIn(service, db(), 'boss@example.com');
    await ensureMembership(db(), {
      organizationId: acme,
      userId: boss.userId,
      role: 'owner',
      billing: true,
      teamId: null,
    });
    const made = await ann.send('POST', `/organizations/${acme}/analyses`, { name: 'Sites', state: { zoom: 9 } });
    expect(made.headers.get('location')).toBe(`/web/v1/organizations/${acme}/analyses/${made.body.code}`);
    code = made.body.code;
  });

  const path = (rest = '') => `/organizations/${acme}/analyses/${code}${rest}`;
  const read = async (browser: Browser = ann) => (await browser.send('GET', path('/state'))).body;
  const save = (revision: unknown, state: unknown, browser: Browser = ann) =>
    browser.send('PUT', path('/state'), { revision, state });

  it('is saved under the number of the one before, and moves the analysis on', async () => {
    const first = await read();
    expect(first).toMatchObject({ revision: 1, state: { zoom: 9 } });
    const saved = await save(1, { zoom: 10, layers: ['roads'] });
    expect([saved.status, saved.body.revision]).toEqual([200, 2]);
    expect(saved.body.savedAt >= first.savedAt).toBe(true);
    expect(await read()).toEqual({ ...saved.body, state: { zoom: 10, layers: ['roads'] } });
    const { body } = await ann.send('GET', path());
    expect([body.state, body.updatedAt]).toEqual([{ zoom: 10, layers: ['roads'] }, saved.body.savedAt]);
  });

  it('of two savers the second is told who was faster, and loses nothing', async () => {
    const other = await signedIn(service, db(), 'ann@example.com');
    const first = await save(1, { by: 'first' }, other);
    const second = await save(1, { by: 'second' });
    expect([second.status, second.body]).toMatchObject([
      409,
      {
        error: 'state_changed',
        revision: 2,
        savedBy: { id: ann.userId, name: 'ann' },
        savedAt: first.body.savedAt,
      },
    ]);
    expect(await read()).toMatchObject({ revision: 2, state: { by: 'first' } });
    // Having seen it, they may replace it.
    expect((await save(second.body.revision, { by: 'second' })).body.revision).toBe(3);
    expect(await read()).toMatchObject({ revision: 3, state: { by: 'second' } });
  });

  it('of savers at once on the same number exactly one is saved, whatever they save', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.integer()), { minLength: 2, maxLength: 6 }),
        async (states) => {
          const { revision } = await read();
          const seen = await Promise.all(states.map((given, i) => save(revision, { i, text: JSON.stringify(given) })));
          const winners = seen.flatMap(({ status }, i) => (status === 200 ? [i] : []));
          expect(seen.filter(({ status }) => status === 409)).toHaveLength(states.length - 1);
          expect(winners).toHaveLength(1);
          const winner = winners[0] as number;
          expect(await read()).toMatchObject({
            revision: revision + 1,
            state: { i: winner, text: JSON.stringify(states[winner]) },
          });
        },
      ),
      { numRuns: 5 },
    );
  });

  it('is read by those who may read the analysis, and saved by its creator alone', async () => {
    expect(await read(boss)).toMatchObject({ revision: 1, state: { zoom: 9 } });
    const refused = await save(1, {}, boss);
    expect([refused.status, refused.body.error]).toEqual([403, 'not_owner']);
    const carol = await signedIn(service, db(), 'carol@example.com');
    await ensureMembership(db(), {
      organizationId: acme,
      userId: carol.userId,
      role: 'admin',
      billing: false,
      teamId: null,
    });
    for (const { status, body } of [await carol.send('GET', path('/state')), await save(1, {}, carol)]) {
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
    expect(await read()).toMatchObject({ revision: 1, state: { zoom: 9 } });
  });

  it('is an object, not too large, under a number', async () => {
    expect((await save(1, [])).body.errors[0].pointer).toBe('#/state');
    expect((await save('1', {})).body.errors[0].pointer).toBe('#/revision');
    expect((await save(0, {})).status).toBe(400);
    expect((await save(1, { text: 'x'.repeat(1_060_000) })).body.error).toBe('payload_too_large');
    expect((await save(2_147_483_647, {})).body).toMatchObject({ error: 'state_changed', revision: 1 });
  });

  it('comes with a copy, whose numbers begin anew', async () => {
    await save(1, { zoom: 11 });
    const { body } = await boss.send('POST', path('/duplicate'));
    const copy = await boss.send('GET', `/organizations/${acme}/analyses/${body.code}/state`);
    expect(copy.body).toMatchObject({ revision: 1, state: { zoom: 11 } });
  });

  it('lists: mine, shared, both, and all for the owner, page by page', async () => {
    const list = async (browser: Browser, query: string) => {
      const { status, body } = await browser.send('GET', `/organizations/${acme}/analyses${query}`);
      return status === 200 ? body.data.map(({ name }: { name: string }) => name) : `${status} ${body.error}`;
    };
    await ann.send('PUT', path('/shares'), { organization: true });
    await ann.send('POST', `/organizations/${acme}/analyses`, { name: 'Private' });
    await boss.send('POST', `/organizations/${acme}/analyses`, { name: 'Own' });
    expect(await list(ann, '?of=mine')).toEqual(['Private', 'Sites']);
    expect(await list(ann, '?of=shared')).toEqual([]);
    expect(await list(boss, '?of=shared')).toEqual(['Sites']);
    expect(await list(boss, '')).toEqual(['Own', 'Sites']);
    expect(await list(boss, '?of=all')).toEqual(['Own', 'Private', 'Sites']);
    expect(await list(boss, '?of=all&limit=1&offset=1')).toEqual(['Private']);
    expect(await list(boss, '?of=all&limit=2&offset=2')).toEqual(['Sites']);
    expect(await list(ann, '?of=all')).toBe('403 insufficient_role');
    expect(await list(ann, '?of=some')).toBe('400 validation_error');
  });
});
