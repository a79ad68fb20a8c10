import { AGE_CLASSES, TOPIC_FIELDS, type TopicCode } from '@hinterland/catalogue';
import { type Distribution, TOPIC_FLAG } from '@hinterland/territory';
import { ImportError, messageOf } from '../errors/importError.ts';
import type { TopicInput } from '../inputs/census.ts';
import type { Report } from '../report/report.ts';
import type { KeyedTable } from '../tables/keyedTable.ts';
import { keyText } from '../tables/keyText.ts';
import { fiveYearParts } from './ages.ts';
import { compile, hasDifference } from './expression.ts';
import type { Expression } from './expressionSchema.ts';
import { unknownField } from './topicFields.ts';
import type { TopicRecipe } from './topicSchema.ts';

interface TopicContext {
  /** Codes of the census units, in order. */
  readonly codes: readonly string[];
  readonly tables: ReadonlyMap<string, KeyedTable>;
  /** Usual residents per unit, once they are known; they are what imputed figures are shared by. */
  readonly residents: Float64Array | null;
  readonly report: Report;
  /** Whether the codes are those of larger areas, whose figures are theirs. */
  readonly isArea?: boolean;
}

/** Makes one topic's table from a recipe: fixed fields, distributions, lists; suppressed counts imputed where asked. */
export function makeTopic(code: TopicCode, recipe: TopicRecipe, context: TopicContext): TopicInput {
  const flags = new Uint8Array(context.codes.length);
  if (recipe.estimated || recipe.spreadFrom !== undefined) flags.fill(TOPIC_FLAG.estimated);
  const columns = new Map<string, Float64Array>();
  for (const [field, expression] of Object.entries(recipe.fields)) {
    const problem = unknownField(code, field);
    if (problem !== null) throw new ImportError(`${placeOf(code, field)}: ${problem}`);
    columns.set(field, evaluate(code, field, expression, recipe, context));
  }
  if (recipe.ageClasses !== undefined) addAges(code, recipe, context, columns, flags);
  const distributions: Distribution[] = recipe.distributions.map(({ name, unit, meaning, classes }) => {
    classes.forEach(({ count }, i) => {
      columns.set(`${name}_${i}`, evaluate(code, `${name}_${i}`, count, recipe, context));
    });
    return { name, unit, meaning, limits: classes.map(({ from, to }) => [from, to]) };
  });
  const lists = recipe.lists.map(({ name, unit, meaning, keys }) => {
    for (const [key, { count }] of Object.entries(keys)) {
      columns.set(`${name}__${key}`, evaluate(code, `${name}__${key}`, count, recipe, context));
    }
    return { name, unit, meaning, keys: Object.entries(keys).map(([key, { title }]) => ({ key, title })) };
  });
  if (columns.size === 0) {
    throw new ImportError(`Topic ${code} has no field in the recipe. Map one, or put the topic under unavailable.`);
  }
  const ordered = inOrder(code, columns);
  for (const values of ordered.values()) {
    values.forEach((value, row) => {
      if (Number.isNaN(value)) flags[row]! |= TOPIC_FLAG.suppressed;
    });
  }
  return {
    code,
    entry: {
      note: recipe.note,
      vintage: recipe.vintage,
      comparability: recipe.comparability,
      ...(recipe.spenders === undefined ? {} : { spenders: recipe.spenders }),
      missingFields: TOPIC_FIELDS[code].map(({ name }) => name).filter((name) => !columns.has(name)),
      distributions,
      lists,
    },
    columns: ordered,
    flags: imputeMissing(code, recipe, context, ordered, flags),
  };
}

function placeOf(code: TopicCode, field: string): string {
  return `census.topics.${code}, ${field}`;
}

function evaluate(
  code: TopicCode,
  field: string,
  expression: Expression,
  recipe: TopicRecipe,
  context: TopicContext,
): Float64Array {
  const { codes, tables, report } = context;
  const place = placeOf(code, field);
  const ofRow = compile(expression, recipe.table, tables, place);
  const isMedian = TOPIC_FIELDS[code].some(({ name, kind }) => name === field && kind === 'unitMedian');
  const mayBeNegative = isMedian;
  const of = spreadFrom(recipe, isMedian, ofRow, place, context);
  return Float64Array.from(codes, (unit, row) => {
    const value = of(unit, row);
    if (!(value < 0) || mayBeNegative) return value;
    if (!hasDifference(expression)) {
      throw new ImportError(
        `${place}: unit ${unit} has ${value}, and a count is never below zero. If such numbers mean "not published", say missingBelow: 0 at the table.`,
      );
    }
    report.subject(`figures of ${code}`).changed(`${field}: a difference below zero became zero`, unit);
    return 0;
  });
}

/** The figure of a unit: its own row's, or its part of a larger area's. */
function spreadFrom(
  { spreadFrom: from, table }: TopicRecipe,
  isMedian: boolean,
  ofRow: (code: string) => number,
  place: string,
  { tables, residents, isArea }: TopicContext,
): (unit: string, row: number) => number {
  if (from === undefined || isArea) return ofRow;
  if (isMedian) return (unit) => ofRow(keyText(unit, from.areaCode));
  const peopleOf = compile(from.people!, table, tables, place);
  return (unit, row) => {
    const area = keyText(unit, from.areaCode);
    const people = peopleOf(area);
    return people > 0 ? (ofRow(area) * residents![row]!) / people : Number.NaN;
  };
}

/** Splits the source's age classes into five-year classes. */
function addAges(
  code: TopicCode,
  recipe: TopicRecipe,
  context: TopicContext,
  columns: Map<string, Float64Array>,
  flags: Uint8Array,
): void {
  const { classes, profile, openClassYears } = recipe.ageClasses!;
  let split: ReturnType<typeof fiveYearParts>;
  try {
    split = fiveYearParts(classes, profile, openClassYears);
  } catch (error) {
    throw new ImportError(`census.topics.${code}.ageClasses: ${messageOf(error)}.`, { cause: error });
  }
  if (!split.isExact) for (let row = 0; row < flags.length; row++) flags[row]! |= TOPIC_FLAG.estimated;
  for (const sex of ['total', 'male', 'female'] as const) {
    const given = classes.map((ageClass) => ageClass[sex]);
    if (given.every((expression) => expression === undefined)) continue;
    const counts = given.map((expression, i) => {
      if (expression !== undefined) return evaluate(code, `${sex} of class ${i}`, expression, recipe, context);
      throw new ImportError(`census.topics.${code}.ageClasses: class ${i} has no ${sex}, and others have. Give it.`);
    });
    AGE_CLASSES.forEach(({ code: ages }, a) => {
      const values = new Float64Array(context.codes.length);
      for (const { class: source, share } of split.parts[a]!) {
        for (let row = 0; row < values.length; row++) values[row]! += counts[source]![row]! * share;
      }
      columns.set(`${sex}_${ages}`, values);
    });
  }
}

/** Fixed fields in the order of the catalogue, then the rest as mapped. */
function inOrder(code: TopicCode, columns: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> {
  const fixed = TOPIC_FIELDS[code].map(({ name }) => name).filter((name) => columns.has(name));
  const rest = [...columns.keys()].filter((name) => !fixed.includes(name));
  return new Map([...fixed, ...rest].map((name) => [name, columns.get(name)!]));
}

/**
 * Fills counts that a unit does not publish from its parent (methods B.8): x_u = (X_U − Σ known) · r_u / Σ r of the units
 * missing, not below zero, with r the residents. Rows of the table that are no unit, such as those without an outline, are known, too:
 * their people are not those of their neighbors. Returns the flags with what was filled; what cannot be stays NaN.
 */
function imputeMissing(
  code: TopicCode,
  recipe: TopicRecipe,
  { codes, tables, residents, report }: TopicContext,
  columns: ReadonlyMap<string, Float64Array>,
  flags: Uint8Array,
): Uint8Array {
  const { imputeFrom } = recipe;
  if (imputeFrom === undefined || residents === null) return flags;
  const rowsByParent = new Map<string, number[]>();
  codes.forEach((unit, row) => {
    const parent = keyText(unit, imputeFrom.parentCode);
    rowsByParent.set(parent, [...(rowsByParent.get(parent) ?? []), row]);
  });
  const unitless = rowsWithoutUnit(recipe, { codes, tables });
  const counts = TOPIC_FIELDS[code].filter(
    ({ name, kind }) => kind !== 'unitMedian' && recipe.fields[name] !== undefined,
  );
  const filled = flags.slice();
  for (const { name } of counts) {
    const values = columns.get(name)!;
    const of = compile(recipe.fields[name]!, imputeFrom.table, tables, placeOf(code, name));
    const ofRow = compile(recipe.fields[name]!, recipe.table, tables, placeOf(code, name));
    for (const [parent, rows] of rowsByParent) {
      const missing = rows.filter((row) => Number.isNaN(values[row]) && residents[row]! > 0);
      const all = missing.length === 0 ? Number.NaN : of(parent);
      if (Number.isNaN(all)) continue;
      const elsewhere = (unitless.get(parent) ?? []).reduce((sum, key) => sum + (ofRow(key) || 0), 0);
      const known = rows.reduce((sum, row) => sum + (values[row]! || 0), elsewhere);
      const people = missing.reduce((sum, row) => sum + residents[row]!, 0);
      for (const row of missing) {
        values[row] = (Math.max(0, all - known) * residents[row]!) / people;
        filled[row]! |= TOPIC_FLAG.imputed;
        report.subject(`figures of ${code}`).changed(`${name}: not published, taken from its parent`, codes[row]!);
      }
    }
  }
  for (let row = 0; row < filled.length; row++) {
    const isWhole = [...columns.values()].every((values) => !Number.isNaN(values[row]!));
    if (isWhole) filled[row]! &= ~TOPIC_FLAG.suppressed;
  }
  return filled;
}

/** Rows of the topic's table that are no unit, by their parent; none where the table holds the parents, too. */
function rowsWithoutUnit(
  { table, imputeFrom }: TopicRecipe,
  { codes, tables }: Pick<TopicContext, 'codes' | 'tables'>,
): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, string[]>();
  if (table === undefined || imputeFrom === undefined || imputeFrom.table === table) return rows;
  const known = new Set(codes);
  for (const key of tables.get(table)?.keys ?? []) {
    if (known.has(key)) continue;
    const parent = keyText(key, imputeFrom.parentCode);
    rows.set(parent, [...(rows.get(parent) ?? []), key]);
  }
  return rows;
}
