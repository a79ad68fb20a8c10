import { PEOPLE_PACKS, SPEND_MODEL } from '@hinterland/catalogue';
import { expect } from 'vitest';
import { zipOf } from '../../testing/zip.ts';
import type { BuiltTown } from './packTown.ts';

/** People of the four quarters, of the area far away and of the one without an outline. */
export const PEOPLE = [128, 256, 512, 64, 4096, 8192];

/** The files of a Shapefile. */
export const shapeFiles = (name: string, { shp, dbf }: { shp: Buffer; dbf: Buffer }, prj: string) => ({
  [`${name}.shp`]: shp,
  [`${name}.dbf`]: dbf,
  [`${name}.prj`]: prj,
});

/** A Shapefile in an archive. */
export const shapeZip = (name: string, parts: { shp: Buffer; dbf: Buffer }, prj: string, inFolder = '') =>
  zipOf(shapeFiles(`${inFolder}${name}`, parts, prj));

/** Rows as a text with a separator. */
export const table = (rows: readonly (readonly (string | number)[])[], delimiter = ',') =>
  `${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;

/** Spend per head of areas, by that of the first with an income; null stands for the national mean. */
export function expectBent(
  { figure }: { readonly figure: (topic: string, field: string, unit: string) => number },
  codes: readonly string[],
  incomes: readonly (number | null)[],
): void {
  const perHead = (field: string, i: number) => figure('consumption', field, codes[i]!) / PEOPLE[i]!;
  const first = incomes.findIndex((income) => income !== null);
  for (const [field, elasticity] of [
    ['cp01', SPEND_MODEL.cp01.elasticity],
    ['cp11', SPEND_MODEL.cp11.elasticity],
    ['cp06', 0],
  ] as const) {
    incomes.forEach((income, i) => {
      if (income === null && first < 0) expect(perHead(field, i) / perHead(field, 0)).toBeCloseTo(1, 9);
      if (income === null) return;
      const ratio = income / incomes[first]!;
      expect(perHead(field, i) / perHead(field, first), `${field} ${i}`).toBeCloseTo(ratio ** elasticity, 9);
    });
  }
}

/** Everybody of the quarters lives in them. */
export function expectResidents({ residentsByUnit }: BuiltTown, codes: readonly string[]): void {
  expect([...residentsByUnit.keys()].sort()).toEqual(codes.slice(0, 4).toSorted());
  codes.slice(0, 4).forEach((code, i) => {
    expect(residentsByUnit.get(code), code).toBeCloseTo(PEOPLE[i]!, 6);
  });
}

/** Topics that a pack does not fill, in the recipe with the pack's reason. */
export function expectTopics({ topics, recipe }: BuiltTown, code: string): void {
  const pack = PEOPLE_PACKS.find((one) => one.code === code)!;
  expect([...topics].sort()).toEqual([...Object.keys(pack.topics), 'consumption'].sort());
  expect(recipe.replace(/\s+/g, ' ')).toContain(pack.lacking);
  expect(recipe.replace(/\s+/g, ' ')).toContain(pack.attribution.replace(/\s+/g, ' ').slice(0, 30));
}
