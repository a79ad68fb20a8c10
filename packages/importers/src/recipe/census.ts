import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { type Box, boxesIntersect, multiPolygonBox } from '@hinterland/geo';
import { consumptionFromSurvey } from '../census/consumption.ts';
import { makeTopic } from '../census/topic.ts';
import { boxPolygon, makeBenchmarks } from '../census/units.ts';
import { ImportError } from '../importError.ts';
import type { Boundary, CensusInput, CensusUnit, TopicInput } from '../inputs.ts';
import { osmBoundaries } from '../osm/boundaries.ts';
import type { OsmData } from '../osm/data.ts';
import type { Report } from '../report.ts';
import { readOutlines } from '../shapes/read.ts';
import { type KeyedTable, readKeyedTable } from '../tables/keyedTable.ts';
import { propertyText, rowMatches } from './properties.ts';
import type { Recipe } from './read.ts';
import type { CensusRecipe, TableRecipe } from './schema.ts';

export interface CensusContext {
  readonly recipe: Recipe;
  readonly map: OsmData;
  /** Where the map is complete; undefined where it holds every unit in full. */
  readonly mapBox: Box | undefined;
  /** The box of everything in the map, for a unit that is the whole map. */
  readonly dataBox: Box;
  readonly boundaries: readonly Boundary[];
  readonly report: Report;
}

/** Reads the census of a recipe: units, tables, topics and benchmarks. */
export async function readCensus(census: CensusRecipe, context: CensusContext): Promise<CensusInput> {
  const { recipe, report } = context;
  const tables = new Map<string, KeyedTable>();
  for (const [name, table] of Object.entries(census.tables)) tables.set(name, await readTable(recipe, table));
  const units = await readUnits(census, tables, context);
  const codes = units.map(({ code }) => code);
  reportJoins(tables, codes, report);

  const make = (code: TopicCode, residents: Float64Array | null) =>
    makeTopic(code, census.topics[code]!, { codes, tables, residents, report });
  const mapped = TOPIC_CODES.filter((code) => census.topics[code] !== undefined);
  const residentsTopic = mapped.includes('residents') ? make('residents', null) : null;
  const residents = residentsTopic?.columns.get('total') ?? null;
  if (residentsTopic === null || residents === null) {
    throw new ImportError(
      `${recipe.path}: census.topics.residents.fields.total is missing. People are spread over poles by it; without residents leave the census out.`,
    );
  }
  const topics: TopicInput[] = [];
  for (const code of mapped) {
    const { expenditure, ...recipe } = census.topics[code]!;
    if (code === 'residents') topics.push(residentsTopic);
    else if (expenditure === undefined) topics.push(make(code, residents));
    else {
      const income = topics.find((topic) => topic.code === 'income');
      topics.push(consumptionFromSurvey({ ...recipe, expenditure }, residents, income));
    }
  }
  return {
    currency: census.currency,
    units,
    topics,
    unavailable: Object.entries(census.unavailable).map(([code, reason]) => ({ code: code as TopicCode, reason })),
    benchmarks: makeBenchmarks(census, { units, tables, boundaries: context.boundaries, residents, report }),
  };
}

function readTable(recipe: Recipe, { file, entry, ...options }: TableRecipe): Promise<KeyedTable> {
  return readKeyedTable({ path: recipe.resolve(file), entry }, options);
}

async function readUnits(
  census: CensusRecipe,
  tables: ReadonlyMap<string, KeyedTable>,
  context: CensusContext,
): Promise<CensusUnit[]> {
  const { recipe, report, mapBox } = context;
  const wanted = census.units;
  if (wanted.from === 'whole-map') {
    const { code, areaSquareKm } = wanted;
    const box = mapBox ?? context.dataBox;
    return [{ code, polygon: boxPolygon(box), ...(areaSquareKm === undefined ? {} : { areaSquareKm }) }];
  }
  const counter = report.subject('outlines of census units');
  if (wanted.from === 'osm') {
    const adminLevels = { [wanted.level]: { kind: 'statistical', level: wanted.level } } as const;
    const units = recipe.text.countries.flatMap((country) =>
      osmBoundaries(context.map, { country, adminLevels })
        .filter(({ kind }) => kind === 'statistical')
        .map(({ code, polygon }) => ({ code, polygon })),
    );
    if (units.length === 0) {
      throw new ImportError(
        `The extract has no whole boundary of admin_level ${wanted.level} for census units. Choose another level, or units: { from: whole-map }.`,
      );
    }
    counter.kept(units.length);
    return units;
  }
  const source = { path: recipe.resolve(wanted.file), entry: wanted.entry };
  const outlines = await readOutlines(
    source,
    { layer: wanted.layer, crs: wanted.crs, wanted: rowMatches(wanted.where) },
    counter,
  );
  const units: CensusUnit[] = [];
  const seen = new Set<string>();
  for (const { properties, polygon, ref } of outlines) {
    const code = propertyText(properties, wanted.code, source.path);
    if (code === '') counter.dropped('no code', ref);
    else if (seen.has(code)) {
      throw new ImportError(
        `${source.path}, ${ref}: the code "${code}" stood in a feature before. One outline per census unit; choose features with where.`,
      );
    } else {
      seen.add(code);
      // Units far away feed benchmarks only; their outlines stay for those that are found by place.
      units.push({ code, polygon });
      counter.kept();
    }
  }
  if (wanted.alsoFrom !== undefined) {
    const table = tables.get(wanted.alsoFrom);
    if (table === undefined) {
      throw new ImportError(`census.units.alsoFrom: there is no table "${wanted.alsoFrom}".`);
    }
    for (const code of table.keys) if (!seen.has(code)) units.push({ code, polygon: [] });
  }
  const inMap = units.filter(
    ({ polygon }) => polygon.length > 0 && (mapBox === undefined || boxesIntersect(multiPolygonBox(polygon), mapBox)),
  );
  if (inMap.length === 0) {
    throw new ImportError(
      `${source.path}: none of its ${units.length} census units touches the map. Check that it is of this place, and its projection (crs).`,
    );
  }
  return units;
}

/** Tells which rows of each table found their unit, and fails where none did. */
function reportJoins(tables: ReadonlyMap<string, KeyedTable>, codes: readonly string[], report: Report): void {
  const known = new Set(codes);
  for (const [name, table] of tables) {
    const counter = report.subject(`rows of table ${name}`);
    let [kept, all] = [0, 0];
    let example = '';
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
