import { SeededRandom } from '@hinterland/geo';
import { ROAD_CLASSES, type Territory } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tilesOfBox } from '../address.ts';
import { cutTile } from '../cut.ts';
import { type Decoded, decode } from '../testing/decode.ts';
import { PLACE, randomRoads } from '../testing/random.ts';
import { roads } from './roads.ts';

const degrees = (box: typeof PLACE) => ({
  west: box.west / 1e6,
  south: box.south / 1e6,
  east: box.east / 1e6,
  north: box.north / 1e6,
});

type Position = readonly [number, number];

/** Positions of an edge in degrees, read from the tables row by row. */
function lineOf({ nodes, edges, shapes }: Territory, edge: number): Position[] {
  const end = edges.shapeStart[edge + 1] ?? shapes.rows;
  const at = (table: typeof nodes, row: number): Position => [
    table.lngMicrodegrees[row]! / 1e6,
    table.latMicrodegrees[row]! / 1e6,
  ];
  const inner = Array.from({ length: end - edges.shapeStart[edge]! }, (_, i) =>
    at(shapes, edges.shapeStart[edge]! + i),
  );
  return [at(nodes, edges.fromNode[edge]!), ...inner, at(nodes, edges.toNode[edge]!)];
}

/** Many positions along a line. */
const along = (line: readonly Position[]): Position[] =>
  line.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    return Array.from({ length: 41 }, (_, k): Position => [ax + ((bx - ax) * k) / 40, ay + ((by - ay) * k) / 40]);
  });

/** Whether a position lies within a unit and a half of a line, in units of a tile of zoom 14 near 48° north. */
function isOn([px, py]: Position, line: readonly Position[]): boolean {
  const unit = 360 / 2 ** 14 / 4096;
  const stretch = Math.cos((py * Math.PI) / 180);
  return line.slice(1).some(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const [dx, dy, qx, qy] = [bx - ax, (by - ay) / stretch, px - ax, (py - ay) / stretch];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (qx * dx + qy * dy) / length));
    return Math.hypot(qx - share * dx, qy - share * dy) <= 2 * unit;
  });
}

describe('roads of a tile', () => {
  it('are those of the bundle that cross it, with class and name, and no others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 30 }), (seed) => {
        const territory = randomRoads(seed);
        const { edges, texts } = territory;
        const tiles = [...tilesOfBox(14, degrees(PLACE))];
        const tile = tiles[Math.floor(tiles.length * new SeededRandom(seed).next())]!;
        const drawn = decode(cutTile(territory, tile, [roads]), tile).road ?? [];
        const groups = new Map<string, Position[][]>();
        for (let edge = 0; edge < edges.rows; edge++) {
          const key = `${ROAD_CLASSES[edges.roadClass[edge]!]} ${texts.text.at(edges.street[edge]!)}`;
          groups.set(key, [...(groups.get(key) ?? []), lineOf(territory, edge)]);
        }
        const keyOf = ({ properties }: Decoded) => `${properties.class} ${properties.name ?? ''}`;
        const isInside = ([lng, lat]: Position) => {
          const x = ((lng + 180) / 360) * 2 ** 14 - tile.x;
          const y = (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** 14 - tile.y;
          return x >= 0 && x <= 1 && y >= 0 && y <= 1;
        };
        for (const [key, lines] of groups) {
          const there = drawn
            .filter((feature) => keyOf(feature) === key)
            .flatMap(({ lines }) => lines as unknown as Position[][]);
          const missing = lines.flatMap((line) =>
            along(line).filter((position) => isInside(position) && !there.some((other) => isOn(position, other))),
          );
          const extra = there.flatMap((line) =>
            along(line).filter((position) => !lines.some((other) => isOn(position, other))),
          );
          expect({ key, missing, extra }).toEqual({ key, missing: [], extra: [] });
        }
        expect(drawn.map(keyOf).filter((key) => !groups.has(key))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('show the classes of their zoom', () => {
    const territory = randomRoads(1);
    const classes = (z: number) => {
      const tiles = [...tilesOfBox(z, degrees(PLACE))];
      const names = tiles.flatMap((tile) => decode(cutTile(territory, tile, [roads]), tile).road ?? []);
      return new Set(names.map(({ properties }) => properties.class));
    };
    expect(classes(3)).toEqual(new Set());
    expect(classes(4)).toEqual(new Set(['motorway']));
    expect(classes(9)).toEqual(new Set(['motorway', 'trunk', 'primary', 'secondary', 'ferry']));
    expect(classes(14)).toEqual(new Set(ROAD_CLASSES));
  });
});
