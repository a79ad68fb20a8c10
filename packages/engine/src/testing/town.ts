import type { PoleKind, RoadClass, Territory } from '@hinterland/territory';
import { type BuiltScene, buildScene, type ScenePoint, type ScenePole, type SceneRoad } from './scene.ts';

export interface TownOptions {
  /** Four columns or two rows of the plan. */
  readonly blockMeters: number;
  readonly speedKph: number;
  /** Roads that differ from the plan's, or that it cannot show, by the names of their ends: "ab". */
  readonly roads?: Readonly<Record<string, RoadOptions>>;
  /** Poles beside the roads, on top of the one at every node. */
  readonly poles?: readonly PoleOptions[];
  readonly center?: { readonly lat: number; readonly lng: number };
  readonly marginMeters?: number;
}

export interface RoadOptions {
  readonly speedKph?: number;
  readonly lengthMeters?: number;
  /** From the first end to the second only. */
  readonly oneway?: boolean;
  readonly walkOnly?: boolean;
  readonly walkable?: boolean;
  readonly roadClass?: RoadClass;
}

export interface PoleOptions {
  /** The road, by its ends; positions count from the first. */
  readonly on: string;
  readonly atMeters: number;
  /** Straight distance from the road, to the left. Default 0. */
  readonly offMeters?: number;
  readonly residents: number;
  readonly kind?: PoleKind;
}

/** A drawn town: where its parts are, and who a number of residents is. */
export interface Town {
  readonly territory: Territory;
  /** The place of a node. */
  at(name: string): { lat: number; lng: number };
  /** A place along a road of the plan, by the names of its ends and the meters from the first. */
  along(road: string, meters: number, offMeters?: number): { lat: number; lng: number };
  /** Row of a node, of an edge by the names of its ends, and of the pole at a node. */
  node(name: string): number;
  edge(road: string): number;
  pole(name: string): number;
  /** Residents of the poles at these nodes: the n-th name of the plan, in order of the alphabet, has 2^n. */
  residents(names: string): number;
  /** The names whose residents make up this number. */
  who(residents: number): string;
}

const COLUMNS_PER_BLOCK = 4;
const ROWS_PER_BLOCK = 2;

/**
 * A territory from a drawn plan. Letters and digits are nodes (but "v", which is an arrow), "-" and "|" roads between
 * them in one line, ">" "<" "^" "v" anywhere on a road make it one-way:
 *
 * ```
 * a---b->-c
 * |   v
 * d---e
 * ```
 *
 * Every node has a pole with a power of two of residents, so that a number of residents names exactly who was counted.
 * Lengths and times are exact multiples of the block whatever the rounding of the coordinates.
 */
export function town(plan: string, options: TownOptions): Town {
  const drawn = readPlan(plan, options);
  const names = [...drawn.nodes.keys()].sort();
  if (names.length > 50)
    throw new RangeError('A plan holds at most 50 nodes, so that sums of powers of two stay exact.');
  const roads = [...drawn.roads];
  const roadOf = new Map(roads.map((road, i) => [road.name, i]));
  for (const [name, road] of Object.entries(options.roads ?? {})) {
    const known = roadOf.get(name);
    const changed = { ...(known === undefined ? newRoad(name, drawn.nodes) : roads[known]!), ...road };
    if (known === undefined) {
      roadOf.set(name, roads.length);
      roads.push(changed);
    } else {
      roads[known] = changed;
    }
  }

  const position = new Map(names.map((name, i) => [name, i]));
  const points = names.map((name) => drawn.nodes.get(name)!);
  const sceneRoads = roads.map((road) => toSceneRoad(road, position, options.speedKph));
  const nodePoles = names.map((name, n) => nodePole(name, n, points[n]!, roads, sceneRoads));
  const offRoad = (name: string, meters: number, offMeters = 0) =>
    pointAlong(roads[roadIndex(name)]!, drawn.nodes, meters, offMeters);
  const roadIndex = (name: string) => {
    const index = roadOf.get(name);
    if (index === undefined) throw new RangeError(`The plan has no road "${name}"; it has ${[...roadOf.keys()]}.`);
    return index;
  };
  const extraPoles = (options.poles ?? []).map(
    (pole): ScenePole => ({
      ...offRoad(pole.on, pole.atMeters, pole.offMeters),
      road: roadIndex(pole.on),
      positionMillimeters: Math.round(pole.atMeters * 1000),
      accessMillimeters: Math.round((pole.offMeters ?? 0) * 1000),
      residents: pole.residents,
      kind: pole.kind,
    }),
  );
  const built: BuiltScene = buildScene({
    nodes: points,
    roads: sceneRoads,
    poles: [...nodePoles, ...extraPoles],
    center: options.center,
    marginMeters: options.marginMeters,
  });
  const indexOf = (name: string) => {
    const index = position.get(name);
    if (index === undefined) throw new RangeError(`The plan has no node "${name}"; it has ${names}.`);
    return index;
  };
  return {
    territory: built.territory,
    at: (name) => built.place(points[indexOf(name)]!),
    along: (road, meters, offMeters) => built.place(offRoad(road, meters, offMeters)),
    node: (name) => built.nodeRow[indexOf(name)]!,
    edge: (road) => built.edgeRow[roadIndex(road)]!,
    pole: (name) => built.poleRow[indexOf(name)]!,
    residents: (wanted) => [...wanted].reduce((sum, name) => sum + 2 ** indexOf(name), 0),
    who: (residents) => names.filter((_, n) => Math.floor(residents / 2 ** n) % 2 === 1).join(''),
  };
}

interface PlanRoad extends RoadOptions {
  /** Names of the two ends, the first before the second in the direction of travel. */
  readonly name: string;
  readonly lengthMeters: number;
}

interface Plan {
  readonly nodes: Map<string, ScenePoint>;
  readonly roads: PlanRoad[];
}

function readPlan(plan: string, { blockMeters }: TownOptions): Plan {
  const rows = plan.split('\n');
  const at = (row: number, column: number) => rows[row]?.[column] ?? ' ';
  const isNode = (character: string) => /[A-Za-uw-z0-9]/.test(character);
  const nodes = new Map<string, ScenePoint>();
  const roads: PlanRoad[] = [];
  rows.forEach((text, row) => {
    [...text].forEach((character, column) => {
      if (!isNode(character)) return;
      if (nodes.has(character)) throw new RangeError(`The plan has two nodes "${character}".`);
      nodes.set(character, {
        x: (column / COLUMNS_PER_BLOCK) * blockMeters,
        y: (-row / ROWS_PER_BLOCK) * blockMeters,
      });
      const across = follow(row, column, 0, 1, /[-<>]/);
      if (across !== null) {
        roads.push(orient(character, across, (across.steps / COLUMNS_PER_BLOCK) * blockMeters, '>', '<'));
      }
      const down = follow(row, column, 1, 0, /[|v^]/);
      if (down !== null) roads.push(orient(character, down, (down.steps / ROWS_PER_BLOCK) * blockMeters, 'v', '^'));
    });
  });
  return { nodes, roads };

  function follow(row: number, column: number, down: number, right: number, road: RegExp) {
    let marks = '';
    for (let steps = 1; ; steps++) {
      const character = at(row + down * steps, column + right * steps);
      if (isNode(character)) return steps === 1 ? null : { end: character, steps, marks };
      if (!road.test(character)) return null;
      marks += character;
    }
  }
}

function orient(
  start: string,
  { end, marks }: { end: string; marks: string },
  lengthMeters: number,
  onwards: string,
  back: string,
): PlanRoad {
  if (marks.includes(back)) return { name: end + start, lengthMeters, oneway: true };
  return { name: start + end, lengthMeters, oneway: marks.includes(onwards) };
}

function newRoad(name: string, nodes: ReadonlyMap<string, ScenePoint>): PlanRoad {
  const [a, b] = [nodes.get(name[0]!), nodes.get(name[1]!)];
  if (a === undefined || b === undefined) throw new RangeError(`Road "${name}" must name two nodes of the plan.`);
  return { name, lengthMeters: Math.hypot(a.x - b.x, a.y - b.y) };
}

function toSceneRoad(road: PlanRoad, position: ReadonlyMap<string, number>, townSpeedKph: number): SceneRoad {
  const lengthMillimeters = Math.round(road.lengthMeters * 1000);
  const milliseconds = Math.round((lengthMillimeters * 3.6) / (road.speedKph ?? townSpeedKph));
  return {
    from: position.get(road.name[0]!)!,
    to: position.get(road.name[1]!)!,
    lengthMillimeters,
    forwardMilliseconds: road.walkOnly ? null : milliseconds,
    backwardMilliseconds: road.walkOnly || road.oneway ? null : milliseconds,
    walkable: road.walkable,
    roadClass: road.roadClass,
  };
}

/** The pole at a node lies on the first of its roads, at that end. */
function nodePole(
  name: string,
  n: number,
  point: ScenePoint,
  roads: readonly PlanRoad[],
  sceneRoads: readonly SceneRoad[],
): ScenePole {
  const road = roads.findIndex((candidate) => candidate.name.includes(name));
  if (road === -1) throw new RangeError(`Node "${name}" has no road.`);
  const isStart = roads[road]!.name[0] === name;
  return {
    ...point,
    road,
    positionMillimeters: isStart ? 0 : sceneRoads[road]!.lengthMillimeters,
    accessMillimeters: 0,
    residents: 2 ** n,
  };
}

function pointAlong(
  road: PlanRoad,
  nodes: ReadonlyMap<string, ScenePoint>,
  meters: number,
  offMeters: number,
): ScenePoint {
  const a = nodes.get(road.name[0]!)!;
  const b = nodes.get(road.name[1]!)!;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const drawn = (meters / road.lengthMeters) * length;
  return { x: a.x + ux * drawn - uy * offMeters, y: a.y + uy * drawn + ux * offMeters };
}
