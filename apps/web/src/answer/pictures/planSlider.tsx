import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import type { Plan, PlanStep } from './plan.ts';

interface PlanSliderProps {
  readonly plan: Plan;
  /** People covered before the first step. */
  readonly covered: number;
  /** Steps that are done. */
  readonly no: number;
  readonly onStep: (no: number) => void;
}

/** A plan step by step; the map shows the stores that are open after each. */
export function PlanSlider({ plan: { kind, steps }, covered: before, no, onStep }: PlanSliderProps) {
  const { say } = useText();
  const { people, percent } = useFormat();
  const step = no === 0 ? undefined : steps[no - 1];
  const covered = step?.covered ?? before;
  return (
    <div className="stack-tight" data-plan={kind} data-plan-step={no}>
      <Slider className="limits" minValue={0} maxValue={steps.length} step={1} value={no} onChange={onStep}>
        <Label className="plan-label">{say(`studio.plan.${kind}`)}</Label>
        <SliderTrack className="limits-track">
          <SliderThumb className="limits-thumb" />
        </SliderTrack>
      </Slider>
      <p className="figure-line" role="status">
        <strong data-plan-covered={covered}>{people(covered)}</strong>
        <span className="soft">
          {say('studio.plan.covered')}
          {no > 0 && before > 0 && `, ${say('studio.plan.ofToday', { share: percent(covered / before) })}`}
        </span>
      </p>
      <p className="soft small">
        {say('studio.plan.steps', { no, count: steps.length })}
        {step !== undefined && (
          <>
            {'. '}
            <bdi>{say(`studio.plan.${step.change}`, { name: step.name })}</bdi>
            {'. '}
            {say(step.change === 'closes' ? 'studio.plan.lost' : 'studio.plan.gained', { people: people(step.people) })}
          </>
        )}
      </p>
      {step !== undefined && <Bound step={step} />}
    </div>
  );
}

/** How far the plan up to a step is from the best choice of as many places. */
function Bound({ step: { change, optimum } }: { step: PlanStep }) {
  const { say } = useText();
  const { people } = useFormat();
  return (
    <p className="soft small" data-plan-gap={optimum.gap}>
      {optimum.gap === 0
        ? say(`studio.plan.best.${change}`)
        : say(`studio.plan.bound.${change}`, { people: people(optimum.value), gap: people(optimum.gap) })}
    </p>
  );
}
