import { BARRIERS, CARRIED_WAYS, WALKED_WAYS, WALKED_WHERE_INVITED } from '@hinterland/catalogue';

/**
 * Which objects of a map are kept: those that carry one of the keys, or one of the `key=value` pairs. Nodes of kept
 * ways, and nodes and ways of kept relations, come along.
 */
export interface Interest {
  readonly node: InterestKeys;
  readonly way: InterestKeys;
  readonly relation: InterestKeys;
}

/** Per key, null for any value or the set of values. */
type InterestKeys = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Made from "key" and "key=value" entries. */
export function interestKeys(entries: readonly string[]): InterestKeys {
  const keys = new Map<string, Set<string> | null>();
  for (const entry of entries) {
    const [key = '', value] = entry.split('=', 2);
    if (value === undefined) keys.set(key, null);
    else if (keys.get(key) !== null) keys.set(key, (keys.get(key) ?? new Set()).add(value));
  }
  return keys;
}

const ADDRESS = ['addr:housenumber', 'addr:housename', 'addr:interpolation'];
/** Stores and other places with a brand or a sector. */
const PLACES_OF_BUSINESS = ['shop', 'amenity', 'office', 'craft', 'leisure', 'tourism', 'healthcare', 'brand'];

/** Objects that the importers read. docs/data/openstreetmap.md lists it for users. */
export const DEFAULT_INTEREST: Interest = {
  node: interestKeys([...ADDRESS, ...PLACES_OF_BUSINESS, 'barrier', 'ford', 'highway=crossing', 'place']),
  way: interestKeys([
    ...ADDRESS,
    ...PLACES_OF_BUSINESS,
    'highway',
    ...WALKED_WAYS,
    ...WALKED_WHERE_INVITED,
    ...CARRIED_WAYS,
    ...[...BARRIERS.opens, ...BARRIERS.climbed, ...BARRIERS.stands].map((kind) => `barrier=${kind}`),
    'building',
    'boundary',
  ]),
  relation: interestKeys([
    ...ADDRESS,
    ...PLACES_OF_BUSINESS,
    'highway',
    ...WALKED_WAYS,
    ...CARRIED_WAYS,
    'building',
    'boundary=administrative',
    'boundary=postal_code',
    'type=restriction',
    'type=associatedStreet',
    'type=street',
  ]),
};

/** `tags`: key, value, key, value, … as numbers of the block's texts. */
export function isOfInterest(
  keys: InterestKeys,
  block: { text(index: number): string },
  tags: readonly number[],
): boolean {
  for (let i = 0; i < tags.length; i += 2) {
    const values = keys.get(block.text(tags[i]!));
    if (values === undefined) continue;
    if (values === null) return true;
    const text = block.text(tags[i + 1]!);
    if (values.has(text) || (text.includes(';') && text.split(';').some((value) => values.has(value.trim()))))
      return true;
  }
  return false;
}
