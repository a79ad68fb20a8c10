import { decayTable, type HuffParameters, stepOf } from '../market/decay.ts';
import type { Gains } from './gains.ts';
import type { Reach } from './reach.ts';

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
 * utility, own stores included.
 */
export class SectorGains implements Gains {
  readonly limitCost: number;
  readonly #decay: Float64Array;
  readonly #exponent: number;
  readonly #demand: Float64Array;
  readonly #sums: Float64Array;
  readonly #own: Float64Array;
  /** What was there before places opened, of the poles that opened places have changed. */
  readonly #before = new Map<number, readonly [sum: number, own: number]>();

  constructor(parameters: HuffParameters, { demand, utilitySums, ownUtilities }: PoleMarkets) {
    this.limitCost = Math.round(parameters.limitSeconds * 1000);
    this.#decay = decayTable(parameters);
    this.#exponent = parameters.attractionExponent;
    this.#demand = demand;
    this.#sums = utilitySums;
    this.#own = ownUtilities;
  }

  total({ poles, times, count }: Reach, size: number, nearerBy: number): number {
    const decay = this.#decay;
    const demand = this.#demand;
    const sums = this.#sums;
    const own = this.#own;
    const { limitCost } = this;
    const utility = size ** this.#exponent;
    let gain = 0;
    for (let i = 0; i < count; i++) {
      const pole = poles[i]!;
      const spend = demand[pole]!;
      const cost = times[i]! - nearerBy;
      if (spend === 0 || cost > limitCost) continue;
      const u = utility * decay[cost > 0 ? stepOf(cost) : 0]!;
      const sum = sums[pole]!;
      gain += (spend * (sum - own[pole]!) * u) / (sum * (sum + u));
    }
    return gain;
  }

  /** Returns the sales of a place of this size at the center of the last search and their origin. `outside` is U₀. */
  effect({ poles, times, count }: Reach, size: number, outside: number): SearchedEffect {
    const utility = size ** this.#exponent;
    let [captured, takenFromOwn, newToMarket] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      if (times[i]! > this.limitCost) continue;
      const pole = poles[i]!;
      const u = utility * this.#decay[stepOf(times[i]!)]!;
      const sum = this.#sums[pole]!;
      const spend = (this.#demand[pole]! * u) / (sum + u);
      captured += spend;
      takenFromOwn += (spend / sum) * this.#own[pole]!;
      newToMarket += (spend / sum) * outside;
    }
    return { captured, takenFromOwn, newToMarket };
  }

  open({ poles, times, count }: Reach, size: number): void {
    const utility = size ** this.#exponent;
    for (let i = 0; i < count; i++) {
      const cost = times[i]!;
      if (cost > this.limitCost) continue;
      const pole = poles[i]!;
      if (!this.#before.has(pole)) this.#before.set(pole, [this.#sums[pole]!, this.#own[pole]!]);
      const u = utility * this.#decay[stepOf(cost)]!;
      this.#sums[pole]! += u;
      this.#own[pole]! += u;
    }
  }

  reset(): void {
    for (const [pole, [sum, own]] of this.#before) {
      this.#sums[pole] = sum;
      this.#own[pole] = own;
    }
    this.#before.clear();
  }
}
