import { type Action, type ActionContext, outputPlan } from '@hinterland/actions';
import { ActionProblem, CancelledError } from '@hinterland/actions/action';
import { isObject } from '@hinterland/answers';
import { answerFigures } from '@hinterland/answers/wide';
import { detailOf, inputFaults } from '../inputFaults.ts';
import type { AnsweredLines, LineWork } from './protocol.ts';

/**
 * Answers inputs, each a line of JSON, with a line each: {"result": …}, {"quote": …}, or {"problem": {"error", "detail"}} with `errors` where
 * members of the input are at fault. Throws CancelledError alone.
 */
export function answerLines(action: Action, context: ActionContext, { lines, ...asked }: LineWork): AnsweredLines {
  const answers = lines.map((line) => answerOf(action, context, line, asked));
  return {
    lines: answers.map((answer) => JSON.stringify(answer)),
    withProblem: answers.filter((answer) => 'problem' in answer).length,
  };
}

function answerOf(action: Action, context: ActionContext, line: string, asked: Omit<LineWork, 'lines'>): object {
  const { quote, figures, list, lists, constants, members } = asked;
  let id: object = {};
  const problem = (error: string, detail: string, errors: readonly unknown[] = []) => ({
    ...id,
    problem: { error, detail, ...(errors.length === 0 ? {} : { errors }) },
  });
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return problem('validation_error', `The line is not JSON: ${(error as Error).message}`);
  }
  if (isObject(given)) {
    const { id: own, ...rest } = given;
    if (own !== undefined && !members.includes('id')) {
      id = { id: own };
      given = rest;
    }
    given = { ...constants, ...atPlace(given as Readonly<Record<string, unknown>>, members) };
  }
  const parsed = action.input.safeParse(given);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const errors = issues.map(({ path, message }) => ({ pointer: `#/${path.map(String).join('/')}`, detail: message }));
    return problem('validation_error', inputFaults(issues.slice(0, 1), given)[0]!, errors);
  }
  try {
    if (quote) return { ...id, quote: action.quote(context, parsed.data) };
    const { result } = action.run(context, parsed.data);
    return {
      ...id,
      result: figures ? answerFigures(result, outputPlan(action), { list: list ?? undefined, lists }) : result,
    };
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    if (!(error instanceof ActionProblem))
      return problem('internal_error', error instanceof Error ? error.message : String(error));
    const { errors } = error.fields;
    return problem(error.code, detailOf(error, parsed.data), Array.isArray(errors) ? errors : []);
  }
}

/** An input whose place is its one origin, where the action takes origins and no place. */
function atPlace(given: Readonly<Record<string, unknown>>, members: readonly string[]): object {
  if (!('lat' in given && 'lng' in given) || 'origins' in given) return given;
  if (!members.includes('origins') || members.includes('lat')) return given;
  const { lat, lng, ...rest } = given;
  return { ...rest, origins: [{ lat, lng }] };
}
