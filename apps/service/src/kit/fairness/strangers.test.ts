import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue, type Waiting } from './fairQueue.ts';

interface Work extends Waiting {
  readonly id: number;
  readonly isStrangers: boolean;
}

const work = (id: number, flow: string, isStrangers: boolean): Work => ({
  id,
  flow,
  isStrangers,
  weight: 1,
  dueAt: id,
});
const flows = fc.array(fc.record({ flow: fc.constantFrom('a', 'b', 'c', 'd', 'e'), isStrangers: fc.boolean() }), {
  maxLength: 80,
});

it('H3 no work of a stranger begins while other work waits, whatever comes and goes', () => {
  fc.assert(
    fc.property(flows, fc.array(fc.boolean(), { maxLength: 160 }), (given, deeds) => {
      const queue = new FairQueue<Work>(1000);
      const coming = given.map(({ flow, isStrangers }, i) => work(i, flow, isStrangers));
      const waiting = new Set<Work>();
      for (const comes of deeds) {
        const one = comes ? coming.shift() : undefined;
        if (one !== undefined) {
          waiting.add(one);
          expect(queue.add(one)).toBeUndefined();
          continue;
        }
        const mayStrangers = waiting.size % 3 !== 0;
        const next = queue.next(({ isStrangers }) => mayStrangers || !isStrangers);
        const known = [...waiting].filter(({ isStrangers }) => !isStrangers);
        if (next === undefined) expect([known.length, mayStrangers && waiting.size > 0]).toEqual([0, false]);
        else {
          if (next.isStrangers) expect([known.length, mayStrangers]).toEqual([0, true]);
          queue.charge(next, 10);
          waiting.delete(next);
        }
        expect(new Set(queue.all)).toEqual(waiting);
      }
    }),
  );
});

it('networks of strangers take turns, and the one with the most waiting gives way where too many wait', () => {
  const queue = new FairQueue<Work>(4);
  const out = [0, 1, 2, 3, 4, 5].map((id) => queue.add(work(id, 'flood', true))?.id);
  expect(out).toEqual([undefined, undefined, undefined, undefined, 4, 5]);
  expect(queue.add(work(6, 'late', true))?.id).toBe(3);
  for (const id of [7, 8, 9]) expect(queue.add(work(id, 'customer', false))).toBeUndefined();
  const order: number[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    queue.charge(next, 10);
    order.push(next.id);
  }
  expect(order).toEqual([7, 8, 9, 0, 6, 1, 2]);
});
