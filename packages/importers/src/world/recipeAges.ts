import { AGE_CLASSES } from '@hinterland/catalogue';
import { inFolder } from './recipeMap.ts';

/** First years of the classes of WorldPop: those under one year, of one to four, then of five years each; the last is open. */
const CLASSES = [0, 1, ...Array.from({ length: 18 }, (_, i) => 5 * i + 5)].map((year) => String(year).padStart(2, '0'));
const SEXES = ['m', 'f'] as const;
const columnOf = (sex: (typeof SEXES)[number], year: string) => `${sex}_${year}`;
const ALL = SEXES.flatMap((sex) => CLASSES.map((year) => columnOf(sex, year)));

/** Topic age_classes of a model whose archive of ages is there. */
export const MODELLED_AGES = {
  note: 'Ages and sexes that a model puts into cells of 1 km from a census of larger areas, spread over the people of smaller cells.',
  comparability: 'modelled',
  ageClasses: AGE_CLASSES.map(({ from, to }) => {
    const within = CLASSES.filter((year) => Number(year) >= from && (to === null || Number(year) <= to));
    const of = (...sexes: (typeof SEXES)[number][]) => ({
      sum: sexes.flatMap((sex) => within.map((year) => columnOf(sex, year))),
    });
    return { from, to, total: of('m', 'f'), male: of('m'), female: of('f') };
  }),
  spreadFrom: { areaCode: {}, people: { sum: ALL } },
};

/** The archives of ages by country as the cells of a model take them. */
export function coarseOf(archives: readonly (readonly [country: string, name: string])[]): object {
  if (archives.length === 0) return {};
  return {
    coarse: {
      files: archives.map(([key, name]) => ({ file: inFolder(name), key })),
      figures: Object.fromEntries(ALL.map((name) => [name, `_${name}_*.tif`])),
    },
  };
}
