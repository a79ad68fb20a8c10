import type { ActionResult } from '@hinterland/client';
import { describe, expect, it } from 'vitest';
import { planAt, plansOf, planText, stateOf } from './plan.ts';

const optimum = { value: 0, gap: 0 };
const closes = (id: string) => ({ id, covered: 0, lost: 0, optimum });
const opens = (id: string) => ({ id, covered: 0, gained: 0, optimum });
const plans = plansOf({
  closurePlan: [closes('a'), closes('b')],
  combinedPlan: { opening: [opens('x')], closing: [closes('b')] },
} as unknown as ActionResult<'network.coverage'>);
const after = (text: string | null) => {
  const { closed, opened } = stateOf(plans, text);
  return [[...closed], [...opened]];
};

describe('the step of a plan in an address', () => {
  it('is read as it was written', () => {
    for (const at of [
      { kind: 'closing', no: 2 },
      { kind: 'combined', no: 0 },
    ] as const)
      expect(planAt(plans, planText(at))).toEqual(at);
  });

  it('is the beginning of the first plan where the address names no step of these', () => {
    for (const text of [null, '', 'closing', 'closing:3', 'closing:-1', 'closing:1.5', 'opening:1', '<b>:1'])
      expect(planAt(plans, text)).toEqual({ kind: 'closing', no: 0 });
    expect(planAt([], 'closing:1')).toBeNull();
  });

  it('closes and opens what its steps name', () => {
    expect(after(null)).toEqual([[], []]);
    expect(after('closing:1')).toEqual([['a'], []]);
    expect(after('closing:2')).toEqual([['a', 'b'], []]);
    expect(after('combined:2')).toEqual([['b'], ['x']]);
    expect(stateOf([], 'closing:1')).toEqual({ closed: new Set(), opened: new Set() });
  });
});
