import { describe, expect, it } from 'vitest';
import { coveredAreaSquareKm } from './coveredArea.ts';
import { interiorPoint } from './interiorPoint.ts';
import { type MultiPolygonCoordinates, pointInMultiPolygon } from './polygon.ts';
import { PolygonIndex } from './polygonIndex.ts';
import { SeededRandom } from './random.ts';

type Ring = number[][];

/** A square from a corner, counterclockwise. */
const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const turned = (ring: Ring): Ring => ring.toReversed();
/** One ring after the other in one go; they begin at the same place. */
const walked = (...rings: Ring[]): Ring => rings.flatMap((ring, i) => (i === 0 ? ring : ring.slice(1)));
const times = (count: number, ring: Ring): Ring => walked(...Array.from({ length: count }, () => ring));
const bowTie: Ring = [
  [0, 0],
  [4, 4],
  [4, 0],
  [0, 4],
  [0, 0],
];
/** A ring around the square from 1 to 3 twice, on two paths that cross. */
const coil: Ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [1, 4],
  [1, 1],
  [3, 1],
  [3, 3],
  [0, 3],
  [0, 0],
];
const pentagram: Ring = [0, 2, 4, 1, 3, 0].map((i) => [
  Math.sin((2 * Math.PI * i) / 5),
  Math.cos((2 * Math.PI * i) / 5),
]);
/** Star of five points with its middle, circumradius 1. */
const PENTAGRAM_AREA = 1.122569941;

/** Figures in units of a hundredth of a degree at the equator: area in square units, places inside, places outside. */
const FIGURES: Readonly<Record<string, readonly [MultiPolygonCoordinates, number, Ring, Ring]>> = {
  'a square': [[[square(0, 0, 4)]], 16, [[2, 2]], [[5, 2]]],
  'a square the other way': [[[turned(square(0, 0, 4))]], 16, [[2, 2]], [[5, 2]]],
  'an open ring': [[[square(0, 0, 4).slice(0, -1)]], 16, [[2, 2]], [[5, 2]]],
  'walked twice': [[[times(2, square(0, 0, 4))]], 16, [[2, 2]], [[5, 2]]],
  'walked twice the other way': [[[times(2, turned(square(0, 0, 4)))]], 16, [[2, 2]], [[5, 2]]],
  'walked three times': [[[times(3, square(0, 0, 4))]], 16, [[2, 2]], [[5, 2]]],
  'walked four times': [[[times(4, square(0, 0, 4))]], 16, [[2, 2]], [[5, 2]]],
  'twice there and once back': [[[walked(times(2, square(0, 0, 4)), turned(square(0, 0, 4)))]], 16, [[2, 2]], [[5, 2]]],
  'there and back': [[[walked(square(0, 0, 4), turned(square(0, 0, 4)))]], 0, [], [[2, 2]]],
  'twice, from another corner': [
    [[[...square(0, 0, 4).slice(0, 4), ...square(0, 0, 4).slice(0, 4), [0, 0]]]],
    16,
    [[2, 2]],
    [[5, 2]],
  ],
  'the second time with points between': [
    [
      [
        walked(square(0, 0, 4), [
          [0, 0],
          [2, 0],
          [4, 0],
          [4, 3],
          [4, 4],
          [0, 4],
          [0, 1],
          [0, 0],
        ]),
      ],
    ],
    16,
    [[2, 2]],
    [[5, 2]],
  ],
  'the second time half a step aside': [
    [[walked(square(0, 0, 4), square(0, 0, 5))]],
    25,
    [
      [2, 2],
      [4.5, 4.5],
    ],
    [[6, 2]],
  ],
  'every point twice': [[[square(0, 0, 4).flatMap((point) => [point, point])]], 16, [[2, 2]], [[5, 2]]],
  'a bow-tie': [
    [[bowTie]],
    8,
    [
      [3.5, 2],
      [0.5, 2],
    ],
    [
      [2, 3],
      [2, 1],
    ],
  ],
  'a bow-tie the other way': [[[turned(bowTie)]], 8, [[3.5, 2]], [[2, 3]]],
  'a bow-tie walked twice': [
    [[times(2, bowTie)]],
    8,
    [
      [3.5, 2],
      [0.5, 2],
    ],
    [[2, 3]],
  ],
  'a bow-tie with its knot as a point': [
    [
      [
        [
          [0, 0],
          [2, 2],
          [4, 4],
          [4, 0],
          [2, 2],
          [0, 4],
          [0, 0],
        ],
      ],
    ],
    8,
    [
      [3.5, 2],
      [0.5, 2],
    ],
    [[2, 3]],
  ],
  'a star in one go': [
    [[pentagram]],
    PENTAGRAM_AREA,
    [
      [0, 0],
      [0, 0.9],
    ],
    [[0.5, 0.8]],
  ],
  'a coil around its middle': [
    [[coil]],
    16 - 1,
    [
      [2, 2],
      [3.5, 0.5],
      [0.5, 2],
    ],
    [[0.5, 3.5]],
  ],
  'a coil the other way': [[[turned(coil)]], 16 - 1, [[2, 2]], [[0.5, 3.5]]],
  'a loop within, turning alike': [
    [[walked(square(0, 0, 4), square(0, 0, 2))]],
    16,
    [
      [1, 1],
      [3, 3],
    ],
    [[5, 2]],
  ],
  'a loop within, turning against it': [[[walked(square(0, 0, 4), turned(square(0, 0, 2)))]], 12, [[3, 3]], [[1, 1]]],
  'a spike': [
    [
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [9, 4],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
      ],
    ],
    16,
    [[2, 2]],
    [[6, 4.1]],
  ],
  'a hole': [[[square(0, 0, 4), turned(square(1, 1, 2))]], 12, [[0.5, 2]], [[2, 2]]],
  'a hole that turns as its outline': [[[square(0, 0, 4), square(1, 1, 2)]], 12, [[0.5, 2]], [[2, 2]]],
  'an outline and a hole the other way': [[[turned(square(0, 0, 4)), square(1, 1, 2)]], 12, [[0.5, 2]], [[2, 2]]],
  'a hole walked twice': [[[square(0, 0, 4), times(2, square(1, 1, 2))]], 12, [[0.5, 2]], [[2, 2]]],
  'a hole there and back': [
    [[square(0, 0, 4), walked(square(1, 1, 2), turned(square(1, 1, 2)))]],
    16,
    [[2, 2]],
    [[5, 2]],
  ],
  'outline and hole walked twice': [[[times(2, square(0, 0, 4)), times(2, square(1, 1, 2))]], 12, [[0.5, 2]], [[2, 2]]],
  'the same hole twice': [[[square(0, 0, 4), square(1, 1, 2), square(1, 1, 2)]], 12, [[0.5, 2]], [[2, 2]]],
  'holes that overlap': [[[square(0, 0, 4), square(1, 1, 2), square(2, 2, 1.5)]], 16 - 5.25, [[0.5, 2]], [[2.5, 2.5]]],
  'holes that overlap and turn against each other': [
    [[square(0, 0, 4), square(1, 1, 2), turned(square(2, 2, 1.5))]],
    16 - 5.25,
    [[0.5, 2]],
    [[2.5, 2.5]],
  ],
  'a hole within a hole': [[[square(0, 0, 4), square(1, 1, 2), square(1.5, 1.5, 1)]], 12, [[0.5, 2]], [[2, 2]]],
  'a hole on the edge': [[[square(0, 0, 4), square(0, 1, 2)]], 12, [[3, 2]], [[1, 2]]],
  'a hole over the edge': [
    [[square(0, 0, 4), square(3, 1, 2)]],
    14,
    [[2, 2]],
    [
      [3.5, 2],
      [4.5, 2],
    ],
  ],
  'a hole outside': [[[square(0, 0, 4), square(5, 5, 2)]], 16, [[2, 2]], [[6, 6]]],
  'a hole that is all': [[[square(0, 0, 4), square(0, 0, 4)]], 0, [], [[2, 2]]],
  'a bow-tie as a hole': [
    [[square(0, 0, 4), bowTie]],
    8,
    [[2, 3.5]],
    [
      [3.5, 2],
      [0.5, 2],
    ],
  ],
  'an island in a hole': [
    [[square(0, 0, 4), square(1, 1, 2)], [square(1.5, 1.5, 1)]],
    13,
    [
      [2, 2],
      [0.5, 2],
    ],
    [[1.2, 1.2]],
  ],
  'two apart': [
    [[square(0, 0, 4)], [square(6, 0, 1)]],
    17,
    [
      [2, 2],
      [6.5, 0.5],
    ],
    [[5, 2]],
  ],
  'two that overlap': [
    [[square(0, 0, 4)], [square(2, 2, 4)]],
    28,
    [
      [3, 3],
      [5, 5],
    ],
    [[1, 5]],
  ],
  'two that overlap and turn against each other': [
    [[square(0, 0, 4)], [turned(square(2, 2, 4))]],
    28,
    [[3, 3]],
    [[1, 5]],
  ],
  'the same twice': [[[square(0, 0, 4)], [square(0, 0, 4)]], 16, [[2, 2]], [[5, 2]]],
  'one within another': [[[square(0, 0, 4)], [square(1, 1, 2)]], 16, [[2, 2]], [[5, 2]]],
  'two side by side': [
    [[square(0, 0, 4)], [square(4, 0, 4)]],
    32,
    [
      [4, 2],
      [6, 2],
    ],
    [[9, 2]],
  ],
  'a hole that another fills': [[[square(0, 0, 4), square(1, 1, 2)], [square(1, 1, 2)]], 16, [[2, 2]], [[5, 2]]],
  'a hole that another crosses': [
    [[square(0, 0, 4), square(1, 1, 2)], [square(2, 2, 4)]],
    12 + 16 - 3,
    [
      [2.5, 2.5],
      [5, 5],
    ],
    [[1.5, 1.5]],
  ],
  'an outline that leaves and comes back to its hole': [
    [
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 2],
          [1, 2],
          [1, 3],
          [3, 3],
          [3, 1],
          [1, 1],
          [1, 2],
          [0, 2],
          [0, 0],
        ],
      ],
    ],
    12,
    [[0.5, 0.5]],
    [[2, 2]],
  ],
};

/** Degrees of a unit. */
const UNIT = 0.01;
const SQUARE_KM = coveredAreaSquareKm([[square(0, 0, UNIT)]])!;
const inDegrees = (figure: MultiPolygonCoordinates): MultiPolygonCoordinates =>
  figure.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [x! * UNIT, y! * UNIT])));

/** The rule by the sum of the angles under which a point sees the edges of a ring. */
function isInside(x: number, y: number, figure: MultiPolygonCoordinates): boolean {
  const goesAround = (ring: Ring) => {
    const angles = ring.map((point, i) => {
      const next = ring[(i + 1) % ring.length]!;
      const [ax, ay, bx, by] = [point[0]! - x, point[1]! - y, next[0]! - x, next[1]! - y];
      return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    });
    return Math.round(angles.reduce((sum, angle) => sum + angle, 0) / (2 * Math.PI)) !== 0;
  };
  return figure.some(([outer, ...holes]) => goesAround(outer!) && !holes.some(goesAround));
}

describe('figures as they are drawn', () => {
  it.each(Object.entries(FIGURES))('%s', (_, [figure, area, inside, outside]) => {
    const index = new PolygonIndex([figure]);
    for (const [points, expected] of [
      [inside, true],
      [outside, false],
    ] as const) {
      for (const [x, y] of points) {
        expect([x, y, pointInMultiPolygon(x!, y!, figure)]).toEqual([x, y, expected]);
        expect([x, y, index.first(x!, y!) === 0]).toEqual([x, y, expected]);
      }
    }
    expect(coveredAreaSquareKm(inDegrees(figure))! / SQUARE_KM).toBeCloseTo(area, 4);
    const point = interiorPoint(figure);
    expect(point === null).toBe(area === 0);
    if (point !== null) expect(pointInMultiPolygon(point[0], point[1], figure)).toBe(true);
  });

  it('at random: each place as the sum of angles says, the area as a fine grid of places', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const ring = (): Ring => {
        const corners = Array.from({ length: 3 + random.int(6) }, () => [random.int(9), random.int(9)]);
        return random.int(3) === 0 ? [...corners, ...corners, corners[0]!] : [...corners, corners[0]!];
      };
      const figure = Array.from({ length: 1 + random.int(3) }, () => Array.from({ length: 1 + random.int(3) }, ring));
      const index = new PolygonIndex([figure]);
      const wrong: number[][] = [];
      let held = 0;
      const side = 72;
      for (let i = 0; i < side * side; i++) {
        // Beside the lines through whole numbers, whose sides the rule of edges decides.
        const [x, y] = [((i % side) + 0.4637) / 8 - 0.5, (Math.floor(i / side) + 0.3719) / 8 - 0.5];
        const expected = isInside(x, y, figure);
        if (pointInMultiPolygon(x, y, figure) !== expected || (index.first(x, y) === 0) !== expected)
          wrong.push([x, y]);
        held += Number(expected);
      }
      expect(wrong, `seed ${seed}`).toEqual([]);
      const units = coveredAreaSquareKm(inDegrees(figure))! / SQUARE_KM;
      expect(Math.abs(units - held / 64), `seed ${seed}`).toBeLessThan(0.5);
    }
  });

  it('that cross themselves without end have no area', () => {
    const random = new SeededRandom(1);
    const ring = Array.from({ length: 2000 }, () => [random.between(0, 1), random.between(0, 1)]);
    expect(coveredAreaSquareKm([[[...ring, ring[0]!]]])).toBeNull();
  });
});
