import type { MeasuredCompleteness, Supply } from '@hinterland/territory';
import { NO_DAY } from '@hinterland/territory';
import type { ListedOnce } from '../recapture/measureByLists.ts';
import { measureByLists } from '../recapture/measureByLists.ts';
import type { Report } from '../report/report.ts';
import { type DatedList, dayOf, type Existence, existenceOf, seenDay } from './existence.ts';
import type { MergedStore } from './merge.ts';

/** What several lists say of their stores together. */
export interface Judged {
  /** The stores, with the states that the lists together leave them. */
  readonly stores: readonly MergedStore[];
  readonly existence: readonly Existence[];
}

/** A bit per list that saw a store by itself: a row that was copied from another list of the territory is none. */
function listsOf({ sightings }: MergedStore, lists: readonly DatedList[]): number {
  return sightings.reduce((set, { sourceIndex, copiedFrom }) => {
    const isCopy = copiedFrom !== undefined && lists.some(({ kind }, i) => i !== sourceIndex && kind === copiedFrom);
    return isCopy ? set : set | (1 << sourceIndex);
  }, 0);
}

/** Judges which stores are still there, and reports those that are not with the reason. */
export function judgeStores(stores: readonly MergedStore[], lists: readonly DatedList[], report: Report): Judged {
  const recalls = recallsOf(stores, lists);
  const existence = stores.map((store) => existenceOf(store, lists, (list) => recalls(store, list)));
  stores.forEach((store, i) => {
    const { reason } = existence[i]!;
    if (reason !== '' && store.state !== 'closed')
      report.subject(lists[store.sourceIndex]!.name).changed(reason, store.ref);
  });
  return { stores: stores.map((store, i) => ({ ...store, state: existence[i]!.state })), existence };
}

/** Of the stores of a group that other lists hold, the share that a list holds, chains and others apart; a half where none is there. */
function recallsOf(stores: readonly MergedStore[], lists: readonly DatedList[]) {
  const counts = new Map<string, { held: number; all: number }>();
  const keyOf = (store: MergedStore, list: number) => `${list} ${store.wikidata !== ''} ${store.sector.split('.')[0]}`;
  for (const store of stores) {
    lists.forEach((_, list) => {
      const others = store.sightings.filter(({ sourceIndex }) => sourceIndex !== list);
      if (others.length === 0) return;
      const key = keyOf(store, list);
      const count = counts.get(key) ?? { held: 0, all: 0 };
      count.all++;
      if (others.length < store.sightings.length) count.held++;
      counts.set(key, count);
    });
  }
  return (store: MergedStore, list: number): number => {
    const { held, all } = counts.get(keyOf(store, list)) ?? { held: 0, all: 0 };
    return (held + 1) / (all + 2);
  };
}

/** The completeness of each sector by the overlap of the lists; none where no list has a date. */
export function measureOverlap(
  stores: readonly MergedStore[],
  lists: readonly DatedList[],
  area: { readonly code: string; readonly name: string },
  year: number | null,
): MeasuredCompleteness[] {
  const years = lists.map(({ date }) => Number(/^\d{4}/.exec(date ?? '')?.[0] ?? Number.NaN)).filter(Number.isFinite);
  const latest = years.length > 0 ? Math.max(...years) : year;
  if (latest === null) return [];
  const once = stores
    .filter(({ state }) => state !== 'closed')
    .map(
      (store): ListedOnce => ({ sector: store.sector, isChain: store.wikidata !== '', lists: listsOf(store, lists) }),
    )
    .filter((store) => store.lists > 0);
  return measureByLists(once, { names: lists.map(({ name }) => name), area, year: latest });
}

/** The tables of which lists hold the stores, in the order in which the stores are written. */
export function listTables({ stores, existence }: Judged, lists: readonly DatedList[], order: readonly number[]) {
  const rows = order.flatMap((store, row) =>
    stores[store]!.sightings.map((sighting) => ({ row, sighting })).sort(
      (a, b) => a.sighting.sourceIndex - b.sighting.sourceIndex,
    ),
  );
  return {
    storeLists: {
      store: Uint32Array.from(rows, ({ row }) => row),
      list: Uint8Array.from(rows, ({ sighting }) => sighting.sourceIndex),
      id: rows.map(({ sighting }) => sighting.id),
      seenDay: Int32Array.from(rows, ({ sighting }) => seenDay(sighting, lists[sighting.sourceIndex]!) ?? NO_DAY),
    },
    storeExistence: { probability: Float32Array.from(order, (store) => existence[store]!.probability) },
  };
}

/** The lists as the supply of a family tells them. */
export function toldLists(stores: readonly MergedStore[], lists: readonly DatedList[]): NonNullable<Supply['lists']> {
  const open = stores.filter(({ state }) => state !== 'closed');
  return lists.map(({ name, kind, date }, list) => ({
    name,
    kind,
    ...(date === undefined || dayOf(date) === null ? {} : { date }),
    stores: open.filter(({ sightings }) => sightings.some(({ sourceIndex }) => sourceIndex === list)).length,
  }));
}
