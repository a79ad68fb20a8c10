import { numberOf } from '@hinterland/catalogue/numbers';
import type { Box } from '@hinterland/geo';
import { type MultiPolygonCoordinates, NONE } from '@hinterland/territory';
import type { BackdropFeature } from '../inputs/backdrop.ts';
import type { OsmData, OsmKind } from '../map/osmData.ts';
import { relationOutline, wayOutline } from '../map/outline.ts';
import type { Report } from '../report/report.ts';
import { coastlines } from './coastlines.ts';
import { areaKind, lineKind, placeKind } from './kinds.ts';
import { oceans } from './oceans.ts';

/** What maps show behind data, as far as a map holds it; `box` is where the map is complete. */
export function* backdropOfMap(map: OsmData, box: Box, report: Report): Generator<BackdropFeature> {
  const { polygons, openEnds } = oceans(coastlines(map), box);
  if (openEnds > 0) {
    report.warn(`${openEnds} coastlines end within the map; the ocean beside them is left out of the backdrop.`);
  }
  for (const polygon of polygons) yield { kind: 'ocean', name: '', population: 0, parts: [polygon] };
  yield* areas(map, 'way', map.ways.ids.length, (way) => (isClosed(map, way) ? wayOutline(map, way).polygon : []));
  yield* areas(map, 'relation', map.relations.ids.length, (relation) => relationOutline(map, relation).polygon);
  for (let way = 0; way < map.ways.ids.length; way++) {
    const kind = map.isTagged('way', way) ? lineKind(map.tags('way', way)) : null;
    if (kind === null) continue;
    const line = [...map.wayNodes(way)].filter((node) => node !== NONE).map((node) => [map.lng(node), map.lat(node)]);
    if (line.length > 1) yield { kind, name: nameOf(map, 'way', way), population: 0, parts: [[line]] };
  }
  yield* places(map);
}

function* areas(
  map: OsmData,
  object: OsmKind,
  count: number,
  outline: (row: number) => MultiPolygonCoordinates,
): Generator<BackdropFeature> {
  for (let row = 0; row < count; row++) {
    const kind = map.isTagged(object, row) ? areaKind(map.tags(object, row)) : null;
    if (kind === null) continue;
    const parts = outline(row);
    const name = kind === 'building' ? '' : nameOf(map, object, row);
    if (parts.length > 0) yield { kind, name, population: 0, parts };
  }
}

function* places(map: OsmData): Generator<BackdropFeature> {
  for (let node = 0; node < map.nodes.ids.length; node++) {
    if (!map.isTagged('node', node)) continue;
    const kind = placeKind(map.tags('node', node));
    const name = nameOf(map, 'node', node);
    if (kind === null || name === '') continue;
    const population = numberOf(map.tag('node', node, 'population') ?? '');
    const known = Number.isInteger(population) && population > 0 && population < 1e9;
    yield { kind, name, population: known ? population : 0, parts: [[[[map.lng(node), map.lat(node)]]]] };
  }
}

const nameOf = (map: OsmData, object: OsmKind, row: number): string => map.tag(object, row, 'name') ?? '';

function isClosed(map: OsmData, way: number): boolean {
  const nodes = map.wayNodes(way);
  return nodes.length > 3 && nodes[0] === nodes[nodes.length - 1];
}
