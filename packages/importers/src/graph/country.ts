import { NONE } from '@hinterland/territory';
import { iso1A2Code } from '@rapideditor/country-coder';
import type { OsmData } from '../map/osmData.ts';

/** Returns the country of a way (ISO 3166-1), "" where none is known: the map's only one, else the one at the way's first node. */
export function countryOfWay(map: OsmData, way: number, countries: readonly string[]): string {
  if (countries.length < 2) return countries[0] ?? '';
  const node = map.wayNodes(way).find((row) => row !== NONE);
  const found = node === undefined ? null : iso1A2Code([map.lng(node), map.lat(node)]);
  return found ?? countries[0]!;
}
