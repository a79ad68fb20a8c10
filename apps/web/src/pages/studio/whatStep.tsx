import { useEffect, useRef, useState } from 'react';
import { Priced } from '../../credits/priced.tsx';
import { Help } from '../../fields/help.tsx';
import { useLacking } from '../../fields/lacking.ts';
import { useNames } from '../../fields/title.ts';
import { isHouse, withoutPrices } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { eachOf } from './eachOf.ts';
import { Alternatives, type ErrorOf, Members } from './members.tsx';
import {
  type AskedAction,
  effectiveFields,
  isFurtherPlaces,
  isSearch,
  type Question,
  questionOf,
  whereSetOf,
} from './question.ts';
import { Step } from './step.tsx';
import { DRAWING } from './useArea.ts';
import type { ChangeQuestion } from './useQuestion.ts';

interface WhatStepProps {
  readonly no: number;
  readonly actions: readonly AskedAction[];
  readonly action: AskedAction | null;
  readonly drawing: AskedAction | undefined;
  readonly question: Question;
  readonly change: ChangeQuestion;
  readonly errorOf: ErrorOf;
}

/** What: a question in plain words, and what it needs to know. */
export function WhatStep({ no, actions, action, drawing, question, change, errorOf }: WhatStepProps) {
  const { say } = useText();
  const [isChoosing, setChoosing] = useState(false);
  const [wasChosen, setChosen] = useState(false);
  const isList = action === null || isChoosing;
  const choose = (chosen: AskedAction) => {
    setChoosing(false);
    setChosen(true);
    change('', (before) => ({ ...before, actionId: chosen.descriptor.id }));
  };
  return (
    <Step
      no={no}
      name="what"
      title={say('studio.what')}
      aside={
        action === null ? (
          <Priced>
            <span className="soft small">{say('studio.batch.credits')}</span>
          </Priced>
        ) : (
          <button type="button" className="link" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {say(isChoosing ? 'action.cancel' : 'studio.what.other')}
          </button>
        )
      }
    >
      {isList ? (
        <Questions actions={actions} chosen={action} onChoose={choose} />
      ) : (
        <Form
          key={action.descriptor.id}
          takesFocus={wasChosen}
          action={action}
          drawing={drawing}
          question={question}
          change={change}
          errorOf={errorOf}
        />
      )}
    </Step>
  );
}

interface QuestionsProps {
  readonly actions: readonly AskedAction[];
  readonly chosen: AskedAction | null;
  readonly onChoose: (action: AskedAction) => void;
}

const GROUPS = ['place', 'choose', 'network', 'more'] as const;

/** What a question is about: a place, the choice of places, the stores that one has, or something else. */
function groupOf(action: AskedAction): (typeof GROUPS)[number] {
  const takes = (name: string) => action.fields.some((field) => field.name === name);
  if (takes('stores')) return 'network';
  if (isSearch(action) || takes('candidates')) return 'choose';
  return takes('polygon') || takes('lat') ? 'place' : 'more';
}

/** The questions that the service answers, by what they are about; lookups, which support them, stand apart. */
function Questions({ actions, chosen, onChoose }: QuestionsProps) {
  const { say } = useText();
  const { byAction } = useLacking();
  const answered = actions.filter(({ descriptor }) => !byAction.has(descriptor.id));
  const answers = answered.filter(({ descriptor }) => descriptor.charged);
  const lookups = answered.filter(({ descriptor }) => !descriptor.charged);
  const list = (shown: readonly AskedAction[]) => (
    <ul className="questions">
      {shown.map((action) => (
        <QuestionButton key={action.descriptor.id} action={action} isChosen={action === chosen} onChoose={onChoose} />
      ))}
    </ul>
  );
  return (
    <>
      {chosen !== null && !isHouse && <p className="questions-head soft small">{say('studio.batch.credits')}</p>}
      {GROUPS.map((group) => {
        const shown = answers.filter((action) => groupOf(action) === group);
        return (
          shown.length > 0 && (
            <div key={group}>
              <h3 className="label">{say(`studio.what.${group}`)}</h3>
              {list(shown)}
            </div>
          )
        );
      })}
      <details>
        <summary>{say('studio.what.lookups')}</summary>
        {list(lookups)}
      </details>
      <Unanswered actions={actions.filter((action) => !answered.includes(action))} />
    </>
  );
}

/** The questions that the territory has no data for, and what would bring them. */
function Unanswered({ actions }: { actions: readonly AskedAction[] }) {
  const { say } = useText();
  const names = useNames();
  const { place, byAction } = useLacking();
  if (actions.length === 0) return null;
  return (
    <details>
      <summary>{say('studio.lacking', { place })}</summary>
      <dl className="lacking">
        {actions.map(({ descriptor: { id, title } }) => (
          <div key={id} data-lacking={id}>
            <dt>{names.question(id, title)}</dt>
            {byAction.get(id)?.map((family) => (
              <dd key={family} className="soft small">
                {say(`studio.lacking.${family as 'realestate'}`)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function QuestionButton({
  action,
  isChosen,
  onChoose,
}: {
  action: AskedAction;
  isChosen: boolean;
  onChoose: QuestionsProps['onChoose'];
}) {
  const names = useNames();
  const { id, title } = action.descriptor;
  return (
    <li>
      <button type="button" className="question" data-ask={id} aria-pressed={isChosen} onClick={() => onChoose(action)}>
        <span>{names.question(id, title)}</span>
        <Priced>
          <PriceHint action={action} />
        </Priced>
      </button>
    </li>
  );
}

/** The price by its rule, before anything is known of the call. */
function PriceHint({ action: { descriptor } }: { action: AskedAction }) {
  const { say } = useText();
  const { number } = useFormat();
  const { pricing, charged } = descriptor;
  if (!charged || descriptor.id === DRAWING) return <span className="soft small">{say('studio.free')}</span>;
  if (pricing === null || pricing.credits === null)
    return <span className="soft small">{say('studio.priceByParts')}</span>;
  return <span className="soft small">{eachOf(pricing.unit, number(pricing.credits), say)}</span>;
}

type FormProps = Omit<WhatStepProps, 'no' | 'actions' | 'action'> & {
  readonly action: AskedAction;
  /** Whether it was chosen from the list, which is gone now: the focus goes on here. */
  readonly takesFocus: boolean;
};

/** Gives the focus to a form, in sight above the price, which stays at the foot of the column. */
function goTo(form: HTMLElement | null): void {
  form?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'nearest' });
}

/** The form of an action, from its schema; what says where and how far stands in the first step. */
function Form({ action, takesFocus, drawing, question, change, errorOf }: FormProps) {
  const { say } = useText();
  const names = useNames();
  const { id, title, description, example } = action.descriptor;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) goTo(form.current);
  }, [takesFocus]);
  // The places of the example stand above and push what was pressed out of sight: the focus goes on at what was filled in.
  const fill = () => {
    change('', () => questionOf(action, example));
    goTo(form.current);
  };
  const grounds = [...(drawing?.fields.map(({ name }) => name) ?? []), action.subject, 'lat', 'lng'];
  const ofPlaces = whereSetOf(action) ?? [];
  // What a search looks for is a choice of its own; in other questions such sets say how far.
  const sets = isSearch(action) ? action.alternatives.filter((set) => set !== ofPlaces) : [];
  const fields = effectiveFields(action, question).filter((field) => {
    const { name } = field;
    if (name === 'geometry') return id !== drawing?.descriptor.id;
    if (['cellMeters', 'ownData', 'compareModes'].includes(name)) return true;
    return !grounds.includes(name) && !ofPlaces.includes(name) && !isFurtherPlaces(action, field);
  });
  return (
    <div className="stack asking" data-action={id} ref={form} tabIndex={-1}>
      <p className="asked">
        {names.question(id, title)}{' '}
        <Help label={names.question(id, title)} help={isHouse ? withoutPrices(description) : description} />
      </p>
      {sets.map((set) => (
        <Alternatives key={set.join()} set={set} question={question} change={change} />
      ))}
      <Members action={action} fields={fields} question={question} change={change} errorOf={errorOf} />
      <p>
        <button type="button" className="link" onClick={fill}>
          {say('studio.example')}
        </button>
      </p>
    </div>
  );
}
