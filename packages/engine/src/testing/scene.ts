import { MODE_BIT, type Mode, type Profile } from '@hinterland/catalogue';
import { hilbertOrder, localProjection } from '@hinterland/geo';
import {
  inMemoryTerritory,
  NONE,
  POLE_KINDS,
  type PoleKind,
  ROAD_CLASSES,
  type RoadClass,
  type Territory,
} from '@hinterland/territory';
import { largestComponent } from './components.ts';

/** A place in meters east and north of the scene's center. */
export interface ScenePoint {
  readonly x: number;
  readonly y: number;
}

export interface SceneRoad {
  /** Positions in the scene's nodes. */
  readonly from: number;
  readonly to: number;
  readonly lengthMillimeters: number;
  /** Car times; null where cars may not go. The profiles `free` and `heavy` take 0.8 and 1.5 of them. */
  readonly forwardMilliseconds: number | null;
  readonly backwardMilliseconds: number | null;
  /** Walkers go both ways at 5 km/h unless this is false. */
  readonly walkable?: boolean;
  readonly roadClass?: RoadClass;
  /** Inner points of the road's line, from `from` to `to`. */
  readonly line?: readonly ScenePoint[];
}

export interface ScenePole extends ScenePoint {
  /** Position in the scene's roads. */
  readonly road: number;
  readonly positionMillimeters: number;
  readonly accessMillimeters: number;
  readonly residents: number;
  readonly dwellings?: number;
  readonly kind?: PoleKind;
  /** Poles with one number share a census unit; left out, the pole is a unit of its own. */
  readonly unit?: number;
}

export interface Scene {
  readonly name?: string;
  readonly center?: { readonly lat: number; readonly lng: number };
  readonly nodes: readonly ScenePoint[];
  readonly roads: readonly SceneRoad[];
  readonly poles: readonly ScenePole[];
  /** How far the territory reaches around its nodes and poles, meters. */
  readonly marginMeters?: number;
}

/** A scene as a territory, and where its parts went: rows by position in the scene. */
export interface BuiltScene {
  readonly territory: Territory;
  readonly nodeRow: Uint32Array;
  readonly edgeRow: Uint32Array;
  readonly poleRow: Uint32Array;
  /** Degrees of a place, to the microdegree. */
  place(point: ScenePoint): { lat: number; lng: number };
}

const DEFAULT_CENTER = { lat: -20, lng: 160 };

/** Makes a territory out of a scene: nodes and poles in Hilbert order, edges by (from, to), main components, snaps. */
export function buildScene(scene: Scene): BuiltScene {
  const center = scene.center ?? DEFAULT_CENTER;
  const local = localProjection(center.lat, center.lng);
  const lngMicrodegrees = ({ x }: ScenePoint) => Math.round(local.lng(x) * 1e6);
  const latMicrodegrees = ({ y }: ScenePoint) => Math.round(local.lat(y) * 1e6);
  const columns = (points: readonly ScenePoint[]) => ({
    lngMicrodegrees: points.map(lngMicrodegrees),
    latMicrodegrees: points.map(latMicrodegrees),
  });
  const inHilbertOrder = (points: readonly ScenePoint[]) =>
    hilbertOrder(
      points.map((p) => p.x),
      points.map((p) => p.y),
    );

  const nodeOrder = inHilbertOrder(scene.nodes);
  const nodeRow = inverse(nodeOrder);
  const roadRows = Uint32Array.from(scene.roads, (_, i) => i).sort((a, b) => {
    const [p, q] = [scene.roads[a]!, scene.roads[b]!];
    return nodeRow[p.from]! - nodeRow[q.from]! || nodeRow[p.to]! - nodeRow[q.to]! || a - b;
  });
  const edgeRow = inverse(roadRows);
  const roads = Array.from(roadRows, (i) => scene.roads[i]!);
  const poleOrder = inHilbertOrder(scene.poles);
  const poleRow = inverse(poleOrder);
  const poles = Array.from(poleOrder, (i) => scene.poles[i]!);

  const car = weightsOf(roads, (road) => [road.forwardMilliseconds, road.backwardMilliseconds]);
  const walk = weightsOf(roads, (road) => {
    const time = road.walkable === false ? null : Math.round(road.lengthMillimeters * 0.72);
    return [time, time];
  });
  const inComponent = (weights: Weights) => mainComponent(scene.nodes.length, roads, weights);
  const isMain: Readonly<Record<'car' | 'walk', readonly boolean[]>> = {
    car: inComponent(car),
    walk: inComponent(walk),
  };
  const snapsOf = (mode: 'car' | 'walk') => {
    const rows = poles
      .map((pole, row) => ({ pole: row, edge: edgeRow[pole.road]!, placed: pole }))
      .filter(({ edge }) => isMain[mode][edge])
      .sort(
        (a, b) => a.edge - b.edge || a.placed.positionMillimeters - b.placed.positionMillimeters || a.pole - b.pole,
      );
    return {
      pole: rows.map((row) => row.pole),
      edge: rows.map((row) => row.edge),
      positionMillimeters: rows.map((row) => row.placed.positionMillimeters),
      accessMillimeters: rows.map((row) => row.placed.accessMillimeters),
    };
  };
  const shapeStart: number[] = [];
  const shapes: ScenePoint[] = [];
  for (const road of roads) {
    shapeStart.push(shapes.length);
    shapes.push(...(road.line ?? []));
  }
  const bit = (mode: Mode, is: boolean) => (is ? MODE_BIT[mode] : 0);

  const everything = [...scene.nodes, ...scene.poles];
  const margin = scene.marginMeters ?? 5_000;
  const extent = (values: number[]) => ({
    low: values.reduce((a, b) => Math.min(a, b), 0) - margin,
    high: values.reduce((a, b) => Math.max(a, b), 0) + margin,
  });
  const xs = extent(everything.map((p) => p.x));
  const ys = extent(everything.map((p) => p.y));

  const territory = inMemoryTerritory({
    manifest: {
      name: scene.name ?? 'Drawn town',
      center,
      bbox: {
        west: local.lng(xs.low),
        south: local.lat(ys.low),
        east: local.lng(xs.high),
        north: local.lat(ys.high),
      },
    },
    nodes: columns(Array.from(nodeOrder, (i) => scene.nodes[i]!)),
    edges: {
      fromNode: roads.map((road) => nodeRow[road.from]!),
      toNode: roads.map((road) => nodeRow[road.to]!),
      lengthMillimeters: roads.map((road) => road.lengthMillimeters),
      shapeStart,
      roadClass: roads.map((road) => ROAD_CLASSES.indexOf(road.roadClass ?? 'residential')),
      mainComponent: roads.map((_, i) => bit('car', isMain.car[i]!) | bit('walk', isMain.walk[i]!)),
      street: roads.map(() => 0),
    },
    shapes: columns(shapes),
    poles: {
      ...columns(poles),
      dwellings: poles.map((pole) => pole.dwellings ?? 1),
      kind: poles.map((pole) => POLE_KINDS.indexOf(pole.kind ?? 'address')),
    },
    weights: {
      'car-free': scaled(car, 0.8),
      'car-normal': car,
      'car-heavy': scaled(car, 1.5),
      'walk-normal': walk,
    } satisfies Partial<Record<Profile, Weights>>,
    snaps: { car: snapsOf('car'), walk: snapsOf('walk') },
    sociodemo: sociodemoOf(poles),
  });
  return {
    territory,
    nodeRow,
    edgeRow,
    poleRow,
    place: (point) => ({ lat: latMicrodegrees(point) / 1e6, lng: lngMicrodegrees(point) / 1e6 }),
  };
}

interface Weights {
  forwardMilliseconds: number[];
  backwardMilliseconds: number[];
}

function weightsOf(
  roads: readonly SceneRoad[],
  times: (road: SceneRoad) => readonly [number | null, number | null],
): Weights {
  const pairs = roads.map(times);
  return {
    forwardMilliseconds: pairs.map(([forward]) => forward ?? NONE),
    backwardMilliseconds: pairs.map(([, backward]) => backward ?? NONE),
  };
}

function scaled({ forwardMilliseconds, backwardMilliseconds }: Weights, factor: number): Weights {
  const scale = (time: number) => (time === NONE ? NONE : Math.round(time * factor));
  return {
    forwardMilliseconds: forwardMilliseconds.map(scale),
    backwardMilliseconds: backwardMilliseconds.map(scale),
  };
}

/** Per road whether it may be used and both its ends lie in the largest strongly connected component. */
function mainComponent(nodes: number, roads: readonly SceneRoad[], weights: Weights): boolean[] {
  const arcs = roads.flatMap(({ from, to }, i): [number, number][] => [
    ...(weights.forwardMilliseconds[i] === NONE ? [] : [[from, to] as [number, number]]),
    ...(weights.backwardMilliseconds[i] === NONE ? [] : [[to, from] as [number, number]]),
  ]);
  const inside = largestComponent(nodes, arcs);
  return roads.map(
    ({ from, to }, i) =>
      inside[from]! &&
      inside[to]! &&
      (weights.forwardMilliseconds[i] !== NONE || weights.backwardMilliseconds[i] !== NONE),
  );
}

function sociodemoOf(poles: readonly ScenePole[]) {
  const rowOf = new Map<string, number>();
  const unit = poles.map((pole, row) => {
    const key = pole.unit === undefined ? `pole ${row}` : `unit ${pole.unit}`;
    if (!rowOf.has(key)) rowOf.set(key, rowOf.size);
    return rowOf.get(key)!;
  });
  const totals = new Float64Array(rowOf.size);
  poles.forEach((pole, row) => {
    totals[unit[row]!]! += pole.residents;
  });
  const units = [...rowOf.keys()];
  return {
    units: {
      code: units.map((_, i) => `U${i}`),
      areaSquareKm: units.map(() => 1),
      insideShare: units.map(() => 1),
      synthetic: units.map(() => 0),
    },
    poleUnits: {
      unit: poles.map((pole, row) => (pole.residents > 0 ? unit[row]! : NONE)),
      share: poles.map((pole, row) => (pole.residents > 0 ? pole.residents / totals[unit[row]!]! : 0)),
    },
    topics: { residents: { columns: { total: totals } } },
  };
}

function inverse(order: Uint32Array): Uint32Array {
  const rows = new Uint32Array(order.length);
  for (let row = 0; row < order.length; row++) rows[order[row]!] = row;
  return rows;
}
