import type { ActionResult } from '@hinterland/client';
import { useMemo, useState } from 'react';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { CoveredSplit } from '../coverage/coveredSplit.tsx';
import { Gaps } from '../coverage/gaps.tsx';
import { NO_STEPS, type PlanKind, type PlanState, plansOf } from './plan.ts';
import { PlanSlider } from './planSlider.tsx';

const SHOWN_MAX = 8;

interface CoverageSummaryProps {
  readonly result: ActionResult<'network.coverage'>;
  readonly onPlan: (state: PlanState) => void;
}

/** The plans to step through, one at a time, and the people whom each store reaches alone, the most first. */
export function CoverageSummary({ result, onPlan }: CoverageSummaryProps) {
  const { say } = useText();
  const { people } = useFormat();
  const plans = useMemo(() => plansOf(result), [result]);
  const [chosen, choose] = useState<PlanKind | undefined>(plans[0]?.kind);
  const plan = plans.find(({ kind }) => kind === chosen);
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
          value={chosen as PlanKind}
          onChange={(kind) => {
            choose(kind);
            onPlan(NO_STEPS);
          }}
        />
      )}
      {plan !== undefined && (
        <PlanSlider key={plan.kind} plan={plan} covered={result.network.covered} onPlan={onPlan} />
      )}
      <h4>{say('studio.coverage.exclusive')}</h4>
      <Bars label={say('studio.coverage.exclusive')} bars={bars} format={people} />
      <CoveredSplit coverage={result.network} />
      <Gaps areas={result.whiteSpots} />
    </div>
  );
}
