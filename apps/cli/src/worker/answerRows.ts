import { type Action, type ActionContext, outputPlan } from '@hinterland/actions';
import { ActionProblem, CancelledError } from '@hinterland/actions/action';
import type { Plan } from '@hinterland/answers/plan';
import { fitted, outlinesOf, type WideColumn, type WideRow, wideFigures } from '@hinterland/answers/wide';
import { detailOf, inputFaults } from '../inputFaults.ts';
import type { Answered, RowInput, Wanted } from './protocol.ts';

/** What became of one call: its result, or its problem as code and sentence. */
export type Answer = { readonly result: unknown } | { readonly status: 'refused' | 'failed'; readonly problem: string };

/** Answers one call. Nothing that is wrong with it reaches the calls beside it. Throws CancelledError alone. */
export function answerOf(action: Action, context: ActionContext, given: RowInput): Answer {
  if ('fault' in given) return { status: 'refused', problem: given.fault };
  const parsed = action.input.safeParse(given.input);
  if (!parsed.success) {
    const [fault] = inputFaults(parsed.error.issues.slice(0, 1), given.input);
    return { status: 'refused', problem: `validation_error: ${fault}` };
  }
  try {
    return { result: action.run(context, parsed.data).result };
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    if (error instanceof ActionProblem)
      return { status: 'refused', problem: `${error.code}: ${detailOf(error, parsed.data)}` };
    return { status: 'failed', problem: `internal_error: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Answers rows one after the other, as values of the columns. */
export function answerRows(
  action: Action,
  context: ActionContext,
  rows: readonly RowInput[],
  columns: readonly WideColumn[],
  wanted: Wanted,
): Answered {
  return answered(
    rows.map((row) => answerOf(action, context, row)),
    () => outputPlan(action),
    columns,
    wanted,
  );
}

export function answered(
  answers: readonly Answer[],
  planOf: (row: number) => Plan,
  columns: readonly WideColumn[],
  wanted: Wanted,
): Answered {
  const { values, more } = fitted(
    columns,
    answers.map((answer, row) => ('result' in answer ? rowOf(answer.result, planOf(row), wanted) : null)),
  );
  return {
    status: answers.map((answer) => ('result' in answer ? 'ok' : answer.status)),
    problem: answers.map((answer) => ('result' in answer ? null : answer.problem)),
    values,
    more: more.map((rest) => (rest === null ? null : JSON.stringify(rest))),
    answers: wanted.answers
      ? answers.map((answer) => ('result' in answer ? JSON.stringify(answer.result) : null))
      : null,
  };
}

export function rowOf(result: unknown, plan: Plan, { outlines, columns }: Wanted): WideRow {
  const isWanted = columns === null ? () => true : matcher(columns);
  return {
    figures: wideFigures(result, plan).filter(({ name }) => isWanted(name)),
    outlines: outlines ? outlinesOf(result) : [],
  };
}

/** Whether a name fits one of the patterns, in which * stands for any characters. */
function matcher(patterns: readonly string[]): (name: string) => boolean {
  const sources = patterns.map((pattern) => pattern.replace(/[^*\w]/g, '\\$&').replaceAll('*', '.*'));
  const whole = new RegExp(`^(?:${sources.join('|')})$`);
  return (name) => whole.test(name);
}
