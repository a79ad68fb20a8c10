import { foldText } from '@hinterland/catalogue';
import { gapsOf } from './gaps.ts';
import { isAlike, type Pair, pairsOf } from './pairs.ts';
import type { ReleaseDifference, ReleasedStore, StoreChange } from './types.ts';

/** Lists draw a shop anew within its building: nearer than this nothing moved. */
const MOVED_METERS = 25;

/** Estimates, by what the evidence is; stated in docs/methods/store-changes.md. */
const CONFIDENCE = {
  saidClosed: 0.98,
  /** Finders fail, lag or list the dead. */
  missing: 0.8,
  opened: 0.85,
  movedById: 0.9,
  movedByName: 0.75,
  renamedById: 0.9,
  renamedInPlace: 0.65,
} as const;

/** A list that lost more of its stores than this is doubted as a whole. */
const DOUBTED_LOSS = 0.2;

/**
 * What changed between two releases of the stores of a territory. A new id is no change, nor is another spelling; where a list lost or
 * gained nearly all of a part of the map, that is told as a gap in place of closings or openings.
 */
export function storeChanges(before: readonly ReleasedStore[], after: readonly ReleasedStore[]): ReleaseDifference {
  const were = before.filter(({ isClosed }) => !isClosed);
  const pairs = pairsOf(were, after);
  const paired = new Set<ReleasedStore>(pairs.flatMap((pair) => [pair.before, pair.after]));
  const gone = were.filter((store) => !paired.has(store));
  const knownClosed = new Set(before.filter(({ isClosed }) => isClosed).map(({ id }) => id));
  const come = after.filter((store) => !paired.has(store) && !store.isClosed && !knownClosed.has(store.id));
  const reopened = after.filter((store) => !paired.has(store) && !store.isClosed && knownClosed.has(store.id));
  const lost = gapsOf(were, new Set(gone), 'lost');
  const gained = gapsOf(
    after.filter(({ isClosed }) => !isClosed),
    new Set(come),
    'gained',
  );
  const doubt = doubtOf(were, gone);
  return {
    changes: [
      ...pairs.flatMap(changesOf),
      ...gone
        .filter((store) => !lost.inGaps.has(store))
        .map((store) => closing(store, null, CONFIDENCE.missing * doubt(store))),
      ...[...come.filter((store) => !gained.inGaps.has(store)), ...reopened].map(
        (store): StoreChange => ({
          kind: 'opened',
          before: null,
          after: store,
          meters: null,
          confidence: CONFIDENCE.opened,
        }),
      ),
    ],
    gaps: [...lost.gaps, ...gained.gaps],
  };
}

const closing = (before: ReleasedStore, after: ReleasedStore | null, confidence: number): StoreChange => ({
  kind: 'closed',
  before,
  after,
  meters: null,
  confidence,
});

function changesOf({ before, after, meters, by }: Pair): StoreChange[] {
  if (after.isClosed) return [closing(before, after, CONFIDENCE.saidClosed)];
  const changes: StoreChange[] = [];
  if (meters >= MOVED_METERS && !isSameAddress(before, after)) {
    const confidence = by === 'id' ? CONFIDENCE.movedById : CONFIDENCE.movedByName;
    changes.push({ kind: 'moved', before, after, meters, confidence });
  }
  if (isRenamed(before, after)) {
    const confidence = by === 'id' ? CONFIDENCE.renamedById : CONFIDENCE.renamedInPlace;
    changes.push({ kind: 'renamed', before, after, meters, confidence });
  }
  return changes;
}

/** A list that draws a store elsewhere and calls the same address has mended its place, and nothing moved. */
const isSameAddress = (before: ReleasedStore, after: ReleasedStore): boolean =>
  before.address !== '' && foldText(before.address) === foldText(after.address);

/** Another name, or another brand; where one release has no name nothing is said. */
function isRenamed(before: ReleasedStore, after: ReleasedStore): boolean {
  const [was, is] = [foldText(before.name), foldText(after.name)];
  if (was === is || was === '' || is === '')
    return before.brand !== null && after.brand !== null && before.brand !== after.brand;
  // A branch of a brand is often called by its brand, or by its street.
  return !(isAlike(before, after) || was.includes(is) || is.includes(was));
}

/** Less trust in the closings of a list that lost a large share of its stores. */
function doubtOf(were: readonly ReleasedStore[], gone: readonly ReleasedStore[]): (store: ReleasedStore) => number {
  const count = (stores: readonly ReleasedStore[]) => {
    const counts = new Map<string, number>();
    for (const { source } of stores) counts.set(source, (counts.get(source) ?? 0) + 1);
    return counts;
  };
  const [all, missing] = [count(were), count(gone)];
  return ({ source }) => ((missing.get(source) ?? 0) / all.get(source)! > DOUBTED_LOSS ? 0.6 : 1);
}
