import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
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

  /** Balance of a new organization of an address. */
  async function balanceOf(email: string): Promise<number> {
    const browser = await signedIn(service, db(), email);
    const { body } = await browser.send('POST', '/organizations', { name: email });
    return (await browser.send('GET', `/organizations/${body.id}/credits`)).body.balance;
  }

  it('M5 are of each mailbox once, however its address is spelled', async () => {
    const spellings = ['farmer+a@example.com', 'farmer@example.com', 'farmer+b@example.com'];
    const dotted = ['far.mer@gmail.com', 'farmer@gmail.com', 'f.a.r.m.e.r+x@googlemail.com'];
    const balances = [];
    for (const email of [...spellings, ...dotted, 'far.mer@example.com']) balances.push(await balanceOf(email));
    expect(balances).toEqual([150, 0, 0, 150, 0, 0, 150]);
    // One that was given before mailboxes were compared.
    await sql`insert into starting_credits select sha256('old+x@example.com'), organization_id, now() from starting_credits limit 1`.execute(
      db(),
    );
    expect(await balanceOf('old+x@example.com')).toBe(0);
  });

  it('M5 are of a network ten times a day', async () => {
    await sql`delete from attempt_window`.execute(db());
    const balances = [];
    for (let i = 0; i < 12; i++) balances.push(await balanceOf(`farmer${i}@example.com`));
    expect(balances).toEqual([...Array(10).fill(150), 0, 0]);
    await sql`update attempt_window set times = array(select t - interval '1 day' from unnest(times) t)`.execute(db());
    const late = await signedIn(service, db(), 'farmer11@example.com');
    const { body } = await late.send('POST', '/organizations', { name: 'The next day' });
    expect((await late.send('GET', `/organizations/${body.id}/credits`)).body.balance).toBe(150);
  });
});
