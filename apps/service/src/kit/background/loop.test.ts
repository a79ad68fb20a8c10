import { expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { type LoopSettings, openLoop } from './loop.ts';

const NEVER = 3_600_000;

/** A queue of numbers; each is worked on until the test finishes it. */
function scene(settings: Partial<LoopSettings<number>> = {}) {
  const queue: number[] = [];
  const errors: [string, number | null][] = [];
  const begun: number[] = [];
  const finish = new Map<number, (error?: Error) => void>();
  const loop = openLoop<number>({
    take: async () => queue.shift() ?? null,
    work: (piece) =>
      new Promise((resolve, reject) => {
        begun.push(piece);
        finish.set(piece, (error) => (error === undefined ? resolve() : reject(error)));
      }),
    atOnce: 2,
    everyMilliseconds: NEVER,
    onError: (error, piece) => errors.push([(error as Error).message, piece]),
    ...settings,
  });
  return { queue, errors, begun, finish: (piece: number, error?: Error) => finish.get(piece)?.(error), loop };
}

it('takes what is due at the start, as much as may be under way, and more as soon as one ends', async () => {
  const queue = [1, 2, 3, 4];
  const { begun, finish, loop } = scene({ take: async () => queue.shift() ?? null });
  await until(() => begun.length === 2);
  expect(queue).toEqual([3, 4]);
  loop.nudge(); // while no more may be under way
  await new Promise((done) => setTimeout(done, 10));
  finish(2);
  await until(() => begun.length === 3);
  expect(begun).toEqual([1, 2, 3]);
  for (const piece of [1, 3]) finish(piece);
  await until(() => begun.length === 4);
  finish(4);
  await loop.stop();
});

it('polls at a nudge, also at one that comes while it polls, and at its interval', async () => {
  const nudged = scene();
  nudged.queue.push(1);
  nudged.loop.nudge();
  await until(() => nudged.begun.length === 1);
  let release: (piece: number | null) => void = () => {};
  let polls = 0;
  const busy = scene({
    take: () => {
      polls++;
      return new Promise((resolve) => (release = resolve));
    },
  });
  busy.loop.nudge();
  release(null);
  await until(() => polls === 2);
  release(null);
  const regular = scene({ everyMilliseconds: 5 });
  await new Promise((done) => setTimeout(done, 20));
  regular.queue.push(7);
  await until(() => regular.begun.length === 1);
  nudged.finish(1);
  regular.finish(7);
  await Promise.all([nudged, busy, regular].map(({ loop }) => loop.stop()));
});

it('reports failed work with its piece and goes on; a queue that stays away is reported once', async () => {
  let away = true;
  let polls = 0;
  const queue = [1];
  const { errors, begun, finish, loop } = scene({
    async take() {
      polls++;
      if (away) throw new Error('no database');
      return queue.shift() ?? null;
    },
    everyMilliseconds: 2,
  });
  await until(() => polls > 5);
  expect(errors).toEqual([['no database', null]]);
  away = false;
  await until(() => begun.length === 1);
  finish(1, new Error('broken'));
  await until(() => errors.length === 2);
  expect(errors[1]).toEqual(['broken', 1]);
  away = true;
  await until(() => errors.length === 3);
  expect(errors[2]).toEqual(['no database', null]);
  await loop.stop();
});

it('a stop tells the work, waits for it, and takes nothing more', async () => {
  let told = false;
  const queue = [1, 2];
  const { errors, loop } = scene({
    take: async () => queue.shift() ?? null,
    atOnce: 1,
    work: (_, stopping) =>
      new Promise((resolve) => {
        stopping.addEventListener('abort', () => {
          told = true;
          setTimeout(resolve, 20);
        });
      }),
  });
  await until(() => queue.length === 1);
  await loop.stop();
  loop.nudge();
  await new Promise((done) => setTimeout(done, 20));
  expect([told, queue, errors]).toEqual([true, [2], []]);
});
