import {
  boxLevels,
  extendByPoint,
  growingInt32,
  growingUint8,
  growingUint32,
  hilbertOrder,
  multiPolygonAreaSquareKm,
  toMicrodegrees,
} from '@hinterland/geo';
import { BACKDROP_KINDS, backdropGeometry } from '@hinterland/territory';
import type { BackdropFeature } from '../inputs/backdrop.ts';

/** The tables of the family "backdrop" but for its tiles. Features whose rings collapse on the grid are left out. */
export function backdropTables(features: Iterable<BackdropFeature>) {
  const drawn = [...features].flatMap(onGrid);
  const order = hilbertOrder(
    Int32Array.from(drawn, ({ middle }) => middle[0]),
    Int32Array.from(drawn, ({ middle }) => middle[1]),
  );
  const place = new Uint32Array(drawn.length);
  order.forEach((row, i) => {
    place[row] = i;
  });
  const rows = [...drawn.keys()].sort((a, b) => drawn[a]!.kind - drawn[b]!.kind || place[a]! - place[b]!);
  const sorted = rows.map((row) => drawn[row]!);

  const ringStart = growingUint32();
  const pointStart = growingUint32();
  const hole = growingUint8();
  const lng = growingInt32();
  const lat = growingInt32();
  for (const { polygons } of sorted) {
    ringStart.push(pointStart.length);
    for (const rings of polygons) {
      for (const [i, ring] of rings.entries()) {
        pointStart.push(lng.length);
        hole.push(i === 0 ? 0 : 1);
        for (const [x, y] of ring) {
          lng.push(x);
          lat.push(y);
        }
      }
    }
  }
  return {
    backdropFeatures: {
      kind: Uint8Array.from(sorted, ({ kind }) => kind),
      name: sorted.map(({ name }) => name),
      areaSquareMeters: Float32Array.from(sorted, ({ areaSquareMeters }) => areaSquareMeters),
      population: Uint32Array.from(sorted, ({ population }) => population),
      ringStart: ringStart.toArray(),
    },
    backdropRings: { pointStart: pointStart.toArray(), hole: hole.toArray() },
    backdropPoints: { lngMicrodegrees: lng.toArray(), latMicrodegrees: lat.toArray() },
    backdropBoxes: boxLevels(sorted.length, (row, box) => {
      for (const [ring] of sorted[row]!.polygons) for (const [x, y] of ring!) extendByPoint(box, x, y);
    }),
  };
}

type GridPoint = readonly [number, number];

interface Drawn {
  readonly kind: number;
  readonly name: string;
  readonly population: number;
  readonly areaSquareMeters: number;
  readonly polygons: readonly (readonly GridPoint[])[][];
  /** Middle of its box. */
  readonly middle: GridPoint;
}

const LEAST_POSITIONS = { polygon: 4, line: 2, point: 1 } as const;

/** The feature in microdegrees, without positions that repeat the one before. */
function onGrid({ kind, name, population, parts }: BackdropFeature): Drawn[] {
  const geometry = backdropGeometry(kind);
  const polygons = parts
    .map((rings) => {
      const whole = rings.map(ringOnGrid);
      const [outer, ...holes] = whole;
      if (outer === undefined || outer.length < LEAST_POSITIONS[geometry]) return [];
      return [outer, ...holes.filter((ring) => ring.length >= LEAST_POSITIONS[geometry])];
    })
    .filter((rings) => rings.length > 0);
  if (polygons.length === 0) return [];
  const box = new Int32Array([0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000]);
  for (const [ring] of polygons) for (const [x, y] of ring!) extendByPoint(box, x, y);
  return [
    {
      kind: BACKDROP_KINDS.indexOf(kind),
      name,
      population,
      areaSquareMeters: geometry === 'polygon' ? 1e6 * multiPolygonAreaSquareKm(parts) : 0,
      polygons,
      middle: [(box[0]! + box[2]!) / 2, (box[1]! + box[3]!) / 2],
    },
  ];
}

function ringOnGrid(ring: readonly number[][]): GridPoint[] {
  const points: GridPoint[] = [];
  for (const [lng, lat] of ring) {
    const [x, y] = [toMicrodegrees(lng!), toMicrodegrees(lat!)];
    const last = points[points.length - 1];
    if (last === undefined || last[0] !== x || last[1] !== y) points.push([x, y]);
  }
  return points;
}
