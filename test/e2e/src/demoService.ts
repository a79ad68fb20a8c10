import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, start } from './hinterland.ts';

export interface DemoService {
  readonly url: string;
  /** The key that the demo prints. */
  readonly key: string;
  /** Keys of another organization with credits, since each key may run 60 charged calls a minute only. */
  readonly others: readonly string[];
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

/** The demo as `npm start` runs it, in a folder of its own, with more keys than it prints. */
export async function startDemo(otherKeys: readonly string[] = []): Promise<DemoService> {
  const home = mkdtempSync(join(tmpdir(), 'hinterland-e2e-'));
  const file = join(home, 'organizations.json');
  const user = 'caller@example.com';
  const keys = otherKeys.map((name) => ({ name, user, scopes: ['read', 'run', 'manage'] }));
  const organization = { name: 'Callers', credits: 100_000, users: [{ email: user, role: 'owner' }], keys };
  writeFileSync(file, JSON.stringify({ organizations: [organization] }));
  const made = await run(['admin', 'apply', file, '--home', home, '--json']);
  if (made.code !== 0) throw new Error(`The keys could not be made: ${made.stderr}`);
  const others = JSON.parse(made.stdout).organizations[0].keys.map(({ secret }: { secret: string }) => secret);
  const service = await start(['demo', '--home', home, '--port', '0'], /quotedCredits/, 120_000);
  const { stdout } = service.output();
  return {
    url: /listens on (\S+)/.exec(stdout)?.[1] as string,
    key: /hl_test_\w+/.exec(stdout)?.[0] as string,
    others,
    async stop() {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
