import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import type { CatchmentQuery } from '@hinterland/engine/query';
import type { Territory } from '@hinterland/territory';

interface PlainPlace {
  readonly id: string | number;
  readonly lat: number;
  readonly lng: number;
}

/**
 * The naive twin of network.coverage: one catchment per place, one set of poles each, and every question answered by
 * looking at all poles and all places again.
 */
export class PlainNetwork {
  readonly stores: readonly PlainPlace[];
  readonly candidates: readonly PlainPlace[];
  readonly people: Float64Array;
  readonly #reach = new Map<PlainPlace, ReadonlySet<number>>();

  constructor(
    territory: Territory,
    stores: readonly PlainPlace[],
    candidates: readonly PlainPlace[],
    minutes: number,
    travel: Pick<CatchmentQuery, 'mode' | 'transit'> = { mode: 'car' },
  ) {
    this.stores = stores;
    this.candidates = candidates;
    this.people = measurePerPole(territory, 'population')!;
    for (const place of [...stores, ...candidates]) {
      const reached = catchment(territory, {
        origins: [{ lat: place.lat, lng: place.lng }],
        measure: 'time',
        limits: [minutes * 60],
        ...travel,
        traffic: 'normal',
        direction: 'inbound',
      });
      this.#reach.set(place, new Set(reachedPoles(reached).poles));
    }
  }

  reach(place: PlainPlace): ReadonlySet<number> {
    return this.#reach.get(place)!;
  }

  /** People on the poles that pass the test. */
  total(test: (pole: number) => boolean): number {
    let sum = 0;
    for (let pole = 0; pole < this.people.length; pole++) if (test(pole)) sum += this.people[pole]!;
    return sum;
  }

  /** How many of these places a pole reaches. */
  count(pole: number, open: readonly PlainPlace[] = this.stores): number {
    return open.filter((place) => this.reach(place).has(pole)).length;
  }

  lossOf(place: PlainPlace, open: readonly PlainPlace[]): number {
    return this.total((pole) => this.reach(place).has(pole) && this.count(pole, open) === 1);
  }

  gainOf(place: PlainPlace, open: readonly PlainPlace[]): number {
    return this.total((pole) => this.reach(place).has(pole) && this.count(pole, open) === 0);
  }

  covered(open: readonly PlainPlace[]): number {
    return this.total((pole) => this.count(pole, open) > 0);
  }
}
