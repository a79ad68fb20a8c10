import { existsSync } from 'node:fs';
import { multiPolygonAreaSquareKm, pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import type { OsmData } from '../map/osmData.ts';
import { relationOutline } from '../map/outline.ts';
import { type Drawing, drawOsm } from '../map/testing/drawOsm.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { type BoundaryOptions, osmBoundaries } from './boundaries.ts';

const DISTRICT = { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'District' };

function collect(map: OsmData, options: Partial<BoundaryOptions> = {}): { areas: Boundary[]; drops: string[] } {
  const drops: string[] = [];
  const areas = osmBoundaries(map, {
    countries: ['LI'],
    ...options,
    drop: (reason, ref) => drops.push(`${ref}: ${reason}`),
  });
  return { areas, drops };
}

/** Square kilometers to four places, of a drawn map with 1 km per character. */
function find(picture: string, drawing: Drawing, options?: Partial<BoundaryOptions>) {
  const drawn = drawOsm(picture, { metersPerCharacter: 1000, ...drawing });
  const found = collect(drawn.map, options);
  const holds = (letter: string) => {
    const [lng, lat] = drawn.position(letter);
    return found.areas.map(({ polygon }) => pointInMultiPolygon(lng, lat, polygon));
  };
  return { ...found, holds, squareKm: found.areas.map(({ polygon }) => multiPolygonAreaSquareKm(polygon)) };
}

describe('outlines', () => {
  const square = `
      a----b
      |    |
      d----c`;

  test('rings are joined from ways in any order and direction', () => {
    const { areas, squareKm } = find(square, {
      ways: [
        ['ab', {}],
        ['cb', {}],
        ['da', {}],
        ['dc', {}],
      ],
      relations: [
        [
          [
            [3, 'outer'],
            [0, 'outer'],
            [2, ''],
            [1, 'outer'],
          ],
          DISTRICT,
        ],
      ],
    });
    expect(areas).toHaveLength(1);
    expect(areas[0]).toMatchObject({ cut: false, polygon: [[expect.any(Array)]] });
    expect(areas[0]!.polygon[0]![0]).toHaveLength(5);
    expect(squareKm[0]).toBeCloseTo(20, 2);
  });

  test('a closed way is an area too', () => {
    const { areas, squareKm } = find(square, { ways: [['abcda', { ...DISTRICT, type: '' }]] });
    expect([areas[0]!.code, areas[0]!.name]).toEqual(['osm-w1', 'District']);
    expect(squareKm[0]).toBeCloseTo(20, 2);
  });

  test('holes, islands in lakes and exclaves, whatever the roles say', () => {
    const { areas, holds, squareKm } = find(
      `
      a--------------b   m---n
      | e--------f   |   | 3 |
      | | i----j |   |   p---o
      | | | 1  |w| 2 |
      | | l----k |   |
      | h--------g   |
      d--------------c`,
      {
        ways: [
          ['abcda', {}],
          ['efg', {}],
          ['ghe', {}],
          ['ijkli', {}],
          ['mnopm', {}],
        ],
        relations: [
          [
            [
              [0, 'outer'],
              [1, ''],
              [2, 'outer'],
              [3, 'inner'],
              [4, 'outer'],
            ],
            DISTRICT,
          ],
        ],
      },
    );
    expect(areas[0]!.polygon.map((rings) => rings.length)).toEqual([2, 1, 1]);
    expect(['1', '2', '3', 'w'].map((letter) => holds(letter)[0])).toEqual([true, true, true, false]);
    // 15×12 − 9×8 + 5×4 + 4×4
    expect(squareKm[0]).toBeCloseTo(180 - 72 + 20 + 16, 1);
  });

  test('rings that touch at a node come out apart', () => {
    const { areas, squareKm } = find(
      `
      a---b
      |   |
      d---c---e
          |   |
          g---f`,
      {
        ways: [
          ['ab', {}],
          ['bc', {}],
          ['cd', {}],
          ['da', {}],
          ['ce', {}],
          ['ef', {}],
          ['fg', {}],
          ['gc', {}],
        ],
        relations: [[[0, 1, 2, 3, 4, 5, 6, 7].map((way) => [way, 'outer'] as const), DISTRICT]],
      },
    );
    expect(areas[0]!.polygon).toHaveLength(2);
    expect(squareKm[0]).toBeCloseTo(32, 2);
  });

  test('an outline cut by the edge of the map: closed rings stay, marked as cut', () => {
    const { areas, squareKm, drops } = find(
      `
      a----b   e--f
      |    |   |  |
      d----c   h--g`,
      {
        ways: [
          ['abcda', {}],
          ['ef', {}],
          ['fg', {}],
        ],
        relations: [
          [
            [
              [0, 'outer'],
              [1, 'outer'],
              [2, 'outer'],
              [77, 'outer'],
            ],
            DISTRICT,
          ],
        ],
      },
    );
    expect(areas[0]!.cut).toBe(true);
    expect(squareKm[0]).toBeCloseTo(20, 2);
    expect(drops).toEqual([]);
  });

  test.each<[string, Drawing]>([
    [
      'a way outside the map',
      {
        ways: [
          ['ab', {}],
          ['bc', {}],
          ['cd', {}],
        ],
        relations: [
          [
            [
              [0, ''],
              [1, ''],
              [2, ''],
              [9, ''],
            ],
            DISTRICT,
          ],
        ],
      },
    ],
    ['a node outside the map', { ways: [['abc?da', {}]], relations: [[[[0, '']], DISTRICT]] }],
    [
      'a gap',
      {
        ways: [
          ['ab', {}],
          ['bc', {}],
          ['cd', {}],
        ],
        relations: [
          [
            [
              [0, ''],
              [1, ''],
              [2, ''],
            ],
            DISTRICT,
          ],
        ],
      },
    ],
    [
      'only its lake is there',
      {
        ways: [['abcda', {}]],
        relations: [
          [
            [
              [0, 'inner'],
              [9, 'outer'],
            ],
            DISTRICT,
          ],
        ],
      },
    ],
  ])('no ring closes: %s', (_, drawing) => {
    const { areas, drops } = find(square, drawing);
    expect(areas).toEqual([]);
    expect(drops).toEqual(['relation 1: no ring closes: ways are outside the map or missing']);
  });

  test('members that are no outline do not matter', () => {
    const { areas } = find(square, {
      ways: [
        ['abcda', {}],
        ['ac', {}],
      ],
      relations: [
        [
          [
            [0, 'outer'],
            [1, 'subarea'],
            ['a', 'label'],
            [77, 'subarea'],
          ],
          DISTRICT,
        ],
      ],
    });
    expect(areas[0]).toMatchObject({ cut: false });
  });

  test('outlines cut into random pieces give the same area again', () => {
    const random = new SeededRandom(4);
    for (let round = 0; round < 60; round++) {
      const builder = new OsmBuilder();
      const corners = 3 + random.int(40);
      const nodes = Array.from({ length: corners }, (_, i) => {
        const angle = (2 * Math.PI * i) / corners;
        const radius = random.between(0.5, 1);
        return builder.addNode(47 + radius * Math.sin(angle), 9 + radius * Math.cos(angle));
      });
      const cuts = [...new Set(Array.from({ length: 1 + random.int(6) }, () => random.int(corners)))].sort(
        (a, b) => a - b,
      );
      const ring = [...nodes.slice(cuts[0]), ...nodes.slice(0, cuts[0]), nodes[cuts[0]!]!];
      const ways = cuts.map((cut, i) => {
        const piece = ring.slice(cut - cuts[0]!, (cuts[i + 1] ?? corners + cuts[0]!) - cuts[0]! + 1);
        return builder.addWay(random.next() < 0.5 ? piece : piece.toReversed());
      });
      const members = random.shuffle(ways).map((id) => ({ kind: 'way', id, role: 'outer' }) as const);
      builder.addRelation(members, DISTRICT);
      const map = builder.build();
      const { polygon, isComplete } = relationOutline(map, 0);
      const whole = multiPolygonAreaSquareKm([
        [ring.map((id) => [map.lng(map.nodeRow(id)), map.lat(map.nodeRow(id))])],
      ]);
      expect(isComplete).toBe(true);
      expect(multiPolygonAreaSquareKm(polygon)).toBeCloseTo(whole, 6);
    }
  });
});

describe('what an area is called', () => {
  const square = 'a-b\n| |\nd-c';
  const area = (tags: Record<string, string>) =>
    find(square, { ways: [['abcda', {}]], relations: [[[[0, 'outer']], { ...DISTRICT, ...tags }]] });

  test.each<[Record<string, string>, Partial<Boundary>]>([
    [{}, { code: 'osm-1', name: 'District', kind: 'municipality', level: 8, country: 'LI' }],
    [{ 'ISO3166-2': 'LI-09' }, { code: 'LI-09' }],
    [{ 'ref:INSEE': '13055' }, { code: '13055' }],
    [{ ref: '7' }, { code: '7' }],
    [
      { admin_level: '2', 'ISO3166-1:alpha2': 'LI' },
      { code: 'LI', kind: 'country', level: 2 },
    ],
    [{ admin_level: '4' }, { kind: 'region', level: 4 }],
    [
      { admin_level: '6', border_type: 'county' },
      { kind: 'county', level: 6, localType: 'county' },
    ],
    [
      { boundary: 'postal_code', postal_code: '9490' },
      { code: '9490', name: '9490', kind: 'postcode', level: -1 },
    ],
  ])('%j', (tags, expected) => {
    expect(area(tags).areas[0]).toMatchObject(expected);
  });

  test.each<[Record<string, string>, string]>([
    [{ admin_level: '10' }, 'admin_level 10 is not used'],
    [{ 'ISO3166-2': 'CH-SG' }, 'it belongs to another country than LI'],
    [{ admin_level: '2', 'ISO3166-1': 'CH' }, 'it belongs to another country than LI'],
    [{ boundary: 'postal_code', name: '' }, 'a postal boundary without a postcode'],
  ])('%j is dropped', (tags, reason) => {
    expect(area(tags)).toMatchObject({ areas: [], drops: [`relation 1: ${reason}`] });
  });

  test('other boundaries are no matter of ours', () => {
    expect(area({ boundary: 'protected_area' })).toMatchObject({ areas: [], drops: [] });
    expect(area({ type: 'multilinestring' })).toMatchObject({ areas: [], drops: [] });
  });

  test('a country may give levels another meaning', () => {
    const options = { adminLevels: { '10': { kind: 'locality', level: 9 } } } as const;
    const { areas, drops } = find(
      square,
      {
        ways: [['abcda', {}]],
        relations: [
          [[[0, '']], { ...DISTRICT, admin_level: '10' }],
          [[[0, '']], DISTRICT],
        ],
      },
      options,
    );
    expect(areas).toEqual([expect.objectContaining({ kind: 'locality', level: 9 })]);
    expect(drops).toEqual(['relation 2: admin_level 8 is not used']);
  });

  test('a code that two areas want goes to neither', () => {
    const { areas } = find(square, {
      ways: [['abcda', {}]],
      relations: [
        [[[0, '']], { ...DISTRICT, ref: '1' }],
        [[[0, '']], { ...DISTRICT, admin_level: '6', ref: '1' }],
        [[[0, '']], { ...DISTRICT, admin_level: '4', ref: '2' }],
      ],
    });
    expect(areas.map(({ code }) => code)).toEqual(['osm-1', 'osm-2', '2']);
  });

  test('where the whole country is there, areas outside it are dropped', () => {
    const { areas, drops } = find('a-b e-f\n| | | |\nd-c h-g', {
      ways: [
        ['abcda', {}],
        ['efghe', {}],
      ],
      relations: [
        [[[0, '']], { ...DISTRICT, admin_level: '2', 'ISO3166-1': 'LI' }],
        [[[0, '']], DISTRICT],
        [[[1, '']], DISTRICT],
      ],
    });
    expect(areas.map(({ level }) => level)).toEqual([2, 8]);
    expect(drops).toEqual(['relation 3: it lies outside LI']);
  });
});

describe('real countries, against published areas', () => {
  test('Liechtenstein: eleven municipalities that make the country', async ({ skip }) => {
    const path = '../shared/data/extracts/liechtenstein-2022-12-15.osm.pbf';
    if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
    const { areas } = collect((await readOsmPbf(path)).map);
    const squareKm = new Map(areas.map(({ code, polygon }) => [code, multiPolygonAreaSquareKm(polygon)]));
    const municipalities = areas.filter(({ level }) => level === 8);
    expect(municipalities.map(({ code }) => code).sort((a, b) => a.localeCompare(b))).toEqual(
      Array.from({ length: 11 }, (_, i) => `LI-${String(i + 1).padStart(2, '0')}`),
    );
    // Office of Statistics: country 160.5 km², Vaduz 17.3, Triesenberg 29.8, Schellenberg 3.5.
    const published = { LI: 160.5, 'LI-11': 17.3, 'LI-10': 29.8, 'LI-08': 3.5 };
    for (const [code, area] of Object.entries(published)) {
      expect(Math.abs(squareKm.get(code)! / area - 1), code).toBeLessThan(0.02);
    }
    const sum = municipalities.reduce((total, { code }) => total + squareKm.get(code)!, 0);
    expect(sum).toBeCloseTo(squareKm.get('LI')!, 1);
  });

  test('Andorra: seven parishes, 468 km²', async ({ skip }) => {
    const path = '../shared/data/extracts/andorra-2026-04-03.osm.pbf';
    if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
    const { areas } = collect((await readOsmPbf(path)).map, { countries: ['AD'] });
    expect(areas.filter(({ level }) => level === 7)).toHaveLength(7);
    expect(areas.filter(({ kind }) => kind === 'postcode')).toHaveLength(7);
    const country = areas.find(({ level }) => level === 2)!;
    expect(Math.abs(multiPolygonAreaSquareKm(country.polygon) / 468 - 1)).toBeLessThan(0.01);
  });
});
