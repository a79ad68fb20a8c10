import { type Outcome, placeName, type Said, type Verdict } from '@hinterland/answers/words';
import { CLEAR_SHARE, OUTCOME_KEYS, outcomeBetween } from '../verdicts/outcome.ts';
import { shareOfSpeeds, speedsSaid } from '../verdicts/speeds.ts';
import { closedBySales, namedClosing, STILL } from './namedClosing.ts';
import type { Output } from './schema.ts';

const NAMED = 10;

/** Which stores can close, and what that loses: the longest beginning of the plan that is small, else the store that fewest need. */
export function verdictOf(output: Output): Verdict {
  const { network, stores, method } = output;
  const count = stores.length;
  if (count === 1 || network.covered <= 0) {
    const headline = { text: count === 1 ? 'verdict.close.only' : 'verdict.close.nobody' } as const;
    return { outcome: count === 1 ? 'no' : 'not_clear', headline, because: [], sure: { text: 'verdict.close.exact' } };
  }
  if (output.closingBySales !== undefined && output.closingBySales.steps.length > 0)
    return bySales(output.closingBySales, count);
  const { closed, lost, gap } = namedClosing(output);
  // Each of these could close alone without a loss: which of them is the owner's choice.
  const free = stores.filter(({ exclusive }) => exclusive <= 0).toSorted((a, b) => a.reached - b.reached);
  const still = Math.max(0, 1 - lost / network.covered);
  const told = outcomeBetween(still, STILL);
  const speeds = output.speeds?.map(({ covered, lost }) => (covered > 0 ? Math.max(0, 1 - lost / covered) : 1));
  const outcome = speeds === undefined || holds(told, still, speeds) ? told : 'not_clear';
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
    sure:
      speeds === undefined
        ? planSaid(gap)
        : { words: [planSaid(gap), ...speedsSaid('verdict.close.speeds', [still, ...speeds])] },
  };
}

/** Whether nine of ten draws of speeds keep to a verdict. */
const holds = (outcome: Outcome, still: number, [slower = still, faster = still]: readonly number[]): boolean =>
  outcome === 'not_clear' ||
  shareOfSpeeds(slower, still, faster, (one) => (outcome === 'yes' ? one > STILL.no : one < STILL.yes)) >= CLEAR_SHARE;

/** Which stores close at the least loss of own sales: as many as keep nearly all of them, else the first. */
function bySales({ steps }: NonNullable<Output['closingBySales']>, count: number): Verdict {
  const closed = closedBySales(steps);
  const { keptShare, ties } = closed.at(-1)!;
  const share = (part: number): Said => ({ figure: part / Math.max(1, closed[0]!.sales), unit: 'share' });
  const outcome = outcomeBetween(keptShare, STILL);
  const [first] = closed;
  return {
    outcome,
    headline: {
      text: `verdict.closeSales.${OUTCOME_KEYS[outcome]}`,
      count: closed.length,
      with: {
        stores: { figure: count, unit: 'stores' },
        name: placeName(first!),
        share: { portion: keptShare },
      },
    },
    because: [
      {
        text: 'verdict.closeSales.moves',
        with: {
          name: placeName(first!),
          own: share(first!.toOwn),
          rivals: share(first!.toRivals),
          nobody: share(first!.toNobody),
        },
      },
      ...(ties.length > 0 ? [{ text: 'verdict.closeSales.ties', count: ties.length } as const] : []),
    ],
    named: closed.map(placeName),
    sure: { text: 'verdict.closeSales.sure' },
  };
}

const planSaid = (gap: number | null): Said =>
  gap === null
    ? { text: 'verdict.close.ask' }
    : gap === 0
      ? { text: 'order.best' }
      : { text: 'verdict.close.gap', with: { people: { figure: gap, unit: 'persons' } } };
