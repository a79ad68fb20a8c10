#!/usr/bin/env node
// Runs the built command line; on a fresh checkout it builds the sources first.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const entry = join(here, '../dist/program/main.js');
if (!existsSync(entry)) {
  process.stderr.write('Compiling the sources once …\n');
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  for (const args of [[compiler, '-b'], ['bundle.mjs']]) {
    const built = spawnSync(process.execPath, args, { cwd: join(here, '../../..'), stdio: 'inherit' });
    if (built.status !== 0) {
      process.stderr.write('The sources do not compile; run "npm ci && npm run build" in the project folder.\n');
      process.exit(1);
    }
  }
}
// A stack names the line of the source; the maps lie beside the bundles.
process.setSourceMapsEnabled(true);
const { main } = await import(entry);
// Under node --watch threads would tell their parents what they import, as messages of their own.
delete process.env.WATCH_REPORT_DEPENDENCIES;
process.exitCode = await main(process.argv.slice(2));
