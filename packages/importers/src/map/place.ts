import { haversineMeters, interiorPoint } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData, OsmKind } from './osmData.ts';
import { relationOutline, wayOutline } from './outline.ts';

/**
 * A point that stands for an object, as [lng, lat]: the node; a point inside a closed way or multipolygon; the middle of
 * a line; for other relations the place of their first member. Null where the map holds no position.
 */
export function placeOf(map: OsmData, kind: OsmKind, row: number): readonly [number, number] | null {
  if (kind === 'node') return [map.lng(row), map.lat(row)];
  if (kind === 'way') return placeOfWay(map, row);
  const inside = interiorPoint(relationOutline(map, row).polygon);
  if (inside !== null) return inside;
  for (const member of map.members(row)) {
    if (member.kind === 'relation') continue;
    const memberRow = member.kind === 'node' ? map.nodeRow(member.id) : map.wayRow(member.id);
    const place = memberRow < 0 ? null : placeOf(map, member.kind, memberRow);
    if (place !== null) return place;
  }
  return null;
}

function placeOfWay(map: OsmData, way: number): readonly [number, number] | null {
  const nodes = [...map.wayNodes(way)].filter((node) => node !== NONE);
  if (nodes.length === 0) return null;
  const inside = nodes[0] === nodes.at(-1) ? interiorPoint(wayOutline(map, way).polygon) : null;
  return inside ?? pointAlong(map, nodes, 0.5);
}

/** The point at a share (0..1) of a line's length. The line is given by node rows, at least one. */
export function pointAlong(map: OsmData, nodes: readonly number[], share: number): readonly [number, number] {
  const lengths = segmentMeters(map, nodes);
  let rest = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    if (rest <= length && length > 0) {
      const [a, b] = [nodes[i]!, nodes[i + 1]!];
      const fraction = rest / length;
      return [map.lng(a) + (map.lng(b) - map.lng(a)) * fraction, map.lat(a) + (map.lat(b) - map.lat(a)) * fraction];
    }
    rest -= length;
  }
  const last = nodes.at(-1)!;
  return [map.lng(last), map.lat(last)];
}

function segmentMeters(map: OsmData, nodes: readonly number[]): number[] {
  return nodes.slice(1).map((node, i) => {
    const before = nodes[i]!;
    return haversineMeters(map.lng(before), map.lat(before), map.lng(node), map.lat(node));
  });
}
