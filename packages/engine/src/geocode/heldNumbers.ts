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
/** The most of the confidence of a held number that another number of its street has. */
const OTHER_NUMBER = 0.9;

/**
 * Has a house number that a street holds beat every other number of that street. The other may explain more of the query,
 * with a town or state that the held address lacks: it is on the same street, so the held one gets its confidence.
 */
export function preferHeldNumbers(
  territory: Territory,
  index: SearchIndex,
  found: readonly Placed[],
): readonly Placed[] {
  const isHeld = ({ one }: Placed) => one.number === 'exact' || one.number === 'in_range';
  // Whatever the number was read as: of "3/31", a held 31 beats the neighbor of 3.
  const streetOf = ({ one }: Placed) => streetKey(territory, index, one.name);
  const held = new Map<string, Placed[]>();
  for (const one of found.filter(isHeld)) held.set(streetOf(one), [...(held.get(streetOf(one)) ?? []), one]);
  if (held.size === 0) return found;
  const raised = new Map<Scored, number>();
  const others = found.map((other) => {
    if (isHeld(other) || other.one.number === null) return other;
    const same = (held.get(streetOf(other)) ?? []).filter(
      (one) =>
        !isElsewhere(territory, one.one.address, other.one.address) &&
        haversineMeters(one.lng, one.lat, other.lng, other.lat) < STREET_METERS,
    );
    if (same.length === 0) return other;
    const { confidence } = other.one;
    for (const { one } of same) raised.set(one, Math.max(raised.get(one) ?? one.confidence, confidence));
    const most = OTHER_NUMBER * Math.max(...same.map(({ one }) => raised.get(one)!));
    return { ...other, one: { ...other.one, confidence: Math.min(confidence, most) } };
  });
  return others.map((placed) => {
    const confidence = raised.get(placed.one);
    return confidence === undefined ? placed : { ...placed, one: { ...placed.one, confidence } };
  });
}

/** Whether two addresses name different towns or states. */
function isElsewhere({ addresses }: Territory, a: number, b: number): boolean {
  if (b < 0) return false;
  return (['locality', 'region'] as const).some((field) => {
    const [of, other] = [addresses[field][a]!, addresses[field][b]!];
    return of !== 0 && other !== 0 && of !== other;
  });
}

function streetKey({ texts }: Territory, { names, countries }: SearchIndex, name: number): string {
  return nameKey(texts.text.at(names.text[name]!), countries);
}
