import { NONE, ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import type { Heights } from '../inputs/heights.ts';
import type { HourlySpeeds, SpeedsInput } from '../inputs/speeds.ts';
import type { OsmData } from '../map/osmData.ts';
import { networkOf } from './columns.ts';
import { ferryWays } from './ferries.ts';
import { joinPieces } from './join.ts';
import { classifyNodes } from './nodes.ts';
import { cutIntoPieces } from './pieces.ts';
import type { GraphCounts, RoadGraph } from './roadGraph.ts';
import { squareOutlines } from './squares.ts';
import { Styles } from './styles.ts';
import { TownLimits } from './townLimits.ts';
import { wayTravel } from './way.ts';

/**
 * Makes the road network of a map. Ways meet only where they share a node, so bridges and tunnels pass over and under.
 * A node of the network is a junction, a dead end, a place where something changes that an edge must have the same all
 * along (class, a speed, the street's name), or a barrier; all other nodes become inner points of edges. A closed ring
 * that nothing joins is a loop at one of its nodes.
 *
 * At a gate that stops or slows a mode each road gets a node of its own, joined to the others by an edge of no length
 * that is closed to the modes which the gate stops and takes time where it is private. So does a private way where it
 * leaves other ways, and a ferry where it leaves the land.
 *
 * `countries` are the map's; where it has several, each way's is found by its place, and where none is named, limits of towns
 * are the usual ones. Where `heights` are known, they slow walkers and cyclists; where `speeds` are, they change the times of
 * cars by hour of the day, and an edge has the same from end to end.
 */
export function buildGraph(
  map: OsmData,
  countries: readonly string[] = [],
  heights?: Heights,
  speeds?: SpeedsInput,
): RoadGraph {
  const styles = new Styles();
  const { wayStyle, counts } = styleWays(map, styles, countries, heights !== undefined, speeds);
  const nodes = classifyNodes(map, styles, wayStyle);
  const pieces = cutIntoPieces(map, wayStyle, nodes.isKept);
  const draft = joinPieces(map, styles, pieces, nodes);
  return networkOf(styles, draft, { ...counts, gates: nodes.gates.size }, heights, speeds);
}

/** Style of each way in its own direction, -1 where travel is impossible. */
function styleWays(
  map: OsmData,
  styles: Styles,
  countries: readonly string[],
  hasHeights: boolean,
  speeds: SpeedsInput | undefined,
): { wayStyle: Int32Array; counts: Omit<GraphCounts, 'gates' | 'apart'> } {
  const ferries = ferryWays(map);
  const outlines = squareOutlines(map);
  const wayStyle = new Int32Array(map.ways.ids.length).fill(-1);
  const townLimits = new TownLimits(map, countries);
  const counts = { ways: 0, waysClosed: 0, waysCut: 0, ferries: 0 };
  for (let way = 0; way < wayStyle.length; way++) {
    const ferry = ferries.get(way);
    const outline = outlines.get(way);
    const isRoad = map.tag('way', way, 'highway') !== undefined || map.tag('way', way, 'man_made') === 'pier';
    if (!isRoad && ferry === undefined && outline === undefined) continue;
    const tags = ferry?.tags ?? (isRoad ? map.tags('way', way) : outline!);
    const townLimit = isRoad ? townLimits.of(way) : undefined;
    const travel = wayTravel(tags, { ferrySpeed: ferry?.speedKmh, townLimit, hasHeights });
    if (travel === null) {
      if ((ROAD_CLASSES as readonly string[]).includes(tags.get('highway') ?? '')) counts.waysClosed++;
      continue;
    }
    const isForCars = travel.speeds.car.some((speed) => speed > 0);
    const hourlySpeeds = isForCars ? hourlySpeedsOf(speeds, map.ways.ids[way]!, travel.roadClass) : undefined;
    wayStyle[way] = styles.add(hourlySpeeds === undefined ? travel : { ...travel, hourlySpeeds });
    counts.ways++;
    if (ferry !== undefined) counts.ferries++;
    if (map.wayNodes(way).includes(NONE)) counts.waysCut++;
  }
  return { wayStyle, counts };
}

function hourlySpeedsOf(speeds: SpeedsInput | undefined, id: number, roadClass: RoadClass): HourlySpeeds | undefined {
  return speeds?.byWay.get(id) ?? speeds?.byClass.get(roadClass);
}
