import { describe, expect, it } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { Report } from '../report/report.ts';
import { makeAreas, type PolePlaces } from './areaRows.ts';

/** A rectangle of degrees as an area. */
function area(
  code: string,
  level: number,
  [west, south, east, north]: readonly [number, number, number, number],
  more: Partial<Boundary> = {},
): Boundary {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    code,
    name: `Area ${code}`,
    country: 'XA',
    kind: level === 2 ? 'country' : level === 4 ? 'region' : level < 0 ? 'postcode' : 'municipality',
    level,
    localType: '',
    polygon: [[ring]],
    cut: false,
    ...more,
  };
}

function polesAt(...places: readonly (readonly [number, number, string?])[]): PolePlaces {
  return {
    count: places.length,
    lng: (pole) => places[pole]![0],
    lat: (pole) => places[pole]![1],
    postcode: (pole) => places[pole]![2] ?? '',
  };
}

function make(boundaries: readonly Boundary[], poles: PolePlaces, more: Partial<TerritoryInputs> = {}) {
  const report = new Report('Test');
  const inputs = { boundaries, countries: ['XA'], report, ...more } as TerritoryInputs;
  const { rows, poleAreas } = makeAreas(inputs, poles);
  return {
    codes: rows.map(({ boundary }) => boundary.code),
    parents: rows.map(({ parent }) => rows[parent]?.boundary.code ?? null),
    cut: rows.map(({ isCut }) => isCut),
    boxes: rows.map(({ box }) => box),
    of: (column: keyof typeof poleAreas) => [...poleAreas[column]].map((row) => rows[row]?.boundary.code ?? null),
    report: report.toJson(),
  };
}

/** A country of two regions, the west one with two towns; a postcode crosses the regions. */
const COUNTRY = [
  area('T2', 8, [4, 0, 5, 10]),
  area('W', 4, [0, 0, 5, 10]),
  area('P1', -1, [4, 0, 7, 10]),
  area('XA', 2, [0, 0, 10, 10]),
  area('E', 4, [5, 0, 10, 10]),
  area('T1', 8, [0, 0, 4, 10]),
];

describe('areas', () => {
  it('stand parents first, each under the finest area that holds it', () => {
    const { codes, parents } = make(COUNTRY, polesAt());
    expect(codes).toEqual(['XA', 'E', 'W', 'T1', 'T2', 'P1']);
    expect(parents).toEqual([null, 'XA', 'XA', 'W', 'W', 'E']);
  });

  it('hold poles per level, the smallest where several do', () => {
    const inner = area('T3', 8, [1, 1, 2, 2]);
    const made = make([...COUNTRY, inner], polesAt([1.5, 1.5], [4.5, 5], [6, 5], [9, 5], [20, 5]));
    expect(made.of('country')).toEqual(['XA', 'XA', 'XA', 'XA', null]);
    expect(made.of('level4')).toEqual(['W', 'W', 'E', 'E', null]);
    expect(made.of('level8')).toEqual(['T3', 'T2', null, null, null]);
    expect(made.of('postcode')).toEqual([null, 'P1', 'P1', null, null]);
    expect(made.of('level6')).toEqual([null, null, null, null, null]);
  });

  it('take the postcode of the address where no outline holds the pole', () => {
    const made = make(COUNTRY, polesAt([1, 1, 'P1'], [1, 1, 'P9'], [4.5, 5, 'P9']));
    expect(made.of('postcode')).toEqual(['P1', null, 'P1']);
  });

  it('are made of addresses where there are no postcodes, and of the country where there is no level 2', () => {
    const made = make([area('W', 4, [0, 0, 5, 10])], polesAt([1, 2, '100'], [3, 4, '100'], [6, 5, '200'], [7, 1]));
    expect(made.codes).toEqual(['XA', 'W', '100', '200']);
    expect(made.of('country')).toEqual(['XA', 'XA', 'XA', 'XA']);
    expect(made.of('postcode')).toEqual(['100', '100', '200', null]);
    expect(made.boxes[0]).toEqual({ west: 1, south: 1, east: 7, north: 5 });
    expect(made.boxes[2]).toEqual({ west: 1, south: 2, east: 3, north: 4 });
    expect(made.parents).toEqual([null, 'XA', 'XA', 'XA']);
    expect(made.report.warnings).toEqual([
      'No boundary has level 2: XA is an area without an outline that holds all poles.',
    ]);
  });

  it('without an outline hold the whole map', () => {
    const whole = { ...area('S', 4, [0, 0, 1, 1]), polygon: [] };
    const made = make([area('XA', 2, [0, 0, 10, 10]), whole, area('T', 8, [0, 0, 1, 1])], polesAt([9, 9], [0.5, 0.5]));
    expect(made.of('level4')).toEqual(['S', 'S']);
    expect(made.parents).toEqual([null, 'XA', 'S']);
  });

  it('are dropped outside the map and where they repeat a code, and cut at its edge', () => {
    const mapBox = { west: 0, south: 0, east: 4.5, north: 10 };
    const made = make([...COUNTRY, area('T1', 8, [0, 0, 1, 1])], polesAt([1, 1]), { mapBox });
    expect(made.codes).toEqual(['XA', 'W', 'T1', 'T2', 'P1']);
    expect(made.cut).toEqual([true, true, false, true, true]);
    expect(made.report.subjects).toEqual([
      {
        name: 'areas',
        kept: 5,
        dropped: 2,
        changes: [],
        drops: [
          { reason: 'another area has the same kind and code', count: 1, references: ['municipality T1 (Area T1)'] },
          { reason: 'outside the map', count: 1, references: ['region E (Area E)'] },
        ],
      },
    ]);
  });
});

describe('areas that are left out change nothing', () => {
  const mapBox = { west: 0, south: 0, east: 10, north: 10 };
  const places = polesAt([1, 1, '100'], [6, 5, '200']);
  const figuresOf = (boundaries: readonly Boundary[]) => {
    const { report, ...figures } = make(boundaries, places, { mapBox });
    const columns = ['country', 'level4', 'level8', 'postcode'] as const;
    return { ...figures, of: columns.map((column) => figures.of(column)), warnings: report.warnings };
  };
  const [west, far] = [[area('W', 4, [0, 0, 5, 10])], [20, 20, 30, 30] as const];

  it.each<[string, readonly Boundary[], readonly Boundary[]]>([
    ['postcodes elsewhere, where those of the addresses count', west, [area('900', -1, far)]],
    ['a postcode without a code', west, [area('', -1, [0, 0, 10, 10])]],
    ['a country elsewhere, where the map has none', west, [area('XA', 2, far)]],
    ['a country without a code', west, [area('', 2, [0, 0, 10, 10])]],
    ['a town without a code, smaller than one with', COUNTRY, [area('', 8, [0.5, 0.5, 1.5, 1.5])]],
    ['a town whose code another one has', COUNTRY, [area('T1', 8, [0.5, 0.5, 1.5, 1.5])]],
    ['a postcode whose code another one has', COUNTRY, [area('P1', -1, [0, 0, 2, 2])]],
    ['a region elsewhere with the same name', COUNTRY, [area('F', 4, far, { name: 'Area W' })]],
    ['a town elsewhere', COUNTRY, [area('T9', 8, far)]],
  ])('%s', (_, boundaries, more) => {
    expect(figuresOf([...boundaries, ...more])).toEqual(figuresOf(boundaries));
  });
});
