import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare, lineOf } from './compare.ts';
import { WORKS, type Work } from './judge.ts';
import { PLANTS, planted } from './plants.ts';

/**
 * Tries the guard of speed on the real service: a copy of this checkout with a quarter more work planted into one of the five is refused
 * for that one, and equal code is not, also on a busy machine.
 */

const USAGE = `usage: node bench/dist/guard/planted.js [--equal RUNS] [--busy PROCESSES] [WORK …]
Works: ${WORKS.join(', ')}; all where neither a work nor --equal is given.
`;
const ROOT = join(import.meta.dirname, '../../..');
const COPY = join(ROOT, 'var/planted');
/** What a service needs of a checkout. Files of the copy are links to this one's until they are written. */
const PARTS = ['apps', 'packages', 'docs', 'node_modules', 'bundle.mjs', 'package.json', 'tsconfig.base.json'];
const BUNDLES = ['apps/cli/dist/program', 'apps/service/dist/threads', 'apps/service/dist/testPrograms'];

/** Whether what the guard refuses is just what it should. */
async function tried(title: string, now: string, slow: readonly Work[]): Promise<boolean> {
  const verdicts = await compare({ now, reference: ROOT });
  const refused = verdicts.flatMap(({ slower, work }) => (slower ? [work] : []));
  const isRight = refused.join() === slow.join();
  const outcome = `${isRight ? 'right' : 'WRONG'}: refuses ${refused.join(', ') || 'nothing'}`;
  process.stdout.write(`${title}, load ${loadavg()[0]!.toFixed(1)}: ${outcome}\n`);
  for (const verdict of verdicts) process.stdout.write(`  ${lineOf(verdict)}`);
  return isRight;
}

/** A copy of this checkout that is slower in one work. */
function copyWith(work: Work): string {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  execFileSync('cp', ['-al', ...PARTS.map((part) => join(ROOT, part)), COPY]);
  const { file } = PLANTS[work];
  const text = planted(readFileSync(join(ROOT, file), 'utf8'), PLANTS[work]);
  for (const path of [file, ...BUNDLES]) rmSync(join(COPY, path), { recursive: true });
  writeFileSync(join(COPY, file), text);
  execFileSync(process.execPath, ['bundle.mjs'], { cwd: COPY, stdio: 'inherit' });
  return COPY;
}

/** Processes that do nothing else than compute; a function that ends them. */
function keepBusy(count: number): () => void {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}

async function main(works: readonly Work[], equal: number, busy: number): Promise<boolean> {
  const end = keepBusy(busy);
  try {
    let right = true;
    for (const work of works) right = (await tried(`a quarter more for ${work}`, copyWith(work), [work])) && right;
    for (let run = 1; run <= equal; run++) right = (await tried(`equal code, run ${run}`, ROOT, [])) && right;
    return right;
  } finally {
    end();
    rmSync(COPY, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { equal: { type: 'string', default: '0' }, busy: { type: 'string', default: '0' } },
});
const [equal, busy] = [Number(values.equal), Number(values.busy)];
const isKnown = (work: string): work is Work => WORKS.some((one) => one === work);
if (!positionals.every(isKnown) || ![equal, busy].every((count) => Number.isInteger(count) && count >= 0)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const works = positionals.length === 0 && equal === 0 ? WORKS : positionals;
  process.exitCode = (await main(works, equal, busy)) ? 0 : 1;
}
