import type { ActionContext } from '../action/action.ts';

/** What is done with some rows of a table at once, in an engine thread. It has no price and is no action of its own. */
export interface RowWork<I, R> {
  readonly id: string;
  /** Rows of the result stand in the order of those of the input. */
  run(context: ActionContext, input: I): { readonly result: R };
}
