import { z } from 'zod';
import { columnIndex } from './mappedRow.ts';
import { cellNumber, type NumberFormat } from './numberText.ts';

/** What a recipe says of rows that are added up: those of a country, though most of them lie away from the map. */
export const sumsSchema = z
  .strictObject({
    of: z
      .record(
        z.string().min(1),
        z.strictObject({
          column: z
            .string()
            .optional()
            .describe('Column that must name the key: alone, or in equal parts with others, as in AT-CH-LI'),
        }),
      )
      .describe('Keys of the added rows; all rows of the files count where no column is named'),
    weight: z.string().optional().describe('Column with the people of a row; rows weigh alike without it'),
    columns: z.array(z.string()).default([]).describe('Columns with counts, which are added up'),
    means: z.array(z.string()).default([]).describe('Columns with shares and rates, whose mean by weight is taken'),
  })
  .describe('Rows of the whole files added up, also those away from the map, for benchmarks to name with `row`');

export type SumsRecipe = z.output<typeof sumsSchema>;

/** Of an area of whose people a figure is known for fewer, no sum speaks (methods B.8). */
const LEAST_KNOWN = 0.5;

interface Sum {
  /** Weight of all rows. */
  all: number;
  /** By column: the weight of the rows that publish it, and their figures added up. */
  readonly known: Float64Array;
  readonly sums: Float64Array;
}

/**
 * Adds up rows of tables as they are read. Where some do not publish a figure, they count at the rate of the others; where those hold
 * less than half of the weight, the figure is not known.
 */
export class RowSums {
  readonly #recipe: SumsRecipe;
  readonly #format: NumberFormat;
  readonly #names: readonly string[];
  readonly #sums: ReadonlyMap<string, Sum>;
  #columns: readonly number[] = [];
  #weight = -1;
  #keys: readonly { readonly sum: Sum; readonly key: string; readonly column: number }[] = [];

  constructor(recipe: SumsRecipe, format: NumberFormat) {
    this.#recipe = recipe;
    this.#format = format;
    this.#names = [
      ...new Set([...(recipe.weight === undefined ? [] : [recipe.weight]), ...recipe.columns, ...recipe.means]),
    ];
    const empty = (): Sum => ({
      all: 0,
      known: new Float64Array(this.#names.length),
      sums: new Float64Array(this.#names.length),
    });
    this.#sums = new Map(Object.keys(recipe.of).map((key) => [key, empty()]));
  }

  /** A file begins. Throws ImportError where it lacks a column. */
  begin(label: string, header: readonly string[]): void {
    const { of, weight } = this.#recipe;
    this.#columns = this.#names.map((name) => columnIndex(label, header, name));
    this.#weight = weight === undefined ? -1 : columnIndex(label, header, weight);
    this.#keys = [...this.#sums].map(([key, sum]) => {
      const { column } = of[key]!;
      return { key, sum, column: column === undefined ? -1 : columnIndex(label, header, column) };
    });
  }

  add(cells: readonly string[]): void {
    for (const { key, sum, column } of this.#keys) {
      const share = column < 0 ? 1 : shareOf(key, cells[column]!);
      if (share === 0) continue;
      const people = this.#weight < 0 ? 1 : this.#number(cells[this.#weight]!);
      if (!(people > 0)) continue;
      sum.all += share * people;
      this.#columns.forEach((at, i) => {
        const value = this.#number(cells[at]!);
        if (Number.isNaN(value)) return;
        sum.known[i]! += share * people;
        sum.sums[i]! += share * value * (this.#recipe.means.includes(this.#names[i]!) ? people : 1);
      });
    }
  }

  /** The sums as rows under their keys, in the order of a file's columns; keys without any row are left out. */
  rows(columns: readonly string[]): Map<string, string[]> {
    const rows = new Map<string, string[]>();
    const { decimal = '.' } = this.#format;
    for (const [key, { all, known, sums }] of this.#sums) {
      if (all === 0) continue;
      const texts = columns.map((name) => {
        const i = this.#names.indexOf(name);
        if (i < 0 || known[i]! < LEAST_KNOWN * all) return '';
        const value = sums[i]! / (this.#recipe.means.includes(name) ? known[i]! : known[i]! / all);
        return String(value).replace('.', decimal);
      });
      rows.set(key, texts);
    }
    return rows;
  }

  /** A number; NaN for everything else, as rows away from the map are not checked for their form. */
  #number(text: string): number {
    return cellNumber(text, this.#format) ?? Number.NaN;
  }
}

function shareOf(key: string, text: string): number {
  if (text === key) return 1;
  if (!text.includes(key)) return 0;
  const named = text.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  return named.includes(key) ? 1 / named.length : 0;
}
