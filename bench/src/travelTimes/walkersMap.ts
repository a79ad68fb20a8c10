import { type OsmData, readOsmPbf } from '@hinterland/importers';
import { PbfFileWriter } from '../country/pbfFileWriter.ts';

/** In what the map that is walked here differs from what Valhalla reads in the extract. */
const WALKERS_CAUSES = ['squares', 'cycleways', 'oneway'] as const;
export type WalkersCause = (typeof WALKERS_CAUSES)[number];

/**
 * Writes the ways of an extract as both sides walk them. Here walkers use cycleways unless a tag forbids it, as in OSRM and
 * GraphHopper, and walk along the edges of squares; Valhalla opens only cycleways with `foot`, and leaves out areas. So
 * such cycleways get `foot=yes`, squares are written as the ways around them, and `oneway` of a pedestrian street is left out,
 * which is for vehicles here and for walkers there. Relations are left out, too.
 */
export async function writeWalkersMap(
  extract: string,
  path: string,
  causes: readonly WalkersCause[] = WALKERS_CAUSES,
): Promise<void> {
  const { map } = await readOsmPbf(extract);
  const squares = causes.includes('squares') ? squareOutlines(map) : new Map<number, Record<string, string>>();
  const ways: { id: number; nodes: number[]; tags: Record<string, string> }[] = [];
  const used = new Set<number>();
  for (let way = 0; way < map.ways.ids.length; way++) {
    const tags = { ...squares.get(way), ...Object.fromEntries(map.tags('way', way)) };
    if (tags.highway === undefined && tags.route !== 'ferry' && tags.man_made !== 'pier') continue;
    const nodes = [...map.wayNodes(way)].filter((node) => node < map.nodes.ids.length);
    if (nodes.length < 2) continue;
    for (const node of nodes) used.add(node);
    ways.push({ id: map.ways.ids[way]!, nodes, tags: asWalked(tags, causes) });
  }
  const writer = await PbfFileWriter.create(path);
  for (const node of [...used].sort((a, b) => a - b)) {
    const tags = Object.fromEntries(map.tags('node', node));
    await writer.node(map.nodes.ids[node]!, map.nodes.lngE7[node]!, map.nodes.latE7[node]!, tags);
  }
  for (const { id, nodes, tags } of ways) {
    await writer.way(
      id,
      nodes.map((node) => map.nodes.ids[node]!),
      tags,
    );
  }
  await writer.close();
}

/** Tags of a way as Valhalla reads what is walked here. */
function asWalked(
  { area, oneway, type: _, ...tags }: Record<string, string>,
  causes: readonly WalkersCause[],
): Record<string, string> {
  const { highway, foot, access } = tags;
  const isSquare = causes.includes('squares') && (highway === 'pedestrian' || highway === 'footway');
  const isOpened = causes.includes('cycleways') && highway === 'cycleway' && foot === undefined && access === undefined;
  const isForBothWays = causes.includes('oneway') && highway === 'pedestrian';
  return {
    ...tags,
    ...(isOpened && { foot: 'yes' }),
    ...(area !== undefined && !isSquare && { area }),
    ...(oneway !== undefined && !isForBothWays && { oneway }),
  };
}

/** Tags of multipolygons for walking, by the row of each way of their outlines that is no road itself. */
function squareOutlines(map: OsmData): Map<number, Record<string, string>> {
  const outlines = new Map<number, Record<string, string>>();
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    if (map.tag('relation', relation, 'type') !== 'multipolygon') continue;
    if (map.tag('relation', relation, 'highway') === undefined) continue;
    for (const { kind, id } of map.members(relation)) {
      const way = kind === 'way' ? map.wayRow(id) : -1;
      if (way < 0 || map.tag('way', way, 'highway') !== undefined) continue;
      outlines.set(way, Object.fromEntries(map.tags('relation', relation)));
    }
  }
  return outlines;
}
