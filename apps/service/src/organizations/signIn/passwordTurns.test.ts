import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { Browser, PASSWORD, signedIn } from '../../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { until } from '../../testing/until.ts';
import { PasswordTurns } from './passwordTurns.ts';

/** Calls `network`, `network`, … in this order, one at once; returns those that were done in their order, and those that were refused. */
async function outcome(networks: readonly string[], waitingMax = 100): Promise<{ done: string[]; refused: string[] }> {
  const turns = new PasswordTurns(1, waitingMax);
  const done: string[] = [];
  const ended = await Promise.allSettled(
    networks.map((network, i) =>
      turns.take(async () => {
        await Promise.resolve();
        done.push(`${network}${i}`);
      }, network),
    ),
  );
  const refused = ended.flatMap((end, i) =>
    end.status === 'rejected' ? [`${networks[i]}${i} ${end.reason.code} ${end.reason.headers['Retry-After']}`] : [],
  );
  return { done, refused };
}

const times = (count: number, network: string) => Array.from({ length: count }, () => network);

describe('H1 turns of networks', () => {
  it('a network that comes late waits for a turn of each other network, and calls of one go in their order', async () => {
    const { done } = await outcome([...times(6, 'a'), 'b', 'b', 'c']);
    expect(done).toEqual(['a0', 'b6', 'c8', 'a1', 'b7', 'a2', 'a3', 'a4', 'a5']);
  });

  it('where too many wait, the last of the longest line gives way', async () => {
    const { done, refused } = await outcome([...times(7, 'a'), 'b', 'c', 'b', 'a'], 4);
    expect(refused).toEqual(
      // The first is under way and four wait: two of them for b and c, whose lines stay the shorter ones.
      ['a3', 'a4', 'a5', 'a6', 'b9', 'a10'].map((call) => `${call} service_unavailable 5`),
    );
    expect(done).toEqual(['a0', 'b7', 'c8', 'a1', 'a2']);
  });

  it('where each that waits is of another network, one more is refused', async () => {
    const { done, refused } = await outcome(['a', 'b', 'c', 'd'], 2);
    expect([done, refused]).toEqual([['a0', 'b1', 'c2'], ['d3 service_unavailable 5']]);
  });

  it('after a pause and after a failure there is room again', async () => {
    const turns = new PasswordTurns(2, 1);
    const calls = () =>
      ['a', 'b', 'c'].map((network) => turns.take(async () => Promise.reject(new Error(network)), network));
    for (let round = 0; round < 2; round++) {
      const ended = await Promise.allSettled(calls());
      expect(ended.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['a', 'b', 'c']);
    }
  });
});

describe('H1 a hundred wrong passwords of one network', () => {
  let database: TestDatabase;
  let service: TestService;
  afterEach(async () => {
    await service?.close();
    await database?.close();
  });

  it('do not keep sign-ins of other networks waiting, of another /64 either', async () => {
    database = await sharedDatabase();
    service = await startTestService(database, {
      workers: 1,
      passwordCost: { log2N: 13, r: 8, p: 1 },
      env: { HINTERLAND_TRUSTED_PROXIES: '1' },
    });
    const email = 'ann@example.com';
    await signedIn(service, database.db, email);
    const signIn = (who: string, address: string) =>
      new Browser(service).send('POST', '/sign-in', { email: who, password: PASSWORD }, { 'X-Forwarded-For': address });
    let answered = 0;
    const wrong = Array.from({ length: 100 }, async (_, i) => {
      const { status } = await signIn(`stranger${i}@example.com`, `2001:db8::${i.toString(16)}`);
      answered++;
      return status;
    });
    const windows = async () =>
      (await sql<{ n: number }>`select count(*)::integer as n from attempt_window`.execute(database.db)).rows[0]?.n ??
      0;
    // Each is counted in two windows of its account before its password is derived.
    await until(async () => (await windows()) > 200);
    const before = answered;
    const homes = await Promise.all(['198.51.100.1', '2001:db8:0:1::1'].map((address) => signIn(email, address)));
    expect(homes.map(({ status }) => status)).toEqual([200, 200]);
    expect(answered - before).toBeLessThan((wrong.length - before) / 2);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  });
});
