import type { BackdropKind } from '@hinterland/territory';
import type { Tags } from '../map/osmData.ts';
import { type Interest, interestKeys } from '../pbf/interest.ts';

/** Kinds of areas by the tags that make one, the first that holds. */
const AREAS: readonly (readonly [BackdropKind, string, readonly string[]])[] = [
  ['water', 'natural', ['water']],
  ['water', 'waterway', ['riverbank', 'dock']],
  ['water', 'landuse', ['reservoir', 'basin']],
  ['wetland', 'natural', ['wetland']],
  ['beach', 'natural', ['beach', 'sand']],
  ['forest', 'landuse', ['forest']],
  ['forest', 'natural', ['wood']],
  ['cemetery', 'landuse', ['cemetery']],
  ['cemetery', 'amenity', ['grave_yard']],
  ['park', 'leisure', ['park', 'garden', 'nature_reserve', 'golf_course']],
  ['grass', 'landuse', ['grass', 'meadow', 'village_green', 'recreation_ground', 'allotments']],
  ['grass', 'leisure', ['pitch', 'common']],
  ['grass', 'natural', ['grassland', 'scrub', 'heath']],
  ['farmland', 'landuse', ['farmland', 'orchard', 'vineyard']],
  ['industrial', 'landuse', ['industrial', 'port', 'railway']],
  ['aerodrome', 'aeroway', ['aerodrome']],
  ['pier', 'man_made', ['pier']],
];
const LINES: readonly (readonly [BackdropKind, string, readonly string[]])[] = [
  ['river', 'waterway', ['river']],
  ['canal', 'waterway', ['canal']],
  ['stream', 'waterway', ['stream']],
  ['rail', 'railway', ['rail', 'light_rail', 'narrow_gauge', 'subway']],
  ['tram', 'railway', ['tram']],
];
const PLACES: Readonly<Record<string, BackdropKind>> = {
  city: 'city',
  town: 'town',
  village: 'village',
  hamlet: 'hamlet',
  suburb: 'suburb',
  quarter: 'neighbourhood',
  neighbourhood: 'neighbourhood',
  island: 'island',
};

const pairs = (rules: typeof AREAS) => rules.flatMap(([, key, values]) => values.map((value) => `${key}=${value}`));

/** What of a map a backdrop is made of. */
export const BACKDROP_INTEREST: Interest = {
  node: interestKeys(Object.keys(PLACES).map((place) => `place=${place}`)),
  way: interestKeys(['natural=coastline', 'building', ...pairs(AREAS), ...pairs(LINES)]),
  relation: interestKeys(['building', ...pairs(AREAS)]),
};

const first = (rules: typeof AREAS, tags: Tags): BackdropKind | null =>
  rules.find(([, key, values]) => values.includes(tags.get(key) ?? ''))?.[0] ?? null;

/** Kind of a closed way or a multipolygon; null where maps show none. */
export function areaKind(tags: Tags): BackdropKind | null {
  const building = tags.get('building');
  if (building !== undefined && building !== 'no') return 'building';
  // Groves and pools below the ground, or marked as lines.
  return isHidden(tags) || tags.get('area') === 'no' ? null : first(AREAS, tags);
}

/** Kind of a line; what runs in a tunnel is not shown. */
export const lineKind = (tags: Tags): BackdropKind | null => (isHidden(tags) ? null : first(LINES, tags));

export const placeKind = (tags: Tags): BackdropKind | null => PLACES[tags.get('place') ?? ''] ?? null;

const isHidden = (tags: Tags): boolean =>
  (tags.get('tunnel') ?? 'no') !== 'no' ||
  tags.get('location') === 'underground' ||
  Number(tags.get('layer') ?? 0) < -1;
