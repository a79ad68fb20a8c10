import { columnsOf, metadataOf, type WideColumn, wideFigures } from '@hinterland/answers/columns';
import { type PointInput, pointPlan } from '../enrichment/point.ts';
import { answerAt } from './enrichRows.ts';
import type { RowWork } from './rowWork.ts';
import { samplePlaces } from './samplePlaces.ts';

/** Answers that the columns are taken from. */
const SAMPLES = 3;

/**
 * The columns that the figures of rows will have, from answers at places of the territory, and what holds for all of them. They
 * follow from the data and the options alone, so that every part of a job has the same.
 */
export const enrichColumns: RowWork<
  { readonly options: unknown },
  { readonly columns: readonly WideColumn[]; readonly metadata: readonly (readonly [string, string])[] }
> = {
  id: 'rows.columns',
  run(context, { options }) {
    const results: unknown[] = [];
    for (const place of samplePlaces(context.territory)) {
      if (results.length === SAMPLES) break;
      const { result } = answerAt(context, { ...(options as PointInput), ...place });
      if (result !== null) results.push(result);
    }
    const columns = columnsOf(results.map((result) => ({ figures: wideFigures(result, pointPlan()), outlines: [] })));
    return { result: { columns, metadata: [...metadataOf(results[0], pointPlan())] } };
  },
};
