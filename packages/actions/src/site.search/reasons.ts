import { measurePerPole } from '@hinterland/engine/census';
import { snapOfStore, storesBySector } from '@hinterland/engine/market';
import { PLACES_AT_ONCE, type Reach } from '@hinterland/engine/siteSearch';
import { haversineMeters, rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { Candidate } from './candidates.ts';
import type { SearchedMarket } from './market.ts';
import type { SearchQuestion } from './question.ts';
import { type Output, RIVAL_MINUTES, STOP_METERS } from './schema.ts';

type ListedPlace = Output['places'][number];

const LIMIT_COST = 60_000 * RIVAL_MINUTES;

/** Why a place is a good one, beside what it gains: who has no rival near, its way to a stop, the premises that are offered. */
export class Reasons {
  readonly #reach: Reach;
  readonly #question: SearchQuestion;
  readonly #market: SearchedMarket | null;
  #rivalFree: Float64Array | null | undefined;

  constructor(reach: Reach, question: SearchQuestion, market: SearchedMarket | null) {
    this.#reach = reach;
    this.#question = question;
    this.#market = market;
  }

  of({ lat, lng, snap, premises }: Candidate): Pick<ListedPlace, 'stop' | 'withoutRival' | 'premises'> {
    const { territory } = this.#reach;
    return {
      ...(territory.transit === null ? {} : { stop: nearestStop(territory, lat, lng) }),
      ...(this.#market === null ? {} : { withoutRival: this.#withoutRival(snap) }),
      ...(premises === undefined
        ? {}
        : {
            premises: {
              id: premises.offer,
              rentPerMonth: premises.rentPerMonth,
              currency: territory.realestate!.currency,
              squareMeters: premises.squareMeters,
            },
          }),
    };
  }

  #withoutRival(snap: Candidate['snap']): number | null {
    this.#rivalFree ??= this.#peopleWithoutRival();
    const people = this.#rivalFree;
    if (people === null) return null;
    let sum = 0;
    this.#reach.search([snap], LIMIT_COST);
    this.#reach.forEachPole([0], (pole, times) => {
      if (times[0]! <= LIMIT_COST) sum += people[pole]!;
    });
    return rounded(sum);
  }

  /** Residents per pole, 0 where a competitor is near. Null without a census. */
  #peopleWithoutRival(): Float64Array | null {
    const { territory, costs } = this.#reach;
    const people = measurePerPole(territory, 'population');
    if (people === null) return null;
    const rivals = [...(storesBySector(territory).get(this.#question.sector!.code) ?? [])]
      .filter((row) => !this.#market!.ownRows.has(row))
      .flatMap((row) => snapOfStore(territory, costs.mode, row) ?? [])
      .sort((a, b) => a.edge - b.edge);
    for (let first = 0; first < rivals.length; first += PLACES_AT_ONCE) {
      const some = rivals.slice(first, first + PLACES_AT_ONCE);
      this.#reach.search(some, LIMIT_COST);
      this.#reach.forEachPole([...some.keys()], (pole, times) => {
        for (let lane = 0; lane < some.length; lane++) if (times[lane]! <= LIMIT_COST) people[pole] = 0;
      });
    }
    return people;
  }
}

/** The nearest stop as the crow flies; null where it is farther than STOP_METERS. */
function nearestStop({ transit }: Territory, lat: number, lng: number): NonNullable<ListedPlace['stop']> | null {
  const { lngMicrodegrees, latMicrodegrees, name } = transit!.stops;
  let [best, meters] = [-1, STOP_METERS];
  // A degree of latitude is 111 km everywhere, so most stops are left out by it alone.
  const degrees = STOP_METERS / 110_000;
  for (const [row, stopLat] of latMicrodegrees.entries()) {
    if (Math.abs(stopLat / 1e6 - lat) > degrees) continue;
    const away = haversineMeters(lng, lat, lngMicrodegrees[row]! / 1e6, stopLat / 1e6);
    if (away <= meters) [best, meters] = [row, away];
  }
  return best < 0 ? null : { name: name.at(best), meters: Math.round(meters) };
}
