import { rounded } from '@hinterland/geo';
import { NO_DAY, type Territory } from '@hinterland/territory';

/** What several lists say of a store: which hold it and when they last saw it, and whether it is still there. */
interface Sightings {
  readonly lists?: { readonly name: string; readonly seen: string | null }[];
  readonly existsProbability?: number;
}

const DAY_MS = 86_400_000;

/** Returns the lists that hold a store, and the probability that it is still there; nothing where the territory was made of one list. */
export function sightingsOf({ players }: Territory, store: number): Sightings {
  const { lists, existence, supply } = players!;
  if (lists === null || existence === null || supply.lists === undefined) return {};
  const found: { name: string; seen: string | null }[] = [];
  for (let row = firstRow(lists.store, store); row < lists.rows && lists.store[row] === store; row++) {
    const { name } = supply.lists[lists.list[row]!]!;
    const day = lists.seenDay[row]!;
    const seen = day === NO_DAY ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
    const same = found.find((one) => one.name === name);
    // A list may name a store twice: its latest word counts.
    if (same === undefined) found.push({ name, seen });
    else if (seen !== null && (same.seen === null || seen > same.seen)) same.seen = seen;
  }
  return { lists: found, existsProbability: rounded(existence.probability[store]!) };
}

/** First row of a store in the lists, which are in order of stores; by halves. */
function firstRow(stores: Uint32Array, store: number): number {
  let [low, high] = [0, stores.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stores[middle]! < store) low = middle + 1;
    else high = middle;
  }
  return low;
}
