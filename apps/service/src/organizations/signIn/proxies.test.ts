import { afterEach, describe, expect, it } from 'vitest';
import { Browser, CHEAP, PASSWORD, signedIn } from '../../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

describe('who calls, behind proxies', () => {
  let database: TestDatabase;
  let service: TestService;
  const start = async (trusted?: string) => {
    database = await sharedDatabase();
    const env: Record<string, string> = trusted === undefined ? {} : { HINTERLAND_TRUSTED_PROXIES: trusted };
    service = await startTestService(database, { workers: 1, passwordCost: CHEAP, env });
  };
  afterEach(async () => {
    await service.close();
    await database.close();
  });

  /** The address that a sign-in with such a header is noted under. */
  async function noted(forwarded?: string): Promise<string> {
    const email = 'ann@example.com';
    await signedIn(service, database.db, email);
    const ann = new Browser(service);
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    await ann.send('POST', '/sign-in', { email, password: PASSWORD }, headers);
    const { data } = (await ann.send('GET', '/sessions')).body;
    return data.find(({ current }: { current: boolean }) => current).address;
  }
  const tryLink = async (forwarded: string) =>
    (
      await new Browser(service).send(
        'POST',
        '/verify-email',
        { token: 'x', password: 'x' },
        { 'X-Forwarded-For': forwarded },
      )
    ).status;

  it('by default the header is not believed', async () => {
    await start();
    expect(await noted('203.0.113.7')).toBe('127.0.0.1');
    for (let i = 0; i < 50; i++) expect(await tryLink(`203.0.113.${i}`)).toBe(410);
    expect(await tryLink('203.0.113.200')).toBe(429);
  });

  it('with one proxy the last address counts, whatever the visitor wrote before it', async () => {
    await start('1');
    expect(await noted('203.0.113.7')).toBe('203.0.113.7');
    expect(await noted('198.51.100.1, 10.9.9.9, 203.0.113.7')).toBe('203.0.113.7');
    expect(await noted()).toBe('127.0.0.1');
    for (let i = 0; i < 50; i++) expect(await tryLink(`198.51.100.${i}, 203.0.113.7`)).toBe(410);
    expect(await tryLink('198.51.100.99, 203.0.113.7')).toBe(429);
    expect(await tryLink('203.0.113.8')).toBe(410);
  });

  it('with two proxies the last but one counts; with networks, the first that is in none', async () => {
    await start('2');
    expect(await noted('198.51.100.1, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7');
    await service.close();
    await database.close();
    await start('127.0.0.0/8, 10.0.0.0/8');
    expect(await noted('198.51.100.1, 203.0.113.7, 10.0.0.2, 10.0.0.1')).toBe('203.0.113.7');
    expect(await noted('10.1.2.3, 203.0.113.7')).toBe('203.0.113.7');
  });
});
