import { EARTH_RADIUS_METERS, haversineMeters } from '@hinterland/geo';
import type { AddressPoint } from '../inputs/poles.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** How good an object is as the home among several with the same address; lower is better. */
export const RANK = { residentialBuilding: 0, plain: 1, otherBuilding: 2, business: 3 } as const;

export interface Candidate {
  readonly address: AddressPoint;
  readonly rank: number;
}

/** Objects with the same address farther apart than this are two places with streets of the same name. */
const SAME_ADDRESS_METERS = 150;

/** Addresses by street and number, then by place: streets of one name are many in a country. */
export class AddressIndex {
  readonly #groups = new Map<string, { lat: number; ordinal: number; candidate: Candidate }[]>();

  constructor(candidates: readonly Candidate[]) {
    candidates.forEach((candidate, ordinal) => {
      const { street, number, lat } = candidate.address;
      const group = this.#groups.get(keyOf(street, number));
      if (group === undefined) this.#groups.set(keyOf(street, number), [{ lat, ordinal, candidate }]);
      else group.push({ lat, ordinal, candidate });
    });
    for (const group of this.#groups.values()) group.sort((a, b) => a.lat - b.lat || a.ordinal - b.ordinal);
  }

  /** Whether a number of a street stands within so many meters of a place. */
  holds(street: string, number: string, lng: number, lat: number, meters: number): boolean {
    return this.#near(street, number, lng, lat, meters).length > 0;
  }

  /**
   * Whether a candidate is the home among all objects with its address: no better one, and no earlier one that is as
   * good, stands at the same place. A building of another use never is.
   */
  isHome(candidate: Candidate, ordinal: number): boolean {
    if (candidate.rank === RANK.otherBuilding) return false;
    const { street, number, lng, lat } = candidate.address;
    return !this.#near(street, number, lng, lat, SAME_ADDRESS_METERS).some(
      (other) =>
        (other.candidate.rank < candidate.rank ||
          (other.candidate.rank === candidate.rank && other.ordinal < ordinal)) &&
        isSame(other.candidate.address, candidate.address),
    );
  }

  #near(street: string, number: string, lng: number, lat: number, meters: number) {
    const group = this.#groups.get(keyOf(street, number)) ?? [];
    const reach = (meters / METERS_PER_DEGREE) * 1.001;
    let low = 0;
    for (let high = group.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (group[middle]!.lat < lat - reach) low = middle + 1;
      else high = middle;
    }
    const near: typeof group = [];
    for (let i = low; i < group.length && group[i]!.lat <= lat + reach; i++) {
      const { address } = group[i]!.candidate;
      if (haversineMeters(address.lng, address.lat, lng, lat) <= meters) near.push(group[i]!);
    }
    return near;
  }
}

function keyOf(street: string, number: string): string {
  return `${street}\n${number}`.toLowerCase();
}

function isSame(a: AddressPoint, b: AddressPoint): boolean {
  const isSameLocality = a.locality === b.locality || a.locality === '' || b.locality === '';
  return a.unit === b.unit && a.numberLast === b.numberLast && isSameLocality;
}
