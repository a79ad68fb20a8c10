import type { Customers } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import { draw, normalOf, type Shares } from './draws.ts';
import { storesDeviation } from './held.ts';
import { FIRST_SHARE } from './outcome.ts';

/** What the order of places is uncertain of. */
export const CONTEST_CAUSES = ['stores', 'people', 'model', 'way', 'edge', 'spend'] as const;
type Cause = (typeof CONTEST_CAUSES)[number];

/** A place with what it gains. */
export interface Contender {
  readonly lat: number;
  readonly lng: number;
  /** Under the sector's own parameters first, then under others; one alone where no others were tried. */
  readonly gains: readonly number[];
  /** Share of its reach beyond the map. */
  readonly beyondShare: number;
}

/** Two places nearer to each other are one place, unless people come to them another way. */
export const ALIKE_METERS = 100;
const PLAIN_MODEL = 0.4;
/** Half of the reach beyond the map is too much to judge by the rest. */
const BEYOND_MOST = 0.5;

/** Deviations of the logarithm of what a place gains: 50 m of position, parameters that were not tried, stores that nobody has counted, people who are no residents. */
const DEVIATION = { position: 0.07, untried: 0.06 } as const;
const PEOPLE: Readonly<Record<Customers, number>> = { residents: 0.03, mixed: 0.12, passing: 0.25, guests: 0.8 };

export interface Ground {
  /** Deviations by cause of what one place gains. */
  readonly deviations: {
    readonly stores: number;
    readonly people: number;
    readonly untried: number;
    /** That of modelled spend; absent where spend is not modelled. */
    readonly spend?: number;
  };
  /** Places so far from each other have customers of their own. */
  readonly reachMeters: number;
}

/** Draws all that is uncertain of what places gain, the best first: yes where it stays the best. `isAlike` places stand for it. */
export function contest(
  [best, ...others]: readonly Contender[],
  { deviations, reachMeters }: Ground,
  isAlike: (other: Contender) => boolean = () => false,
): Shares<Cause> {
  if (best === undefined) return { yes: 0, no: 0, decides: null };
  const rivals = others.filter((other) => !isAlike(other));
  // What near places share moves both: only the rest is drawn.
  const apartness = rivals.map((one) =>
    Math.sqrt(2 * Math.min(1, haversineMeters(best.lng, best.lat, one.lng, one.lat) / reachMeters)),
  );
  const { spend } = deviations;
  return draw(
    CONTEST_CAUSES.filter((cause) => cause !== 'spend' || spend !== undefined),
    (one, settled) => {
      if (best.beyondShare > BEYOND_MOST && settled !== 'edge') return null;
      const of = (cause: Cause, i: number) => (cause === settled ? 0.5 : one[cause][i]!);
      const edge = (of: Contender, share: number) =>
        settled === 'edge'
          ? 1
          : 1 + (2 * share * Math.min(of.beyondShare, BEYOND_MOST)) / (1 - Math.min(of.beyondShare, BEYOND_MOST));
      const assumption = settled === 'model' ? 0 : assumptionOf(best.gains.length, of('model', 0));
      const own = best.gains[assumption]! * edge(best, of('edge', 0));
      return rivals.every((rival, i) => {
        const noise =
          apartness[i]! *
            (deviations.stores * normalOf(of('stores', i + 1)) +
              deviations.people * normalOf(of('people', i + 1)) +
              (spend === undefined ? 0 : spend * normalOf(of('spend', i + 1))) +
              (rival.gains.length === 1 && settled !== 'model'
                ? deviations.untried * normalOf(of('model', i + 1))
                : 0)) +
          Math.SQRT2 * DEVIATION.position * normalOf(of('way', i + 1));
        return own >= rival.gains[assumption]! * edge(rival, of('edge', i + 1)) * Math.exp(noise);
      });
    },
    { numbers: rivals.length + 1, clear: FIRST_SHARE },
  );
}

/** Position of the assumptions of a draw: the sector's own in PLAIN_MODEL of them, the others as often as each other. */
const assumptionOf = (count: number, share: number): number =>
  share < PLAIN_MODEL || count === 1 ? 0 : 1 + Math.floor(((share - PLAIN_MODEL) / (1 - PLAIN_MODEL)) * (count - 1));

/** Whether two places lie so near to each other that only another way could tell them apart. */
export const isNear = (one: { lat: number; lng: number }, other: { lat: number; lng: number }): boolean =>
  haversineMeters(one.lng, one.lat, other.lng, other.lat) < ALIKE_METERS;

/** What places are uncertain of where the data hold a share of the stores and residents alone are counted; of people alone where null. */
export const deviationsOf = (
  market: { readonly held: number; readonly customers: Customers } | null,
): Ground['deviations'] =>
  market === null
    ? { stores: 0, people: 0, untried: 0 }
    : { stores: storesDeviation(market.held), people: PEOPLE[market.customers], untried: DEVIATION.untried };
