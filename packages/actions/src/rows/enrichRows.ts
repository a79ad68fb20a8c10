import { fitted, type Values, type WideColumn, wideFigures } from '@hinterland/answers/columns';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { enrichPoint } from '../enrichment/enrich.ts';
import { type PointInput, type PointOutput, pointPlan } from '../enrichment/point.ts';
import type { RowWork } from './rowWork.ts';

export interface EnrichRowsInput {
  /** Input of enrich.point without its place. */
  readonly options: unknown;
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
  readonly columns: readonly WideColumn[];
}

/** What became of a row. */
export type EnrichedRow =
  | { readonly status: 'done'; readonly creditsDue: number }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string };

export interface EnrichedRows {
  readonly rows: readonly EnrichedRow[];
  /** Values of each column; null where a row has none. */
  readonly values: readonly Values[];
  /** JSON of the figures of a row that have no column. */
  readonly more: readonly (string | null)[];
}

/** The figures of places as enrich.point answers them, in columns. */
export const enrichRows: RowWork<EnrichRowsInput, EnrichedRows> = {
  id: 'rows.enrich',
  run(context, { options, points, columns }) {
    const answers = points.map((place) => answerAt(context, { ...(options as PointInput), ...place }));
    const { values, more } = fitted(
      columns,
      answers.map(({ result }) =>
        result === null ? null : { figures: wideFigures(result, pointPlan()), outlines: [] },
      ),
    );
    return {
      result: {
        rows: answers.map(({ row }) => row),
        values,
        more: more.map((rest) => (rest === null ? null : JSON.stringify(rest))),
      },
    };
  },
};

interface RowAnswer {
  readonly row: EnrichedRow;
  readonly result: PointOutput | null;
}

/** A place that cannot be answered fails by itself. */
export function answerAt(context: ActionContext, input: PointInput): RowAnswer {
  try {
    const { result, creditsDue = 0 } = enrichPoint({ ...context, progress: () => {} }, input);
    return { row: { status: 'done', creditsDue }, result };
  } catch (error) {
    if (!(error instanceof ActionProblem)) throw error;
    return { row: { status: 'failed', reason: error.code, detail: error.message }, result: null };
  }
}
