import { ImportError } from '../errors/importError.ts';
import { type KeySteps, keyText } from '../tables/keyText.ts';
import { MappedRow } from '../tables/mappedRow.ts';
import { cellNumber } from '../tables/numberText.ts';
import type { TableRecord } from '../tables/readTable.ts';
import type { RowListener } from '../tables/rowListener.ts';
import type { IncomeRecipe } from './incomeSchema.ts';

/** Areas of a file of incomes, one at the same place of each list. */
export interface AreasWithIncome {
  readonly codes: readonly string[];
  /** Per person, household or taxpayer. */
  readonly incomes: readonly number[];
  /** People, households or taxpayers; 1 where the file has none. */
  readonly weights: readonly number[];
}

/** Takes the rows of a file of incomes. */
export class IncomeRows {
  readonly all = { codes: [] as string[], incomes: [] as number[], weights: [] as number[] } satisfies AreasWithIncome;
  readonly #recipe: IncomeRecipe;
  readonly #keys: readonly ({ readonly column: string } & KeySteps)[];
  #label = '';
  #mapped: MappedRow<string> | null = null;

  constructor(recipe: IncomeRecipe) {
    this.#recipe = recipe;
    this.#keys = [recipe.key].flat();
  }

  /** A file begins. Throws ImportError where it lacks a column. */
  begin(label: string, header: readonly string[]): void {
    const { income, people, where } = this.#recipe;
    const keys = Object.fromEntries(this.#keys.map(({ column }, i) => [`key${i}`, column]));
    this.#label = label;
    this.#mapped = new MappedRow<string>(label, header, { columns: { ...keys, income, people }, where });
  }

  /** The area of a row with its income; null where it is about none, or none is published. */
  add(record: TableRecord): { readonly code: string; readonly income: number } | null {
    const { people, isSum, areaPrefix } = this.#recipe;
    const mapped = this.#mapped!;
    if (!mapped.goTo(record)) return null;
    const key = this.#keys.map((steps, i) => keyText(mapped.text(`key${i}`), steps)).join('');
    if (key === '' || !key.startsWith(areaPrefix)) return null;
    const weight = people === undefined ? 1 : this.#number('people');
    const income = this.#number('income') / (isSum ? weight : 1);
    // Nobody lives without any income: zero is none that is published.
    if (!(weight > 0) || !(income > 0) || !Number.isFinite(income)) return null;
    const code = key.slice(areaPrefix.length);
    this.all.codes.push(code);
    this.all.incomes.push(income);
    this.all.weights.push(weight);
    return { code, income };
  }

  #number(part: 'income' | 'people'): number {
    const text = this.#mapped!.text(part);
    const value = cellNumber(text, this.#recipe);
    if (value !== undefined) return value;
    throw new ImportError(
      `${this.#label}, row ${this.#mapped!.number}, column "${this.#recipe[part]}": "${text}" is no number. List it under missing if it means "not published".`,
    );
  }
}

/** Incomes of the file that people are read from, heard while it is read: it is read once. */
export class HeardIncomes implements RowListener {
  readonly #rows: IncomeRows;
  readonly #found = new Map<string, number>();
  #fault: ImportError | null = null;

  constructor(recipe: IncomeRecipe) {
    this.#rows = new IncomeRows(recipe);
  }

  begin(label: string, header: readonly string[]): void {
    this.#unlessFaulty(() => this.#rows.begin(label, header));
  }

  add(record: TableRecord, isNear: boolean): void {
    this.#unlessFaulty(() => {
      const area = this.#rows.add(record);
      if (area !== null && isNear) this.#found.set(area.code, area.income);
    });
  }

  /** What was heard. Throws ImportError where the rows have no incomes as the recipe says. */
  areas(): AreasWithIncome & { readonly found: ReadonlyMap<string, number> } {
    if (this.#fault !== null) throw this.#fault;
    return { ...this.#rows.all, found: this.#found };
  }

  /** A fault of incomes is none of people: it waits until they are asked for. */
  #unlessFaulty(work: () => void): void {
    if (this.#fault !== null) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.#fault = error;
    }
  }
}
