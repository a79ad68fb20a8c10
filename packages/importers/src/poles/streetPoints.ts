import { haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';

/** Roads that surely have houses. */
const RESIDENTIAL = new Set(['residential', 'living_street']);
/** Other roads that houses may stand on. */
const INHABITED = new Set(['unclassified', 'tertiary', 'secondary', 'pedestrian']);

/**
 * Calls `push` for points along the roads of a map that people may live on, `spacingMeters` apart, the first one half of
 * that from the way's start; `isResidential` where the road surely has houses. Bridges, tunnels and parts with nodes outside the map have none.
 */
export function eachStreetPoint(
  map: OsmData,
  spacingMeters: number,
  push: (lng: number, lat: number, isResidential: boolean, ref: string) => void,
): void {
  for (let way = 0; way < map.ways.ids.length; way++) {
    const highway = map.tag('way', way, 'highway');
    const isResidential = RESIDENTIAL.has(highway ?? '');
    if (!isResidential && !INHABITED.has(highway ?? '')) continue;
    if (isSet(map.tag('way', way, 'tunnel')) || isSet(map.tag('way', way, 'bridge'))) continue;
    const ref = `way ${map.ways.ids[way]}`;
    const nodes = map.wayNodes(way);
    let next = spacingMeters / 2;
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1]!, nodes[i]!];
      if (a === NONE || b === NONE) continue;
      const [aLng, aLat, bLng, bLat] = [map.lng(a), map.lat(a), map.lng(b), map.lat(b)];
      const length = haversineMeters(aLng, aLat, bLng, bLat);
      for (; next <= length; next += spacingMeters) {
        const share = next / length;
        push(aLng + (bLng - aLng) * share, aLat + (bLat - aLat) * share, isResidential, ref);
      }
      next -= length;
    }
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no';
}
