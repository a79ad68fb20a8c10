import {
  exchangeRate,
  type PackFigure,
  type PackNational,
  type PackTable,
  type PackTopic,
  type PeoplePack,
  TOPIC_CODES,
  type TopicCode,
} from '@hinterland/catalogue';
import { fileNameOf, type RemoteFile } from '../fetch/remoteFile.ts';
import { countryOf } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { packFiles } from './packFiles.ts';
import { type PeopleSource, withBeside } from './peopleSources.ts';
import type { Plan } from './plan.ts';
import { coarseOf, MODELLED_AGES } from './recipeAges.ts';
import { inFolder, isCountry, one, withinOf } from './recipeMap.ts';
import { consumptionTopic } from './spendOfPlace.ts';

interface CensusFacts {
  /** Names of the files with people. */
  readonly people: readonly string[];
  /** Names of all files that are there. */
  readonly names: readonly string[];
  /** Name of the file with the outline of all that is read. */
  readonly outline?: string | undefined;
}

/** The part "census" of a recipe. */
export function censusOf({ place, people, spend }: Plan, facts: CensusFacts): object {
  const within = withinOf(place, facts);
  const sources = withBeside(people!);
  const names = new Set(facts.names);
  const context = { place, within, names };
  const moneyOf = (source: PeopleSource) => consumptionTopic(spend, source, names);
  const given = new Set(sources.flatMap((source) => Object.keys({ ...topicsOf(source, context), ...moneyOf(source) })));
  const beside = sources
    .slice(1)
    .map((source) => figuresOf(source, source.files.map(fileNameOf), moneyOf(source), context));
  return {
    currency: spend.currency,
    ...figuresOf(people!, facts.people, moneyOf(people!), context),
    ...(beside.length === 0 ? {} : { beside }),
    unavailable: Object.fromEntries(
      TOPIC_CODES.filter((code) => !given.has(code)).map((code) => [
        code,
        whyLacking(code, { people: people!, spend }),
      ]),
    ),
    benchmarks: benchmarksOf(place, sources, spend, names),
  };
}

/** A source has what it has; people with a table of their own name it in the recipe. */
const BROUGHT = 'A table that has it, named under census in the recipe, would bring it.';

/** Why a topic has no figures, and what would bring it. */
function whyLacking(code: TopicCode, { people, spend }: Pick<Plan, 'spend'> & { people: PeopleSource }): string {
  const { pack, name, extra = [], ages } = people;
  const others = ages !== undefined && ages.length > 0 ? ' and their ages' : '';
  const lacking = pack?.lacking ?? `${name} has the number of people${others} alone.`;
  if (code === 'consumption') return spend.notes.join(' ') || lacking;
  const isAges = code === 'age_classes' && ages !== undefined;
  if (isAges && ages.length === 0) return `${lacking} Its archive of ages is too large to be fetched for one topic.`;
  const [file] = isAges ? ages.map((one) => one.file) : pack?.topics[code] === undefined ? [] : extra;
  return file === undefined
    ? `${lacking} ${BROUGHT}`
    : `${file.source} has it in a file that could not be fetched; update fetches it.`;
}

/** Levels of areas that places are compared with: municipalities, counties and states. */
const COMPARED_LEVELS = [8, 7, 6, 4];

/** What places are compared with: areas of the map that it holds whole, and the countries as the same files have them. */
function benchmarksOf(
  place: Place,
  sources: readonly PeopleSource[],
  spend: Plan['spend'],
  names: ReadonlySet<string>,
): object[] {
  const whole = isCountry(place) ? [place.countries[0]!] : [];
  const others = sources.flatMap((source) => {
    const national = nationalOf(source, names);
    if (national === undefined) {
      return agesThere(source, names)
        .filter(({ country }) => !whole.includes(country))
        .map(({ country }) => ({ code: country, name: countryOf(country)!.name, kind: 'country', row: country }));
    }
    return countriesOf(source, place)
      .filter((code) => !whole.includes(code))
      .map((code) => ({
        code,
        name: national.name ?? countryOf(code)!.name,
        kind: 'country',
        ...(national.residents === undefined
          ? { row: national.row ?? code }
          : { topics: publishedTopics(national.residents, spend, source) }),
      }));
  });
  return [
    ...whole.map((code) => ({
      code,
      name: place.name,
      kind: 'country',
      units: place.rim === undefined ? 'all' : { inside: code },
    })),
    ...others,
    ...COMPARED_LEVELS.map((eachLevel) => ({ eachLevel })),
  ];
}

/** What is known of a country by its residents alone: these, and what they spend. */
function publishedTopics(total: number, spend: Plan['spend'], source: PeopleSource): object {
  const level = spend.sources.find((one) => one.source === source)?.level;
  const rate = level === undefined ? null : exchangeRate(level.currency, spend.currency);
  return {
    residents: { fields: { total } },
    ...(level === undefined || rate === null
      ? {}
      : {
          consumption: {
            fields: Object.fromEntries(
              Object.entries(level.perHead).map(([division, perHead]) => [division, total * perHead * rate]),
            ),
          },
        }),
  };
}

/** How the files of a source know its countries as wholes; undefined where they do not, or are not there. */
function nationalOf({ pack }: PeopleSource, names: ReadonlySet<string>): PackNational | undefined {
  const national = pack?.national;
  if (national?.row === undefined) return national;
  const tables = Object.values(pack!.units.tables ?? {});
  return tables.some(({ file, isExtra }) => isExtra !== true || names.has(fileNameOf(file))) ? national : undefined;
}

/** Countries whose people a source counts. */
const countriesOf = ({ countries, pack }: PeopleSource, place: Place): readonly string[] =>
  countries ?? place.countries.filter((code) => pack?.countries.includes(code));

/** Which rows of a table make the countries as wholes. */
function sumsOf(source: PeopleSource, place: Place, table: string): object {
  const { pack } = source;
  const national = pack?.national;
  const isSummed = national !== undefined && national.row === undefined && national.residents === undefined;
  if (!isSummed || national.without?.includes(table)) return {};
  const all = columnsOf(pack!, table);
  const means = (national.means ?? []).filter((name) => all.includes(name));
  const columns = all.filter((name) => !means.includes(name));
  const { column, weight } = national;
  return {
    sums: {
      of: Object.fromEntries(countriesOf(source, place).map((code) => [code, column === undefined ? {} : { column }])),
      ...(weight !== undefined && all.includes(weight) ? { weight } : {}),
      columns,
      ...(means.length === 0 ? {} : { means }),
    },
  };
}

/** Columns of a table that topics are made of. */
function columnsOf(pack: PeoplePack, table: string): readonly string[] {
  const names = new Set<string>();
  for (const topic of Object.values(pack.topics)) {
    const own = topic.table ?? tableOf(pack);
    const look = (figure: PackFigure | undefined): void => {
      if (typeof figure === 'string') {
        if (own === table) names.add(figure);
      } else if (figure === undefined) return;
      else if ('column' in figure) {
        if (figure.table === table) names.add(figure.column);
      } else for (const part of Object.values(figure).flat() as PackFigure[]) look(part);
    };
    Object.values(topic.fields ?? {}).forEach(look);
    for (const { total, male, female } of topic.ageClasses ?? []) [total, male, female].forEach(look);
    look(topic.spreadFrom?.people);
  }
  return [...names];
}

/** Measured on the tracts of Lower Manhattan: their people by cells of 1 km in place of 100 m. */
const WITHIN_A_CELL =
  ' What 5 minutes on foot reach is smaller than a cell: such figures are off by 16% in the median, those of 10 minutes by 9%.';

interface CensusContext {
  readonly place: Place;
  readonly within: object | undefined;
  /** Names of the files that are there. */
  readonly names: ReadonlySet<string>;
}

/** Topics of a source; those of a pack whose files are there. */
function topicsOf(source: PeopleSource, { names }: Pick<CensusContext, 'names'>): Readonly<Record<string, object>> {
  const { pack, name } = source;
  if (pack !== undefined) {
    const isThere = (table: PackTable | undefined) => table?.isExtra !== true || names.has(fileNameOf(table.file));
    const topics = Object.entries(pack.topics);
    return Object.fromEntries(topics.filter(([, { table }]) => isThere(pack.units.tables?.[table ?? ''])));
  }
  return {
    residents: {
      note: `People that a model puts into cells from a census of larger areas (${name}).${name.includes('1km') ? WITHIN_A_CELL : ''}`,
      comparability: 'modelled',
      fields: { total: 'people' },
    },
    ...(agesThere(source, names).length === 0 ? {} : { age_classes: MODELLED_AGES }),
  };
}

/** Archives of people by age that are there. */
const agesThere = ({ ages = [] }: PeopleSource, names: ReadonlySet<string>) =>
  ages.filter(({ file }) => names.has(fileNameOf(file)));

/** The units of a source with their tables and topics; `files` are its own, by their names. */
function figuresOf(source: PeopleSource, files: readonly string[], money: object, context: CensusContext): object {
  const { pack, vintage } = source;
  return {
    source: source.files[0]!.source,
    units: unitsOf(source, files, context),
    ...(pack === undefined ? {} : tablesOf(source, pack, context)),
    topics: {
      ...Object.fromEntries(
        Object.entries(topicsOf(source, context)).map(
          ([code, { ageClasses, ...topic }]: [string, Partial<PackTopic>]) => [
            code,
            {
              table: tableOf(pack),
              vintage: pack?.units.tables?.[topic.table ?? '']?.source?.vintage ?? vintage,
              ...topic,
              ...(ageClasses === undefined ? {} : { ageClasses: { classes: ageClasses } }),
            },
          ],
        ),
      ),
      ...money,
    },
  };
}

/** So far from a cell or area without a home may be the one that takes its people. */
const NEAREST_METERS = 300;

function unitsOf(source: PeopleSource, files: readonly string[], { place, within, names }: CensusContext): object {
  const { pack, countries } = source;
  if (pack?.units.from === 'outlines') {
    const { code, crs, tables, hasFigures } = pack.units;
    return {
      from: 'file',
      file: filesIn(packFiles(pack, place).units),
      ...(crs === undefined ? {} : { crs }),
      code,
      near: true,
      ...(tables === undefined || hasFigures ? { figures: true } : {}),
      nearestMeters: NEAREST_METERS,
    };
  }
  return {
    from: 'raster',
    file: one(files.map(inFolder)),
    ...(pack === undefined
      ? coarseOf(agesThere(source, names).map(({ country, file }) => [country, fileNameOf(file)]))
      : { entry: pack.units.file.entry, ...pack.units.table, ...sumsOf(source, place, tableOf(pack)) }),
    ...(within === undefined ? {} : { within }),
    ...(countries === undefined ? {} : { countries }),
    nearestMeters: NEAREST_METERS,
  };
}

const filesIn = (files: readonly RemoteFile[]) => one(files.map((file) => inFolder(fileNameOf(file))));

/** Tables beside units are those of a whole country or region, of which the units near the map are wanted. */
function tablesOf(source: PeopleSource, pack: PeoplePack, { place, names }: CensusContext): object {
  const there = Object.entries(pack.units.tables ?? {}).filter(
    ([, { file, isExtra }]) => isExtra !== true || names.has(fileNameOf(file)),
  );
  if (there.length === 0) return {};
  const files = packFiles(pack, place).tables;
  const tables = there.map(([name, { file, isExtra, source: _, ...table }]) => [
    name,
    {
      file: filesIn(files[name]!),
      ...(file.entry === undefined ? {} : { entry: file.entry }),
      ...table,
      ofUnits: true,
      ...(isExtra ? { optional: true } : {}),
      ...sumsOf(source, place, name),
    },
  ]);
  return { tables: Object.fromEntries(tables) };
}

/** The table that a topic's columns are in unless it names another. */
function tableOf(pack: PeoplePack | undefined): string {
  if (pack?.units.from !== 'outlines') return 'cells';
  return pack.units.hasFigures ? 'outlines' : Object.keys(pack.units.tables ?? { outlines: {} })[0]!;
}
