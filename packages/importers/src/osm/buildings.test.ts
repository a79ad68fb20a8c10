import { describe, expect, test } from 'vitest';
import type { BuildingPoint } from '../inputs/poles.ts';
import { type Drawing, drawOsm } from '../map/testing/drawOsm.ts';
import { dwellingsOf, osmBuildings } from './buildings.ts';
import { residenceOf } from './residential.ts';

const tagsOf = (tags: Record<string, string>) => new Map(Object.entries(tags));

function find(picture: string, drawing: Drawing): { buildings: BuildingPoint[]; drops: string[] } {
  const buildings: BuildingPoint[] = [];
  const drops: string[] = [];
  osmBuildings(drawOsm(picture, drawing).map, {
    push: (building) => buildings.push(building),
    drop: (reason, ref) => drops.push(`${ref}: ${reason}`),
  });
  return { buildings, drops };
}

test.each<[Record<string, string>, string]>([
  [{ building: 'house' }, 'yes'],
  [{ building: 'apartments' }, 'yes'],
  [{ building: 'yes' }, 'maybe'],
  [{ building: 'yes', shop: 'mall' }, 'no'],
  [{ building: 'yes', amenity: 'school' }, 'no'],
  [{ building: 'yes', office: 'company' }, 'no'],
  [{ building: 'yes', industrial: 'factory' }, 'no'],
  [{ building: 'yes', shop: 'no' }, 'maybe'],
  [{ building: 'yes', residential: 'apartments' }, 'yes'],
  [{ building: 'commercial' }, 'no'],
  [{ building: 'commercial', 'building:flats': '8' }, 'yes'],
  [{ building: 'garage' }, 'no'],
  [{ building: 'no' }, 'no'],
  [{ building: 'house', location: 'underground' }, 'no'],
  [{}, 'no'],
])('people live in %j: %s', (tags, expected) => {
  expect(residenceOf(tagsOf(tags))).toBe(expected);
});

test.each<[Record<string, string>, number, number]>([
  [{ building: 'house' }, 300, 1],
  [{ building: 'yes', 'building:flats': '12' }, 100, 12],
  [{ building: 'apartments', 'addr:flats': '1-8;11;13' }, 100, 10],
  // area × levels × 0.8 / 95 m²
  [{ building: 'apartments', 'building:levels': '5' }, 475, 20],
  [{ building: 'apartments', 'building:levels': '3;5' }, 475, 20],
  [{ building: 'apartments', height: '16 m' }, 475, 20],
  [{ building: 'apartments' }, 475, 16],
  [{ building: 'yes' }, 475, 8],
  [{ building: 'terrace', 'building:levels': '2.5' }, 475, 10],
  [{ building: 'yes' }, 40, 1],
  [{ building: 'apartments', 'building:levels': '-3' }, 475, 16],
  [{ building: 'apartments', 'building:levels': '9999' }, 475, 16],
  [{ building: 'apartments', 'building:levels': '100' }, 1_000_000, 2000],
])('%j of %i m² has %i dwellings', (tags, squareMeters, expected) => {
  expect(dwellingsOf(tagsOf(tags), squareMeters)).toBe(expected);
});

describe('buildings of a map', () => {
  const square = `
    a---b
    |   |
    d---c`;

  test('a building of 100 m by 100 m on two levels', () => {
    // 10,000 m² × 2 × 0.8 / 95 = 168.4
    const { buildings } = find(square, { ways: [['abcda', { building: 'residential', 'building:levels': '2' }]] });
    expect(buildings).toEqual([expect.objectContaining({ dwellings: 168, ref: 'way 1' })]);
  });

  test('a courtyard is not floor', () => {
    const { buildings } = find(
      `
      a-------b
      | e---f |
      | h---g |
      d-------c`,
      {
        ways: [
          ['abcda', { building: 'residential' }],
          ['efghe', {}],
        ],
        relations: [
          [
            [
              [0, 'outer'],
              [1, 'inner'],
            ],
            { type: 'multipolygon', building: 'residential', 'building:levels': '1' },
          ],
        ],
      },
    );
    // 200 × 150 − 100 × 50 = 25,000 m²; the outer way repeats the tag and counts once.
    expect(buildings).toEqual([expect.objectContaining({ dwellings: 211, ref: 'relation 1' })]);
  });

  test('what is dropped, and why', () => {
    const { buildings, drops } = find(`${square}\n\n    ef\n    hg`, {
      ways: [
        ['abcda', { building: 'warehouse' }],
        ['efghe', { building: 'yes' }],
        ['ab?a', { building: 'house' }],
        ['abc', { building: 'house' }],
      ],
      metersPerCharacter: 4,
    });
    expect(buildings).toEqual([]);
    expect(drops).toEqual([
      'way 1: not a residential building',
      'way 2: a plain building of less than 35 m²',
      'way 3: its outline is not closed or not wholly in the map',
      'way 4: its outline is not closed or not wholly in the map',
    ]);
  });

  const ring = `
      a-------b
      | e---f |
      | h---g |
      d-------c`;
  const members = [
    [0, 'outer'],
    [1, 'inner'],
  ] as const;
  const relation = { type: 'multipolygon', building: 'residential', 'building:levels': '1' };

  test('a house in a courtyard is one of its own', () => {
    const { buildings } = find(ring, {
      ways: [
        ['abcda', {}],
        ['efghe', { building: 'house' }],
      ],
      relations: [[members, relation]],
    });
    expect(buildings.map(({ ref, dwellings }) => [ref, dwellings])).toEqual([
      ['relation 1', 211],
      ['way 2', 1],
    ]);
  });

  test('the outline of a relation that is no home is none either', () => {
    const { buildings } = find(ring, {
      ways: [
        ['abcda', { building: 'yes' }],
        ['efghe', {}],
      ],
      relations: [[members, { ...relation, building: 'school' }]],
    });
    expect(buildings).toEqual([]);
  });
});
