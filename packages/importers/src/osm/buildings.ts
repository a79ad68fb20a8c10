import { metersIn, numberOf } from '@hinterland/catalogue/numbers';
import { interiorPoint, multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { BuildingPoint } from '../inputs/poles.ts';
import type { OsmData, Tags } from '../map/osmData.ts';
import { type Outline, relationOutline, wayOutline } from '../map/outline.ts';
import { BUILDING } from './parameters.ts';
import { flatsOf, residenceOf } from './residential.ts';

interface BuildingOptions {
  push(building: BuildingPoint): void;
  /** Called for each building that gives no dwellings; `ref` names it: "way 123". */
  drop?(reason: string, ref: string): void;
}

/**
 * Buildings that people probably live in, with dwellings as tagged, else estimated from floor area (BUILDING in
 * parameters.ts). Ways and multipolygon relations; a way that is the outline of such a relation counts once. A building in the
 * courtyard of another one counts for itself.
 */
export function osmBuildings(map: OsmData, options: BuildingOptions): void {
  const outlineWays = new Set<number>();
  const consider = (tags: Tags, ref: string, outline: () => Outline) => {
    const building = tags.get('building');
    if (building === undefined || building === 'no') return;
    if (residenceOf(tags) === 'no') return options.drop?.(NO_HOME, ref);
    const { polygon } = outline();
    const place = interiorPoint(polygon);
    if (place === null) return options.drop?.('its outline is not closed or not wholly in the map', ref);
    const dwellings = homesOf(tags, multiPolygonAreaSquareKm(polygon) * 1e6);
    if (typeof dwellings === 'string') options.drop?.(dwellings, ref);
    else options.push({ lng: place[0], lat: place[1], dwellings, ref });
  };
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    if (map.tag('relation', relation, 'type') !== 'multipolygon') continue;
    if (map.tag('relation', relation, 'building') === undefined) continue;
    for (const { kind, id, role } of map.members(relation)) {
      if (kind === 'way' && role !== 'inner') outlineWays.add(map.wayRow(id));
    }
    consider(map.tags('relation', relation), `relation ${map.relations.ids[relation]}`, () =>
      relationOutline(map, relation),
    );
  }
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'building') === undefined || outlineWays.has(way)) continue;
    consider(map.tags('way', way), `way ${map.ways.ids[way]}`, () => wayOutline(map, way));
  }
}

const NO_HOME = 'not a residential building';

/** Dwellings of a building, or why nobody lives there. In: ground area in m². */
export function homesOf(tags: Tags, squareMeters: number): number | string {
  const residence = residenceOf(tags);
  if (residence === 'no') return NO_HOME;
  if (residence === 'maybe' && squareMeters < BUILDING.leastSquareMeters) {
    return `a plain building of less than ${BUILDING.leastSquareMeters} m²`;
  }
  return dwellingsOf(tags, squareMeters);
}

/** Dwellings of a residential building. In: ground area in m². Out: a whole number of at least 1. */
export function dwellingsOf(tags: Tags, squareMeters: number): number {
  const flats = flatsOf(tags);
  if (flats > 0) return flats;
  const kind = tags.get('building') ?? 'yes';
  if (BUILDING.singleDwelling.has(kind)) return 1;
  const levels = levelsOf(tags) ?? BUILDING.levels[kind] ?? BUILDING.levels['*']!;
  const floorArea = squareMeters * levels * BUILDING.shareOfFloorArea;
  return Math.max(1, Math.min(BUILDING.mostDwellings, Math.round(floorArea / BUILDING.squareMetersPerDwelling)));
}

/** Levels as tagged ("3", "2.5", the highest of "2;3"), else from the height. */
function levelsOf(tags: Tags): number | null {
  const tagged = (tags.get('building:levels') ?? '').split(';').map((part) => numberOf(part, { thousands: '' }));
  const highest = Math.max(0, ...tagged.filter((levels) => levels > 0 && levels <= BUILDING.mostLevels));
  if (highest > 0) return highest;
  const height = numberOf(tags.get('height') ?? tags.get('building:height') ?? '', { thousands: '', units: metersIn });
  const levels = Math.round(height / BUILDING.metersPerLevel);
  return levels >= 1 && levels <= BUILDING.mostLevels ? levels : null;
}
