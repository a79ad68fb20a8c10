import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demo } from '@hinterland/service';
import { Command } from 'commander';
import { figure, note, print, progressBar } from '../terminal.ts';
import { environmentWith, type ServeOptions, withServeOptions } from './serve.ts';

export function demoCommand(): Command {
  return withServeOptions(new Command('demo'))
    .description('build the demo territory if missing, then serve it with a demo organization, credits and a key')
    .action(demo);
}

async function demo(options: ServeOptions): Promise<void> {
  const { DEMO_OWNER, endAtSignals, readConfig, startService } = await import('@hinterland/service/start');
  // Who starts the demo operates it, and may add places to it.
  const config = readConfig({ HINTERLAND_OPERATOR_MAIL: DEMO_OWNER.email, ...environmentWith(options) });
  // Before a territory in it makes it, with the rights of any folder.
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  const folder = join(config.territories[0] as string, 'demo');
  if (!existsSync(join(folder, 'manifest.json'))) {
    const ended = endAtSignals();
    const { buildDemo } = await import('@hinterland/demo');
    const started = performance.now();
    const bar = progressBar();
    try {
      await buildDemo(folder, { progress: bar.update });
    } finally {
      bar.stop();
      ended();
    }
    note(`Built the demo territory in ${figure((performance.now() - started) / 1000, 1)} s.`);
  }
  const service = await startService(config);
  const { ensureDemo } = await import('@hinterland/service');
  const demo = await ensureDemo(service);
  print(greeting(config.baseUrl ?? service.url, demo, config.house));
  await service.stopped;
}

/** What a newcomer sees: where it listens, the key where it is new, and a first call that works as it stands. */
function greeting(url: string, demo: Pick<Demo, 'key' | 'signIn' | 'center'>, house: boolean): string {
  const { lat, lng } = demo.center;
  const call = [
    `curl -s ${url}/api/v1/actions/analysis.isochrone/execute \\`,
    `  -H "Authorization: Bearer ${demo.key ?? '$KEY'}" -H "Content-Type: application/json" \\`,
    `  -d '{"origins":[{"lat":${lat},"lng":${lng}}],"bandSeconds":[300,600,900],"mode":"car","traffic":"normal","quotedCredits":3}'`,
  ].join('\n');
  const key =
    demo.key === null
      ? 'The demo key was shown at the first start. Put it in KEY, or create another with "hinterland admin apply".'
      : `API key (shown once): ${demo.key}`;
  const { email, password } = demo.signIn;
  const signIn =
    password === null
      ? `${email}, with the password shown at the first start`
      : `${email} (password, shown once: ${password})`;
  const prices = house
    ? "This is an organization's own server: nothing has a price, and credits count its use."
    : "As your organization's own server, without prices, orders and invoices: HINTERLAND_HOUSE=1 npm start";
  return `
Hinterland listens on ${url}
Sign in there as ${signIn}
${key}

Residents within 5, 10 and 15 minutes by car of the demo capital:

${call}

Your own city, with people in it: ${url}/places, or npx hinterland territory get "Graz, Austria" --dry-run
${prices}
`;
}
