import { lazy, type ReactNode, Suspense } from 'react';
import { FieldView } from '../../fields/fieldView.tsx';
import { kindOf } from '../../fields/kind.ts';
import type { Field } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { Segments } from '../../ui/segments.tsx';
import { type AskedAction, chosenOf, givenOf, isSearch, type Question, withChosen } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';

/** Loaded with the first form of a search. */
const FieldChips = lazy(() => import('./chips.tsx'));

export type ErrorOf = (pointer: string) => ReactNode;

interface MembersProps {
  readonly action: AskedAction;
  readonly fields: readonly Field[];
  readonly question: Question;
  readonly change: ChangeQuestion;
  readonly errorOf: ErrorOf;
  /** What the others stand behind. */
  readonly more?: TextKey;
}

/** Members of the input: those that matter first, the others behind "More settings". */
export function Members({ action, fields, question, change, errorOf, more = 'studio.more' }: MembersProps) {
  const { say } = useText();
  const shown = fields.filter((field) => isMain(action, field));
  const others = fields.filter((field) => !shown.includes(field));
  const view = (field: Field) => (
    <FieldView
      key={field.name}
      field={field}
      pointer={`/${field.name}`}
      value={givenOf(action, field, question)}
      onChange={(value) => change(`field ${field.name}`, (before) => withValue(before, field.name, value))}
      errorOf={errorOf}
    />
  );
  const isTouched = others.some(({ name }) => question.values[name] !== undefined || errorOf(`/${name}`) !== undefined);
  return (
    <>
      {shown.map(view)}
      {isSearch(action) && others.length > 0 && (
        <Suspense fallback={null}>
          <FieldChips fields={others} question={question} change={change} errorOf={errorOf} view={view} />
        </Suspense>
      )}
      {!isSearch(action) && others.length > 0 && (
        <details open={isTouched}>
          <summary>{say(more)}</summary>
          <div className="stack">{others.map(view)}</div>
        </details>
      )}
    </>
  );
}

/** How people travel, and how many stores could close, which a question names. */
const ASKED: readonly string[] = ['mode', 'closeCount'];

/** Shown at once: what a call needs, what has to be picked from lists, and what the question names. */
function isMain(action: AskedAction, { name, schema, isRequired }: Field): boolean {
  const isAlternative = action.alternatives.some((set) => set.includes(name));
  const isOneOfMany = action.input.anyOf?.some(({ required }) => required?.includes(name)) === true;
  return (
    isRequired ||
    isAlternative ||
    isOneOfMany ||
    ASKED.includes(name) ||
    ['picks', 'choices', 'pick', 'ownData', 'model'].includes(kindOf(schema))
  );
}

export function withValue(question: Question, name: string, value: unknown): Question {
  const { [name]: _, ...others } = question.values;
  return { ...question, values: value === undefined ? others : { ...others, [name]: value } };
}

interface AlternativesProps {
  readonly set: readonly string[];
  readonly question: Question;
  readonly change: ChangeQuestion;
}

/** The choice among members that exclude each other. */
export function Alternatives({ set, question, change }: AlternativesProps) {
  const { say } = useText();
  const names = useNames();
  return (
    <Segments
      label={say('studio.alternatives')}
      choices={set.map((name) => ({ id: name, name: names.field(`by.${name}`) }))}
      value={chosenOf(set, question)}
      onChange={(name) => change('', (before) => withChosen(before, name, set))}
    />
  );
}
