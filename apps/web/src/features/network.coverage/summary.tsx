import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { ClosingPlan } from './closingPlan.tsx';

const SHOWN_MAX = 8;

interface CoverageSummaryProps {
  readonly result: ActionResult<'network.coverage'>;
  readonly onClosed: (ids: ReadonlySet<string>) => void;
}

/** The closing plan to step through, and the people whom each store reaches alone, the most first. */
export function CoverageSummary({ result: { stores, network, closurePlan }, onClosed }: CoverageSummaryProps) {
  const { say } = useText();
  const { people } = useFormat();
  const bars = stores
    .map(({ id, name, exclusive }) => ({ id: String(id), name: name ?? String(id), value: exclusive }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, SHOWN_MAX);
  return (
    <div className="stack-tight">
      {closurePlan !== undefined && closurePlan.length > 0 && (
        <ClosingPlan plan={closurePlan} covered={network.covered} onClosed={onClosed} />
      )}
      <h4>{say('studio.coverage.exclusive')}</h4>
      <Bars label={say('studio.coverage.exclusive')} bars={bars} format={people} />
    </div>
  );
}
