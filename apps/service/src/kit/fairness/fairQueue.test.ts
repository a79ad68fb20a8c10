import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue, type Waiting } from './fairQueue.ts';

interface Work extends Waiting {
  readonly id: number;
  readonly milliseconds: number;
}

const work = (id: number, flow: string, milliseconds: number, weight = 1, dueAt = id): Work => ({
  id,
  flow,
  milliseconds,
  weight,
  dueAt,
});

/** Does all that waits, one after the other, as a single thread would. */
function drain(queue: FairQueue<Work>): Work[] {
  const done: Work[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    queue.charge(next, next.milliseconds);
    done.push(next);
  }
  return done;
}

const FLOWS = ['a', 'b', 'c', 'd'];
const pieces = fc.array(
  fc.record({
    flow: fc.constantFrom(...FLOWS),
    milliseconds: fc.integer({ min: 1, max: 1000 }),
    weight: fc.constantFrom(1, 2, 4),
    dueAt: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: 1, maxLength: 120 },
);

/** The queue, as plain as can be: everything is looked at for every turn. */
class NaiveQueue {
  waiting: Work[] = [];
  readonly served = new Map<string, number>();
  clock = 0;

  add(one: Work) {
    if (!this.waiting.some(({ flow }) => flow === one.flow)) this.served.set(one.flow, this.of(one.flow));
    this.waiting.push(one);
  }
  of(flow: string) {
    return Math.max(this.served.get(flow) ?? 0, this.clock);
  }
  next(): Work | undefined {
    const oldest = FLOWS.map((name) =>
      this.waiting
        .filter(({ flow }) => flow === name)
        .reduce<Work | null>((a, b) => (a === null || b.dueAt < a.dueAt ? b : a), null),
    ).filter((one) => one !== null);
    const share = ({ flow }: Work) => this.served.get(flow) ?? 0;
    const [turn] = oldest.sort((a, b) => share(a) - share(b) || a.dueAt - b.dueAt);
    if (turn === undefined) return undefined;
    this.clock = Math.max(this.clock, share(turn));
    this.waiting = this.waiting.filter((one) => one !== turn);
    return turn;
  }
  charge({ flow, weight }: Work, milliseconds: number) {
    this.served.set(flow, this.of(flow) + milliseconds / weight);
  }
}

it('H3 gives turns as a naive twin does, while work comes and goes', () => {
  fc.assert(
    fc.property(pieces, fc.array(fc.boolean(), { maxLength: 240 }), (given, deeds) => {
      const [queue, twin] = [new FairQueue<Work>(), new NaiveQueue()];
      // Dues differ, so that no order is left open.
      const coming = given.map(({ flow, milliseconds, weight, dueAt }, i) =>
        work(i, flow, milliseconds, weight, dueAt + i / 1000),
      );
      const turn = () => {
        const [next, expected] = [queue.next(), twin.next()];
        expect(next).toBe(expected);
        if (next === undefined || expected === undefined) return false;
        queue.charge(next, next.milliseconds);
        twin.charge(expected, expected.milliseconds);
        return true;
      };
      for (const comes of deeds) {
        const one = comes ? coming.shift() : undefined;
        if (one === undefined) turn();
        else for (const into of [queue, twin]) into.add(one);
      }
      while (turn()) expect(queue.length).toBe(twin.waiting.length);
      expect(queue.length).toBe(0);
    }),
  );
});

it('H3 no flow that waits all the while gets less than its share by more than one piece of each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 40, maxLength: 160 }), (durations) => {
      const queue = new FairQueue<Work>();
      const flows = FLOWS.slice(0, 3);
      durations.forEach((milliseconds, i) => {
        queue.add(work(i, flows[i % 3] as string, milliseconds));
      });
      const longest = Math.max(...durations);
      const served = new Map<string, number>(flows.map((flow) => [flow, 0]));
      while (flows.every((flow) => queue.waitingOf(flow) > 0)) {
        const next = queue.next() as Work;
        queue.charge(next, next.milliseconds);
        served.set(next.flow, (served.get(next.flow) ?? 0) + next.milliseconds);
        const sums = [...served.values()];
        expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(longest);
      }
    }),
  );
});

it('a flow with a weight of 4 gets four times as much', () => {
  const queue = new FairQueue<Work>();
  for (let i = 0; i < 100; i++) {
    queue.add(work(i, 'paid', 10, 4));
    queue.add(work(1000 + i, 'free', 10, 1));
  }
  const first = drain(queue).slice(0, 100);
  expect(first.filter(({ flow }) => flow === 'paid').length).toBe(80);
});

it('a flow that comes late begins at the present share, and one that paused has no claim to what it left', () => {
  const queue = new FairQueue<Work>();
  for (let i = 0; i < 50; i++) queue.add(work(i, 'busy', 10));
  for (let i = 0; i < 20; i++) queue.charge(queue.next() as Work, 10);
  for (let i = 0; i < 10; i++) queue.add(work(100 + i, 'late', 10));
  const flows = drain(queue).map(({ flow }) => flow);
  expect(flows.slice(0, 20).filter((flow) => flow === 'late').length).toBe(10);
  expect(flows[0]).toBe('late');
});

it('what was expected and not used is given back', () => {
  const queue = new FairQueue<Work>();
  for (const [id, flow] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'a'],
    [4, 'b'],
  ] as const)
    queue.add(work(id, flow, 10));
  const first = queue.next() as Work;
  queue.charge(first, 1000);
  queue.charge(first, -995);
  expect(drain(queue).map(({ id }) => id)).toEqual([2, 3, 4]);
});

it('foretells the order of turns', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const queue = new FairQueue<Work>();
      given.forEach(({ flow, milliseconds, weight, dueAt }, i) => {
        queue.add(work(i, flow, milliseconds, weight, dueAt));
      });
      const order = queue.inOrder(({ milliseconds }) => milliseconds);
      expect(drain(queue)).toEqual(order);
    }),
  );
});

it('work that is taken out is not done', () => {
  const queue = new FairQueue<Work>();
  const [first, second] = [work(1, 'a', 10), work(2, 'a', 10)];
  queue.add(first);
  queue.add(second);
  expect([queue.remove(first), queue.remove(first), queue.length]).toEqual([true, false, 1]);
  expect(drain(queue)).toEqual([second]);
  queue.add(first);
  expect([queue.clear(), queue.length, queue.next()]).toEqual([[first], 0, undefined]);
});
