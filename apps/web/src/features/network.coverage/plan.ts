import type { ActionResult } from '@hinterland/client';

type Result = ActionResult<'network.coverage'>;
type Optimum = NonNullable<Result['closurePlan']>[number]['optimum'];

/** A store that closes, or a candidate that opens. */
export interface PlanStep {
  readonly change: 'closes' | 'opens';
  readonly id: string;
  readonly name: string;
  /** People whom some store reaches after this step. */
  readonly covered: number;
  /** People who lose their last store in this step, or gain their first one. */
  readonly people: number;
  readonly optimum: Optimum;
}

export type PlanKind = 'closing' | 'opening' | 'combined';

export interface Plan {
  readonly kind: PlanKind;
  readonly steps: readonly PlanStep[];
}

const closing = (steps: NonNullable<Result['closurePlan']>): PlanStep[] =>
  steps.map(({ id, name, covered, lost, optimum }) => ({
    change: 'closes',
    id: String(id),
    name: name ?? String(id),
    covered,
    people: lost,
    optimum,
  }));

const opening = (steps: NonNullable<Result['openingPlan']>): PlanStep[] =>
  steps.map(({ id, name, covered, gained, optimum }) => ({
    change: 'opens',
    id: String(id),
    name: name ?? String(id),
    covered,
    people: gained,
    optimum,
  }));

/** Returns the plans of a result that have a step. */
export function plansOf({ closurePlan = [], openingPlan = [], combinedPlan }: Result): Plan[] {
  const both = combinedPlan === undefined ? [] : [...opening(combinedPlan.opening), ...closing(combinedPlan.closing)];
  const plans: Plan[] = [
    { kind: 'closing', steps: closing(closurePlan) },
    { kind: 'opening', steps: opening(openingPlan) },
    { kind: 'combined', steps: both },
  ];
  return plans.filter(({ steps }) => steps.length > 0);
}

/** Ids of the stores that are closed and of the candidates that are open after some steps of a plan. */
export interface PlanState {
  readonly closed: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
}

export const NO_STEPS: PlanState = { closed: new Set(), opened: new Set() };

export function stateAfter(steps: readonly PlanStep[]): PlanState {
  const idsOf = (change: PlanStep['change']) =>
    new Set(steps.filter((one) => one.change === change).map(({ id }) => id));
  return { closed: idsOf('closes'), opened: idsOf('opens') };
}
