import { SeededRandom } from '@hinterland/geo';
import { spatialFolds } from './folds.ts';
import type { SalesModel } from './salesModel.ts';
import type { Place } from './traits.ts';

/** What a model expects of one place, before ranges are made of it. */
export interface Outlook {
  /** ln of the sales that as many stores are above as below. */
  readonly log: number;
  /** What it sells on average. */
  readonly mean: number;
  /** The same as `log` by the model without each fold. */
  readonly foldLogs: readonly number[];
  readonly misses: NeighborMisses;
  /** The group of the own store that is nearest. */
  readonly group: number;
  /** Factor on misses: 1 for a place like own stores of which all is known. */
  readonly widened: number;
}

/** By how much ln sales missed their forecast at own stores, each left out: what neighbors have in common, and what is left of each. */
interface NeighborMisses {
  /** Of each store. */
  readonly groups: Uint8Array;
  /** By group. */
  readonly common: Float64Array;
  /** By store; about 0. */
  readonly own: Float64Array;
  /** Where the stores are. */
  readonly stores: readonly Place[];
}

/** By how much ln sales missed their forecast at some stores of a model, each left out. */
export const residualsOf = ({ stores }: Pick<SalesModel, 'stores'>, basis: readonly number[]): number[] =>
  basis.map((i) => Math.log(stores[i]!.sales / stores[i]!.leftOut));

/**
 * Factor from the middle to the mean of sales: what own stores sold over what was forecast of them, each left out. It is Duan's smearing
 * (N. Duan, Journal of the American Statistical Association 78, 1983) with stores weighed by their forecasts, so that forecasts of all
 * own stores add up to what these sold.
 */
export function meanPerMiddle({ stores }: Pick<SalesModel, 'stores'>, basis: readonly number[]): number {
  const sum = (of: 'sales' | 'leftOut') => basis.reduce((total, i) => total + stores[i]![of], 0);
  return sum('sales') / sum('leftOut');
}

/** Stores of a group of neighbors: what these have in common is missed at all of them. Measured on simulated chains. */
const STORES_OF_GROUP = 4;

/** Misses of own stores by groups of neighbors; places and misses in one order, which changes nothing. */
export function neighborMisses(places: readonly Place[], residuals: readonly number[]): NeighborMisses {
  const order = places
    .map((_, i) => i)
    .sort(
      (a, b) => places[a]!.lat - places[b]!.lat || places[a]!.lng - places[b]!.lng || residuals[a]! - residuals[b]!,
    );
  const stores = order.map((i) => places[i]!);
  const narrow = Math.cos(((stores[0]?.lat ?? 0) * Math.PI) / 180);
  const groups = spatialFolds(
    stores.map(({ lat, lng }) => ({ x: lng * narrow, y: lat })),
    Math.max(1, Math.round(stores.length / STORES_OF_GROUP)),
  );
  const missed = order.map((i) => residuals[i]!);
  return { groups, stores, ...partsOf(groups, missed) };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/**
 * Parts misses into what a group has in common and what is left of each. Means of small groups scatter by chance alone: the common part is
 * shrunk to the variance between groups that is left without it (one-way analysis of variance), the other part stretched so that the variance of all
 * is kept (A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application, 1997, 3.8).
 */
function partsOf(groups: Uint8Array, missed: readonly number[]): Pick<NeighborMisses, 'common' | 'own'> {
  const stores = missed.length;
  const count = Math.max(...groups) + 1;
  const members = Array.from({ length: count }, (_, group) => missed.filter((_, i) => groups[i] === group));
  const whole = meanOf(missed);
  const means = members.map(meanOf);
  const between = members.reduce((sum, { length }, group) => sum + length * (means[group]! - whole) ** 2, 0);
  const within = missed.reduce((sum, miss, i) => sum + (miss - means[groups[i]!]!) ** 2, 0);
  const perGroup = (stores - members.reduce((sum, { length }) => sum + length ** 2, 0) / stores) / (count - 1);
  const chance = within / Math.max(1, stores - count);
  const shared = count === 1 ? 0 : Math.max(0, (between / (count - 1) - chance) / perGroup);
  const kept = between > 0 ? Math.min(1, (shared * stores) / between) : 0;
  const stretched = within > 0 ? (within + (1 - kept) * between) / within : 0;
  return {
    common: Float64Array.from(means, (mean) => whole + Math.sqrt(kept) * (mean - whole)),
    own: Float64Array.from(missed, (miss, i) => Math.sqrt(stretched) * (miss - means[groups[i]!]!)),
  };
}

/** The group of the store that is nearest to a place. */
export function groupAt({ groups, stores }: NeighborMisses, { lat, lng }: Place): number {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const far = (store: Place) => Math.hypot(store.lat - lat, (store.lng - lng) * narrow);
  let nearest = 0;
  stores.forEach((store, i) => {
    if (far(store) < far(stores[nearest]!)) nearest = i;
  });
  return groups[nearest]!;
}

const DRAWS = 1000;
const DRAW_SEED = 61;

/**
 * Draws of the sales of places in one world each: what the model may have learned wrongly is common to all places of a draw (its covariance by
 * delete-a-group jackknife, J. Shao and D. Tu, The Jackknife and Bootstrap, 1995); what it does not explain is drawn from the misses at own
 * stores: what neighbors have in common once for places that are neighbors, since these share what the model does not know, and the rest for
 * each place by itself. The draws of a place average to its mean. Deterministic, and the same in any order of places
 * and stores; a row per draw.
 */
export function jointDraws(outlooks: readonly Outlook[]): Float64Array[] {
  const random = new SeededRandom(DRAW_SEED);
  const folds = outlooks[0]?.foldLogs.length ?? 0;
  const spread = Math.sqrt(Math.max(0, folds - 1) / Math.max(1, folds));
  const order = outlooks
    .map((_, i) => i)
    .sort((a, b) => outlooks[a]!.group - outlooks[b]!.group || outlooks[a]!.log - outlooks[b]!.log);
  const draws = Array.from({ length: DRAWS }, () => {
    const weights = Array.from({ length: folds }, () => spread * random.normal());
    const donors = new Map<NeighborMisses, Map<number, number>>();
    const draw = new Float64Array(outlooks.length);
    for (const i of order) {
      const { log, foldLogs, misses, group, widened } = outlooks[i]!;
      const shift = foldLogs.reduce((sum, other, g) => sum + weights[g]! * (other - log), 0);
      const { groups, common, own } = misses;
      const ofGroups = donors.get(misses) ?? new Map<number, number>();
      donors.set(misses, ofGroups);
      const shared = ofGroups.get(group) ?? common[groups[random.int(groups.length)]!]!;
      ofGroups.set(group, shared);
      draw[i] = Math.exp(log + shift + widened * (shared + own[random.int(own.length)]!));
    }
    return draw;
  });
  const scales = outlooks.map(({ mean }, i) => (mean * DRAWS) / draws.reduce((sum, draw) => sum + draw[i]!, 0));
  for (const draw of draws) for (let i = 0; i < draw.length; i++) draw[i]! *= scales[i]!;
  return draws;
}
