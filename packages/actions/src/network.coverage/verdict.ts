import { placeName, type Said, type Verdict } from '@hinterland/answers/words';
import { OUTCOME_KEYS, outcomeBetween } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Share of the people reached today who still reach a store: from the one on a closing is small, up to the other it is not. */
const STILL = { no: 0.98, yes: 0.99 } as const;
const NAMED = 10;

/** Which stores can close, and what that loses: the longest beginning of the plan that is small, else the store that fewest need. */
export function verdictOf(output: Output): Verdict {
  const { network, stores, method } = output;
  const count = stores.length;
  if (count === 1 || network.covered <= 0) {
    const headline = { text: count === 1 ? 'verdict.close.only' : 'verdict.close.nobody' } as const;
    return { outcome: count === 1 ? 'no' : 'not_clear', headline, because: [], sure: { text: 'verdict.close.exact' } };
  }
  const { closed, lost, sure } = closingOf(output);
  // Each of these could close alone without a loss: which of them is the owner's choice.
  const free = stores.filter(({ exclusive }) => exclusive <= 0).toSorted((a, b) => a.reached - b.reached);
  const still = Math.max(0, 1 - lost / network.covered);
  const outcome = outcomeBetween(still, STILL);
  const names: Said = { all: closed.slice(0, NAMED).map(placeName) };
  const people: Said = { figure: lost, unit: 'persons' };
  const minutes = { figure: method.minutes, unit: 'minutes' };
  return {
    outcome,
    headline: {
      text: `verdict.close.${OUTCOME_KEYS[outcome]}`,
      count: closed.length,
      with: { stores: { figure: count, unit: 'stores' }, share: { portion: still } },
    },
    because: [
      closed.length > NAMED
        ? { text: 'verdict.close.lostOthers', count: closed.length - NAMED, with: { names, people, minutes } }
        : { text: 'verdict.close.lost', with: { names, people, minutes } },
      ...(free.length > closed.length
        ? [
            {
              text: 'verdict.close.anyOf',
              count: free.length,
              with: { names: { all: free.slice(0, NAMED).map(placeName) } },
            } as const,
          ]
        : []),
    ],
    named: closed.map(placeName),
    sure,
  };
}

interface Closing {
  readonly closed: readonly { readonly id: string | number; readonly name?: string }[];
  readonly lost: number;
  readonly sure: Said;
}

function closingOf({ stores, closurePlan = [], network }: Output): Closing {
  const steps = closurePlan.findLastIndex(({ lostInAll }) => 1 - lostInAll / network.covered >= STILL.yes);
  const last = closurePlan[Math.max(0, steps)];
  if (last !== undefined) {
    const { gap } = last.optimum;
    return {
      closed: closurePlan.slice(0, Math.max(0, steps) + 1),
      lost: last.lostInAll,
      sure:
        gap === 0
          ? { text: 'order.best' }
          : { text: 'verdict.close.gap', with: { people: { figure: gap, unit: 'persons' } } },
    };
  }
  const least = stores.reduce((least, one) => (one.exclusive < least.exclusive ? one : least));
  return { closed: [least], lost: least.exclusive, sure: { text: 'verdict.close.ask' } };
}
