import type { ActionResult } from '@hinterland/client';
import { lazy, Suspense, useMemo } from 'react';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { CoveredSplit } from '../coverage/coveredSplit.tsx';
import { Gaps } from '../coverage/gaps.tsx';
import { type PlanKind, planAt, plansOf, planText } from './plan.ts';
import { PlanSlider } from './planSlider.tsx';

const OwnFigures = lazy(() => import('../own/ownFigures.tsx'));

const SHOWN_MAX = 8;

interface CoverageSummaryProps {
  readonly result: ActionResult<'network.coverage'>;
  /** The step of a plan, as the address names it; null for none. */
  readonly plan: string | null;
  readonly onPlan: (plan: string) => void;
}

/** The plans to step through, one at a time, and the people whom each store reaches alone, the most first. */
export default function CoverageSummary({ result, plan: named, onPlan }: CoverageSummaryProps) {
  const { say } = useText();
  const { people } = useFormat();
  const plans = useMemo(() => plansOf(result), [result]);
  const at = planAt(plans, named);
  const plan = plans.find(({ kind }) => kind === at?.kind);
  const bars = result.stores
    .map(({ id, name, exclusive }) => ({ id: String(id), name: name ?? String(id), value: exclusive }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, SHOWN_MAX);
  return (
    <div className="stack">
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
          covered={result.network.covered}
          no={at.no}
          onStep={(no) => onPlan(planText({ kind: plan.kind, no }))}
        />
      )}
      {result.ownData !== undefined && (
        <Suspense fallback={null}>
          <OwnFigures own={result.ownData} />
        </Suspense>
      )}
      <h4>{say('studio.coverage.exclusive')}</h4>
      <Bars label={say('studio.coverage.exclusive')} bars={bars} format={people} />
      <CoveredSplit coverage={result.network} />
      <Gaps areas={result.whiteSpots} />
    </div>
  );
}
