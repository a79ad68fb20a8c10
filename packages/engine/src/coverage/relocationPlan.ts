import type { ClassWeights } from './classWeights.ts';
import { type ClosingOptions, type ClosingPlan, closingPlan } from './closingPlan.ts';
import { coveredPeople, type Network } from './network.ts';
import { type OpeningOptions, type OpeningPlan, openingPlan } from './openingPlan.ts';

export interface RelocationPlan {
  readonly opening: OpeningPlan;
  /** With the opened candidates in place, which stay. */
  readonly closing: ClosingPlan;
  readonly coveredBefore: number;
  readonly coveredAfter: number;
}

/**
 * Plans candidates to open and stores to close together: first the opening plan, then the closing plan of the network with
 * the new places. In this order a store closes at no loss when new places reach its people, and no step
 * leaves people without a store for whom a later step opens one. Ties and certificates are those of the two plans; the
 * closing steps are judged against all choices of stores, with the places opened here.
 */
export function relocationPlan(
  network: Network,
  weights: ClassWeights,
  opening: OpeningOptions,
  closing: Omit<ClosingOptions, 'alsoOpen'>,
): RelocationPlan {
  const coveredBefore = coveredPeople(network.storeCount, weights);
  const opened = openingPlan(network, weights, opening);
  const alsoOpen = opened.steps.map((step) => step.candidate);
  const closed = closingPlan(network, weights, { ...closing, alsoOpen });
  const coveredAfter = last(closed.steps)?.covered ?? last(opened.steps)?.covered ?? coveredBefore;
  return { opening: opened, closing: closed, coveredBefore, coveredAfter };
}

function last<T>(items: readonly T[]): T | undefined {
  return items[items.length - 1];
}
