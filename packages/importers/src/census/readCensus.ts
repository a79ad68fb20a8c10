import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { distinctAreas } from '../boundaries/distinctAreas.ts';
import { ImportError } from '../errors/importError.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { CensusInput, TopicInput } from '../inputs/census.ts';
import type { SourceContext } from '../source/context.ts';
import { openSource } from '../source/kind.ts';
import type { KeyedTable } from '../tables/keyedTable.ts';
import { consumptionFromSurvey } from './consumption.ts';
import { consumptionOfLevel } from './consumptionOfLevel.ts';
import { figuresOfRow, type Published } from './figuresOfRow.ts';
import { FigureTables, type TablesContext } from './figureTables.ts';
import { incomesOf } from './incomeRatios.ts';
import { HeardIncomes } from './incomeRows.ts';
import type { IncomeRecipe } from './incomeSchema.ts';
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

type FiguresContext = CensusContext & TablesContext;

/** Reads the census of a recipe: units, their tables and topics, those beside them, and benchmarks. */
export async function readCensus(census: CensusRecipe, given: CensusContext): Promise<CensusInput> {
  const rows = census.benchmarks.flatMap((one) => ('row' in one && one.row !== undefined ? [one.row] : []));
  const context = { ...given, rows: new Set(rows) };
  const own = await readFigures(census, context, census.currency);
  const beside: ReadFigures[] = [];
  for (const one of census.beside) beside.push(await readFigures(one, context, census.currency));
  const { units, topics } = beside.length === 0 ? own : joinFigures([own, ...beside], context.report);
  return {
    currency: census.currency,
    units,
    topics,
    unavailable: [
      ...Object.entries(census.unavailable).map(([code, reason]) => ({ code: code as TopicCode, reason })),
      ...[own, ...beside]
        .flatMap(({ lacking }) => lacking)
        .filter(({ code }) => !topics.some((topic) => topic.code === code)),
    ],
    benchmarks: makeBenchmarks(census.benchmarks, {
      ...context,
      boundaries: distinctAreas(context.boundaries),
      units,
      isNear: [own, ...beside].some((one) => one.isNear),
      tables: own.tables,
      ofRow: (row) => [own, ...beside].map((one) => one.ofRow(row)).find((found) => found !== null) ?? null,
      residents: topics.find(({ code }) => code === 'residents')!.columns.get('total')!,
    }),
  };
}

type Lacking = CensusInput['unavailable'][number];

interface ReadFigures extends Figures {
  readonly tables: Tables;
  /** Topics of which a table could not be read. */
  readonly lacking: readonly Lacking[];
  /** Whether only units near the map are read of its files. */
  readonly isNear: boolean;
  /** Figures of a row of the tables that is about a larger area; null where they have none. */
  readonly ofRow: (row: string) => Published | null;
}

/** Reads units, tables of which only rows about units are wanted, and topics. */
async function readFigures(census: FiguresRecipe, context: FiguresContext, currency: string): Promise<ReadFigures> {
  const { recipe, report } = context;
  const found = new FigureTables(census, context);
  const tables = found.all;
  await found.read(null);
  const addTable = (name: string, table: KeyedTable) => void tables.set(name, table);
  const heard = heardIncomes(census);
  const opened = await openSource(UNIT_SOURCES, census.units, { ...context, tables, addTable, alsoTo: heard });
  const { source } = census;
  const units = source === undefined ? opened : opened.map((unit) => ({ ...unit, source }));
  const codes = units.map(({ code }) => code);
  await found.read(codes);
  found.reportJoins(codes);

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
  const lacking: Lacking[] = [];
  for (const code of mapped) {
    const { expenditure, ...topic } = census.topics[code]!;
    if (code === 'residents') topics.push(residentsTopic);
    else if (expenditure === undefined) {
      const reason = found.lackOf(census.topics[code]!);
      if (reason === null) {
        try {
          topics.push(make(code, residents));
        } catch (error) {
          if (!(error instanceof ImportError) || !found.isOptional(census.topics[code]!)) throw error;
          report.warn(`Topic ${code} is left out: ${error.message}`);
          lacking.push({ code, reason: error.message });
        }
      } else lacking.push({ code, reason });
    } else if ('level' in expenditure) {
      const incomes = await incomesOf(expenditure.income, units, context, heard);
      topics.push(consumptionOfLevel({ ...topic, expenditure }, { residents, incomes, currency }));
    } else {
      const income = topics.find((topic) => topic.code === 'income');
      topics.push(consumptionFromSurvey({ ...topic, expenditure }, residents, income));
    }
  }
  const isCells = census.units.from === 'raster';
  const made = topics.map(({ code }) => code);
  const ofRow = { topics: Object.fromEntries(made.map((code) => [code, census.topics[code]])) };
  return {
    units,
    topics,
    tables,
    lacking,
    isCells,
    isNear: isCells || (census.units.from === 'file' && census.units.near),
    ofRow: (row) => figuresOfRow(row, ofRow, tables, currency),
  };
}

/** Hears of the incomes in the table of cells that people come from; undefined where they are in another file. */
function heardIncomes({ units, topics }: FiguresRecipe): HeardIncomes | undefined {
  const expenditure = topics.consumption?.expenditure;
  const income = expenditure !== undefined && 'level' in expenditure ? expenditure.income : undefined;
  if (income === undefined || units.from !== 'raster' || income.areas !== undefined) return undefined;
  const named = ({ file, entry, encoding, delimiter, skipLines, endsAt, header, sheet }: TableName) =>
    JSON.stringify([[file].flat(), entry, encoding, delimiter, skipLines, endsAt, header, sheet]);
  return named(units) === named(income) ? new HeardIncomes(income) : undefined;
}

/** What says which rows of which file are read. */
type TableName = Pick<
  IncomeRecipe,
  'file' | 'entry' | 'encoding' | 'delimiter' | 'skipLines' | 'endsAt' | 'header' | 'sheet'
>;
