import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { type Reply, startTestService, type TestService } from '../testing/service.ts';

describeOnBoth('refusals that cost little', (database) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(database());
  });
  afterAll(() => service?.close());
  beforeEach(() => sql`delete from attempt_window`.execute(database().db));

  const post = (path: string, body: unknown): Promise<Reply> =>
    service.request('POST', path, { body, headers: { Origin: service.url } });

  const ROUTES = [
    ['/web/v1/sign-up', 50],
    ['/web/v1/verify-email', 50],
    ['/web/v1/sign-in', 100],
    ['/web/v1/password/forgot', 50],
    ['/web/v1/password/reset', 50],
  ] as const;

  it.each(ROUTES)('H1 %s counts a request of an address before it reads the body', async (path, attempts) => {
    const malformed = await Promise.all(Array.from({ length: attempts }, () => post(path, '{')));
    expect(new Set(malformed.map(({ status }) => status))).toEqual(new Set([400]));
    const refused = await post(path, 'x'.repeat(LIMITS.accountBodyBytes + 1));
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
  });

  it.each(ROUTES)('H1 %s takes bodies of 16 KiB and no larger', async (path) => {
    const padded = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
    expect((await post(path, padded(LIMITS.accountBodyBytes))).body.error).toBe('validation_error');
    expect((await post(path, padded(LIMITS.accountBodyBytes + 1))).body.error).toBe('payload_too_large');
  });

  it('H1 routes of a session take no larger ones', async () => {
    const ann = await signedIn(service, database().db, 'ann@example.com');
    const { status, body } = await ann.send('POST', '/organizations', { name: 'x'.repeat(LIMITS.accountBodyBytes) });
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
  });
});
