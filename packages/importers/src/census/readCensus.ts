import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { distinctAreas } from '../boundaries/distinctAreas.ts';
import { ImportError } from '../errors/importError.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { CensusInput, TopicInput } from '../inputs/census.ts';
import type { Report } from '../report/report.ts';
import { fileOf, type SourceContext } from '../source/context.ts';
import { openSource } from '../source/kind.ts';
import { type KeyedTable, readKeyedTable } from '../tables/keyedTable.ts';
import { consumptionFromSurvey } from './consumption.ts';
import { consumptionOfLevel } from './consumptionOfLevel.ts';
import { incomesOf } from './incomeRatios.ts';
import { type Figures, joinFigures } from './joinFigures.ts';
import { makeBenchmarks } from './makeBenchmarks.ts';
import type { CensusRecipe, FiguresRecipe } from './schema.ts';
import { makeTopic } from './topic.ts';
import { UNIT_SOURCES } from './units/unitSources.ts';

type Tables = ReadonlyMap<string, KeyedTable>;

interface CensusContext extends SourceContext {
  /** How messages name the recipe. */
  readonly recipe: string;
  readonly boundaries: readonly Boundary[];
}

/** Reads the census of a recipe: units, their tables and topics, those beside them, and benchmarks. */
export async function readCensus(census: CensusRecipe, context: CensusContext): Promise<CensusInput> {
  const own = await readFigures(census, context, census.currency);
  const beside: Figures[] = [];
  for (const one of census.beside) beside.push(await readFigures(one, context, census.currency));
  const { units, topics } = beside.length === 0 ? own : joinFigures([own, ...beside], context.report);
  return {
    currency: census.currency,
    units,
    topics,
    unavailable: Object.entries(census.unavailable).map(([code, reason]) => ({ code: code as TopicCode, reason })),
    benchmarks: makeBenchmarks(census.benchmarks, {
      ...context,
      boundaries: distinctAreas(context.boundaries),
      units,
      tables: own.tables,
      residents: topics.find(({ code }) => code === 'residents')!.columns.get('total')!,
    }),
  };
}

/** Reads units, tables of which only rows about units are wanted, and topics. */
async function readFigures(
  census: FiguresRecipe,
  context: CensusContext,
  currency: string,
): Promise<Figures & { tables: Tables }> {
  const { recipe, report } = context;
  const tables = new Map<string, KeyedTable>();
  const read = async (isOfUnits: boolean, wanted?: (code: string) => boolean) => {
    for (const [name, table] of Object.entries(census.tables)) {
      if (table.ofUnits !== isOfUnits) continue;
      const files = [table.file].flat().map((file) => fileOf({ ...table, file }, context));
      tables.set(name, await readKeyedTable(files, { ...table, wanted }));
    }
  };
  await read(false);
  const addTable = (name: string, table: KeyedTable) => void tables.set(name, table);
  const opened = await openSource(UNIT_SOURCES, census.units, { ...context, tables, addTable });
  const { source } = census;
  const units = source === undefined ? opened : opened.map((unit) => ({ ...unit, source }));
  const codes = units.map(({ code }) => code);
  const known = new Set(codes);
  await read(true, (code) => known.has(code));
  reportJoins(withoutParents(tables, census), codes, report);

  const make = (code: TopicCode, residents: Float64Array | null) =>
    makeTopic(code, census.topics[code]!, { codes, tables, residents, report });
  const mapped = TOPIC_CODES.filter((code) => census.topics[code] !== undefined);
  const residentsTopic = mapped.includes('residents') ? make('residents', null) : null;
  const residents = residentsTopic?.columns.get('total') ?? null;
  if (residentsTopic === null || residents === null) {
    throw new ImportError(
      `${recipe}: census.topics.residents.fields.total is missing. People are spread over poles by it; without residents leave the census out.`,
    );
  }
  const topics: TopicInput[] = [];
  for (const code of mapped) {
    const { expenditure, ...topic } = census.topics[code]!;
    if (code === 'residents') topics.push(residentsTopic);
    else if (expenditure === undefined) topics.push(make(code, residents));
    else if ('level' in expenditure) {
      const incomes = await incomesOf(expenditure.income, codes, context);
      topics.push(consumptionOfLevel({ ...topic, expenditure }, { residents, incomes, currency }));
    } else {
      const income = topics.find((topic) => topic.code === 'income');
      topics.push(consumptionFromSurvey({ ...topic, expenditure }, residents, income));
    }
  }
  return { units, topics, tables, isCells: census.units.from === 'raster' };
}

/** The tables whose rows are about units: not those of larger areas, which suppressed figures are taken from. */
function withoutParents(
  tables: ReadonlyMap<string, KeyedTable>,
  { units, topics }: FiguresRecipe,
): ReadonlyMap<string, KeyedTable> {
  const all = Object.values(topics);
  const ofUnits = new Set([...all.map(({ table }) => table), (units as { alsoFrom?: string }).alsoFrom]);
  const parents = new Set(all.map(({ imputeFrom }) => imputeFrom?.table));
  return new Map([...tables].filter(([name]) => ofUnits.has(name) || !parents.has(name)));
}

/** Counts the rows of each table that found their unit. Throws where none did. */
function reportJoins(tables: ReadonlyMap<string, KeyedTable>, codes: readonly string[], report: Report): void {
  const known = new Set(codes);
  for (const [name, table] of tables) {
    const counter = report.subject(`rows of table ${name}`);
    let kept = 0;
    let { rows: all, example } = table.passedOver;
    for (const key of table.keys) {
      all++;
      if (known.has(key)) kept++;
      else {
        example ||= key;
        counter.dropped('no census unit has this code', key);
      }
    }
    counter.kept(kept);
    const missing = codes.filter((code) => !table.has(code));
    for (const code of missing) report.subject('census units').changed(`no row in table ${name}`, code);
    if (kept === 0 && all > 0) {
      throw new ImportError(
        `${table.label}: none of its ${all} rows has the code of a census unit. Its codes look like "${example}", the units' like "${codes[0]}". Make them alike at the key, with strip, take, padTo or prefix.`,
      );
    }
    if (missing.length > codes.length / 2) {
      report.warn(`Table ${name} has a row for only ${codes.length - missing.length} of ${codes.length} census units.`);
    }
  }
}
