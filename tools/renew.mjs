import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Writes again what is made from the sources and kept in git: descriptors of actions, worked answers, openapi.json, types of clients,
// what each surface says, pictures of imports. Read the difference before you commit it.
const root = fileURLToPath(new URL('../', import.meta.url));

/** Tests whose files others are made from, in this order; all others that write a file follow. */
const FIRST = [
  ['packages/actions/src/registry.test.ts'],
  ['test/e2e/src/everyAction.test.ts'],
  ['apps/service/src/surface/openapi/document.test.ts'],
];

const tests = ['packages', 'apps', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('process.env.UPDATE_GOLDEN')),
);

const run = (program, args) => {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, UPDATE_GOLDEN: '1' },
  });
  return status === 0;
};
const vitest = (files) => run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...files]);

const stages = [...FIRST, tests.filter((path) => !FIRST.flat().includes(path))];
const failed = stages.filter((files) => !vitest(files));
run('git', ['status', '--short']);
if (failed.length > 0) {
  process.stderr.write(`Not renewed, see above: ${failed.flat().join(' ')}\n`);
  process.exit(1);
}
