import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../problem.ts';
import { FairTurns } from './fairTurns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const sleep = <T>(milliseconds: number, value?: T) =>
  new Promise<T | undefined>((resolve) => setTimeout(() => resolve(value), milliseconds));

/** What a promise becomes while the clock goes on. */
async function later<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(60_000);
  return promise;
}

const tooMany = () => unavailable('Too many wait.', 5);

/** Calls of parties in this order, one at once; how each ended. */
async function outcome(parties: readonly string[], settings: Partial<ConstructorParameters<typeof FairTurns>[0]> = {}) {
  const turns = new FairTurns({ atOnce: 1, waitingMax: 100, tooMany, ...settings });
  const done: string[] = [];
  const ended = await later(
    Promise.allSettled(
      parties.map((party, i) =>
        turns.take(party, async () => {
          await sleep(5);
          done.push(`${party}${i}`);
        }),
      ),
    ),
  );
  return { done, refused: ended.flatMap(({ status }, i) => (status === 'rejected' ? [`${parties[i]}${i}`] : [])) };
}

describe('turns that parties take', () => {
  it('a party that comes late waits for what is under way alone, however many calls of others wait', async () => {
    const { done, refused } = await outcome([...Array.from({ length: 40 }, () => 'flood'), 'late']);
    expect([done.slice(0, 2), refused]).toEqual([['flood0', 'late40'], []]);
  });

  it('where too many wait, the party with the most gives way, and another one is let in', async () => {
    const { done, refused } = await outcome([...Array.from({ length: 20 }, () => 'flood'), 'a', 'b'], {
      waitingMax: 4,
    });
    expect(refused).toHaveLength(17);
    expect(refused.every((call) => call.startsWith('flood'))).toBe(true);
    expect(done).toEqual(expect.arrayContaining(['a20', 'b21']));
  });

  it('a party that rests keeps nobody else waiting, and goes on after it', async () => {
    const { done } = await outcome(['a', 'a', 'a', 'b', 'b'], { rests: (party) => party === 'a' });
    expect(done).toEqual(['a0', 'b3', 'b4', 'a1', 'a2']);
  });

  it('two parties that rest leave the turns unused for half of the time at least', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 100, tooMany, rests: () => true });
    let end = 0;
    await later(
      Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          turns.take(i % 2 === 0 ? 'a' : 'b', async () => {
            await sleep(20);
            end = performance.now();
          }),
        ),
      ),
    );
    // Each rests 80 ms after its 20, and the other goes meanwhile.
    expect(end).toBe(3 * 100 + 20 + 20);
  });

  it('who has left before the turn gets none, and keeps nobody waiting', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 100, tooMany });
    const gone = new AbortController();
    const first = turns.take('a', () => sleep(10, 'first'));
    const left = turns.take('a', () => sleep(1, 'left'), gone.signal);
    const next = turns.take('a', () => sleep(1, 'next'));
    gone.abort(new Error('gone'));
    const ended = await later(Promise.allSettled([first, left, next]));
    expect(ended.map((one) => 'value' in one && one.value)).toEqual(['first', false, 'next']);
  });
});
