import type { ActionResult } from '@hinterland/client';
import { useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

type Result = ActionResult<'network.coverage'>;

interface ClosingPlanProps {
  readonly plan: NonNullable<Result['closurePlan']>;
  /** People covered before the first step. */
  readonly covered: number;
  readonly onClosed: (ids: ReadonlySet<string>) => void;
}

/** The order in which stores can close, step by step; the map shows the stores that are still open. */
export function ClosingPlan({ plan, covered, onClosed }: ClosingPlanProps) {
  const { say } = useText();
  const { people, percent } = useFormat();
  const [step, setStep] = useState(0);
  const closing = step === 0 ? undefined : plan[step - 1];
  const left = closing?.covered ?? covered;
  const go = (to: number) => {
    setStep(to);
    onClosed(new Set(plan.slice(0, to).map(({ id }) => String(id))));
  };
  return (
    <div className="stack-tight" data-plan-step={step}>
      <Slider className="limits" minValue={0} maxValue={plan.length} step={1} value={step} onChange={go}>
        <Label className="plan-label">{say('studio.plan.closing')}</Label>
        <SliderTrack className="limits-track">
          <SliderThumb className="limits-thumb" />
        </SliderTrack>
      </Slider>
      <p className="figure-line" role="status">
        <strong data-plan-covered={left}>{people(left)}</strong>
        <span className="soft">
          {say('studio.plan.covered')} ({percent(closing?.coveredShare ?? 1)})
        </span>
      </p>
      {closing !== undefined && (
        <p className="soft small">
          {closing.optimum.gap === 0
            ? say('studio.plan.best')
            : say('studio.plan.bound', { people: people(closing.optimum.value) })}
        </p>
      )}
      <p className="soft small">
        {say('studio.plan.step', { count: step })}
        {closing !== undefined && (
          <>
            {'. '}
            <bdi>{say('studio.plan.next', { name: closing.name ?? String(closing.id) })}</bdi>
            {'. '}
            {say('studio.plan.lost', { people: people(closing.lost) })}
          </>
        )}
      </p>
    </div>
  );
}
