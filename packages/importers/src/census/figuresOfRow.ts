import { TOPIC_CODES } from '@hinterland/catalogue';
import type { BenchmarkInput } from '../inputs/census.ts';
import { Report } from '../report/report.ts';
import type { KeyedTable } from '../tables/keyedTable.ts';
import { consumptionOfLevel } from './consumptionOfLevel.ts';
import { compile } from './expression.ts';
import type { FiguresRecipe } from './schema.ts';
import { makeTopic } from './topic.ts';

export type Published = NonNullable<BenchmarkInput['published']>;

/**
 * Figures of a row of the tables that is about an area itself, made as those of units are; spend is the level of the country. Null where
 * no table says how many people live there.
 */
export function figuresOfRow(
  row: string,
  { topics }: Pick<FiguresRecipe, 'topics'>,
  tables: ReadonlyMap<string, KeyedTable>,
  currency: string,
): Published | null {
  if (![...tables.values()].some((table) => table.has(row))) return null;
  const published: Record<string, Record<string, number>> = {};
  for (const code of TOPIC_CODES) {
    const topic = topics[code];
    if (topic === undefined || topic.expenditure !== undefined) continue;
    const { imputeFrom: _, ...own } = topic;
    const { columns } = makeTopic(code, own, {
      codes: [row],
      tables,
      residents: null,
      report: new Report(row),
      isArea: true,
    });
    const known = [...columns].flatMap(([name, [value]]) => (Number.isNaN(value) ? [] : [[name, value!] as const]));
    if (known.length > 0) published[code] = Object.fromEntries(known);
  }
  const total = published.residents?.total ?? peopleOf(row, topics, tables);
  if (!(total > 0)) return null;
  published.residents = { ...published.residents, total };
  const { consumption } = topics;
  if (consumption?.expenditure !== undefined && 'level' in consumption.expenditure) {
    const { expenditure, ...topic } = consumption;
    const residents = Float64Array.of(total);
    const { columns } = consumptionOfLevel({ ...topic, expenditure }, { residents, incomes: null, currency });
    published.consumption = Object.fromEntries([...columns].map(([name, [value]]) => [name, value!]));
  }
  return published;
}

/** People of the area as the table says that other figures are spread from; NaN where none does. */
function peopleOf(row: string, topics: FiguresRecipe['topics'], tables: ReadonlyMap<string, KeyedTable>): number {
  const people = Object.values(topics).flatMap(({ spreadFrom, table }) =>
    spreadFrom?.people === undefined ? [] : [compile(spreadFrom.people, table, tables, 'census.topics')(row)],
  );
  return people.find((count) => count > 0) ?? Number.NaN;
}
