import { type BuiltScene, buildScene, type SceneRoad } from './scene.ts';

export interface GridTownOptions {
  /** Blocks each way; the town has (blocks + 1)² nodes. */
  readonly blocks: number;
  readonly blockMeters: number;
  readonly speedKph: number;
  /** Residents of the pole at every node. Default 1. */
  readonly residents?: number;
  readonly center?: { readonly lat: number; readonly lng: number };
}

export interface GridTown extends BuiltScene {
  /** Place of a crossing, counted from the middle one. */
  at(right: number, up: number): { lat: number; lng: number };
}

/**
 * An ideal grid of streets with one pole at every crossing, the one in the middle at (0, 0). After the "Simpson Desert"
 * tests of Conveyal R5: within k blocks of a crossing lie 2k² + 2k + 1 crossings.
 */
export function gridTown({ blocks, blockMeters, speedKph, residents = 1, center }: GridTownOptions): GridTown {
  const side = blocks + 1;
  const half = Math.floor(blocks / 2);
  const point = (right: number, up: number) => ({ x: right * blockMeters, y: up * blockMeters });
  const nodes = Array.from({ length: side * side }, (_, i) => point((i % side) - half, Math.floor(i / side) - half));
  const lengthMillimeters = Math.round(blockMeters * 1000);
  const time = Math.round((lengthMillimeters * 3.6) / speedKph);
  const road = (from: number, to: number): SceneRoad => ({
    from,
    to,
    lengthMillimeters,
    forwardMilliseconds: time,
    backwardMilliseconds: time,
  });
  const roads = nodes.flatMap((_, i) => [
    ...(i % side < blocks ? [road(i, i + 1)] : []),
    ...(i < side * blocks ? [road(i, i + side)] : []),
  ]);
  const poles = nodes.map((node, i) => {
    const own = roads.findIndex(({ from, to }) => from === i || to === i);
    const positionMillimeters = roads[own]!.from === i ? 0 : lengthMillimeters;
    return { ...node, road: own, positionMillimeters, accessMillimeters: 0, residents };
  });
  const built = buildScene({ name: 'Grid town', nodes, roads, poles, center });
  return { ...built, at: (right, up) => built.place(point(right, up)) };
}
