import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The demo during development: Vite serves the web app and replaces modules in the open page; the service is built and
// restarted when its sources change. Its database stays, so sign-in and data survive.
const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(join(root, 'apps/web/package.json'));
const binaryOf = (name) => {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0]);
};

const programs = [
  { folder: '.', args: [binaryOf('typescript'), '--build', '--noCheck', '--watch', '--preserveWatchOutput'] },
  { folder: '.', args: ['bundle.mjs', '--watch'] },
  { folder: 'apps/web', args: [binaryOf('vite'), '--logLevel', 'info', '--clearScreen', 'false'] },
  {
    folder: '.',
    args: ['--watch', '--watch-preserve-output', 'apps/cli/bin/hinterland.js', 'demo', ...process.argv.slice(2)],
  },
].map(({ folder, args }) =>
  spawn(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit', detached: true }),
);

/** Ends the programs with what they started, as a group of processes each. */
let ended = false;
const endAll = () => {
  if (ended) return;
  ended = true;
  for (const { pid, exitCode, signalCode } of programs)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
};
for (const program of programs) program.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
