import { exchangeRate, type PackAreas, type PackIncome, type SpendLevel, spendLevelOf } from '@hinterland/catalogue';
import { fileNameOf, type RemoteFile } from '../fetch/remoteFile.ts';
import { countryOf } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { type PeopleSource, withBeside } from './peopleSources.ts';

/** A source of people with the level that its people spend by. */
export interface SpendOfSource {
  readonly source: PeopleSource;
  readonly level: SpendLevel;
  readonly income: PackIncome | undefined;
}

/** What is known of the spend at a place before anything is fetched. */
export interface SpendPlan {
  /** ISO 4217 code of all amounts; that of the country where no level is known. */
  readonly currency: string;
  readonly sources: readonly SpendOfSource[];
  /** Why the place or a part of it has no level, one sentence each. */
  readonly notes: readonly string[];
}

/** Finds the level of each source of people: that of the first of its countries, where most of its people live, as its cells do not say their country. */
export function spendOf(place: Place, people: PeopleSource | null): SpendPlan {
  const [main] = place.countries as [string, ...string[]];
  const all = people === null ? [] : withBeside(people);
  const named = new Set(all.flatMap(({ countries }) => countries ?? []));
  const levels = all.map((source) => {
    const codes = source.countries ?? place.countries.filter((code) => !named.has(code));
    return { source, codes, level: codes[0] === undefined ? null : spendLevelOf(codes[0]) };
  });
  const currency = levels.find(({ level }) => level !== null)?.level?.currency ?? countryOf(main)!.currency;
  const isTold = (level: SpendLevel | null): level is SpendLevel =>
    level !== null && exchangeRate(level.currency, currency) !== null;
  const lacking = levels.flatMap(({ codes, level }) =>
    codes.filter((code) => !isTold(level) || spendLevelOf(code) === null),
  );
  return {
    currency,
    sources: levels.flatMap(({ source, codes, level }) =>
      isTold(level) ? [{ source, level, income: source.pack?.income ?? source.pack?.incomes?.[codes[0]!] }] : [],
    ),
    notes: [...new Set(lacking)].map((code) => `Nobody publishes what households of ${countryOf(code)!.name} spend.`),
  };
}

/** Files of incomes that are not files of people, too. */
export function incomeFiles({ sources }: Pick<SpendPlan, 'sources'>): readonly RemoteFile[] {
  const ofPeople = new Set(sources.flatMap(({ source }) => source.files.map(({ url }) => url)));
  return sources.flatMap(({ income }) =>
    filesOfIncome(income)
      .filter(({ file }) => !ofPeople.has(file.url))
      .map(remote),
  );
}

/** Incomes, and the areas that units lie in where these are a file of their own. */
const filesOfIncome = (income: PackIncome | undefined): readonly (PackIncome | PackAreas)[] =>
  income === undefined ? [] : [income, ...(income.areas === undefined ? [] : [income.areas])];

/** Whether incomes can be read: all of their files are there. */
const isThere = (income: PackIncome | undefined, names: ReadonlySet<string>): income is PackIncome =>
  income !== undefined && filesOfIncome(income).every(({ file }) => names.has(fileNameOf(file)));

function remote({ file, name: source, licence, attribution, page, vintage }: PackIncome | PackAreas): RemoteFile {
  const { url, kind, name, megabytes } = file;
  return {
    url,
    kind,
    ...(name === undefined ? {} : { name }),
    ...(megabytes === undefined ? {} : { megabytes }),
    purpose: 'incomes, which bend spend',
    source,
    licence,
    attribution,
    page,
    vintage,
  };
}

/** Topic consumption of a source in the recipe; `names` are the files that are there. */
export function consumptionTopic(spend: SpendPlan, source: PeopleSource, names: ReadonlySet<string>): object {
  const found = spend.sources.find((one) => one.source === source);
  if (found === undefined) return {};
  const { level, income } = found;
  return {
    consumption: {
      expenditure: {
        level: level.country,
        ...(isThere(income, names) ? { income: { ...readFrom(income), optional: true } } : {}),
      },
    },
  };
}

/** How a recipe reads a file: where it lies, and the keys of the pack. */
function readFrom({
  file,
  vintage: _,
  name: __,
  licence: ___,
  attribution: ____,
  page: _____,
  ...keys
}: PackIncome | PackAreas): object {
  return {
    file: `data/${fileNameOf(file)}`,
    ...(file.entry === undefined ? {} : { entry: file.entry }),
    ...keys,
    ...('areas' in keys && keys.areas !== undefined ? { areas: readFrom(keys.areas) } : {}),
  };
}

/** What the version of the family says of spend: other levels and other incomes make other figures of the same people. */
export function spendVersion({ sources }: SpendPlan, names: ReadonlySet<string>): readonly string[] {
  if (sources.length === 0) return [];
  const years = [...new Set(sources.map(({ level }) => level.year))].join('-');
  const incomes = sources.flatMap(({ income }) => (isThere(income, names) ? [income.vintage] : []));
  return [`spend-${years}`, ...(incomes.length === 0 ? [] : [`income-${[...new Set(incomes)].join('-')}`])];
}

/** Entries of the recipe's sources: publishers of levels, and of incomes that are there. */
export function spendSources({ sources }: SpendPlan, names: ReadonlySet<string>): readonly { readonly name: string }[] {
  const family = 'sociodemo';
  const levels = sources.map(({ level: { publisher, year } }) => {
    const { name, licence, attribution, url } = publisher;
    return { name, licence, attribution, url, vintage: String(year), family };
  });
  const incomes = sources.flatMap(({ source, income }) =>
    (isThere(income, names) ? filesOfIncome(income) : []).map(({ name, licence, attribution, page: url, vintage }) => ({
      name,
      licence,
      attribution,
      url,
      vintage,
      ...(source.pack?.mayShare === false ? { mayShare: false } : {}),
      family,
    })),
  );
  return [...new Map([...levels, ...incomes].map((entry) => [entry.name, entry])).values()];
}
