import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHEAP, signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { findViolations } from './invariants.ts';

describeOnBoth('starting credits', (database) => {
  let service: TestService;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      env: { HINTERLAND_STARTING_CREDITS: '150' },
    });
  });
  afterAll(() => service?.close());

  it('are a grant in the ledger of the first organization of an address, and of no other', async () => {
    const rosa = await signedIn(service, db(), 'rosa@example.com');
    const made = async (name: string) => (await rosa.send('POST', '/organizations', { name })).body.id as number;
    const [first, second] = [await made('First'), await made('Second')];
    const { body } = await rosa.send('GET', `/organizations/${first}/ledger`);
    expect(body.data).toMatchObject([
      { no: 1, kind: 'grant', action: 'starting credits', member: { name: 'rosa' }, credits: 150, balanceAfter: 150 },
    ]);
    expect((await rosa.send('GET', `/organizations/${first}/credits`)).body.available).toBe(150);
    expect((await rosa.send('GET', `/organizations/${second}/ledger`)).body.data).toEqual([]);
    // Also when the first is gone.
    await rosa.send('POST', `/organizations/${first}/delete`, { name: 'First' });
    expect((await rosa.send('GET', `/organizations/${await made('Third')}/ledger`)).body.data).toEqual([]);
    expect(await findViolations(db())).toEqual([]);
  });

  it('are of each address its own, and of none that is not verified', async () => {
    const balance = async (email: string, verified: boolean) => {
      const browser = await signedIn(service, db(), email);
      if (!verified) {
        await sql`
          update app_user set email_verified = false, email_verified_at = null where id = ${browser.userId}`.execute(
          db(),
        );
      }
      const { body } = await browser.send('POST', '/organizations', { name: email });
      return (await browser.send('GET', `/organizations/${body.id}/credits`)).body.balance;
    };
    expect(await balance('ann@example.com', true)).toBe(150);
    expect(await balance('bob@example.com', true)).toBe(150);
    expect(await balance('new@example.com', false)).toBe(0);
  });
});
