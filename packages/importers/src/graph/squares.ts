import type { OsmData, Tags } from '../map/osmData.ts';
import { isWalkedOutline } from './wayClass.ts';

/**
 * Ways that are the outline of a square, platform, pier or another area for walking drawn as a multipolygon, by way row, with the tags
 * of the relation: one walks along the outline, as along that of a closed way. Outlines that are roads stay roads.
 */
export function squareOutlines(map: OsmData): Map<number, Tags> {
  const outlines = new Map<number, Tags>();
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    if (map.tag('relation', relation, 'type') !== 'multipolygon') continue;
    const tags = map.tags('relation', relation);
    if (!isWalkedOutline(tags)) continue;
    for (const member of map.members(relation)) {
      const way = member.kind === 'way' ? map.wayRow(member.id) : -1;
      if (way >= 0 && map.tag('way', way, 'highway') === undefined && !outlines.has(way)) outlines.set(way, tags);
    }
  }
  return outlines;
}
