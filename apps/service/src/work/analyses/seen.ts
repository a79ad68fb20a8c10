import { type Action, runForStrangers, stateForStrangers } from '@hinterland/actions';
import type { Found } from './access.ts';
import type { FullRun } from './runs.ts';
import type { SavedState } from './state.ts';

declare const seen: unique symbol;

/** A stored run as its reader sees it. Everything that is shown of a run is made from it. */
export type SeenRun = FullRun & { readonly [seen]: true };

/** Returns a run as its reader sees it: as it is stored, for those of its organization, and without own figures for strangers. */
export function seenRun(actions: readonly Action[], { isInside }: Pick<Found, 'isInside'>, run: FullRun): SeenRun {
  if (isInside) return run as SeenRun;
  const action = actions.find(({ id }) => id === run.summary.actionId);
  const parsed = { input: JSON.parse(run.input), state: JSON.parse(run.state), results: JSON.parse(run.results) };
  const { input, state, results } = runForStrangers(action, parsed, run.namesLists);
  return {
    ...run,
    input: JSON.stringify(input),
    state: JSON.stringify(state),
    results: JSON.stringify(results),
  } as SeenRun;
}

/** The same of a state, as JSON text. */
export const seenStateText = ({ isInside }: Pick<Found, 'isInside'>, state: string): string =>
  isInside ? state : JSON.stringify(stateForStrangers(JSON.parse(state)));

/** The same of a saved state. */
export const seenState = ({ isInside }: Pick<Found, 'isInside'>, saved: SavedState): SavedState =>
  isInside ? saved : { ...saved, state: stateForStrangers(saved.state) as SavedState['state'] };
