import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Checkout, measure, prepare } from './figures.ts';
import { judge, type Turn, type Verdict } from './judge.ts';

/** Medians of equal code on a busy machine reach 1.20 in five turns, which one of eleven runs refused. */
const TURNS = [2, 5, 11];

/** Checkouts that are built. */
export interface Roots {
  readonly now: string;
  readonly reference: string;
}

/**
 * Compares two checkouts, in turn in one run, by processor time: two turns, and where a work is slower in their median, five in all, and
 * eleven where it still is, of which the median counts.
 */
export async function compare(roots: Roots): Promise<Verdict[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'hinterland-guard-'));
  try {
    const now = await prepare(roots.now, join(scratch, 'now'));
    const reference = await prepare(roots.reference, join(scratch, 'reference'));
    const turns: Turn[] = [];
    let verdicts: Verdict[] = [];
    for (const wanted of TURNS) {
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

/** A line of a verdict. */
export function lineOf({ work, now, reference, ratio, slower }: Verdict): string {
  const figures = `${now.toFixed(2)} ms of processor time, ${reference.toFixed(2)} at the reference`;
  return `${slower ? 'SLOWER' : 'as fast'}  ${work}: ${ratio.toFixed(2)} (${figures})\n`;
}
