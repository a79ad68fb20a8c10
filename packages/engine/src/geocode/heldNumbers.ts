import { nameKey } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { Scored } from './findings.ts';
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
/** A place this many meters from an address is its town or suburb, unless the address says another. */
const PLACE_METERS = 5_000;
/** The most of the confidence of a held number that what it beats has. */
const BEATEN = 0.9;
/** The most held numbers of streets named word by word that are compared with names that fit less. */
const MOST_VERBATIM = 20;

/**
 * Has a house number that a street holds beat every other number of that street. The other may explain more of the query,
 * with a town or state that the held address lacks: it is on the same street, so the held one gets its confidence. If the
 * query says the street's name word by word, the held number also beats addresses of names that fit less, and places
 * nearby.
 */
export function preferHeldNumbers(
  territory: Territory,
  index: SearchIndex,
  found: readonly Placed[],
): readonly Placed[] {
  // Whatever the number was read as: of "3/31", a held 31 beats the neighbor of 3.
  const streetOf = ({ one }: Placed) => streetKey(territory, index, one.name);
  const held = new Map<string, Placed[]>();
  for (const one of found.filter(isHeld)) held.set(streetOf(one), [...(held.get(streetOf(one)) ?? []), one]);
  if (held.size === 0) return found;
  const verbatim = found.filter((one) => isHeld(one) && isVerbatim(one)).slice(0, MOST_VERBATIM);
  const raised = new Map<Scored, number>();
  const others = found.map((other) => {
    const beats = (one: Placed, fields: readonly PlaceField[]) =>
      BEATEN * one.one.confidence < other.one.confidence &&
      (other.one.number !== null || hasOwnWords(one, other)) &&
      !isElsewhere(territory, one.one.address, other.one.address, fields) &&
      haversineMeters(one.lng, one.lat, other.lng, other.lat) < (isPlace(other) ? PLACE_METERS : STREET_METERS);
    const same = isPlace(other) ? [] : (held.get(streetOf(other)) ?? []);
    const betters = [
      ...same.filter((one) => isSurer(one, other) && beats(one, ['locality', 'region'])),
      ...(isVerbatim(other) && isHeld(other)
        ? []
        : verbatim.filter(
            (one) => (!isVerbatim(other) || hasOwnWords(one, other)) && beats(one, ['locality', 'region', 'postcode']),
          )),
    ];
    if (betters.length === 0) return other;
    const rivals = strongest(betters);
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
const isSurer = (one: Placed, other: Placed): boolean =>
  !isHeld(other) || (isExact(one) && (!isExact(other) || one.one.likely > other.one.likely));

const isExact = ({ one }: Placed): boolean => one.number === 'exact';
const isHeld = ({ one }: Placed): boolean => one.number === 'exact' || one.number === 'in_range';

/** Returns those that are surest to be the address: the number rather than a range, then the name as it was typed. */
function strongest(rivals: readonly Placed[]): readonly Placed[] {
  const strength = (placed: Placed) => (isExact(placed) ? 4 : 0) + (isVerbatim(placed) ? 2 : 0) + placed.one.likely;
  const most = Math.max(...rivals.map(strength));
  return rivals.filter((one) => strength(one) === most);
}

/** Whether the query has every word of the name, none of them misspelled or abbreviated. */
const isVerbatim = ({ one }: Placed): boolean => one.quality === 1;

const isPlace = ({ one }: Placed): boolean => !['address', 'street', 'road'].includes(one.kind);

type PlaceField = 'locality' | 'region' | 'postcode';

/** Whether two addresses name different places. */
function isElsewhere({ addresses }: Territory, a: number, b: number, fields: readonly PlaceField[]): boolean {
  if (b < 0) return false;
  return fields.some((field) => {
    const [of, other] = [addresses[field][a]!, addresses[field][b]!];
    return of !== 0 && other !== 0 && of !== other;
  });
}

function streetKey({ texts }: Territory, { names, countries }: SearchIndex, name: number): string {
  return nameKey(texts.text.at(names.text[name]!), countries);
}
