import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { AnswerSays } from '../../answer/answer.tsx';
import { shownMode } from '../../answer/modes/compared.ts';
import { ModesOnMap } from '../../answer/modes/modesOnMap.tsx';
import { membersOf } from '../../answer/results/figure.ts';
import { Explained } from '../../answer/results/how.tsx';
import { Members } from '../../answer/results/node.tsx';
import { useParts } from '../../answer/results/parts.ts';
import { currencyOf } from '../../answer/results/units.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { withView } from './address.ts';
import Caveats from './caveats.tsx';
import { JobView } from './jobView.tsx';
import type { AskedAction } from './question.ts';
import { Step } from './step.tsx';
import { DRAWING } from './useArea.ts';
import { look, useLooked } from './useLooked.ts';
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
  /** The questions that follow from the answer. */
  readonly next: ReactNode;
  /** Sales that came at places that the answer forecasts. */
  readonly came: ReactNode;
}

/** The answer: a sentence and a picture, and all figures, each of which says how it came about. */
export default function AnswerStep({ action, answer, isOutdated, tools, next, came }: AnswerStepProps) {
  const { say } = useText();
  const names = useNames();
  const search = useLooked();
  const tab: Tab = search.get('tab') === 'figures' ? 'figures' : 'summary';
  const { result, actionId, versionNo } = answer;
  const parts = useParts(result);
  const plan = search.get('plan');
  const looked = search.get('by');
  // Sentence and picture are those of the mode on the map.
  const compared = useMemo(
    () => (actionId === DRAWING && !isOutdated ? shownMode(result as never, looked) : null),
    [actionId, isOutdated, result, looked],
  );
  const pointer = compared?.pointer ?? '';
  const told = useMemo(() => (compared === null ? result : { ...result, ...compared }), [result, compared]);
  // The choice is shown at once; thousands of figures follow without keeping what is pressed meanwhile waiting.
  const shown = useDeferredValue(tab);
  const content = useMemo(
    () =>
      shown === 'summary' ? (
        <Picture actionId={actionId} result={told} pointer={pointer} plan={plan} />
      ) : (
        <Members members={membersOf(result, action.output, '')} parts={parts} />
      ),
    [shown, actionId, result, told, pointer, plan, action, parts],
  );
  const head = useRef<HTMLDivElement>(null);
  // A new answer comes into sight.
  useEffect(() => {
    const column = head.current?.closest('.sheet-body');
    if (column != null && Object.keys(result).length > 0) column.scrollTop = 0;
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
      {isOutdated && <Notice>{say('studio.answer.outdated')}</Notice>}
      <div
        className="stack answer-body"
        ref={head}
        data-result={actionId}
        data-version={versionNo ?? ''}
        data-outdated={isOutdated}
      >
        <AnswerSays actionId={actionId} result={told} show="sentence" pointer={pointer} isOutdated={isOutdated} />
        <Caveats result={result} />
        {next}
        {actionId === DRAWING && !isOutdated && (
          <ModesOnMap
            result={result as never}
            looked={looked}
            onLook={(by) => look((before) => withView(before, { by }))}
          />
        )}
        <Segments
          label={say('studio.answer.view')}
          choices={TABS.map((id) => ({ id, name: say(`studio.tab.${id}`) }))}
          value={tab}
          onChange={(chosen) => look((before) => withView(before, { tab: chosen }))}
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
          <div className="stack" aria-busy={shown !== tab}>
            {content}
          </div>
        </Explained>
        {shown === 'summary' && came}
        {dataVersion.length > 0 && (
          <p className="soft small">
            {say('studio.answer.data', {
              data: dataVersion.map(([family, version]) => `${names.field(family)} ${unbroken(version)}`).join(', '),
            })}
          </p>
        )}
      </div>
    </Step>
  );
}

interface PictureProps extends Pick<Answer, 'actionId' | 'result'> {
  /** Where what is shown of it stands in the result. */
  readonly pointer: string;
  readonly plan: string | null;
}

function Picture({ plan, ...answer }: PictureProps) {
  if (typeof answer.result.jobId === 'string') return <JobView jobId={answer.result.jobId} />;
  const onPlan = (to: string) => look((before) => withView(before, { plan: to }));
  return <AnswerSays {...answer} show="pictures" plans={{ plan, onPlan }} />;
}

/** A date that is not broken at its hyphens. */
const unbroken = (version: string): string => version.replaceAll('-', '\u2011');

/** The page on the method that the action's own schema names, else the list of methods. */
function methodsPageOf({ output }: AskedAction): string {
  const named = /docs\/methods\/([\w-]+)\.md/.exec(JSON.stringify(output))?.[1];
  return named === undefined ? '/developers/methods' : `/developers/methods/${named}`;
}
