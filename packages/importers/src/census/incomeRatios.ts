import { ImportError } from '../errors/importError.ts';
import { labelOf } from '../files/source.ts';
import { fileOf } from '../source/context.ts';
import { keyText } from '../tables/keyText.ts';
import { readTable } from '../tables/readTable.ts';
import { type AreasContext, areasOfUnits, type PlacedUnit } from './areasOfUnits.ts';
import { type AreasWithIncome, type HeardIncomes, IncomeRows } from './incomeRows.ts';
import type { IncomeRecipe } from './incomeSchema.ts';

/** Incomes of census units by the mean of the whole file. */
export interface IncomeRatios {
  /** By unit; NaN where the file has none. */
  readonly ofUnit: Float64Array;
  /** What ratio^elasticity is multiplied by so that all areas of the file together spend what they would without it. */
  scale(elasticity: number): number;
  readonly measure: string;
  /** Areas of the file with an income. */
  readonly areas: number;
}

/**
 * Finds the incomes of a recipe, in what was heard of its file or by reading it; null where they may be lacking and are, which the report
 * says.
 */
export async function incomesOf(
  recipe: IncomeRecipe | undefined,
  units: readonly PlacedUnit[],
  context: AreasContext,
  heard?: HeardIncomes,
): Promise<IncomeRatios | null> {
  if (recipe === undefined) return null;
  try {
    return await readIncomeRatios(recipe, units, context, heard);
  } catch (error) {
    if (!recipe.optional || !(error instanceof ImportError)) throw error;
    context.report.warn(`Everybody spends the national mean, as incomes cannot be read: ${error.message}`);
    return null;
  }
}

/**
 * Reads the incomes of all areas of a file and finds those of the units. Areas weigh by their people where the file has them, else alike.
 * Throws ImportError where no area has an income.
 */
async function readIncomeRatios(
  recipe: IncomeRecipe,
  units: readonly PlacedUnit[],
  context: AreasContext,
  heard: HeardIncomes | undefined,
): Promise<IncomeRatios> {
  const { measure, areas, areaOfUnit } = recipe;
  const named = areas === undefined ? units.map(({ code }) => code) : await areasOfUnits(areas, units, context);
  const areaOf = named.map((code) => (code === '' ? '' : keyText(code, areaOfUnit)));
  const all = heard?.areas() ?? (await readAreas(recipe, recipe.areasNested ? null : new Set(areaOf), context));
  const { incomes, weights, found } = recipe.areasNested ? withoutLarger(all) : all;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = incomes.reduce((sum, income, i) => sum + income * weights[i]!, 0) / total;
  if (!(mean > 0)) {
    throw new ImportError(
      `${[recipe.file].flat().join(', ')}: no area has an income. Look at key, income and areaPrefix of the recipe, or leave income out.`,
    );
  }
  const ofUnit = Float64Array.from(areaOf, (area) => (found.get(area) ?? Number.NaN) / mean);
  const known = ofUnit.reduce((count, ratio) => count + (Number.isNaN(ratio) ? 0 : 1), 0);
  const counter = context.report.subject('incomes of census units');
  counter.kept(known);
  areaOf.forEach((area, unit) => {
    if (Number.isNaN(ofUnit[unit])) counter.changed('no income is published: the mean of the country', area);
  });
  return {
    ofUnit,
    measure,
    areas: incomes.length,
    scale: (elasticity) =>
      total / incomes.reduce((sum, income, i) => sum + weights[i]! * (income / mean) ** elasticity, 0),
  };
}

interface Areas extends AreasWithIncome {
  /** Incomes of areas that are looked for. */
  readonly found: Pick<ReadonlyMap<string, number>, 'get'>;
}

/** Areas that hold none of the others; an area without an income has that of the smallest that holds it. */
function withoutLarger({ codes, incomes, weights, found }: Areas): Areas {
  const beginnings = (code: string) => Array.from({ length: code.length - 1 }, (_, i) => code.slice(0, -1 - i));
  const larger = new Set(codes.flatMap(beginnings));
  const isKept = codes.map((code) => !larger.has(code));
  const kept = <T>(values: readonly T[]) => values.filter((_, i) => isKept[i]);
  const get = (code: string) =>
    [code, ...beginnings(code)].map((one) => found.get(one)).find((income) => income !== undefined);
  return { codes: kept(codes), incomes: kept(incomes), weights: kept(weights), found: { get } };
}

/** Reads the incomes of a file, of all areas for null, else those of the areas that are wanted. */
async function readAreas(
  recipe: IncomeRecipe,
  wanted: ReadonlySet<string> | null,
  context: AreasContext,
): Promise<Areas> {
  const rows = new IncomeRows(recipe);
  const found = new Map<string, number>();
  for (const name of [recipe.file].flat()) {
    const source = fileOf({ file: name, entry: recipe.entry }, context);
    await readTable(source, recipe, (header) => {
      rows.begin(labelOf(source), header);
      return (record) => {
        const area = rows.add(record);
        if (area !== null && wanted?.has(area.code) !== false) found.set(area.code, area.income);
      };
    });
  }
  return { ...rows.all, found };
}
