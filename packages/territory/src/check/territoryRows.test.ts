import { describe, expect, it } from 'vitest';
import { encodeAreaPolygons } from '../format/areaPolygons.ts';
import { NONE } from '../format/tables.ts';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of roads, poles, areas and addresses', () => {
  /** Table, column, row and the wrong value; where it is found and what is said. */
  const territoryDefects: [string, string, number, number | string, string, RegExp][] = [
    ['nodes', 'lngMicrodegrees', 2, 10_002_001, 'nodes.arrow, lngMicrodegrees, row 2', /10002001 is not between/],
    ['nodes', 'latMicrodegrees', 1, 49_999_999, 'nodes.arrow, latMicrodegrees, row 1', /not between/],
    ['shapes', 'latMicrodegrees', 0, 90_000_001, 'shapes.arrow, latMicrodegrees, row 0', /not between/],
    ['edges', 'fromNode', 3, 4, 'edges.arrow, fromNode, row 3', /4 is not a row of nodes, which has 4/],
    ['edges', 'toNode', 0, NONE, 'edges.arrow, toNode, row 0', /not a row of nodes/],
    ['edges', 'toNode', 1, 0, 'edges.arrow, row 1', /not in order of \(fromNode, toNode\)/],
    ['edges', 'street', 2, 5, 'edges.arrow, street, row 2', /not a row of texts/],
    ['edges', 'roadClass', 2, 22, 'edges.arrow, roadClass, row 2', /not between 0 and 21/],
    ['edges', 'mainComponent', 2, 8, 'edges.arrow, mainComponent, row 2', /not between 0 and 7/],
    ['edges', 'shapeStart', 1, 2, 'edges.arrow, shapeStart, row 1', /2 lies behind the 1 points of shapes/],
    ['edges', 'shapeStart', 2, 0, 'edges.arrow, shapeStart, row 2', /0 lies before 1/],
    ['edges', 'shapeStart', 0, 1, 'edges.arrow, shapeStart, row 0', /first points of shapes belong to no edge/],
    [
      'edges',
      'lengthMillimeters',
      0,
      74_999,
      'snaps-car.arrow, positionMillimeters, row 1',
      /75000 lies behind the end of its edge of 74999 mm/,
    ],
    ['texts', 'text', 0, 'x', 'texts.arrow, text, row 0', /must be the empty text/],
    ['poles', 'lngMicrodegrees', 0, 9_000_000, 'poles.arrow, lngMicrodegrees, row 0', /not between/],
    ['poles', 'kind', 1, 4, 'poles.arrow, kind, row 1', /not between 0 and 3/],
    ['poleAreas', 'country', 0, 3, 'poleAreas.arrow, country, row 0', /3 is not a row of areas/],
    ['poleAreas', 'level4', 1, -2, 'poleAreas.arrow, level4, row 1', /-2 is not a row of areas/],
    ['poleAreas', 'level8', 1, 1, 'poleAreas.arrow, level8, row 1', /area 1 is not of this column's level/],
    ['poleAreas', 'postcode', 1, 0, 'poleAreas.arrow, postcode, row 1', /area 0 is not of this column's level/],
    ['addresses', 'pole', 2, 5, 'addresses.arrow, pole, row 2', /5 is not a row of poles/],
    ['addresses', 'locality', 2, 9, 'addresses.arrow, locality, row 2', /9 is not a row of texts/],
    ['areas', 'kind', 2, 7, 'areas.arrow, kind, row 2', /not between 0 and 6/],
    ['areas', 'level', 0, 10, 'areas.arrow, level, row 0', /not between -1 and 9/],
    ['areas', 'parent', 1, 1, 'areas.arrow, parent, row 1', /1 does not stand before row 1/],
    ['areas', 'parent', 0, 2, 'areas.arrow, parent, row 0', /2 does not stand before row 0/],
    ['areas', 'east', 0, 8, 'areas.arrow, row 0', /inside out/],
    ['areas', 'areaSquareKm', 1, Number.NaN, 'areas.arrow, areaSquareKm, row 1', /NaN is not between/],
    ['areas', 'code', 2, '', 'areas.arrow, code, row 2', /empty/],
    ['areas', 'cut', 2, 2, 'areas.arrow, cut, row 2', /not between 0 and 1/],
    ['areas', 'polygonBytes', 1, 1_000_000, 'areas.arrow, polygonStartByte, row 1', /outside the file/],
    ['areas', 'polygonBytes', 1, 50, 'areas.arrow, polygonStartByte, row 1', /not JSON/],
    [
      'weights-car-normal',
      'forwardMilliseconds',
      2,
      NONE,
      'weights-car-normal.arrow, row 2',
      /may not be used either way/,
    ],
    ['snaps-car', 'pole', 4, 5, 'snaps-car.arrow, pole, row 4', /5 is not a row of poles/],
    ['snaps-car', 'pole', 4, 2, 'snaps-car.arrow, pole, row 4', /pole 2 is fastened twice/],
    ['snaps-car', 'edge', 4, 4, 'snaps-car.arrow, edge, row 4', /4 is not a row of edges/],
    ['snaps-car', 'edge', 4, 3, 'snaps-car.arrow, edge, row 4', /edge 3 is not in the main component/],
    ['snaps-walk', 'positionMillimeters', 1, 6_999, 'snaps-walk.arrow, row 1', /not in order/],
  ];
  it.each(territoryDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ territory }) => {
      territory[table]![column] = Array.from(territory[table]![column]!);
      territory[table]![column][row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `territory/2026-10/${place}`);
    expect(found?.problem).toMatch(problem);
    expect(found?.severity).toBe('error');
    expect(found?.remedy).not.toBe('');
  });

  it('counts the rows that are wrong in the same way', async () => {
    const dir = await bundleWith(({ territory }) => {
      territory.poles!.kind = [9, 0, 9, 9, 0];
    });
    const [finding, ...others] = await checkBundle(dir);
    expect(finding!.problem).toBe('9 is not between 0 and 3 (and 2 more rows like it).');
    expect(others).toEqual([]);
  });

  it('finds an open ring', async () => {
    const ring = [
      [9, 49],
      [11, 49],
      [11, 51],
      [9, 51],
    ];
    const { bytes, polygonBytes, polygonStartByte } = encodeAreaPolygons([
      { code: 'AA', name: '', polygon: [[[...ring, ring[0]!]]] },
      { code: 'AA-1', name: '', polygon: [[ring]] },
      { code: '1', name: '', polygon: null },
    ]);
    const dir = await bundleWith(({ territory }) => {
      Object.assign(territory.areas!, { polygonBytes, polygonStartByte });
    }, bytes);
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toEqual([
      'its polygon has a ring that is not closed or not of numbers.',
    ]);
  });
});
