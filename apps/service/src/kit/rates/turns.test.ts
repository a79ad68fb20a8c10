import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Turns whose steps take what is said, on a clock of their own, while others are at work or not. */
function steps() {
  const clock = { now: 0 };
  const others = { work: true };
  const rests: number[] = [];
  const ended: string[] = [];
  let underWay = 0;
  let most = 0;
  const turns = new Turns(
    { othersWork: () => others.work },
    () => clock.now,
    async (milliseconds) => {
      rests.push(milliseconds);
      clock.now += milliseconds;
    },
  );
  const { signal } = new AbortController();
  return {
    clock,
    others,
    turns,
    rests,
    ended,
    most: () => most,
    take: (party: string, milliseconds: number, until = signal) =>
      turns.take(party, until, async () => {
        most = Math.max(most, ++underWay);
        await new Promise(setImmediate);
        clock.now += milliseconds;
        underWay--;
        ended.push(party);
      }),
  };
}

describe('turns', () => {
  it('M4 does one step at a time while others are at work, and rests twice its length, a quarter of a second at most', async () => {
    const { take, rests, most } = steps();
    await Promise.all([take('a', 20), take('b', 40), take('c', 1_000)]);
    await take('a', 0);
    expect(most()).toBe(1);
    expect(rests).toEqual([40, 80, 250, 0]);
  });

  it('gives turns to the party whose steps took the least, however many another has waiting', async () => {
    const { take, ended } = steps();
    const all = [...Array(6)].map(() => take('a', 10));
    all.push(take('b', 30), take('b', 30), take('c', 10));
    await Promise.all(all);
    // a, b and c have 10, 30 and 10 ms after a step each; then a goes on to the 30 of b, and equal ones go by when they came.
    expect(ended.join('')).toBe('abcaaabaa');
  });

  it('lets a party that is alone do any number of steps at once, without a rest', async () => {
    const { take, others, rests, most } = steps();
    others.work = false;
    await Promise.all([take('a', 20), take('a', 20), take('a', 20)]);
    expect([most(), rests]).toEqual([3, []]);
  });

  it('takes a step out that is given up while it waits, and goes on after one that fails', async () => {
    const { take, turns, ended } = steps();
    const gone = new AbortController();
    const failing = turns.take('a', gone.signal, () => Promise.reject(new Error('failed')));
    const waiting = take('a', 10, gone.signal);
    const last = take('b', 10);
    gone.abort(new Error('gone'));
    await expect(failing).rejects.toThrow('failed');
    await expect(waiting).rejects.toThrow('gone');
    await last;
    await expect(take('a', 10, gone.signal)).rejects.toThrow('gone');
    expect(ended).toEqual(['b']);
  });
});
