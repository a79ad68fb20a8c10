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

/** A plan, and how many of its steps are done. */
interface PlanAt {
  readonly kind: PlanKind;
  readonly no: number;
}

/** "closing:2" */
export const planText = ({ kind, no }: PlanAt): string => `${kind}:${no}`;

/** The step of a plan that a text names; before the first step of the first plan where it names none. */
export function planAt(plans: readonly Plan[], text: string | null): PlanAt | null {
  const [kind, no = ''] = (text ?? '').split(':');
  const named = plans.find((plan) => plan.kind === kind);
  if (named !== undefined && /^\d{1,6}$/.test(no) && Number(no) <= named.steps.length)
    return { kind: named.kind, no: Number(no) };
  const [first] = plans;
  return first === undefined ? null : { kind: first.kind, no: 0 };
}

/** Ids of the stores that are closed and of the candidates that are open after some steps of a plan. */
export interface PlanState {
  readonly closed: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
}

const NO_STEPS: PlanState = { closed: new Set(), opened: new Set() };

/** Returns the network after the steps that a text names. */
export function stateOf(plans: readonly Plan[], text: string | null): PlanState {
  const at = planAt(plans, text);
  if (at === null || at.no === 0) return NO_STEPS;
  const steps = plans.find(({ kind }) => kind === at.kind)?.steps.slice(0, at.no) ?? [];
  const idsOf = (change: PlanStep['change']) =>
    new Set(steps.filter((one) => one.change === change).map(({ id }) => id));
  return { closed: idsOf('closes'), opened: idsOf('opens') };
}

/** The step of a plan that is looked at, as the address names it; null for none. */
export interface Plans {
  readonly plan: string | null;
  readonly onPlan: (plan: string) => void;
}
