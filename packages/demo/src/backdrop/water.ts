import type { BackdropFeature } from '@hinterland/importers';
import { distance, type Point } from '../geometry/plane.ts';
import type { World } from '../world.ts';
import { degrees, feature, ringOf } from './feature.ts';

/** How far the ocean is drawn around the islands, in degrees: a map of the country in the middle of a screen is blue. */
const OCEAN = { west: -157, south: -41, east: -146, north: -31 };

/** The ocean, with the islands as holes in it. */
export function ocean({ mesh }: World): BackdropFeature {
  const land = [...mesh.outlines(() => 0).values()].flat();
  const { west, south, east, north } = OCEAN;
  const around = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return feature('ocean', '', [[around, ...land.map(([outer]) => outer!.toReversed())]]);
}

/** Rivers from bank to bank as far as they lie on land, and their middle lines with their names. */
export function* rivers({ terrain }: World): Generator<BackdropFeature> {
  for (const { name, line, widthAtSourceMeters, widthAtMouthMeters } of terrain.rivers) {
    const mouth = line.findLastIndex((point) => terrain.isLand(point));
    // A little into the sea, where the ocean covers the end.
    const wet = line.slice(0, Math.min(line.length, mouth + 3));
    if (wet.length < 2) continue;
    const half = wet.map(
      (_, i) => (widthAtSourceMeters + (widthAtMouthMeters - widthAtSourceMeters) * (i / line.length) ** 2) / 2,
    );
    yield feature('water', name, [[ringOf([...beside(wet, half, 1), ...beside(wet, half, -1).reverse()])]]);
    yield feature('river', name, [[wet.map(degrees)]]);
  }
}

/** The line moved by so many meters at each point, to the left (1) or to the right (-1). */
function beside(line: readonly Point[], meters: readonly number[], side: 1 | -1): Point[] {
  return line.map((point, i) => {
    const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    const length = distance(a, b) || 1;
    const reach = (side * meters[i]!) / length;
    return { x: point.x - (b.y - a.y) * reach, y: point.y + (b.x - a.x) * reach };
  });
}
