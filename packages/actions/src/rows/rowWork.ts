import type { ActionContext } from '../action/action.ts';

/** Work on some rows of a table at once, in an engine thread. It has no price and is no action. */
export interface RowWork<I, R> {
  readonly id: string;
  /** Returns one row per row of the input, in the same order. */
  run(context: ActionContext, input: I): { readonly result: R };
}
