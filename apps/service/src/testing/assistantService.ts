import { afterAll, beforeAll, beforeEach } from 'vitest';
import { databaseClock } from '../kit/db/database.ts';
import { thousandthsOf } from '../organizations/credits/amounts.ts';
import { grantCredits } from '../organizations/credits/grant.ts';
import { CHEAP, type SignedIn, signedIn } from './browser.ts';
import type { TestDatabase } from './databases.ts';
import { startTestService, type TestService } from './service.ts';

type Replaced = NonNullable<Parameters<typeof startTestService>[1]>;

type Dialect = 'openai' | 'anthropic';

/** The scripted model of `test/model`, as far as a service needs it. */
interface Model {
  env(dialect: Dialect, key?: string): Record<string, string>;
  close(): Promise<void>;
}

interface Settings extends Omit<Replaced, 'env'> {
  /** What the model speaks. */
  readonly dialect?: Dialect;
  /** Key of the model. */
  readonly modelKey?: string;
  readonly start?: typeof startTestService;
}

/** One service and one scripted model for a suite about the assistant. */
export function assistantService<M extends Model>(
  database: () => TestDatabase,
  startModel: () => Promise<M>,
  { dialect = 'openai', modelKey, start = startTestService, ...replaced }: Settings = {},
) {
  const suite = {} as { service: TestService; model: M };
  beforeAll(async () => {
    suite.model = await startModel();
    const env = suite.model.env(dialect, modelKey);
    suite.service = await start(database(), { workers: 1, passwordCost: CHEAP, ...replaced, env });
  });
  afterAll(async () => {
    await suite.service?.close();
    await suite.model?.close();
  });
  return Object.assign(suite, { db: () => database().db });
}

/** The same; before each test Anna is signed in and owns Acme, which has 1,000 credits or as many as given. */
export function annasAssistant<M extends Model>(
  database: () => TestDatabase,
  startModel: () => Promise<M>,
  { credits = 1000, ...settings }: Settings & { readonly credits?: number } = {},
) {
  const anna = {} as { anna: SignedIn; acme: number };
  const suite = Object.assign(assistantService(database, startModel, settings), anna);
  beforeEach(async () => {
    suite.anna = await signedIn(suite.service, suite.db(), 'anna@example.com');
    suite.acme = (await suite.anna.send('POST', '/organizations', { name: 'Acme' })).body.id;
    if (credits > 0) {
      await grantCredits(suite.db(), settings.clock ?? databaseClock, suite.acme, thousandthsOf(credits));
    }
  });
  return suite;
}
