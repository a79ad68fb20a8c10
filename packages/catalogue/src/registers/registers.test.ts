import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECTOR_CODES, SECTORS, type SectorCode } from '../sectors/sectors.ts';
import { comparableSectors } from './comparable.ts';
import { classesOf, counterpartsIn } from './counterparts.ts';
import type { Classification } from './register.ts';
import { REGISTERS } from './registers.ts';

const DATA = join(import.meta.dirname, '../../../../../shared/data/establishments');

describe('counterparts of sectors', () => {
  /** What these sectors take in on the map has classes of its own in registers. */
  test.each<[SectorCode, Classification, string[]]>([
    ['auto.repair', 'naics2022', ['811111', '811114', '811121', '811122', '811191', '811198', '441340']],
    ['food.supermarket', 'naics2022', ['445110', '455211']],
    ['services.bank', 'naics2022', ['522110', '522130', '522180']],
    ['home.diy', 'naics2022', ['444110', '444120', '444140', '444180', '449121']],
    ['home.household', 'naics2022', ['449122', '449129']],
    ['health.doctor', 'naics2022', ['621111', '621112', '621340']],
    ['home.pets', 'naics2022', ['459910', '812910']],
    ['food.bakery', 'nace2', ['47.24', '10.71']],
    ['food.supermarket', 'naics2012', ['445110', '452910']],
    ['general.department_store', 'naics2012', ['452111', '452112', '452990']],
  ])('%s in %s', (sector, classification, classes) => {
    expect(classesOf(sector, classification)).toEqual(classes);
  });

  test('every sector has one, and nothing else has', () => {
    const all = ['nace2', 'naics2022', 'naics2017', 'bpe'].map((name) => counterpartsIn(name as Classification));
    for (const counterparts of all) {
      for (const { sector, classes } of counterparts) {
        expect(SECTOR_CODES).toContain(sector);
        expect([sector, classes.length > 0]).toEqual([sector, true]);
      }
    }
    // Government offices are in no register of businesses.
    expect(all.flat().some(({ sector, classes }) => sector === 'services.post' && classes.includes('491110'))).toBe(
      false,
    );
  });

  test('a class of NAICS is of one sector, or its sectors are compared as one', () => {
    for (const classification of ['naics2022', 'naics2017', 'naics2012'] as const) {
      const words = new Map<string, string>();
      for (const { compareAs, classes } of counterpartsIn(classification)) {
        for (const code of classes) {
          expect([code, words.get(code) ?? compareAs]).toEqual([code, compareAs]);
          words.set(code, compareAs);
        }
      }
    }
  });
});

describe.skipIf(!existsSync(DATA))('the concordance of sectors and registers (needs ../shared/data)', () => {
  const rows = (name: string) => {
    const [header, ...lines] = readFileSync(join(DATA, name), 'utf8').trim().split('\n').map(cells);
    return lines.map((line) => Object.fromEntries(header!.map((column, i) => [column, line[i]!])));
  };

  test('all sectors name its classes', () => {
    const table = rows('sectors-to-registers.csv');
    expect(table.map(({ sector }) => sector)).toEqual([...SECTOR_CODES]);
    for (const row of table) {
      const code = row.sector as SectorCode;
      const classes = (classification: Classification) => classesOf(code, classification).join(' ');
      expect([code, classes('naics2022')]).toEqual([code, row.naics_2022]);
      expect([code, classes('naics2017')]).toEqual([code, row.naics_2017]);
      expect([code, classes('nace2')]).toEqual([code, row.nace_rev2]);
      expect([code, classesOf(code, 'bpe').join('|')]).toEqual([code, row.bpe_2013_label]);
    }
  });

  test('classes of NAICS 2022 are those of 2017 under their new numbers', () => {
    const after = new Map<string, Set<string>>();
    for (const { naics_2017: old, naics_2022: now } of rows('concordances/naics2017-naics2022-retail.csv')) {
      if (/^\d{6}$/.test(now!)) after.set(old!, (after.get(old!) ?? new Set()).add(now!));
    }
    // Accessories (448150) were parted; where a title stands in place of the number, the list says nothing.
    const sectorsOf = (classification: Classification, code: string) =>
      SECTORS.filter((sector) => classesOf(sector.code, classification).includes(code)).map(({ code }) => code);
    let checked = 0;
    for (const [old, now] of after) {
      if (now.size !== 1 || old === '448150') continue;
      const before = sectorsOf('naics2017', old);
      if (before.length === 0 || sectorsOf('naics2022', [...now][0]!).length === 0) continue;
      for (const sector of before)
        expect([old, sectorsOf('naics2022', [...now][0]!)]).toEqual([old, expect.arrayContaining([sector])]);
      checked++;
    }
    expect(checked).toBeGreaterThan(40);
  });
});

describe('shipped registers', () => {
  test('have a source, a licence, a year and a count for each class', () => {
    for (const { source, licence, classes, areas } of REGISTERS) {
      expect(source.length * licence.length).toBeGreaterThan(0);
      expect(new Set(areas.map(({ country, code, year }) => `${country} ${code} ${year}`)).size).toBe(areas.length);
      for (const { year, counts } of areas) {
        expect(year).toBeGreaterThan(2000);
        expect(counts.length).toBe(classes.length);
        for (const count of counts) expect(count === null || (Number.isInteger(count) && count >= 0)).toBe(true);
      }
    }
  });

  /** Published: pharmacies and bakeries of France, local units of UK pharmacies, bakeries of Honolulu County. */
  test.each([
    ['FR', 'FR', 2013, 'Pharmacie', 24074],
    ['FR', 'FR', 2013, 'Boulangerie', 46245],
    ['GB', 'GB', 2024, '47.24', 8505],
    ['US', '15003', 2018, '445291', 19],
    ['MC', 'MC', 2021, '56', 237],
  ])('%s %s %i %s', (country, code, year, name, count) => {
    const found = REGISTERS.flatMap(({ classes, areas }) =>
      areas
        .filter((area) => area.country === country && area.code === code && area.year === year)
        .map(({ counts }) => counts[classes.indexOf(name)]),
    ).filter((each) => each !== undefined);
    expect(found).toEqual([count]);
  });
});

describe('sums that mean the same in both', () => {
  const sumsOf = (classification: Classification, classes: readonly string[]) =>
    comparableSectors({ classification, classes }).map(({ sectors, match }) => [sectors.join(' '), match]);

  test('sectors that share a class are one sum, in the classification that they share it in', () => {
    expect(sumsOf('nace2', ['47.24', '10.71', '47.73'])).toEqual([
      ['food.bakery food.confectionery', 'part'],
      ['health.pharmacy', 'good'],
    ]);
    expect(sumsOf('naics2017', ['445291', '311811', '445292'])).toEqual([
      ['food.bakery', 'good'],
      ['food.confectionery', 'good'],
    ]);
  });

  test('a register that lacks a class of a sector counts a part of it', () => {
    expect(sumsOf('naics2017', ['311811'])).toEqual([['food.bakery', 'part']]);
  });

  test('a group of NACE stands for its classes, and two in one number for both', () => {
    expect(sumsOf('nace2', ['56'])[0]![0]).toBe(
      'horeca.restaurant horeca.fast_food horeca.cafe horeca.bar horeca.ice_cream',
    );
    expect(sumsOf('nace2', ['55+56'])[0]![0]).toContain('horeca.hotel');
  });

  test('what a register cannot be compared with is in no sum', () => {
    expect(sumsOf('naics2017', ['621111', '492110'])).toEqual([]);
  });
});

/** Cells of a line that may hold quoted commas. */
function cells(line: string): string[] {
  return [...line.replace(/\r$/, '').matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
