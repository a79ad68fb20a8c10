import { NONE, ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import type { Heights } from '../inputs/heights.ts';
import type { HourlySpeeds, SpeedsInput } from '../inputs/speeds.ts';
import type { OsmData } from '../map/osmData.ts';
import { BuiltUpAreas } from './builtUp.ts';
import { networkOf } from './columns.ts';
import { countryOfWay } from './country.ts';
import { ferryWays } from './ferries.ts';
import { joinPieces } from './join.ts';
import { classifyNodes } from './nodes.ts';
import { cutIntoPieces } from './pieces.ts';
import type { GraphCounts, RoadGraph } from './roadGraph.ts';
import { squareOutlines } from './squares.ts';
import { Styles } from './styles.ts';
import { streetOf } from './way.ts';
import { TRAVEL_KEYS } from './wayClass.ts';
import { WayTravels } from './wayTravels.ts';

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
 * `countries` are the map's: access by default follows the only one, or each way's own where there are several, and the usual one where
 * none is named. Where `heights` are known, they slow walkers and cyclists; where `speeds` are, they change the times of
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
  const builtUp = new BuiltUpAreas(map);
  const travels = new WayTravels();
  const counts = { ways: 0, waysClosed: 0, waysCut: 0, ferries: 0 };
  for (let way = 0; way < wayStyle.length; way++) {
    const ferry = ferries.get(way);
    const outline = outlines.get(way);
    const isRoad = TRAVEL_KEYS.some((key) => map.tag('way', way, key) !== undefined);
    if (!isRoad && ferry === undefined && outline === undefined) continue;
    const tags = ferry?.tags ?? outline ?? map.tags('way', way);
    const isInTown = map.tag('way', way, 'highway') !== undefined && builtUp.has(way);
    const country = countryOfWay(map, way, countries);
    const travel = travels.of(tags, { ferrySpeed: ferry?.speedKmh, isInTown, country, hasHeights });
    if (travel === null) {
      if ((ROAD_CLASSES as readonly string[]).includes(tags.get('highway') ?? '')) counts.waysClosed++;
      continue;
    }
    const isForCars = travel.speeds.car.some((speed) => speed > 0);
    const hourlySpeeds = isForCars ? hourlySpeedsOf(speeds, map.ways.ids[way]!, travel.roadClass) : undefined;
    wayStyle[way] = styles.ofWay(travel, streetOf(tags), hourlySpeeds);
    counts.ways++;
    if (ferry !== undefined) counts.ferries++;
    if (map.wayNodes(way).includes(NONE)) counts.waysCut++;
  }
  return { wayStyle, counts };
}

function hourlySpeedsOf(speeds: SpeedsInput | undefined, id: number, roadClass: RoadClass): HourlySpeeds | undefined {
  return speeds?.byWay.get(id) ?? speeds?.byClass.get(roadClass);
}
