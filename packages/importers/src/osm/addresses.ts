import type { AddressPoint } from '../inputs/poles.ts';
import { OSM_KINDS, type OsmData, type OsmKind, type Tags } from '../map/osmData.ts';
import { placeOf } from '../map/place.ts';
import { type HouseNumberStyle, parseHouseNumbers, USUAL_STYLE } from './houseNumber.ts';
import { interpolate } from './interpolation.ts';
import { flatsOf, residenceOf } from './residential.ts';
import { AddressIndex, type Candidate, RANK } from './sameAddress.ts';

export interface AddressOptions {
  push(address: AddressPoint): void;
  /** Called for each object with an address tag that gives no address; `ref` names it: "node 123". */
  drop?(reason: string, ref: string): void;
  /** How the country writes numbers. */
  readonly style?: Partial<HouseNumberStyle>;
  /** Keys of the locality, the first that is set counts. Australia puts `addr:suburb` first. */
  readonly localityKeys?: readonly string[];
}

const LOCALITY_KEYS = ['addr:city', 'addr:town', 'addr:village', 'addr:suburb', 'addr:hamlet', 'addr:municipality'];
const REGION_KEYS = ['addr:state', 'addr:province', 'addr:region'];
const UNIT_KEYS = ['addr:unit', 'addr:door', 'addr:flat'];
const BUSINESS_KEYS = ['shop', 'amenity', 'office', 'craft', 'tourism', 'leisure', 'healthcare', 'club', 'brand'];

/** A number of the same street nearer than this to an interpolated one is the real one. */
const SAME_STREET_METERS = 500;

/**
 * All addresses of a map: nodes, buildings and other ways and relations with addr:housenumber, or with addr:housename
 * and a street, whose name stands for the number; and the numbers between
 * those on addr:interpolation lines. An object with several numbers gives several addresses.
 *
 * The same address often stands on several objects (a building, its entrance, the shops in it): all are given, but only
 * the best one is a home (`dwellings` > 0): a residential building, else a bare address or a plain building, else the
 * first business where no building of another use has the address. A building of another use is no home.
 */
export function osmAddresses(map: OsmData, options: AddressOptions): void {
  const drop = (reason: string, ref: string) => options.drop?.(reason, ref);
  const style = { ...USUAL_STYLE, ...options.style };
  const localityKeys = options.localityKeys ?? LOCALITY_KEYS;
  const streets = streetsFromRelations(map);
  const candidates: Candidate[] = [];
  for (const kind of OSM_KINDS) {
    const { ids } = map[`${kind}s`];
    for (let row = 0; row < ids.length; row++) {
      const ownNumber = map.tag(kind, row, 'addr:housenumber');
      const text = ownNumber ?? map.tag(kind, row, 'addr:housename');
      if (text === undefined) continue;
      const ref = `${kind} ${ids[row]}`;
      const tags = map.tags(kind, row);
      const street = streetOf(tags) || (streets.get(ref) ?? '');
      const isNamed = ownNumber === undefined;
      // A name alone is that of a building as often as an address.
      if (isNamed && street === '') continue;
      const numbers = isNamed
        ? [{ number: text.trim(), numberLast: '', unit: '' }]
        : parseHouseNumbers(text, street, style);
      if (numbers.length === 0) {
        drop(`its house number is no number: "${text}"`, ref);
        continue;
      }
      const place = placeOf(map, kind, row);
      if (place === null) {
        drop('its position is outside the map', ref);
        continue;
      }
      for (const { number, numberLast, unit } of numbers) {
        const address: AddressPoint = {
          lng: place[0],
          lat: place[1],
          number,
          numberLast,
          unit: unit || firstOf(tags, UNIT_KEYS),
          street,
          locality: firstOf(tags, localityKeys),
          region: firstOf(tags, REGION_KEYS),
          postcode: firstOf(tags, ['addr:postcode', 'postal_code']),
          dwellings: Math.max(1, Math.round(flatsOf(tags) / numbers.length)),
          ref,
        };
        candidates.push({ address, rank: rankOf(kind, tags) });
      }
    }
  }
  const known = new AddressIndex(candidates);
  candidates.forEach((candidate, ordinal) => {
    const { address } = candidate;
    options.push(known.isHome(candidate, ordinal) ? address : { ...address, dwellings: 0 });
  });
  pushInterpolated(map, { ...options, localityKeys }, streets, known);
}

function rankOf(kind: OsmKind, tags: Tags): number {
  const isBusiness = BUSINESS_KEYS.some((key) => tags.has(key));
  if ((tags.get('building') ?? 'no') === 'no') return isBusiness && kind === 'node' ? RANK.business : RANK.plain;
  const residence = residenceOf(tags);
  if (residence === 'no') return RANK.otherBuilding;
  return residence === 'yes' ? RANK.residentialBuilding : RANK.plain;
}

function streetOf(tags: Tags): string {
  return firstOf(tags, ['addr:street', 'addr:place', 'addr:street:name']);
}

function firstOf(tags: Tags, keys: readonly string[]): string {
  for (const key of keys) {
    const value = tags.get(key)?.trim();
    if (value) return value;
  }
  return '';
}

/** Street names that associatedStreet relations give to their houses, by "node 123". */
function streetsFromRelations(map: OsmData): Map<string, string> {
  const streets = new Map<string, string>();
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    const type = map.tag('relation', relation, 'type');
    if (type !== 'associatedStreet' && type !== 'street') continue;
    const members = map.members(relation);
    const named = members.find(({ kind, role, id }) => kind === 'way' && role === 'street' && map.wayRow(id) >= 0);
    const ofWay = named === undefined ? undefined : map.tag('way', map.wayRow(named.id), 'name');
    const name = map.tag('relation', relation, 'name') ?? ofWay;
    if (name === undefined) continue;
    for (const { kind, role, id } of members) {
      if (role === 'house' || role === 'address') streets.set(`${kind} ${id}`, name);
    }
  }
  return streets;
}

function pushInterpolated(
  map: OsmData,
  options: AddressOptions & { readonly localityKeys: readonly string[] },
  streets: ReadonlyMap<string, string>,
  known: AddressIndex,
): void {
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'addr:interpolation') === undefined) continue;
    const ref = `way ${map.ways.ids[way]}`;
    const { numbers, problems } = interpolate(map, way);
    for (const problem of problems) options.drop?.(problem, ref);
    for (const { number, lng, lat, between } of numbers) {
      // The line's own tags count, else those of the number before, else those of the number after.
      const sources = [map.tags('way', way), ...between.map((node) => map.tags('node', node))];
      const inherit = (keys: readonly string[]) =>
        sources.map((tags) => firstOf(tags, keys)).find((text) => text) ?? '';
      const ofRelation = between.map((node) => streets.get(`node ${map.nodes.ids[node]}`)).find((name) => name);
      const street = sources.map(streetOf).find((name) => name) ?? ofRelation ?? '';
      if (known.holds(street, number, lng, lat, SAME_STREET_METERS)) continue;
      options.push({
        lng,
        lat,
        number,
        numberLast: '',
        unit: '',
        street,
        locality: inherit(options.localityKeys),
        region: inherit(REGION_KEYS),
        postcode: inherit(['addr:postcode', 'postal_code']),
        dwellings: 1,
        ref,
      });
    }
  }
}
