import type { Mode } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type Network, networkOf } from '../network.ts';
import { finishSets } from '../storeSets.ts';

/** Groups of people with the places that they reach: a network without a map. */
export interface Instance {
  readonly stores: number;
  readonly places: number;
  readonly groups: readonly { readonly people: number; readonly reaches: readonly number[] }[];
}

/** The network of an instance, and the people of its classes. */
export function networkOfInstance({ stores, places, groups }: Instance): { network: Network; weights: Float64Array } {
  const merged = new Map<string, { people: number; reaches: readonly number[] }>();
  for (const { people, reaches } of groups) {
    if (reaches.length === 0) continue;
    const known = merged.get(reaches.join());
    merged.set(reaches.join(), { people: people + (known?.people ?? 0), reaches });
  }
  const classes = [{ people: 0, reaches: [] as readonly number[] }, ...merged.values()];
  // The map and its poles play no part here.
  const sets = finishSets(
    { places } as { territory: Territory; mode: Mode; places: number },
    { refined: classes.map((_, c) => c), runs: () => ({ ends: new Uint32Array(), classes: new Uint32Array() }) },
    (c, visit) => {
      for (const place of classes[c]!.reaches) visit(place);
    },
  );
  return { network: networkOf(sets, stores), weights: Float64Array.from(classes, ({ people }) => people) };
}

/** Small whole numbers of people, so that ties are everywhere. */
export function randomInstance(
  seed: number,
  stores: number,
  candidates: number,
  groupCount: number,
  reach: number,
): Instance {
  const random = new SeededRandom(seed);
  const places = stores + candidates;
  const groups = Array.from({ length: groupCount }, () => ({
    people: random.int(4),
    reaches: Array.from({ length: places }, (_, place) => place).filter(() => random.next() < reach),
  }));
  return { stores, places, groups };
}

export const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
/** People whom open places reach. */
export const covered = ({ groups }: Instance, open: ReadonlySet<number>) =>
  sum(groups.filter(({ reaches }) => reaches.some((place) => open.has(place))).map(({ people }) => people));
export const storesOf = ({ stores }: Instance) => Array.from({ length: stores }, (_, store) => store);
/** People whom one place reaches. */
export const reachedBy = ({ groups }: Instance, place: number) =>
  sum(groups.filter(({ reaches }) => reaches.includes(place)).map(({ people }) => people));

/** All ways to choose k of some places. */
export function* choices(places: readonly number[], k: number): Generator<number[]> {
  if (k === 0) {
    yield [];
    return;
  }
  for (let i = 0; i + k <= places.length; i++) {
    for (const rest of choices(places.slice(i + 1), k - 1)) yield [places[i]!, ...rest];
  }
}

/** The most people that any k places cover, by k, over all subsets with a bit per place. */
export function bestByMask({ places, groups }: Instance): number[] {
  const best = Array.from({ length: places + 1 }, () => 0);
  const masks = groups.map(({ reaches }) => reaches.reduce((mask, place) => mask | (1 << place), 0));
  // Walk the subsets in Gray code order, keeping how many chosen candidates each group has.
  const counts = groups.map(() => 0);
  let people = 0;
  let chosen = 0;
  let subset = 0;
  for (let step = 1; step < 1 << places; step++) {
    const flipped = 1 << (31 - Math.clz32(step & -step));
    subset ^= flipped;
    const change = (subset & flipped) !== 0 ? 1 : -1;
    chosen += change;
    for (let g = 0; g < groups.length; g++) {
      if ((masks[g]! & flipped) === 0) continue;
      if (counts[g] === 0) people += groups[g]!.people;
      counts[g]! += change;
      if (counts[g] === 0) people -= groups[g]!.people;
    }
    if (people > best[chosen]!) best[chosen] = people;
  }
  return best;
}
