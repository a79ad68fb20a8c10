import { Flow, flowServing } from '../allocation/flowServing.ts';
import { mostSaving } from '../allocation/mostSaving.ts';
import { savingsOf } from '../allocation/savings.ts';
import { SearchBudget } from '../allocation/searchBudget.ts';
import type { ClassWeights } from './classWeights.ts';
import type { Network } from './network.ts';
import type { Placement, PlacementOptions } from './placement.ts';

/** Steps of one placement, some seconds of work. */
const MAX_STEPS = 300_000_000;

/**
 * Opens the candidates with which most people are served, where every store and every candidate serves so many at most and
 * people go to any place that they reach (maximal covering with capacities): people. Larger is better.
 */
export function mostServed(
  { sets, stores }: Network,
  weights: ClassWeights,
  peoplePerStore: number,
  { openCount, tooNear, checkpoint }: PlacementOptions,
): Placement {
  const { places, firstClass, classList } = sets;
  const savings = savingsOf(
    sets.classes,
    Array.from({ length: places }, (_, place) =>
      Array.from(classList.subarray(firstClass[place], firstClass[place + 1]), (c) => [c, weights[c]!] as const).filter(
        ([, people]) => people > 0,
      ),
    ),
  );
  const limits = { demands: weights, capacities: new Float64Array(places).fill(peoplePerStore) };
  const open = Array.from({ length: stores }, (_, store) => store);
  const isNear = (a: number, b: number) => a >= stores && b >= stores && tooNear?.(a - stores, b - stores) === true;
  const budget = new SearchBudget(MAX_STEPS, checkpoint);
  const found = mostSaving(savings, {
    openCount: stores + openCount,
    tooNear: isNear,
    budget,
    serving: flowServing(savings, limits, open, isNear),
  });
  const flow = new Flow(savings, limits).add(open);
  const before = flow.value;
  const opened = found.open.filter((place) => place >= stores);
  flow.add(opened);
  return {
    open: opened.map((place) => ({ candidate: place - stores, people: flow.servedBy(place) })),
    before,
    value: found.value,
    bound: found.bound,
  };
}
