import type { Outcome } from '@hinterland/answers/words';
import AnswerView from '../answer/answerView.tsx';
import { Explained } from '../answer/results/how.tsx';
import { currencyOf } from '../answer/results/units.ts';
import { VerdictSaid } from '../answer/verdict.tsx';
import { State, States } from './state.tsx';

type Result = Readonly<Record<string, unknown>>;
type Worked = Readonly<Record<string, { readonly execute: { readonly result: Result } }>>;

const [worked = {}] = Object.values(
  import.meta.glob<Worked>('../../../service/examples/worked-answers.json', { eager: true, import: 'default' }),
);
const ANSWERS = Object.entries(worked)
  // A batch says what it has once its job has run.
  .filter(([id]) => /^(analysis|network|site|enrich|market)\./.test(id) && id !== 'enrich.points')
  .map(([id, { execute }]) => ({ id, result: execute.result }));

const OUTCOMES: readonly Outcome[] = ['yes', 'no', 'not_clear'];
const about = (result: Result) => ({
  method: null,
  dataVersion: null,
  methodsPage: '',
  currency: currencyOf(result),
});

/** What the worked answers of the interface say: its first sentence as it is, out of date, being made again; its pictures. */
export const Answers = () => (
  <States title="Answers">
    {OUTCOMES.map((outcome) => (
      <State key={outcome} name={`VerdictSaid, ${outcome}`}>
        <VerdictSaid
          verdict={{
            outcome,
            headline: { text: 'covered.title' },
            because: [{ text: 'covered.share', with: { share: { portion: 0.83 } } }],
            sure: { text: 'order.best' },
          }}
          isOutdated={outcome === 'not_clear'}
        />
      </State>
    ))}
    {ANSWERS.map(({ id, result }) => (
      <State key={id} name={`Answer of ${id}`} isWide>
        <Explained about={about(result)}>
          <AnswerView actionId={id} result={result} show="sentence" />
          <AnswerView actionId={id} result={result} show="sentence" isDrawing isOutdated />
          <AnswerView actionId={id} result={result} show="pictures" />
        </Explained>
      </State>
    ))}
  </States>
);
