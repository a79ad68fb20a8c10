import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { contextOf, island } from '../testing/island.ts';
import { areasList } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = island();
const list = (given: object): Output => areasList.run(contextOf(territory), input.parse(given)).result;
const codes = (given: object) => list(given).areas.map(({ code, name }) => (code === name ? code : `${code} ${name}`));

describe('areas.list', () => {
  it('goes from large to small and by name, postcodes last', () => {
    expect(codes({})).toEqual([
      'XD Grid Island',
      'XD-1 Ponant',
      'XD-2 Rāwhiti',
      'XD-12 Côte du Nord',
      'XD-22 Northgate',
      'XD-21 Ørsted',
      'XD-11 São Bento',
      '1000 North Shore',
      '1000',
    ]);
  });

  it('tells residents and poles of every area, counted on poles', () => {
    const rows = new Map(list({}).areas.map((area) => [`${area.code} ${area.kind}`, area]));
    // SW 36 poles of 30, NW 42 of 20, SE 42 of 10, NE 49 of 10.
    expect(rows.get('XD country')).toMatchObject({ residents: 1080 + 840 + 420 + 490, poles: 169, parentCode: null });
    expect(rows.get('XD-1 region')).toMatchObject({ residents: 1920, poles: 78, parentCode: 'XD', level: 4 });
    expect(rows.get('XD-11 county')).toMatchObject({ residents: 1080, cut: true, areaSquareKm: 10 });
    expect(rows.get('1000 postcode')).toMatchObject({ residents: 2340, level: null, parentCode: null });
  });

  it.each<[object, string[]]>([
    [{ level: 4 }, ['XD-1 Ponant', 'XD-2 Rāwhiti']],
    [{ kind: 'postcode' }, ['1000']],
    [{ parent: 'XD-2' }, ['XD-22 Northgate', 'XD-21 Ørsted']],
    [{ query: 'RAWH' }, ['XD-2 Rāwhiti']],
    [{ query: 'nor' }, ['XD-22 Northgate', '1000 North Shore', 'XD-12 Côte du Nord']],
    [{ query: 'orst' }, ['XD-21 Ørsted']],
    [{ query: 'xd-1' }, ['XD-1 Ponant', 'XD-12 Côte du Nord', 'XD-11 São Bento']],
    [{ query: 'xd 2', level: 6 }, ['XD-22 Northgate', 'XD-21 Ørsted']],
    [{ query: 'hiti' }, []],
    [{ query: '  ?! ' }, []],
    [{ contains: town.at(3, 3) }, ['XD-2 Rāwhiti', 'XD-22 Northgate']],
    [{ contains: town.at(3, -3) }, ['XD-2 Rāwhiti', 'XD-21 Ørsted']],
    [{ contains: town.at(-3, 3) }, []],
    [
      {
        bbox: { west: town.at(2, 0).lng, east: town.at(4, 0).lng, south: town.at(0, 2).lat, north: town.at(0, 4).lat },
        level: 6,
      },
      ['XD-22 Northgate'],
    ],
  ])('%j finds %j', (given, expected) => {
    expect(codes(given)).toEqual(expected);
  });

  it('pages through everything once', () => {
    const pages = [0, 4, 8, 12].map((offset) => list({ limit: 4, offset }));
    expect(pages.map(({ total, areas, hasMore }) => [total, areas.length, hasMore])).toEqual([
      [9, 4, true],
      [9, 4, true],
      [9, 1, false],
      [9, 0, false],
    ]);
    expect(pages.flatMap(({ areas }) => areas)).toEqual(list({}).areas);
  });

  it('gives polygons on request, simplified on request', () => {
    const first = (given: object) => list({ query: 'northgate', ...given }).areas[0]!;
    expect(first({})).not.toHaveProperty('geometry');
    expect(first({ geometry: true }).geometry!.coordinates[0]![0]).toHaveLength(6);
    expect(first({ geometry: true, simplifyMeters: 10 }).geometry!.coordinates[0]![0]).toHaveLength(5);
    expect(list({ query: 'ponant', geometry: true }).areas[0]!.geometry).toBeNull();
  });

  it('refuses a parent that does not exist, and one that two areas could be, also in the quote', () => {
    const problem = (parent: string) => {
      try {
        areasList.quote(contextOf(territory), input.parse({ parent }));
      } catch (error) {
        return error as ActionProblem;
      }
      throw new Error('accepted');
    };
    expect(problem('XD-9')).toMatchObject({
      code: 'validation_error',
      message: 'There is no area with the code "XD-9" in Grid Island. areas.list gives the codes.',
      fields: { errors: [{ pointer: '#/parent' }] },
    });
    expect(problem('1000').message).toBe(
      'The code 1000 names several areas: write postcode:1000 (1000), locality:1000 (North Shore).',
    );
    expect(problem('1000')).toBeInstanceOf(ActionProblem);
    expect(codes({ parent: 'locality:1000' })).toEqual([]);
  });

  it('is free', () => {
    expect(areasList.quote(contextOf(territory), input.parse({}))).toEqual({ lines: [] });
    expect(areasList.tariff).toBeNull();
    expect(areasList.scope).toBe('read');
  });

  it('works without a census', () => {
    const bare = { ...territory, sociodemo: null };
    const { areas } = areasList.run(contextOf(bare), input.parse({ level: 2 })).result;
    expect(areas[0]).toMatchObject({ residents: null, poles: 169 });
  });
});
