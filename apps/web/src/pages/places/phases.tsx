import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { useAmounts } from './useAmounts.ts';

type Job = Schemas['PlaceJob'];

const PHASES = ['planning', 'fetching', 'building', 'loading'] as const;
type Phase = (typeof PHASES)[number];
const ICONS = { done: CircleCheck, now: LoaderCircle, next: CircleDashed } as const;

/** Steps of a build that are said by themselves; the others are one to the reader. */
const SAID = ['reading the map', 'reading boundaries', 'reading census tables', 'writing', 'checking'] as const;

/** The phases of a place one below the other: those that are done, the present one with bytes, share and time left. */
export function Phases({ job }: { job: Job }) {
  const { say } = useText();
  const now: Phase = job.state === 'done' ? 'loading' : (job.progress?.phase ?? 'planning');
  const at = PHASES.indexOf(now);
  return (
    <ol className="place-phases">
      {PHASES.map((phase, i) => {
        const state = i < at ? 'done' : i === at ? 'now' : 'next';
        const Icon = ICONS[state];
        return (
          <li key={phase} data-phase={state} {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}>
            <Icon size={18} aria-hidden className={state === 'now' ? 'spinner' : undefined} />
            <div className="stack-tight">
              <span>{say(`places.phase.${phase}`)}</span>
              {state === 'now' && job.progress !== null && <Now phase={phase} progress={job.progress} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Now({ phase, progress }: { phase: Phase; progress: Schemas['PlaceProgress'] }): ReactNode {
  const { say } = useText();
  const { percent } = useFormat();
  const { duration, size } = useAmounts();
  const { what, bytes, totalBytes, fraction, secondsLeft } = progress;
  if (phase !== 'fetching' && phase !== 'building') return null;
  const isFetching = phase === 'fetching';
  const share = isFetching ? bytes / Math.max(totalBytes, 1) : fraction;
  const said = SAID.find((step) => step === what);
  const text = isFetching
    ? say('places.bytes', { bytes: size(bytes / 1e6), total: size(totalBytes / 1e6), file: what })
    : say(said === undefined ? 'places.step.making' : `places.step.${said}`);
  const left = secondsLeft === null ? '' : say('places.left', { time: duration(secondsLeft) });
  return (
    <>
      <progress value={Math.min(share, 1)} max={1} aria-label={say(`places.phase.${phase}`)} />
      <p className="soft small" data-progress={percent(Math.min(share, 1))}>
        {[text, left].filter((part) => part !== '').join(' ')}
      </p>
    </>
  );
}
