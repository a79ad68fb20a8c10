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

/** Where Vite serves the pages and hands all else on to the service, so the one address to open, to call and to name in mails. */
const ADDRESS = 'http://127.0.0.1:5173';

const programs = [];
const start = (folder, args) => {
  const program = spawn(process.execPath, args, {
    cwd: join(root, folder),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: { ...process.env, HINTERLAND_BASE_URL: ADDRESS },
  });
  program.on('exit', endAll);
  programs.push(program);
  return program;
};

/** Ends the programs with what they started, as a group of processes each. */
let ended = false;
function endAll() {
  if (ended) return;
  ended = true;
  for (const { pid, exitCode, signalCode } of programs)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);

start('.', [binaryOf('typescript'), '--build', '--noCheck', '--watch', '--preserveWatchOutput']);
// Without its own address in the log: the service names the same one when it answers.
start('apps/web', [binaryOf('vite'), '--logLevel', 'warn', '--clearScreen', 'false']);
// The first bundles are written before the service reads them: it would be restarted while it builds the demo.
start('.', ['bundle.mjs', '--watch']).once('message', () => {
  const demo = ['apps/cli/bin/hinterland.js', 'demo', ...process.argv.slice(2)];
  if (!ended) start('.', ['--watch', '--watch-preserve-output', ...demo]);
});
