import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of hierarchies', () => {
  const territoryDefects: [string, string, number, number | string, string, RegExp][] = [
    ['hierarchy-car', 'node', 1, 4, 'hierarchy-car.arrow, node, row 1', /4 is not a row of nodes/],
    ['hierarchy-car', 'node', 1, 0, 'hierarchy-car.arrow, node, row 0', /node 0 has another position as well/],
    ['hierarchy-car', 'linkStart', 0, 1, 'hierarchy-car.arrow, linkStart, row 0', /belong to no position/],
    ['hierarchy-car', 'linkStart', 2, 9, 'hierarchy-car.arrow, linkStart, row 2', /9 lies behind the 3 rows/],
    ['links-car', 'ancestor', 0, 1, 'hierarchy-car.arrow, row 1', /link to 1, which does not come before it/],
    ['links-car', 'ancestor', 2, 1, 'hierarchy-car.arrow, row 1', /the ends of edge 1 have no link/],
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

  it('finds an order in which a shortest way could be missed', async () => {
    // Node 1 is eliminated first, which joins 0 and 3, then node 0, which joins 2 and 3: that last link is missing.
    const dir = await bundleWith(({ territory }) => {
      territory['hierarchy-car'] = { node: [3, 2, 0, 1], linkStart: [0, 0, 0, 2] };
      territory['links-car'] = { ancestor: [0, 1, 0, 2] };
    });
    expect((await checkBundle(dir)).map(({ place, problem }) => [place, problem])).toEqual([
      [
        'territory/2026-10/hierarchy-car.arrow, row 2',
        'position 2 has a link to 0, but its nearest ancestor 1 has none.',
      ],
    ]);
  });
});
