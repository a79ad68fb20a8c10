import { exchangeRate, spendLevelOf, TOPIC_CODES, TOPIC_FIELDS, type TopicCode } from '@hinterland/catalogue';
import { EXPENDITURE_SURVEYS } from './expenditure.ts';
import { type Expression, tablesOf } from './expressionSchema.ts';
import type { CensusRecipe, FiguresRecipe } from './schema.ts';
import { unknownField } from './topicFields.ts';
import type { TopicRecipe } from './topicSchema.ts';
import { CELLS_TABLE } from './units/rasterCells.ts';
import { OUTLINES_TABLE } from './units/unitFile.ts';

/** Adds a problem at a field of the census. */
export type AddIssue = (at: readonly (string | number)[], message: string) => void;

/** Finds what the schema alone cannot: topics left out or given twice, fields, tables and surveys that do not fit. */
export function checkCensus(census: CensusRecipe, add: AddIssue): void {
  const tables = Object.keys(census.tables);
  const own = figuresOfUnits(census);
  if (own !== undefined) {
    if (tables.includes(own)) {
      add(['tables', own], `the figures of the units are the table ${own}; give yours another name`);
    }
    tables.push(own);
  }
  checkBenchmarks(census, add);
  for (const [i, one] of census.beside.entries()) {
    checkBeside(one, census.currency, (at, message) => add(['beside', i, ...at], message));
  }
  for (const code of TOPIC_CODES) {
    const topic = census.topics[code];
    const isDenied = census.unavailable[code] !== undefined;
    const isGiven = topic !== undefined || census.beside.some(({ topics }) => topics[code] !== undefined);
    if (isGiven === isDenied) {
      add(
        [isDenied ? 'unavailable' : 'topics'],
        isDenied
          ? `topic ${code} stands under topics and under unavailable; leave out one`
          : `topic ${code} is neither under topics nor under unavailable; say there why the sources do not have it`,
      );
    }
    if (topic === undefined) continue;
    const addAt: AddIssue = (at, message) => add(['topics', code, ...at], message);
    const survey =
      topic.expenditure !== undefined && 'survey' in topic.expenditure
        ? EXPENDITURE_SURVEYS[topic.expenditure.survey]
        : undefined;
    if (survey !== undefined && survey.currency !== census.currency) {
      addAt(
        ['expenditure', 'survey'],
        `the survey is in ${survey.currency} and the census in ${census.currency}; choose a survey of the country`,
      );
    }
    checkRate(topic, census.currency, addAt);
    checkTopic(code, topic, tables, addAt);
  }
}

/** Adds a problem where the level of a country cannot be told in the currency of the census. */
function checkRate({ expenditure }: TopicRecipe, currency: string, add: AddIssue): void {
  if (expenditure === undefined || !('level' in expenditure)) return;
  const level = spendLevelOf(expenditure.level)!;
  if (exchangeRate(level.currency, currency) !== null) return;
  add(
    ['expenditure', 'level'],
    `the level is in ${level.currency}, of which no rate to ${currency} is known; give the census ${level.currency}`,
  );
}

/** Finds topics of units beside the census whose fields and tables do not fit. */
function checkBeside(figures: FiguresRecipe, currency: string, add: AddIssue): void {
  const own = figuresOfUnits(figures);
  const tables = [...Object.keys(figures.tables), ...(own === undefined ? [] : [own])];
  for (const code of TOPIC_CODES) {
    const topic = figures.topics[code];
    const addAt: AddIssue = (at, message) => add(['topics', code, ...at], message);
    if (topic === undefined) continue;
    checkRate(topic, currency, addAt);
    checkTopic(code, topic, tables, addAt);
  }
}

/** The table that comes with the units. */
function figuresOfUnits({ units }: FiguresRecipe): string | undefined {
  if (units.from === 'raster') return CELLS_TABLE;
  return units.from === 'file' && units.figures ? OUTLINES_TABLE : undefined;
}

/** Adds a problem for a benchmark without units and residents, and for each published figure that no topic has. */
function checkBenchmarks({ benchmarks, topics }: CensusRecipe, add: AddIssue): void {
  benchmarks.forEach((benchmark, i) => {
    if ('eachLevel' in benchmark) return;
    const { units, row } = benchmark;
    if (units === undefined && row === undefined && benchmark.topics?.residents?.fields.total === undefined) {
      add(
        ['benchmarks', i],
        'it has neither units nor published figures; give units, or row, or topics with residents.fields.total',
      );
    }
    for (const [code, { fields }] of Object.entries(benchmark.topics ?? {})) {
      const at = ['benchmarks', i, 'topics', code];
      if (topics[code as TopicCode] === undefined) add(at, `the census has no topic ${code}`);
      for (const field of Object.keys(fields)) {
        const problem = unknownField(code as TopicCode, field);
        if (problem !== null) add([...at, 'fields', field], problem);
      }
    }
  });
}

/** Adds a problem for each field that the topic does not have and each table that the census does not name. */
function checkTopic(code: TopicCode, topic: TopicRecipe, tables: readonly string[], add: AddIssue): void {
  const checkTable = (name: string, at: readonly (string | number)[]) => {
    if (!tables.includes(name))
      add(at, `there is no table "${name}" under census.tables; it names ${tables.join(', ')}`);
  };
  const checkFigure = (figure: Expression, at: readonly (string | number)[]) => {
    for (const name of tablesOf(figure)) {
      if (name !== undefined) checkTable(name, at);
      else if (topic.table === undefined)
        add(at, 'a column without a table; give the topic a table, or write { column, table }');
    }
  };
  if (topic.table !== undefined) checkTable(topic.table, ['table']);
  if (topic.imputeFrom !== undefined) checkTable(topic.imputeFrom.table, ['imputeFrom', 'table']);
  if (topic.spreadFrom !== undefined) {
    const { people } = topic.spreadFrom;
    const counts = TOPIC_FIELDS[code].filter(({ name, kind }) => kind !== 'unitMedian' && name in topic.fields);
    if (people !== undefined) checkFigure(people, ['spreadFrom', 'people']);
    else if (counts.length > 0 || topic.ageClasses !== undefined || topic.distributions.length > 0) {
      add(['spreadFrom', 'people'], 'counts are spread by people; say how many live in the larger area');
    }
    if (code === 'residents') add(['spreadFrom'], 'residents are what figures are spread by; give them by unit');
  }
  for (const [field, figure] of Object.entries(topic.fields)) {
    const problem = unknownField(code, field);
    if (problem !== null) add(['fields', field], problem);
    checkFigure(figure, ['fields', field]);
  }
  topic.distributions.forEach(({ classes }, i) => {
    classes.forEach(({ count }, j) => {
      checkFigure(count, ['distributions', i, 'classes', j, 'count']);
    });
  });
  topic.ageClasses?.classes.forEach((ageClass, i) => {
    for (const sex of ['total', 'male', 'female'] as const) {
      if (ageClass[sex] !== undefined) checkFigure(ageClass[sex], ['ageClasses', 'classes', i, sex]);
    }
  });
  topic.lists.forEach(({ keys }, i) => {
    for (const [name, { count }] of Object.entries(keys)) checkFigure(count, ['lists', i, 'keys', name, 'count']);
  });
  if (topic.expenditure !== undefined && code !== 'consumption') {
    add(['expenditure'], 'only topic consumption is made from a survey or a level of expenditure');
  }
  if (topic.expenditure !== undefined && Object.keys(topic.fields).length > 0) {
    add(['fields'], 'the topic has fields and expenditure; leave out one');
  }
  if (topic.ageClasses !== undefined && code !== 'age_classes') {
    add(['ageClasses'], 'only topic age_classes has age classes');
  }
}
