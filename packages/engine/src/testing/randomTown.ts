import { MODE_BIT } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { type BuiltScene, buildScene, type ScenePoint, type ScenePole, type SceneRoad } from './scene.ts';

const LONGEST_ROAD_MILLIMETERS = 2_000_000_000;
const IN_BOTH = MODE_BIT.car | MODE_BIT.walk;

export interface RandomTownOptions {
  readonly seed: number;
  /** Default 60. */
  readonly nodes?: number;
  /** Poles per road on average. Default 1.5. */
  readonly polesPerRoad?: number;
  /** Side of the square that holds the town. Default 3,000. */
  readonly sideMeters?: number;
}

export interface RandomTown extends BuiltScene {
  /** Places near the middle of roads of both modes' main components, one per such road. */
  readonly places: readonly { lat: number; lng: number }[];
}

/**
 * A town that has everything at which a search may stumble: one-way streets, roads for one sense or one mode, parallel
 * roads, loops, roads of no length, roads far longer than the straight way, bent roads, times that have nothing to do
 * with the length, an island, poles at the very end of roads and far beside them, several poles per census unit, poles
 * without residents. The same seed gives the same town.
 */
export function randomTown({ seed, nodes = 60, polesPerRoad = 1.5, sideMeters = 3000 }: RandomTownOptions): RandomTown {
  const random = new SeededRandom(seed);
  const points: ScenePoint[] = Array.from({ length: nodes }, () => ({
    x: random.between(-0.5, 0.5) * sideMeters,
    y: random.between(-0.5, 0.5) * sideMeters,
  }));
  const roads: SceneRoad[] = [];
  const join = (from: number, to: number, change: Partial<SceneRoad> = {}) =>
    roads.push(randomRoad(random, points, from, to, change));
  for (let node = 1; node < nodes; node++) {
    const neighbors = nearestOf(points, node, 4);
    // A tree of roads, most of them for both ways, so that the main components hold a good part of the town.
    const earlier = nearestOf(points.slice(0, node + 1), node, 1)[0]!;
    join(node, earlier, random.next() < 0.9 ? bothWays(random) : {});
    if (random.next() < 0.6) join(random.pick(neighbors), node);
    if (random.next() < 0.08) join(node, random.int(nodes));
    if (random.next() < 0.05) join(node, node, { lengthMillimeters: 1 + random.int(300_000) });
    if (random.next() < 0.06) join(node, neighbors[0]!, { lengthMillimeters: 0, line: [] });
    if (random.next() < 0.08) {
      const last = roads[roads.length - 1]!;
      join(last.from, last.to);
    }
  }
  addIsland(random, points, roads, sideMeters);

  const poles: ScenePole[] = [];
  const besideRoad: ScenePoint[] = [];
  roads.forEach((road, index) => {
    const count = random.int(Math.ceil(2 * polesPerRoad) + 1);
    for (let i = 0; i < count; i++) poles.push(randomPole(random, points, road, index));
    const middle = lineOf(road, points)[1]!;
    besideRoad.push({ x: middle.x + random.between(-20, 20), y: middle.y + random.between(-20, 20) });
  });
  const built = buildScene({ name: `Random town ${seed}`, nodes: points, roads, poles });
  const { mainComponent } = built.territory.edges;
  const places = besideRoad.filter((_, road) => mainComponent[built.edgeRow[road]!] === IN_BOTH).map(built.place);
  return { ...built, places };
}

function randomRoad(
  random: SeededRandom,
  points: readonly ScenePoint[],
  from: number,
  to: number,
  change: Partial<SceneRoad>,
): SceneRoad {
  const [a, b] = [points[from]!, points[to]!];
  const straight = Math.hypot(a.x - b.x, a.y - b.y);
  const line =
    random.next() < 0.4
      ? [
          {
            x: (a.x + b.x) / 2 + random.between(-0.2, 0.2) * straight,
            y: (a.y + b.y) / 2 + random.between(-0.2, 0.2) * straight,
          },
        ]
      : [];
  const stretch = random.next() < 0.05 ? random.between(5, 60) : random.between(1, 1.3);
  const lengthMillimeters =
    change.lengthMillimeters ?? Math.min(LONGEST_ROAD_MILLIMETERS, Math.round(straight * stretch * 1000));
  const time = () => {
    if (random.next() < 0.03) return random.int(3);
    return Math.round((lengthMillimeters * 3.6) / random.between(8, 90)) + random.int(2000);
  };
  const way = random.next();
  return {
    from,
    to,
    lengthMillimeters,
    forwardMilliseconds: way < 0.12 || way > 0.96 ? null : time(),
    backwardMilliseconds: way < 0.3 && way >= 0.12 ? null : way > 0.96 ? null : time(),
    walkable: random.next() > 0.05,
    line,
    ...change,
  };
}

function bothWays(random: SeededRandom): Partial<SceneRoad> {
  const time = () => 2000 + random.int(60_000);
  return { forwardMilliseconds: time(), backwardMilliseconds: time() };
}

function addIsland(random: SeededRandom, points: ScenePoint[], roads: SceneRoad[], sideMeters: number): void {
  const first = points.length;
  const off = 0.6 * sideMeters;
  for (let i = 0; i < 4; i++) points.push({ x: off + random.between(0, 200), y: off + random.between(0, 200) });
  for (let i = 0; i < 4; i++) roads.push(randomRoad(random, points, first + i, first + ((i + 1) % 4), { line: [] }));
}

function randomPole(random: SeededRandom, points: readonly ScenePoint[], road: SceneRoad, index: number): ScenePole {
  const place = random.next();
  const fraction = place < 0.1 ? 0 : place < 0.2 ? 1 : random.next();
  const positionMillimeters = Math.round(fraction * road.lengthMillimeters);
  const line = lineOf(road, points);
  const half = fraction < 0.5 ? 0 : 1;
  const [a, b] = [line[half]!, line[half + 1]!];
  const share = 2 * fraction - half;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const off = random.next() < 0.05 ? random.between(100, 900) : random.between(0, 40);
  return {
    x: a.x + share * (b.x - a.x) - ((b.y - a.y) / length) * off,
    y: a.y + share * (b.y - a.y) + ((b.x - a.x) / length) * off,
    road: index,
    positionMillimeters,
    accessMillimeters: Math.round(off * 1000),
    residents: random.next() < 0.1 ? 0 : random.between(0.1, 80),
    dwellings: random.int(30),
    kind: random.pick(['address', 'address', 'building', 'street']),
    unit: random.next() < 0.9 ? random.int(12) : undefined,
  };
}

/** Start, middle and end of a road's line. */
function lineOf(road: SceneRoad, points: readonly ScenePoint[]): [ScenePoint, ScenePoint, ScenePoint] {
  const [a, b] = [points[road.from]!, points[road.to]!];
  return [a, road.line?.[0] ?? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, b];
}

function nearestOf(points: readonly ScenePoint[], node: number, count: number): number[] {
  const distance = (i: number) => Math.hypot(points[i]!.x - points[node]!.x, points[i]!.y - points[node]!.y);
  return points
    .map((_, i) => i)
    .filter((i) => i !== node)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count);
}
