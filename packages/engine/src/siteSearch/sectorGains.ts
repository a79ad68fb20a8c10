import { type Savings, type SharedProblem, sharedProblem, type TooNear } from '../allocation/index.ts';
import { decayTable, type HuffParameters, stepOf } from '../market/decay.ts';
import type { Gains } from './gains.ts';
import type { Reach } from './reach.ts';
import type { JointEffects } from './setByPairs.ts';

/** Poles within this share of the limit are looked at from each place, farther ones from the middle of 32. */
const NEAR_SHARE = 0.15;

/** Bounds look up the decay by spans of 128 ms: a small table and a shift. */
const COARSE_BITS = 7;

/** The market of every pole of a territory, by pole. */
export interface PoleMarkets {
  /** Yearly spend on the sector. */
  readonly demand: Float64Array;
  /** U₀ + Σ U of all stores, above 0. */
  readonly utilitySums: Float64Array;
  /** Σ U of the owner's stores. */
  readonly ownUtilities: Float64Array;
}

/** Where the sales of a place come from; the rest is taken from competitors. */
export interface SearchedEffect {
  readonly captured: number;
  readonly takenFromOwn: number;
  readonly newToMarket: number;
}

/**
 * Net new spend by Huff's model, as `site.rank` counts it: D · (1 − O ÷ W) · u ÷ (W + u) per pole, with W the utility of all
 * choices there, O that of own stores, u that of the new one. A new store takes from every other choice in proportion to its
 * utility, own stores included. Of the poles at one edge together it is at most that of all their D · (1 − O ÷ W) at the
 * least W of any, at the least time of any.
 */
export class SectorGains implements Gains {
  readonly limitCost: number;
  readonly nearCost: number;
  readonly #decay: Float64Array;
  /** The largest decay of any time in a span of 2^COARSE_BITS milliseconds. */
  readonly #coarseDecay: Float64Array;
  readonly #exponent: number;
  readonly #demand: Float64Array;
  readonly #sums: Float64Array;
  readonly #own: Float64Array;
  /** Per edge Σ D · (1 − O ÷ W) and the least W, side by side; NaN where they were not added up. */
  readonly #byEdge: Float64Array;
  /** What was there before places opened, of the poles that opened places have changed. */
  readonly #before = new Map<number, readonly [sum: number, own: number]>();

  constructor(edges: number, parameters: HuffParameters, { demand, utilitySums, ownUtilities }: PoleMarkets) {
    this.limitCost = Math.round(parameters.limitSeconds * 1000);
    this.nearCost = Math.round(NEAR_SHARE * this.limitCost);
    this.#decay = decayTable(parameters);
    this.#coarseDecay = Float64Array.from({ length: (this.limitCost >>> COARSE_BITS) + 1 }, (_, i) =>
      Math.max(this.#decay[stepOf(i << COARSE_BITS)]!, this.#decay[stepOf((i + 1) << COARSE_BITS)]!),
    );
    this.#exponent = parameters.attractionExponent;
    this.#demand = demand;
    this.#sums = utilitySums;
    this.#own = ownUtilities;
    this.#byEdge = new Float64Array(2 * edges).fill(NaN);
  }

  bounds(reach: Reach, sizes: readonly number[], nearerBy: readonly number[], nearCost: number): Float64Array {
    const { limitCost } = this;
    const [byEdge, decay, utilities] = [this.#byEdge, this.#coarseDecay, this.#utilities(sizes)];
    const nearer = Uint32Array.from(nearerBy);
    const nearest = Uint32Array.from(nearerBy, (by) => by + nearCost);
    const count = sizes.length;
    const gains = new Float64Array(count);
    reach.forEachEdge((edge, times) => {
      if (Number.isNaN(byEdge[2 * edge]!)) this.#addUp(reach, edge);
      const worth = byEdge[2 * edge]!;
      if (worth === 0) return;
      const sum = byEdge[2 * edge + 1]!;
      for (let lane = 0; lane < count; lane++) {
        const by = nearer[lane]!;
        const time = times[lane]!;
        if (time > limitCost + by) continue;
        const counted = time > nearest[lane]! ? time - by : nearCost;
        const u = utilities[lane]! * decay[counted >>> COARSE_BITS]!;
        gains[lane]! += (worth * u) / (sum + u);
      }
    });
    return gains;
  }

  nearBounds(reach: Reach, sizes: readonly number[]): Float64Array {
    const { nearCost } = this;
    const [byEdge, decay, utilities] = [this.#byEdge, this.#coarseDecay, this.#utilities(sizes)];
    const count = sizes.length;
    const gains = new Float64Array(count);
    const atNearCost = decay[nearCost >>> COARSE_BITS]!;
    reach.forEachEdge((edge, times) => {
      if (Number.isNaN(byEdge[2 * edge]!)) this.#addUp(reach, edge);
      const worth = byEdge[2 * edge]!;
      if (worth === 0) return;
      const sum = byEdge[2 * edge + 1]!;
      for (let lane = 0; lane < count; lane++) {
        const time = times[lane]!;
        if (time > nearCost) continue;
        const u = utilities[lane]! * decay[time >>> COARSE_BITS]!;
        const v = utilities[lane]! * atNearCost;
        // worth · (u ÷ (sum + u) − v ÷ (sum + v)), without a difference of like numbers.
        gains[lane]! += (worth * sum * (u - v)) / ((sum + u) * (sum + v));
      }
    });
    return gains;
  }

  totals(reach: Reach, lanes: readonly number[], sizes: readonly number[]): Float64Array {
    const [decay, demand, sums, own, limitCost] = [this.#decay, this.#demand, this.#sums, this.#own, this.limitCost];
    const utilities = this.#utilities(sizes);
    const count = lanes.length;
    const gains = new Float64Array(sizes.length);
    reach.forEachPole(lanes, (pole, times) => {
      const spend = demand[pole]!;
      if (spend === 0) return;
      const sum = sums[pole]!;
      const worth = (spend * (sum - own[pole]!)) / sum;
      for (let i = 0; i < count; i++) {
        const lane = lanes[i]!;
        const time = times[lane]!;
        if (time > limitCost) continue;
        const u = utilities[lane]! * decay[stepOf(time)]!;
        gains[lane]! += (worth * u) / (sum + u);
      }
    });
    return gains;
  }

  forEachEffect(
    reach: Reach,
    sizes: readonly number[],
    visit: (lane: number, pole: number, effect: number) => void,
  ): void {
    const utilities = this.#utilities(sizes);
    reach.forEachPole([...sizes.keys()], (pole, times) => {
      if (!(this.#demand[pole]! * (this.#sums[pole]! - this.#own[pole]!) > 0)) return;
      for (let lane = 0; lane < sizes.length; lane++) {
        if (times[lane]! > this.limitCost) continue;
        visit(lane, pole, utilities[lane]! * this.#decay[stepOf(times[lane]!)]!);
      }
    });
  }

  setProblem(
    effects: Savings,
    poles: readonly number[],
    tooNear: TooNear,
  ): SharedProblem & { readonly joint: JointEffects } {
    const utility = Float64Array.from(poles, (pole) => this.#sums[pole]!);
    const worth = Float64Array.from(
      poles,
      (pole) => (this.#demand[pole]! * (this.#sums[pole]! - this.#own[pole]!)) / this.#sums[pole]!,
    );
    return {
      ...sharedProblem(effects, { worth, utility }, tooNear),
      joint: { entries: effects, shared: { worth, utility } },
    };
  }

  gainOf(effects: Float64Array): number {
    return effects.reduce((sum, u, pole) => {
      const spend = this.#demand[pole]!;
      if (u === 0 || spend === 0) return sum;
      const utility = this.#sums[pole]!;
      const worth = (spend * (utility - this.#own[pole]!)) / utility;
      return sum + (u === Infinity ? worth : (worth * u) / (utility + u));
    }, 0);
  }

  /** Returns the sales of a place of this size in the first lane of the last search and their origin. `outside` is U₀. */
  effect(reach: Reach, size: number, outside: number): SearchedEffect {
    const utility = size ** this.#exponent;
    let [captured, takenFromOwn, newToMarket] = [0, 0, 0];
    reach.forEachPole([0], (pole, times) => {
      if (times[0]! > this.limitCost) return;
      const u = utility * this.#decay[stepOf(times[0]!)]!;
      const sum = this.#sums[pole]!;
      const spend = (this.#demand[pole]! * u) / (sum + u);
      captured += spend;
      takenFromOwn += (spend / sum) * this.#own[pole]!;
      newToMarket += (spend / sum) * outside;
    });
    return { captured, takenFromOwn, newToMarket };
  }

  open(reach: Reach, size: number): void {
    const utility = size ** this.#exponent;
    reach.forEachPole([0], (pole, times) => {
      if (times[0]! > this.limitCost) return;
      if (!this.#before.has(pole)) this.#before.set(pole, [this.#sums[pole]!, this.#own[pole]!]);
      const u = utility * this.#decay[stepOf(times[0]!)]!;
      this.#sums[pole]! += u;
      this.#own[pole]! += u;
    });
    reach.forEachEdge((edge) => {
      this.#byEdge[2 * edge] = NaN;
    });
  }

  reset(): void {
    for (const [pole, [sum, own]] of this.#before) {
      this.#sums[pole] = sum;
      this.#own[pole] = own;
    }
    if (this.#before.size > 0) this.#byEdge.fill(NaN);
    this.#before.clear();
  }

  #utilities(sizes: readonly number[]): Float64Array {
    return Float64Array.from(sizes, (size) => size ** this.#exponent);
  }

  #addUp(reach: Reach, edge: number): void {
    let [worth, least] = [0, Infinity];
    reach.forEachPoleOfEdge(edge, (pole) => {
      const spend = this.#demand[pole]!;
      if (spend === 0) return;
      const sum = this.#sums[pole]!;
      worth += (spend * (sum - this.#own[pole]!)) / sum;
      if (sum < least) least = sum;
    });
    this.#byEdge[2 * edge] = worth;
    this.#byEdge[2 * edge + 1] = least;
  }
}
