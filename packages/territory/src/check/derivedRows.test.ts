import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of tables that follow from others', () => {
  const territoryDefects: [string, string, number, number | string, string, RegExp][] = [
    ['nodeEdges', 'firstTo', 2, 2, 'nodeEdges.arrow, firstTo, row 2', /2 stands where 1 follows from the data/],
    ['edgesTo', 'edge', 3, 0, 'edgesTo.arrow, edge, row 3', /0 stands where 3 follows/],
    ['edgeBoxes', 'south', 0, 50_000_000, 'edgeBoxes.arrow, south, row 0', /where 49999900 follows/],
    ['poleBoxes', 'east', 0, 10_001_900, 'poleBoxes.arrow, east, row 0', /where 10002000 follows/],
    ['snapStarts-walk', 'firstSnap', 2, 3, 'snapStarts-walk.arrow, firstSnap, row 2', /3 stands where 2 follows/],
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

  it('finds a table missing beside others that follow from the same data', async () => {
    const dir = await bundleWith(({ territory }) => {
      delete territory['snapStarts-car'];
    });
    expect((await checkBundle(dir)).map(({ place, problem }) => [place, problem])).toEqual([
      [
        'territory/2026-10/snapStarts-car.arrow',
        'it is missing beside the other tables that follow from roads and poles.',
      ],
    ]);
  });
});
