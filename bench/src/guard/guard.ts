import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Checkout, measure, prepare } from './figures.ts';
import { judge, LARGEST_RATIO, type Turn, type Verdict } from './judge.ts';

/**
 * The guard of speed: this checkout beside another that is built, in turn in one run, by processor time. Two turns, and where a work is
 * slower in their median, five in all; only a slowdown that their median still has ends with 1.
 */

const FIRST_TURNS = 2;
const ALL_TURNS = 5;

async function guard(roots: { now: string; reference: string }): Promise<Verdict[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'hinterland-guard-'));
  try {
    const now = await prepare(roots.now, join(scratch, 'now'));
    const reference = await prepare(roots.reference, join(scratch, 'reference'));
    const turns: Turn[] = [];
    let verdicts: Verdict[] = [];
    for (const wanted of [FIRST_TURNS, ALL_TURNS]) {
      while (turns.length < wanted) turns.push(await turn(now, reference, turns.length));
      verdicts = judge(turns);
      if (!verdicts.some(({ slower }) => slower)) break;
    }
    return verdicts;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Both codes once; each is the first in every other turn. */
async function turn(now: Checkout, reference: Checkout, number: number): Promise<Turn> {
  if (number % 2 === 0) return { now: await measure(now, number), reference: await measure(reference, number) };
  const first = await measure(reference, number);
  return { now: await measure(now, number), reference: first };
}

const { values } = parseArgs({ options: { reference: { type: 'string' } } });
if (values.reference === undefined) {
  process.stderr.write('usage: node bench/dist/guard/guard.js --reference DIR, a checkout that is built\n');
  process.exitCode = 2;
} else {
  const verdicts = await guard({ now: join(import.meta.dirname, '../../..'), reference: values.reference });
  for (const { work, now, reference, ratio, slower } of verdicts) {
    const figures = `${now.toFixed(2)} ms of processor time, ${reference.toFixed(2)} at the reference`;
    process.stdout.write(`${slower ? 'SLOWER' : 'as fast'}  ${work}: ${ratio.toFixed(2)} (${figures})\n`);
  }
  if (verdicts.some(({ slower }) => slower)) {
    process.stdout.write(
      `A work may take ${LARGEST_RATIO} times what it took. Mend it, or move .ci/reference on with a reason.\n`,
    );
    process.exitCode = 1;
  }
}
