import type { Output } from './schema.ts';

/** Share of the people reached today who still reach a store: from the one on a closing is small, up to the other it is not. */
export const STILL = { no: 0.98, yes: 0.99 } as const;

interface Closing {
  readonly closed: readonly { readonly id: string | number; readonly name?: string }[];
  /** People who reach no store once these close. */
  readonly lost: number;
  /** How many people fewer another choice of as many stores may lose; null where no plan was asked for. */
  readonly gap: number | null;
}

/** The stores that a verdict names: the longest beginning of the plan that is small, else the store that fewest need. */
export function namedClosing({
  stores,
  closurePlan = [],
  network,
}: Pick<Output, 'stores' | 'closurePlan' | 'network'>): Closing {
  const steps = closurePlan.findLastIndex(({ lostInAll }) => 1 - lostInAll / network.covered >= STILL.yes);
  const last = closurePlan[Math.max(0, steps)];
  if (last !== undefined) {
    return {
      closed: closurePlan.slice(0, Math.max(0, steps) + 1),
      lost: last.lostInAll,
      gap: last.optimum.gap,
    };
  }
  const least = stores.reduce((least, one) => (one.exclusive < least.exclusive ? one : least));
  return { closed: [least], lost: least.exclusive, gap: null };
}

/** The steps of a plan by sales that a verdict names: as many as keep nearly all sales, else the first. */
export const closedBySales = (steps: NonNullable<Output['closingBySales']>['steps']) =>
  steps.slice(
    0,
    1 +
      Math.max(
        0,
        steps.findLastIndex(({ keptShare }) => keptShare >= STILL.yes),
      ),
  );
