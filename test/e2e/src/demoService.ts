import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminFile } from '../../../apps/service/src/operate/admin/apply.ts';
import { openAdmin } from '../../../apps/service/src/operate/admin/open.ts';
import { readConfig } from '../../../apps/service/src/start/config.ts';
import { embeddedTemplate } from '../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../apps/service/src/testing/keptFolder.ts';
import { demoBundle } from './demoBundle.ts';
import { start } from './hinterland.ts';

export interface DemoService {
  readonly url: string;
  /** The key that the demo prints. */
  readonly key: string;
  /** The further keys, in order. */
  readonly others: readonly string[];
  /** Folder of all that it keeps. */
  readonly home: string;
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
  copyFolder(await embeddedTemplate(), home);
  copyFolder(await demoBundle(), join(home, 'territories/demo'));
  const others = organizations.length === 0 ? [] : await makeKeys(home, organizations);
  const service = await start(['demo', '--home', home, '--port', '0'], /quotedCredits/, env);
  return {
    url: service.url,
    key: /hl_test_\w+/.exec(service.output().stdout)?.[0] as string,
    others,
    home,
    territories: join(home, 'territories'),
    async stop() {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Makes organizations in the database of a home, as `hinterland admin apply` does, and answers the secrets of their keys. */
async function makeKeys(home: string, organizations: AdminFile['organizations']): Promise<readonly string[]> {
  const admin = await openAdmin(readConfig({ HINTERLAND_HOME: home }));
  try {
    const applied = await admin.apply({ organizations });
    return applied.organizations.flatMap(({ keys }) => keys.map(({ secret }) => secret as string));
  } finally {
    await admin.close();
  }
}
