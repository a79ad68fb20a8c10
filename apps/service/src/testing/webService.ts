import { afterAll, beforeAll } from 'vitest';
import { CHEAP, Mailbox } from './browser.ts';
import type { TestDatabase } from './databases.ts';
import { startTestService, type TestService } from './service.ts';

/** One service for a suite whose people sign in by browsers, and the mails that it sends. */
export function webService(database: () => TestDatabase) {
  const suite = {} as { service: TestService; mailbox: Mailbox };
  beforeAll(async () => {
    suite.service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
    suite.mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => suite.service?.close());
  return Object.assign(suite, { db: () => database().db });
}
