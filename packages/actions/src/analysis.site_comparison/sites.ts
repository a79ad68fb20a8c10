import { type Catchment, catchment } from '@hinterland/engine/catchment';
import { baseOf, type Territory } from '@hinterland/territory';
import type { ActionContext } from '../action/action.ts';
import { journeyQuery, problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import type { Input } from './schema.ts';

/** The last sites per territory: a quote is followed by the run of the same call. */
const kept = new WeakMap<Territory, { readonly key: string; readonly catchments: readonly Catchment[] }>();

/** One catchment per candidate. Throws ActionProblem that names the candidate at fault by its place in the request. */
export function catchmentsOf(context: ActionContext, input: Input): readonly Catchment[] {
  const { territory } = context;
  const { candidates, ...more } = input;
  const queries = candidates.map(({ lat, lng }) => journeyQuery(territory, { ...more, origins: [{ lat, lng }] }));
  const key = JSON.stringify(queries);
  const last = kept.get(baseOf(territory));
  if (last?.key === key) return last.catchments;
  const catchments = queries.map((query, i) => {
    stopIfCancelled(context);
    context.progress((0.4 * i) / queries.length, 'finding residents');
    try {
      return catchment(baseOf(territory), query, { checkpoint: () => stopIfCancelled(context) });
    } catch (error) {
      throw problemOf(error, () => `candidates/${i}`);
    }
  });
  kept.set(baseOf(territory), { key, catchments });
  return catchments;
}
