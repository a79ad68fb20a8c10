import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminFile } from '../../../apps/service/src/admin/apply.ts';
import { embeddedTemplate } from '../../../apps/service/src/testing/databases.ts';
import { demoBundle } from './demoBundle.ts';
import { run, start } from './hinterland.ts';

/** What `hinterland admin apply --json` prints. */
interface Applied {
  readonly organizations: readonly { readonly keys: readonly { readonly secret: string }[] }[];
}

export interface DemoService {
  readonly url: string;
  /** The key that the demo prints. */
  readonly key: string;
  /** The further keys, in order. */
  readonly others: readonly string[];
  /** Folder of its territories, which it watches. */
  readonly territories: string;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

export interface DemoOptions {
  /** Further keys, made as `hinterland admin apply` makes them. */
  readonly organizations?: AdminFile['organizations'];
  /** Settings of the service. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Owner of the keys of an organization of callers. */
export const CALLER = 'caller@example.com';

/** Their password in the web app. */
export const CALLER_PASSWORD = 'correct horse';

/** An organization with keys for everything. */
export const callers = (...names: readonly string[]): AdminFile['organizations'][number] => ({
  name: 'Callers',
  credits: 100_000,
  users: [{ email: CALLER, role: 'owner', password: CALLER_PASSWORD }],
  keys: names.map((name) => ({ name, user: CALLER, scopes: ['read', 'run', 'manage'] })),
});

/** The demo as `npm start` runs it, in a folder of its own, with more keys than it prints. Nothing is built at its start. */
export async function startDemo({ organizations = [], env = {} }: DemoOptions = {}): Promise<DemoService> {
  const home = mkdtempSync(join(tmpdir(), 'hinterland-e2e-'));
  await cp(await embeddedTemplate(), home, { recursive: true });
  await cp(await demoBundle(), join(home, 'territories/demo'), { recursive: true });
  const file = join(home, 'organizations.json');
  writeFileSync(file, JSON.stringify({ organizations }));
  const made = await run(['admin', 'apply', file, '--home', home, '--json']);
  if (made.code !== 0) throw new Error(`The keys could not be made: ${made.stderr}`);
  const { organizations: applied } = JSON.parse(made.stdout) as Applied;
  const others = applied.flatMap(({ keys }) => keys.map(({ secret }) => secret));
  const service = await start(['demo', '--home', home, '--port', '0'], /quotedCredits/, {
    timeoutMilliseconds: 120_000,
    env,
  });
  return {
    url: service.url,
    key: /hl_test_\w+/.exec(service.output().stdout)?.[0] as string,
    others,
    territories: join(home, 'territories'),
    async stop() {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
