import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { Scored } from './findings.ts';
import type { Token } from './query.ts';
import { PLACE_FIELDS, type PlaceField, SaidPlaces } from './saidPlaces.ts';
import type { SearchIndex } from './searchIndex.ts';

/** In degrees. */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}

export interface Placed extends Place {
  readonly one: Scored;
}

/** Addresses of the same street name within this many meters are on the same street. */
const STREET_METERS = 2_000;
/**
 * A place this many meters from an address is its town or suburb, and the town of its neighbors is its own, unless the
 * address says another.
 */
const PLACE_METERS = 5_000;
/** The state of an address this many meters away is its own, unless the address says another. */
const STATE_METERS = 50_000;
/** The most of the confidence of a held number that what it beats has. */
const BEATEN = 0.9;
/** The most held numbers of streets named word by word that are compared with names that fit less. */
export const MOST_VERBATIM = 20;

/**
 * Has a house number that a street holds beat every other number of that street. The other may explain more of the query,
 * with a town or state that the held address lacks: it is on the same street, so the held one gets its confidence. A town
 * or postcode counts for houses near it, a state for the streets far and wide. If the
 * query says the street's name word by word, the held number also beats addresses of names that fit less, and places
 * nearby.
 */
export function preferHeldNumbers(
  territory: Territory,
  index: SearchIndex,
  tokens: readonly Token[],
  found: readonly Placed[],
): readonly Placed[] {
  // Whatever the number was read as: of "3/31", a held 31 beats the neighbor of 3.
  const streetOf = ({ one }: Placed) => index.nameKey(one.name);
  const held = new Map<string, Placed[]>();
  for (const one of found.filter(isHeld)) held.set(streetOf(one), [...(held.get(streetOf(one)) ?? []), one]);
  if (held.size === 0) return found;
  const verbatim = found.filter(({ one }) => isHeldVerbatim(one)).slice(0, MOST_VERBATIM);
  const raised = new Map<Scored, number>();
  const places = new SaidPlaces(territory, index, tokens);
  const others = found.map((other) => {
    const beats = (one: Placed, isNear: (one: Placed) => boolean) =>
      BEATEN * one.one.confidence < other.one.confidence &&
      (other.one.number !== null || hasOwnWords(one, other)) &&
      isNear(one);
    const isWithin = (one: Placed, meters: number, fields: readonly PlaceField[]) =>
      haversineMeters(one.lng, one.lat, other.lng, other.lat) < meters &&
      !places.areElsewhere(one.one.address, other.one.address, fields);
    const isNear = (one: Placed) => isWithin(one, PLACE_METERS, PLACE_FIELDS);
    // The middle of a long street may be far from the house.
    const sameStreet = other.one.number === 'none' ? PLACE_METERS : STREET_METERS;
    const isOnStreet = (one: Placed) =>
      isWithin(one, sameStreet, ['locality', 'region']) ||
      isNear(one) ||
      (places.areOfState(other.one.mask & ~one.one.mask, other.one.address) &&
        isWithin(one, STATE_METERS, PLACE_FIELDS));
    const same = isPlace(other) ? [] : (held.get(streetOf(other)) ?? []);
    const betters = [
      ...same.filter((one) => isSurer(territory, places, one, other) && beats(one, isOnStreet)),
      ...verbatim.filter(
        (one) => isRatherMeant(territory, one, other) && beats(one, () => isNear(one) || isOfOtherWords(one, other)),
      ),
    ];
    if (betters.length === 0) return other;
    const rivals = strongest(territory, betters);
    const { confidence } = other.one;
    const best = Math.max(...rivals.map(({ one }) => one.confidence));
    for (const { one } of rivals) {
      const own = raised.get(one) ?? one.confidence;
      raised.set(one, Math.max(own, (confidence * one.confidence) / best));
    }
    const most = BEATEN * Math.max(...rivals.map(({ one }) => raised.get(one)!));
    return { ...other, one: { ...other.one, confidence: Math.min(confidence, most) } };
  });
  return others.map((placed) => {
    const confidence = raised.get(placed.one);
    return confidence === undefined || confidence < placed.one.confidence
      ? placed
      : { ...placed, one: { ...placed.one, confidence } };
  });
}

/** Whether one explains words of the query that the other does not. */
const hasOwnWords = ({ one: { mask } }: Placed, { one: other }: Placed): boolean => (mask & ~other.mask) !== 0;

/** Whether one held number of a street is surer to be meant: "3/31" is rather number 31 than number 3. */
function isSurer(territory: Territory, places: SaidPlaces, one: Placed, other: Placed): boolean {
  if (!isHeld(other)) return true;
  if (!isExact(one)) return false;
  // One has the postcode that is said, the other another one: "60 Henry Street, NY 11201" is in Brooklyn.
  if (places.isPostcodeOf(one.one.address, other.one.address)) return true;
  if (places.isPostcodeOf(other.one.address, one.one.address)) return false;
  if (!isExact(other) || one.one.likely > other.one.likely) return true;
  // "6 1/2" is none of 6, and "1" is 1 rather than 1-3.
  return (
    (one.one.asked !== other.one.asked && isPartOf(other.one.numberMask, one.one.numberMask)) ||
    (isOfRange(territory, other) && !isOfRange(territory, one))
  );
}

/** Whether a held number of a street named word by word is rather meant than a finding on another name. */
function isRatherMeant({ addresses }: Territory, one: Placed, other: Placed): boolean {
  const isOfPlace = ({ one: { address } }: Placed) => addresses.street[address] === 0;
  // A town is the name of its houses only where no street is named, a misspelled one neither.
  if (isOfPlace(one) && other.one.address >= 0 && !isOfPlace(other) && hasOwnWords(other, one)) return false;
  if (!isVerbatim(other)) return true;
  if (!isHeld(other)) return hasOwnWords(one, other);
  // "50 Old Fulton Street" is none of Fulton Street.
  return isPartOf(other.one.nameMask, one.one.nameMask) || (isOfPlace(other) && !isOfPlace(one));
}

/** Whether a house stands beside its street in the query, and the other one shares no word with that street. */
const isOfOtherWords = ({ one }: Placed, { one: other }: Placed): boolean =>
  other.kind === 'address' &&
  one.beside &&
  isExact({ one }) &&
  (one.nameMask & other.nameMask) === 0 &&
  !(other.verbatim && other.beside);

/** Whether words of the query are some of the others, and not all. */
const isPartOf = (mask: number, whole: number): boolean => mask !== whole && (mask & ~whole) === 0;

/** Whether an address is a range of numbers, and the query says one. */
const isOfRange = ({ addresses }: Territory, { one: { address, asked } }: Placed): boolean =>
  addresses.numberLast.at(address) !== '' && !asked.includes('-');

const isExact = ({ one }: { readonly one: Scored }): boolean => one.number === 'exact';
const isHeld = ({ one }: { readonly one: Scored }): boolean => one.number === 'exact' || one.number === 'in_range';
const isVerbatim = ({ one }: Placed): boolean => one.verbatim;
export const isHeldVerbatim = (one: Scored): boolean => one.verbatim && isHeld({ one });

/** Returns those that are surest to be the address: the number rather than a range, then the name as it was typed. */
function strongest(territory: Territory, rivals: readonly Placed[]): readonly Placed[] {
  const strength = (placed: Placed) => [
    Number(isExact(placed)),
    Number(isVerbatim(placed)),
    placed.one.likely,
    Number(!isOfRange(territory, placed)),
    bits(placed.one.numberMask) + bits(placed.one.nameMask),
  ];
  const ranked = rivals.map((one) => ({ one, strength: strength(one) }));
  const most = ranked.reduce(
    (best, { strength }) => (compare(strength, best) > 0 ? strength : best),
    ranked[0]!.strength,
  );
  return ranked.filter(({ strength }) => compare(strength, most) === 0).map(({ one }) => one);
}

/** Compares two lists of numbers by their first difference. */
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((order, value, i) => order || value - b[i]!, 0);

function bits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

const isPlace = ({ one }: Placed): boolean => !['address', 'street', 'road'].includes(one.kind);
