import type { StoreState } from '@hinterland/territory';
import type { MergedStore, Sighting } from './merge.ts';
import { closingsPerYear, TURNOVER_PARAMETERS } from './turnover.ts';

/** A list, as far as time goes. */
export interface DatedList {
  readonly name: string;
  readonly kind: Sighting['source'];
  /** Day, month or year; undefined where not known. */
  readonly date: string | undefined;
}

export interface Existence {
  /** Probability that the store is still there at the date of the latest list, 0..1. */
  readonly probability: number;
  readonly state: StoreState;
  /** Why it is closed, for the report; "" where it is not. */
  readonly reason: string;
}

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365.25;

/** Days since 1970-01-01 of a day, the last day of a month or a year; null where there is none. */
export function dayOf(text: string | undefined): number | null {
  const found = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text ?? '');
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 12), found[3]];
  const time = day === undefined ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, Number(day));
  return Number.isNaN(time) ? null : Math.floor(time / DAY_MS);
}

/** The day on which a list last saw a store; null where neither store nor list says one. */
export function seenDay(sighting: Sighting, { date, kind }: DatedList): number | null {
  const own = dayOf(sighting.seen);
  if (own !== null) return own;
  const listed = dayOf(date);
  const lag = kind === 'osm' ? TURNOVER_PARAMETERS.mapLagYears * DAYS_PER_YEAR : 0;
  return listed === null ? null : Math.round(listed - lag);
}

/**
 * Returns whether a store is still there. It closes at a constant rate from the day on which a list last saw it; a later list that holds
 * a share of such stores (`recall`) and lacks this one makes it likelier that it is gone (Bayes). The latest list that knows it says
 * whether it is open. Without any date the lists are of one day, and their stores are there.
 */
export function existenceOf(
  store: MergedStore,
  lists: readonly DatedList[],
  recall: (list: number) => number,
): Existence {
  const seen = store.sightings.map((sighting) => ({ sighting, day: seenDay(sighting, lists[sighting.sourceIndex]!) }));
  const listDays = lists.map(({ date }) => dayOf(date));
  const now = Math.max(...listDays.map((day) => day ?? -1e9), ...seen.map(({ day }) => day ?? -1e9));
  // The latest word counts; of one day, the one that it has closed.
  const word = seen.reduce((latest, one) => {
    const [a, b] = [one.day ?? now, latest.day ?? now];
    return a > b || (a === b && one.sighting.state === 'closed') ? one : latest;
  });
  if (word.sighting.state === 'closed') {
    return { probability: 0, state: 'closed', reason: `closed, by ${lists[word.sighting.sourceIndex]!.name}` };
  }
  const last = Math.max(...seen.map(({ day }) => day ?? now));
  const years = Math.max(0, now - last) / DAYS_PER_YEAR;
  let there = Math.exp(-years * closingsPerYear(store.sector, store.wikidata !== ''));
  lists.forEach((_, list) => {
    const isLater = (listDays[list] ?? -1e9) > last;
    if (!isLater || store.sightings.some(({ sourceIndex }) => sourceIndex === list)) return;
    const missed = there * (1 - recall(list));
    there = missed / (missed + 1 - there);
  });
  const isGone = there < TURNOVER_PARAMETERS.leastProbability;
  return {
    probability: there,
    state: isGone ? 'closed' : store.state,
    reason: isGone ? 'most likely gone: a later list does not have it' : '',
  };
}
