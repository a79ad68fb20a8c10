import { ROUTERS, type Router, routerSpeed } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import { BuiltUpAreas, type OsmData } from '@hinterland/importers';
import { NONE, type Territory } from '@hinterland/territory';
import { signedLimit } from './signedLimit.ts';

/** Milliseconds along each edge and against it; NONE where it is closed. */
export interface EdgeTimes {
  readonly forward: ArrayLike<number>;
  readonly backward: ArrayLike<number>;
}

/** What slows a road whatever its class and limit: there the three are taken to be as slow as here. */
const SLOWED = ['service', 'tracktype', 'smoothness', 'ford'] as const;
const PLAIN_SURFACES = ['asphalt', 'paved', 'concrete'];

/** The normal times of cars here, and on the same edges by the speeds that each router publishes. */
export function routerTimes(
  territory: Territory,
  map: OsmData,
): { here: EdgeTimes; theirs: Record<Router, EdgeTimes>; comparedShare: number } {
  const { forwardMilliseconds, backwardMilliseconds } = territory.weights['car-normal']!;
  const here = { forward: forwardMilliseconds, backward: backwardMilliseconds };
  const roads = roadsBySegment(map);
  const copies = () => ({ forward: Float64Array.from(here.forward), backward: Float64Array.from(here.backward) });
  const theirs = { osrm: copies(), valhalla: copies(), ors: copies() };
  let [compared, all] = [0, 0];
  for (let edge = 0; edge < territory.edges.rows; edge++) {
    for (const sense of ['forward', 'backward'] as const) {
      const own = here[sense][edge]!;
      if (own === NONE || territory.edges.lengthMillimeters[edge] === 0) continue;
      const pieces = piecesOf(territory, edge);
      const meters = pieces.reduce((sum, piece) => sum + piece.meters, 0);
      for (const router of ROUTERS) {
        theirs[router][sense][edge] = pieces.reduce((sum, { a, b, meters: part }) => {
          const road = roads.get(keyOf(a, b));
          const speed = road === undefined ? undefined : routerSpeed(router, { ...road, limitKmh: road[sense] });
          if (router === 'osrm' && speed !== undefined) compared += part;
          return sum + (speed === undefined ? (own * part) / meters : (part * 3600) / speed);
        }, 0);
      }
      all += meters;
    }
  }
  return { here, theirs, comparedShare: compared / all };
}

interface Road {
  readonly roadClass: string;
  readonly isInTown: boolean;
  readonly forward: number | null;
  readonly backward: number | null;
}

type Place = readonly [lngMicrodegrees: number, latMicrodegrees: number];

const keyOf = (a: Place, b: Place) => `${a.join()} ${b.join()}`;

/** Roads without anything that slows them but their class and limit, by each two neighboring places, in the order of the way. */
function roadsBySegment(map: OsmData): Map<string, Road> {
  const roads = new Map<string, Road>();
  const builtUp = new BuiltUpAreas(map);
  for (let way = 0; way < map.ways.ids.length; way++) {
    const tags = map.tags('way', way);
    const roadClass = tags.get('highway') ?? '';
    if (routerSpeed('osrm', { roadClass, isInTown: false, limitKmh: null }) === undefined) continue;
    if (SLOWED.some((key) => tags.has(key)) || !PLAIN_SURFACES.includes(tags.get('surface') ?? 'asphalt')) continue;
    const road = { roadClass, isInTown: builtUp.has(way) };
    const limits = {
      forward: signedLimit(tags.get('maxspeed:forward') ?? tags.get('maxspeed')),
      backward: signedLimit(tags.get('maxspeed:backward') ?? tags.get('maxspeed')),
    };
    // A word such as "IT:urban" is a limit that is not read here.
    if (tags.has('maxspeed') && limits.forward === null) continue;
    const nodes = map.wayNodes(way);
    const place = (node: number): Place => [
      Math.round(map.nodes.lngE7[node]! / 10),
      Math.round(map.nodes.latE7[node]! / 10),
    ];
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1]!, nodes[i]!];
      if (a === NONE || b === NONE) continue;
      roads.set(keyOf(place(a), place(b)), { ...road, ...limits });
      roads.set(keyOf(place(b), place(a)), { ...road, forward: limits.backward, backward: limits.forward });
    }
  }
  return roads;
}

/** The straight pieces of an edge. */
function piecesOf({ nodes, edges, shapes }: Territory, edge: number): { a: Place; b: Place; meters: number }[] {
  const node = (row: number): Place => [nodes.lngMicrodegrees[row]!, nodes.latMicrodegrees[row]!];
  const end = edge + 1 < edges.rows ? edges.shapeStart[edge + 1]! : shapes.rows;
  const places = [node(edges.fromNode[edge]!)];
  for (let i = edges.shapeStart[edge]!; i < end; i++) {
    places.push([shapes.lngMicrodegrees[i]!, shapes.latMicrodegrees[i]!]);
  }
  places.push(node(edges.toNode[edge]!));
  return places.slice(1).map((b, i) => {
    const a = places[i]!;
    return { a, b, meters: haversineMeters(a[0] / 1e6, a[1] / 1e6, b[0] / 1e6, b[1] / 1e6) };
  });
}
