import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of the census', () => {
  const sociodemoDefects: [string, string, number, number | string, string, RegExp][] = [
    ['units', 'insideShare', 1, 1.5, 'units.arrow, insideShare, row 1', /1.5 is not between 0 and 1/],
    ['units', 'synthetic', 1, 2, 'units.arrow, synthetic, row 1', /not between/],
    ['units', 'code', 1, 'u0', 'units.arrow, code, row 1', /"u0" stands twice/],
    ['poleUnits', 'unit', 0, 3, 'poleUnits.arrow, unit, row 0', /3 is not a row of units/],
    ['poleUnits', 'share', 4, 0.1, 'poleUnits.arrow, share, row 4', /0.1 is a share of no unit/],
    ['poleUnits', 'share', 2, -0.3, 'poleUnits.arrow, share, row 2', /not between 0 and 1/],
    [
      'poleUnits',
      'share',
      0,
      0.25 + 1e-8,
      'poleUnits.arrow, share, row 0',
      /shares of unit 0 \(u0\) add up to 1.00000001 instead of 1/,
    ],
    [
      'units',
      'insideShare',
      1,
      0.5,
      'poleUnits.arrow, share',
      /the poles hold 152 residents, the units inside the map 160/,
    ],
    [
      'topic-residents',
      'total',
      2,
      5,
      'poleUnits.arrow, share, row 2',
      /shares of unit 2 \(u2\) add up to 0 instead of 1/,
    ],
    ['topic-residents', 'male', 1, -1, 'topic-residents.arrow, male, row 1', /-1 is not a count/],
    ['topic-mobility', 'minutes_1', 1, Infinity, 'topic-mobility.arrow, minutes_1, row 1', /Infinity is not a count/],
    ['topic-residents', 'flags', 0, 8, 'topic-residents.arrow, flags, row 0', /8 is not between 0 and 7/],
    ['benchmark-residents', 'female', 0, -2, 'benchmark-residents.arrow, female, row 0', /-2 is not a count/],
    ['benchmarkAreas', 'coverage', 0, 1.2, 'benchmarkAreas.arrow, coverage, row 0', /not between 0 and 1/],
  ];
  it.each(sociodemoDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ sociodemo }) => {
      sociodemo[table]![column]![row] = value;
    });
    const found = (await checkBundle(dir)).filter((finding) => finding.place === `sociodemo/2021.1/${place}`);
    expect(found.map((finding) => finding.problem).join()).toMatch(problem);
  });

  it('finds rows that do not go along with the poles', async () => {
    const dir = await bundleWith(({ sociodemo }) => {
      sociodemo.poleUnits!.unit!.pop();
      sociodemo.poleUnits!.share!.pop();
    });
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toContain('it has 4 rows for 5 poles.');
  });
});
