import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { type Figures, judge, type Turn, WORKS, type Work } from './judge.ts';

/** Spread of a ratio of equal code on a busy machine; pairs of one run differed by 0.03 to 0.1. */
const SPREAD = 0.06;

const figures = (value: (work: Work) => number) =>
  Object.fromEntries(WORKS.map((work) => [work, value(work)])) as unknown as Figures;

/** Sum of twelve even numbers less six: normal enough. */
const normal = (random: SeededRandom) => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b) - 6;

const turns = (random: SeededRandom, factor: (work: Work) => number): Turn[] =>
  Array.from({ length: 5 }, () => ({
    now: figures((work) => 10 * factor(work) * Math.exp(SPREAD * normal(random))),
    reference: figures(() => 10),
  }));

describe('the guard of speed', () => {
  it('takes the median of the turns', () => {
    const one = (now: number): Turn => ({ now: figures(() => now), reference: figures(() => 10) });
    expect(judge([one(30), one(11), one(9)])[0]).toEqual({
      work: 'start',
      now: 11,
      reference: 10,
      ratio: 1.1,
      slower: false,
    });
    expect(judge([one(11), one(13)])[0]).toMatchObject({ now: 12, slower: true });
  });

  it.each(WORKS)('refuses a quarter more for %s, in 98 of 100 runs at least, and nothing else', (slow) => {
    const random = new SeededRandom(7);
    const runs = Array.from({ length: 300 }, () => judge(turns(random, (work) => (work === slow ? 1.25 : 1))));
    const refused = runs.map((run) => run.filter(({ slower }) => slower).map(({ work }) => work));
    expect(refused.filter((works) => works.join() !== slow).length).toBeLessThanOrEqual(6);
  });

  it('refuses nothing in 30 runs of equal code on a busy machine', () => {
    const random = new SeededRandom(11);
    const runs = Array.from({ length: 30 }, () => judge(turns(random, () => 1)));
    expect(runs.flat().filter(({ slower }) => slower)).toEqual([]);
  });

  it('a figure that is not there is no speed', () => {
    expect(judge([{ now: figures(() => Number.NaN), reference: figures(() => 1) }])[0]?.slower).toBe(true);
  });
});
