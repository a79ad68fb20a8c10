import { lazy, Suspense, useRef } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { PriceButton } from '../../credits/priceButton.tsx';
import { reportWays } from '../../exports/reportWays.ts';
import { useLacking } from '../../fields/lacking.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { withQuestion } from './address.ts';
import { type NextQuestion, nextQuestions } from './nextQuestions.ts';
import { type AskedAction, inputOf, missingIn, type Question } from './question.ts';
import { makeAnalysis } from './useKept.ts';
import { useQuote } from './useQuote.ts';
import { type Answer, useRun } from './useRun.ts';

const RunRefusal = lazy(() => import('./refusal.tsx'));

interface NextStepsProps {
  readonly path: OrganizationPath;
  readonly actions: readonly AskedAction[];
  readonly answer: Answer;
  readonly code: string | null;
  readonly question: Question;
  /** What an analysis of a question is called. */
  readonly nameOf: (actionId: string, question: Question) => string;
  /** Whether the reader may buy credits. */
  readonly billing: boolean;
}

/** The questions that follow from an answer, each one press away at the price that it shows, and the report. */
export default function NextSteps({ actions, answer, code, question, ...common }: NextStepsProps) {
  const { say } = useText();
  const takesModel = (id: string) =>
    actions.some(({ descriptor, fields }) => descriptor.id === id && fields.some(({ name }) => name === 'model'));
  const { byAction, versionOf } = useLacking();
  const next = nextQuestions(answer, question, { code, takesModel, stores: versionOf('players') }).filter(
    (one) => !byAction.has(String(one.question.actionId)),
  );
  const [report] =
    code === null || answer.versionNo === null ? [] : reportWays(say, common.path, code, answer.versionNo);
  if (next.length === 0 && report === undefined) return null;
  return (
    <section className="stack-tight">
      <h3 className="label">{say('studio.next')}</h3>
      <div className="next-steps">
        {next.map((one) => {
          const action = actions.find(({ descriptor }) => descriptor.id === one.question.actionId);
          return action === undefined ? null : <NextStep key={one.text} {...common} next={one} action={action} />;
        })}
        {report !== undefined && (
          <a className="button" data-kind="plain" href={report.href} target="_blank" rel="noopener">
            {say('studio.next.report')}
          </a>
        )}
      </div>
    </section>
  );
}

interface NextStepProps extends Pick<NextStepsProps, 'path' | 'nameOf' | 'billing'> {
  readonly next: NextQuestion;
  readonly action: AskedAction;
}

/** One question: it runs into an analysis of its own; where something is still to be said, its form opens. */
function NextStep({ path, nameOf, billing, next: { text, count, place, since, question }, action }: NextStepProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const { id, charged } = action.descriptor;
  const input = missingIn(action, question).length === 0 ? inputOf(action, question) : null;
  const { quote, error, isPending } = useQuote(path, id, input);
  const open = () => go(`/studio?${withQuestion(new URLSearchParams(), question)}`, { state: { question } });
  // A run that is tried again is kept by the analysis that was made for it.
  const made = useRef<string | null>(null);
  const analysisOf = async () => {
    made.current ??= await makeAnalysis(path, nameOf(id, question), { question, view: {} });
    return made.current;
  };
  const onAnswer = () => (made.current === null ? open() : go(`/a/${made.current}`));
  const { state, run, showKept } = useRun(path, analysisOf, onAnswer);
  const name = say(`studio.next.${text}`, { count, place, since });
  if (input === null || error !== null) return <Button onPress={open}>{name}</Button>;
  if (quote === undefined)
    return (
      <Button isDisabled isPending={isPending}>
        {name}
      </Button>
    );
  const { quotedCredits } = quote;
  return (
    <>
      <PriceButton
        credits={quotedCredits}
        question={name}
        kind="plain"
        isPending={state.phase === 'running'}
        onPress={(click) => void run({ actionId: id, input, quotedCredits, isCharged: charged }, click)}
      />
      {state.phase === 'failed' && (
        <Suspense fallback={null}>
          <RunRefusal failed={state} places={null} path={path} billing={billing} showKept={showKept} />
        </Suspense>
      )}
    </>
  );
}
