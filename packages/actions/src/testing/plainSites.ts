import type { Sector } from '@hinterland/catalogue';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import type { CatchmentQuery } from '@hinterland/engine/query';
import type { Territory } from '@hinterland/territory';

export interface PlainSite {
  readonly lat: number;
  readonly lng: number;
  readonly squareMeters: number;
  readonly isOwn: boolean;
}

/** What opening one site does. */
export interface PlainEffect {
  readonly captured: number;
  readonly takenFromOwn: number;
  readonly takenFromCompetitors: number;
  readonly newToMarket: number;
}

/**
 * The naive twin of site.rank where every resident counts 1: who spends where is worked out pole by pole and store by
 * store from the formula, before the site opens and after, and the two are subtracted.
 */
export class PlainSites {
  readonly #territory: Territory;
  readonly #sector: Sector;
  readonly #stores: readonly PlainSite[];
  readonly #people: Float64Array;
  readonly #travel: Pick<CatchmentQuery, 'mode' | 'transit'>;

  constructor(
    territory: Territory,
    sector: Sector,
    stores: readonly PlainSite[],
    travel: Pick<CatchmentQuery, 'mode' | 'transit'> = { mode: 'car' },
  ) {
    this.#travel = travel;
    this.#territory = territory;
    this.#sector = sector;
    this.#stores = stores;
    this.#people = measurePerPole(territory, 'population')!;
  }

  open(site: PlainSite): PlainEffect {
    const before = this.#sales(this.#stores);
    const after = this.#sales([...this.#stores, site]);
    const lost = (isOwn: boolean) =>
      this.#stores.reduce(
        (sum, store, i) => (store.isOwn === isOwn ? sum + before.stores[i]! - after.stores[i]! : sum),
        0,
      );
    return {
      captured: after.stores.at(-1)!,
      takenFromOwn: lost(true),
      takenFromCompetitors: lost(false),
      newToMarket: before.outside - after.outside,
    };
  }

  #sales(stores: readonly PlainSite[]): { stores: number[]; outside: number } {
    const { alpha, beta, tmaxMinutes, floorMinutes } = this.#sector.huff;
    const utility = (squareMeters: number, minutes: number) =>
      minutes > tmaxMinutes ? 0 : squareMeters ** alpha * Math.max(minutes, floorMinutes) ** -beta;
    const outside = utility(this.#sector.medianFloorAreaSquareMeters, tmaxMinutes);
    const times = stores.map((store) => this.#minutesTo(store));
    const sales = { stores: stores.map(() => 0), outside: 0 };
    this.#people.forEach((people, pole) => {
      const utilities = stores.map(({ squareMeters }, i) => utility(squareMeters, times[i]!.get(pole) ?? Infinity));
      const sum = utilities.reduce((total, each) => total + each, outside);
      utilities.forEach((each, i) => {
        sales.stores[i]! += (people * each) / sum;
      });
      sales.outside += (people * outside) / sum;
    });
    return sales;
  }

  /** To the tenth of a second, as the model keeps times. */
  #minutesTo({ lat, lng }: PlainSite): ReadonlyMap<number, number> {
    const { poles, costs } = reachedPoles(
      catchment(this.#territory, {
        origins: [{ lat, lng }],
        measure: 'time',
        limits: [60 * this.#sector.huff.tmaxMinutes],
        ...this.#travel,
        traffic: 'normal',
        direction: 'inbound',
      }),
    );
    return new Map(Array.from(poles, (pole, i) => [pole, Math.round(costs[i]! / 100) / 600]));
  }
}
