import { once } from 'node:events';
import type { Action, ActionContext } from '@hinterland/actions';
import { ActionProblem } from '@hinterland/actions/action';
import { answerFigures } from '@hinterland/answers/wide';
import type { Territory } from '@hinterland/territory';
import { detailOf, inputFaults } from './inputFaults.ts';
import { CommandError, figure, progressBar } from './terminal.ts';

/** What the lines of the answer have. */
export interface LineOptions {
  /** Prices in place of results. */
  readonly quote: boolean;
  /** Figures by the names of columns in place of results; with `list` of each item of that list. */
  readonly isFigures: boolean;
  readonly list: string | undefined;
}

/**
 * Answers an input on each line with a line: {"result": …}, with `quote` {"quote": …}, or {"problem": {"error", "detail"}} with
 * `errors` where members of the input are at fault. Empty lines are left out. Throws CommandError at the end where lines had problems, so that scripts notice; the others have their answers.
 */
export async function callLines(
  action: Action,
  territory: Territory,
  lines: AsyncIterable<string>,
  options: LineOptions,
): Promise<void> {
  const context: ActionContext = { territory, channel: 'batch', progress: () => {}, cancelled: () => false };
  const bar = progressBar();
  let done = 0;
  let refused = 0;
  try {
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const answer = answerOf(action, context, line, options);
      done += 1;
      if ('problem' in answer) refused += 1;
      if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain');
      if (process.stderr.isTTY) bar.update(`${figure(done)} lines, ${figure(refused)} with a problem`, 0);
    }
  } finally {
    bar.stop();
  }
  if (refused > 0)
    throw new CommandError(`${figure(refused)} of ${figure(done)} lines have a problem instead of a result.`);
}

function answerOf(
  action: Action,
  context: ActionContext,
  line: string,
  { quote, isFigures, list }: LineOptions,
): object {
  const problem = (error: string, detail: string, errors: readonly unknown[] = []) => ({
    problem: { error, detail, ...(errors.length === 0 ? {} : { errors }) },
  });
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return problem('validation_error', `The line is not JSON: ${(error as Error).message}`);
  }
  const parsed = action.input.safeParse(given);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const errors = issues.map(({ path, message }) => ({ pointer: `#/${path.map(String).join('/')}`, detail: message }));
    return problem('validation_error', inputFaults(issues.slice(0, 1), given)[0]!, errors);
  }
  try {
    if (quote) return { quote: action.quote(context, parsed.data) };
    const { result } = action.run(context, parsed.data);
    return { result: isFigures ? answerFigures(result, list) : result };
  } catch (error) {
    if (!(error instanceof ActionProblem)) throw error;
    const { errors } = error.fields;
    return problem(error.code, detailOf(error, parsed.data), Array.isArray(errors) ? errors : []);
  }
}
