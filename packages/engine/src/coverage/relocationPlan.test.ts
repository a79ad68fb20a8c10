import { describe, expect, it } from 'vitest';
import { openingPlan } from './openingPlan.ts';
import { relocationPlan } from './relocationPlan.ts';
import { choices, covered, networkOfInstance, randomInstance, storesOf } from './testing/instances.ts';

describe('relocation plan', () => {
  it('opens first, closes in the new network, and accounts for everyone', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const instance = randomInstance(seed, 6, 5, 40, 0.25);
      const { network, weights } = networkOfInstance(instance);
      const plan = relocationPlan(network, weights, { openCount: 2 }, { closeCount: 3, fixed: [2] });
      expect(plan.opening).toEqual(openingPlan(network, weights, { openCount: 2 }));
      const opened = plan.opening.steps.map(({ candidate }) => candidate);
      const open = new Set([...storesOf(instance), ...opened]);
      expect(plan.coveredBefore).toBe(covered(instance, new Set(storesOf(instance))));
      for (const { store, lost, covered: left } of plan.closing.steps) {
        const options = [...open]
          .filter((other) => other < 6 && other !== 2)
          .map((other) => covered(instance, open) - covered(instance, new Set([...open].filter((s) => s !== other))));
        expect(lost).toBe(Math.min(...options));
        open.delete(store);
        expect(left).toBe(covered(instance, open));
      }
      expect(plan.coveredAfter).toBe(covered(instance, open));
      const after = new Set([...storesOf(instance), ...opened]);
      const losses = [...choices([0, 1, 3, 4, 5], 3)].map(
        (closed) =>
          covered(instance, after) - covered(instance, new Set([...after].filter((s) => !closed.includes(s)))),
      );
      expect(plan.closing.steps[2]!.optimum).toMatchObject({ kind: 'exact', value: Math.min(...losses) });
    }
  });
});
