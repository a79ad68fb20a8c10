import { NONE } from '@hinterland/territory';
import { iso1A2Code } from '@rapideditor/country-coder';
import type { OsmData } from '../map/osmData.ts';
import { townLimit } from './speedLimit.ts';

/** Returns the limit of towns in a way's country, km/h: the map's only one, else the one at the way's first node. */
export function townLimitOf(map: OsmData, way: number, countries: readonly string[]): number {
  if (countries.length === 1) return townLimit(countries[0]!);
  const node = map.wayNodes(way).find((row) => row !== NONE);
  const found = node === undefined ? null : iso1A2Code([map.lng(node), map.lat(node)]);
  return townLimit(found !== null && countries.includes(found) ? found : '');
}
