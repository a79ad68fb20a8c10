import {
  type ClassWeights,
  closingPlan,
  type Network,
  openingPlan,
  relocationPlan,
  spacing,
} from '@hinterland/engine/coverage';
import { rounded } from '@hinterland/geo';
import { closingSteps, openingSteps } from '../networks/describe.ts';
import type { Input, Output } from './schema.ts';

type Plans = Pick<Output, 'closurePlan' | 'closurePlanEndedBy' | 'openingPlan' | 'openingPlanEndedBy' | 'combinedPlan'>;

/** Makes the plans that a call asks for: stores to close, candidates to open, and both in one. */
export function plansOf(network: Network, weights: ClassWeights, input: Input, checkpoint: () => void): Plans {
  const { stores, candidates, closeCount, openCount, minimumSpacingMeters } = input;
  const places = [...stores, ...candidates];
  const numberOf = new Map(stores.map(({ id }, i) => [id, i]));
  const fixed = input.fixedStores.map((id) => numberOf.get(id)!);
  const tooNear = minimumSpacingMeters > 0 ? { tooNear: spacing(places, minimumSpacingMeters) } : {};
  const opening = { openCount, ...tooNear, checkpoint };
  const plans: Plans = {};
  if (closeCount !== undefined) {
    const plan = closingPlan(network, weights, { closeCount, fixed, checkpoint });
    plans.closurePlan = closingSteps(plan, places);
    plans.closurePlanEndedBy = plan.endedBy;
  }
  if (candidates.length > 0) {
    const plan = openingPlan(network, weights, opening);
    plans.openingPlan = openingSteps(plan, places);
    plans.openingPlanEndedBy = plan.endedBy;
  }
  if (input.combinedPlan) {
    const plan = relocationPlan(network, weights, opening, { closeCount: closeCount!, fixed, checkpoint });
    plans.combinedPlan = {
      opening: openingSteps(plan.opening, places),
      openingEndedBy: plan.opening.endedBy,
      closing: closingSteps(plan.closing, places),
      closingEndedBy: plan.closing.endedBy,
      coveredBefore: rounded(plan.coveredBefore),
      coveredAfter: rounded(plan.coveredAfter),
    };
  }
  return plans;
}
