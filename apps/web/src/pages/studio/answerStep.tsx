import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { PlanState } from '../../features/network.coverage/plan.ts';
import { CoverageSummary } from '../../features/network.coverage/summary.tsx';
import { membersOf } from '../../features/results/figure.ts';
import { Explained } from '../../features/results/how.tsx';
import { Members } from '../../features/results/node.tsx';
import { useParts } from '../../features/results/parts.ts';
import { currencyOf } from '../../features/results/units.ts';
import { Sentence } from '../../features/sentences.tsx';
import { Summary } from '../../features/summaries.tsx';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { JobView } from './jobView.tsx';
import type { AskedAction } from './question.ts';
import { Step } from './step.tsx';
import type { Answer } from './useRun.ts';

const TABS = ['summary', 'figures'] as const;
type Tab = (typeof TABS)[number];

interface AnswerStepProps {
  readonly action: AskedAction;
  readonly answer: Answer;
  /** Whether the question has changed since. */
  readonly isOutdated: boolean;
  /** Menu of the ways out of the app. */
  readonly tools: ReactNode;
  /** Called with the stores that are closed and opened after the step of a plan. */
  readonly onPlan: (state: PlanState) => void;
}

/** The answer: a sentence and a picture, and all figures, each of which says how it came about. */
export function AnswerStep({ action, answer, isOutdated, tools, onPlan }: AnswerStepProps) {
  const { say } = useText();
  const names = useNames();
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'figures' ? 'figures' : 'summary';
  const { result, actionId, versionNo } = answer;
  const parts = useParts(result);
  const head = useRef<HTMLDivElement>(null);
  // A new answer comes into sight.
  useEffect(() => {
    const [step, column] = [head.current?.closest('.step'), head.current?.closest('.sheet-body')];
    if (step == null || column == null || Object.keys(result).length === 0) return;
    column.scrollTop += step.getBoundingClientRect().top - column.getBoundingClientRect().top;
  }, [result]);
  const dataVersion = Object.entries((result.dataVersion ?? {}) as Record<string, string>);
  return (
    <Step
      no={4}
      title={say('studio.answer')}
      aside={
        <span className="step-tools">
          {versionNo !== null && <span className="badge">{say('studio.answer.version', { no: versionNo })}</span>}
          {tools}
        </span>
      }
    >
      <div className="stack" ref={head} data-result={actionId} data-version={versionNo ?? ''}>
        {isOutdated && <Notice>{say('studio.answer.outdated')}</Notice>}
        <Sentence actionId={actionId} result={result} />
        <Segments
          label={say('studio.answer.view')}
          choices={TABS.map((id) => ({ id, name: say(`studio.tab.${id}`) }))}
          value={tab}
          onChange={(chosen) =>
            setSearch(
              (before) => {
                const next = new URLSearchParams(before);
                next.set('tab', chosen);
                return next;
              },
              { replace: true },
            )
          }
        />
        <h3 className="visually-hidden">{say(`studio.tab.${tab}`)}</h3>
        <Explained
          about={{
            method: result.method,
            dataVersion: result.dataVersion,
            methodsPage: methodsPageOf(action),
            currency: currencyOf(result),
          }}
        >
          {tab === 'summary' ? (
            <Picture actionId={actionId} result={result} onPlan={onPlan} />
          ) : (
            <Members members={membersOf(result, action.output, '')} parts={parts} />
          )}
        </Explained>
        {dataVersion.length > 0 && (
          <p className="soft small">
            {say('studio.answer.data', {
              data: dataVersion.map(([family, version]) => `${names.field(family)} ${version}`).join(', '),
            })}
          </p>
        )}
      </div>
    </Step>
  );
}

type PictureProps = Pick<Answer, 'actionId' | 'result'> & Pick<AnswerStepProps, 'onPlan'>;

function Picture({ actionId, result, onPlan }: PictureProps) {
  if (typeof result.jobId === 'string') return <JobView jobId={result.jobId} />;
  if (actionId === 'network.coverage')
    return <CoverageSummary key={JSON.stringify(result.network)} result={result as never} onPlan={onPlan} />;
  return <Summary actionId={actionId} result={result} />;
}

/** The page on the method that the action's own schema names, else the list of methods. */
function methodsPageOf({ output }: AskedAction): string {
  const named = /docs\/methods\/([\w-]+)\.md/.exec(JSON.stringify(output))?.[1];
  return named === undefined ? '/developers/methods' : `/developers/methods/${named}`;
}
