import { ImportError } from '../errors/importError.ts';
import { fileOf, type SourceContext } from '../source/context.ts';
import { type KeyedTable, readKeyedTable } from '../tables/keyedTable.ts';
import { type KeySteps, keyText } from '../tables/keyText.ts';
import { type Expression, tablesOf } from './expressionSchema.ts';
import type { FiguresRecipe } from './schema.ts';
import type { TopicRecipe } from './topicSchema.ts';

export interface TablesContext extends SourceContext {
  /** Keys of rows that benchmarks name. */
  readonly rows: ReadonlySet<string>;
}

/** Tables by name, and those that may be lacking and are, with the reason. */
export class FigureTables {
  readonly all = new Map<string, KeyedTable>();
  readonly #lost = new Map<string, string>();
  readonly #census: FiguresRecipe;
  readonly #context: TablesContext;

  constructor(census: FiguresRecipe, context: TablesContext) {
    this.#census = census;
    this.#context = context;
  }

  /** Reads the tables that have rows of other areas, too, of which only those about units are wanted; without units the others. */
  async read(units: readonly string[] | null): Promise<void> {
    for (const [name, table] of Object.entries(this.#census.tables)) {
      if (table.ofUnits !== (units !== null)) continue;
      const files = [table.file].flat().map((file) => fileOf({ ...table, file }, this.#context));
      const known = units === null ? null : this.#keysOf(name, units);
      const wanted = known === null ? undefined : (key: string) => known.has(key) || this.#context.rows.has(key);
      try {
        this.all.set(name, await readKeyedTable(files, { ...table, wanted }));
      } catch (error) {
        if (!table.optional || !(error instanceof ImportError)) throw error;
        this.#lost.set(name, error.message);
        this.#context.report.warn(`Table ${name} is left out: ${error.message}`);
      }
    }
  }

  /** Why a topic cannot be made: a table that it needs is lacking; null where all are there. */
  lackOf(topic: TopicRecipe): string | null {
    for (const name of usedTables(topic)) {
      const lost = this.#lost.get(name);
      if (lost !== undefined) return lost;
    }
    return null;
  }

  /** Whether a topic may be left out where its tables are not what the recipe says. */
  isOptional(topic: TopicRecipe): boolean {
    const { units, tables } = this.#census;
    const isCoarse = units.from === 'raster' && units.coarse !== undefined && topic.spreadFrom !== undefined;
    return isCoarse || [...usedTables(topic)].some((name) => tables[name]?.optional === true);
  }

  /** Counts the rows of each table that found their unit. Throws where none did. */
  reportJoins(units: readonly string[]): void {
    const { report, rows } = this.#context;
    for (const [name, table] of this.#withoutParents()) {
      const known = this.#keysOf(name, units);
      const counter = report.subject(`rows of table ${name}`);
      let kept = 0;
      let { rows: all, example } = table.passedOver;
      for (const key of table.keys) {
        if (rows.has(key)) continue;
        all++;
        if (known.has(key)) kept++;
        else {
          example ||= key;
          counter.dropped('no census unit has this code', key);
        }
      }
      counter.kept(kept);
      const missing = [...known].filter((code) => !table.has(code));
      for (const code of missing) report.subject('census units').changed(`no row in table ${name}`, code);
      if (kept === 0 && all > 0) {
        throw new ImportError(
          `${table.label}: none of its ${all} rows has the code of a census unit. Its codes look like "${example}", the units' like "${[...known][0]}". Make them alike at the key, with strip, take, padTo or prefix.`,
        );
      }
      if (missing.length > known.size / 2) {
        report.warn(`Table ${name} has a row for only ${known.size - missing.length} of ${known.size} census units.`);
      }
    }
  }

  /** Codes that the rows of a table have: those of units, or of the larger areas that figures are spread from. */
  #keysOf(name: string, units: readonly string[]): ReadonlySet<string> {
    const steps: KeySteps[] = Object.values(this.#census.topics).flatMap((topic) =>
      topic.spreadFrom !== undefined && usedTables(topic).has(name) ? [topic.spreadFrom.areaCode] : [],
    );
    if (steps.length === 0) return new Set(units);
    return new Set(units.flatMap((unit) => steps.map((one) => keyText(unit, one))));
  }

  /** The tables whose rows are about units: not those of larger areas, which suppressed figures are taken from. */
  #withoutParents(): [string, KeyedTable][] {
    const { units, topics } = this.#census;
    const all = Object.values(topics);
    const ofUnits = new Set([...all.map(({ table }) => table), (units as { alsoFrom?: string }).alsoFrom]);
    const parents = new Set(all.map(({ imputeFrom }) => imputeFrom?.table));
    return [...this.all].filter(([name]) => ofUnits.has(name) || !parents.has(name));
  }
}

/** Names of the tables that a topic's figures are in. */
function usedTables({ table, fields, ageClasses, distributions, lists, spreadFrom }: TopicRecipe): Set<string> {
  const figures: (Expression | undefined)[] = [
    ...Object.values(fields),
    ...(ageClasses?.classes ?? []).flatMap(({ total, male, female }) => [total, male, female]),
    ...distributions.flatMap(({ classes }) => classes.map(({ count }) => count)),
    ...lists.flatMap(({ keys }) => Object.values(keys).map(({ count }) => count)),
    spreadFrom?.people,
  ];
  const names = figures.flatMap((figure) => (figure === undefined ? [] : tablesOf(figure)));
  return new Set(names.flatMap((name) => name ?? table ?? []));
}
