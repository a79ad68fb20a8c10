import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PreparedClient } from './preparedClient.ts';

const connectionString = process.env.TEST_DATABASE_URL;

describe.runIf(connectionString)('a connection that waits a second for an answer (needs TEST_DATABASE_URL)', () => {
  let client: PreparedClient;
  beforeEach(async () => {
    client = new PreparedClient({ connectionString, answerSeconds: 1 });
    client.on('error', () => {});
    await client.connect();
  });
  afterEach(() => client.end());
  const answerAfter = (seconds: number) => client.query('select pg_sleep($1)', [seconds]);

  it.each([
    ['with parameters', () => answerAfter(30)],
    ['with none', () => client.query('select pg_sleep(30)')],
  ])('is ended where the answer to a statement %s takes longer', async (_, ask) => {
    await expect(ask()).rejects.toThrow('Connection terminated unexpectedly');
  });

  it('outlives that second while it is idle and while it answers, and waits as long as before', async () => {
    for (let i = 0; i < 3; i++) await answerAfter(0.6);
    await sleep(1500);
    await answerAfter(0.1);
    await expect(answerAfter(30)).rejects.toThrow('Connection terminated unexpectedly');
  });
});
