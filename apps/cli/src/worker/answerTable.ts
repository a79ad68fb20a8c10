import { type Action, type ActionContext, outputPlan } from '@hinterland/actions';
import { ActionProblem } from '@hinterland/actions/action';
import { objectsIn } from '@hinterland/answers';
import { NO_PLAN } from '@hinterland/answers/plan';
import { columnsOf, itemPlanOf, itemsOf, metadataOf } from '@hinterland/answers/wide';
import { type Answer, answered, answerOf, rowOf } from './answerRows.ts';
import type { Answered, PlannedColumns, Work } from './protocol.ts';

type TableWork = Extract<Work, { readonly kind: 'table' }>;

/**
 * Answers a question whose lists are the rows of a table: each row gets the figures of the item with its id. Rows at fault are
 * taken out and the others asked again, so that none costs its neighbours their answer.
 */
export function answerTable(action: Action, context: ActionContext, work: TableWork): Answered & PlannedColumns {
  const { places, wanted } = work;
  const plan = outputPlan(action);
  /** What the answer says of a row: an item of a list. */
  const planAt = (row: number) => {
    const place = places[row]!;
    return 'fault' in place ? NO_PLAN : itemPlanOf(plan, place.list);
  };
  const faults = new Map<number, string>();
  places.forEach((place, row) => {
    if ('fault' in place) faults.set(row, place.fault);
  });
  const all = places.flatMap((place, row): Item[] => ('fault' in place ? [] : [{ ...place, row }]));
  for (;;) {
    const rows = all.filter(({ row }) => !faults.has(row));
    const input = { ...work.input, ...listsOf(work.input, rows, all) };
    const found = faultsOf(action, context, input);
    const atRows = found.atItems.flatMap(({ list, index, problem }) => {
      const row = rows.filter((one) => one.list === list)[index]?.row;
      return row === undefined ? [] : [{ row, problem }];
    });
    if (atRows.length > 0 && rows.length > atRows.length) {
      for (const { row, problem } of atRows) faults.set(row, problem);
      continue;
    }
    const answers = places.map((place, row): Answer => {
      const fault = faults.get(row);
      if (fault !== undefined) return { status: 'refused', problem: fault };
      if (!('result' in found.answer)) return found.answer;
      return { result: 'fault' in place ? {} : itemOf(found.answer.result, place) };
    });
    const columns = columnsOf(
      answers.flatMap((answer, row) => ('result' in answer ? [rowOf(answer.result, planAt(row), wanted)] : [])),
    );
    const result = 'result' in found.answer ? found.answer.result : undefined;
    const whole = wanted.answers && result !== undefined ? [['answer', JSON.stringify(result)] as const] : [];
    return {
      ...answered(answers, planAt, columns, { ...wanted, answers: false }),
      columns,
      metadata: new Map([...metadataOf(result, plan), ...whole]),
    };
  }
}

type Item = { readonly list: string; readonly id: string | number; readonly row: number };

/** The lists of the input with the items of the given rows alone. */
function listsOf(input: TableWork['input'], rows: readonly Item[], all: readonly Item[]): Record<string, unknown> {
  const lists = [...new Set(all.map(({ list }) => list))];
  return Object.fromEntries(
    lists.map((list) => {
      const kept = new Set(rows.filter((row) => row.list === list).map(({ id }) => id));
      return [list, objectsIn(input[list]).filter(({ id }) => kept.has(id as string | number))];
    }),
  );
}

interface Found {
  readonly answer: Answer;
  /** Items of lists that the problem names. */
  readonly atItems: readonly { readonly list: string; readonly index: number; readonly problem: string }[];
}

function faultsOf(action: Action, context: ActionContext, input: Readonly<Record<string, unknown>>): Found {
  const parsed = action.input.safeParse(input);
  if (!parsed.success) {
    const atItems = parsed.error.issues.flatMap(({ path: [list, index], message }) =>
      typeof index === 'number' ? [{ list: String(list), index, problem: `validation_error: ${message}` }] : [],
    );
    return { answer: answerOf(action, context, { input }), atItems };
  }
  try {
    return { answer: { result: action.run(context, parsed.data).result }, atItems: [] };
  } catch (error) {
    if (!(error instanceof ActionProblem)) return { answer: answerOf(action, context, { input }), atItems: [] };
    const problem = `${error.code}: ${error.message}`;
    const atItems = objectsIn(error.fields.errors).flatMap(({ pointer, detail }) => {
      const [, list, index] = /^#\/(\w+)\/(\d+)/.exec(String(pointer)) ?? [];
      return index === undefined
        ? []
        : [{ list: list!, index: Number(index), problem: `${error.code}: ${String(detail)}` }];
    });
    return { answer: { status: 'refused', problem }, atItems };
  }
}

/** The item of a list of the result that has the id; nothing where the answer does not mention the row. */
function itemOf(result: unknown, { list, id }: { readonly list: string; readonly id: string | number }): unknown {
  return itemsOf(result, list).find((item) => item.id === id)?.figures ?? {};
}
