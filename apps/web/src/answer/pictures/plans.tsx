import type { ActionResult } from '@hinterland/client';
import { useMemo } from 'react';
import { useText } from '../../text/index.ts';
import { Segments } from '../../ui/segments.tsx';
import { type PlanKind, type Plans, planAt, plansOf, planText } from './plan.ts';
import { PlanSlider } from './planSlider.tsx';

interface PlansPictureProps {
  readonly of: ActionResult<'network.coverage'>;
  readonly plans: Plans;
}

/** The plans of a network to step through, one at a time. */
export default function PlansPicture({ of, plans: { plan: named, onPlan } }: PlansPictureProps) {
  const { say } = useText();
  const plans = useMemo(() => plansOf(of), [of]);
  const at = planAt(plans, named);
  const plan = plans.find(({ kind }) => kind === at?.kind);
  return (
    <>
      {plans.length > 1 && (
        <Segments
          label={say('studio.plan.choice')}
          choices={plans.map(({ kind }) => ({ id: kind, name: say(`studio.plan.short.${kind}`) }))}
          value={at?.kind as PlanKind}
          onChange={(kind) => onPlan(planText({ kind, no: 0 }))}
        />
      )}
      {plan !== undefined && at !== null && (
        <PlanSlider
          plan={plan}
          covered={of.network.covered}
          no={at.no}
          onStep={(no) => onPlan(planText({ kind: plan.kind, no }))}
        />
      )}
    </>
  );
}
