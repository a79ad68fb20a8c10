import { stringify } from 'yaml';
import type { LockedFile } from '../fetch/lock.ts';
import { fileNameOf } from '../fetch/remoteFile.ts';
import type { OvertureTheme } from '../overture/themes.ts';
import { countryOf } from '../places/countries.ts';
import { withBeside } from './peopleSources.ts';
import type { Plan } from './plan.ts';
import { censusOf } from './recipeCensus.ts';
import { inFolder, mapOf, one, outlineIn } from './recipeMap.ts';
import { transitOf, transitSources, transitVersion } from './recipeTransit.ts';
import { spendSources, spendVersion } from './spendOfPlace.ts';
import type { FetchedFeed } from './timetables.ts';

/** What files turned out to be. */
export interface RecipeFacts {
  /** Names of the extracts in the folder of the place's files. */
  readonly extracts: readonly string[];
  /** Names of the files with people. */
  readonly people: readonly string[];
  /** Names of all files that are there. */
  readonly names: readonly string[];
  /** The day of the map. */
  readonly day: string;
  /** Rows of Overture. */
  readonly cuts: readonly RecipeCut[];
  /** Name of the file with the outline of all that is read. */
  readonly outline?: string | undefined;
  /** Timetables of public transport. */
  readonly timetables?: readonly FetchedFeed[];
  /** Name of the file with the outline of what was asked for, where more is read. */
  readonly region?: string | undefined;
}

export interface RecipeCut {
  readonly theme: OvertureTheme;
  readonly file: Pick<LockedFile, 'name' | 'source' | 'licence' | 'attribution'>;
}

/** How the map's administrative boundaries become areas. */
const LEVELS = {
  2: { kind: 'country' },
  4: { kind: 'region' },
  5: { kind: 'county' },
  6: { kind: 'county' },
  7: { kind: 'municipality' },
  8: { kind: 'municipality' },
  9: { kind: 'locality' },
};

/** Returns the recipe of a plan as a text that people can read and improve. */
export function recipeText(plan: Plan, facts: RecipeFacts): string {
  const { place, people } = plan;
  const country = countryOf(place.countries[0]!)!;
  const census = people === null ? undefined : censusOf(plan, facts);
  const recipe = {
    id: place.id,
    name: place.name,
    countries: place.countries,
    continent: country.continent,
    timeZone: place.timeZone,
    ...(place.center === undefined ? {} : { center: place.center }),
    versions: {
      territory: facts.day,
      ...(people === null
        ? {}
        : {
            sociodemo: `${[...withBeside(people).map(({ code }) => code), ...spendVersion(plan.spend, new Set(facts.names))].join('-')}-on-${facts.day}`,
          }),
      players: facts.day,
      ...transitVersion(facts),
    },
    map: {
      osm: one(facts.extracts.map(inFolder)),
      ...mapOf(place, facts),
    },
    ...(facts.region === undefined ? {} : { region: outlineIn(facts.region, place) }),
    poles: polesOf(facts),
    boundaries: boundariesOf(plan, facts),
    ...(census === undefined ? {} : { census }),
    players: { stores: [{ from: 'osm' }, ...entries(facts, 'places', 'overture')] },
    ...transitOf(facts),
    sources: sourcesOf(plan, facts),
  };
  const head = [
    `Made by "hinterland territory get" for ${place.name}. Improve it as you like (recipes/README.md says how): the command keeps`,
    'what you changed. Files lie in data/ beside this recipe; lock.json says where they came from.',
  ];
  return `${head.map((line) => `# ${line}`).join('\n')}\n${stringify(recipe, { lineWidth: 120, flowCollectionPadding: true })}`;
}

/** The entry of a theme of Overture, where it was taken. */
const entries = ({ cuts }: RecipeFacts, theme: OvertureTheme, from: string): object[] =>
  cuts.filter((cut) => cut.theme === theme).map(({ file }) => ({ from, file: inFolder(file.name) }));

function polesOf(facts: RecipeFacts): object[] {
  const buildings = entries(facts, 'buildings', 'overture-buildings');
  return [
    { from: 'osm-addresses' },
    ...entries(facts, 'addresses', 'overture-addresses'),
    // Overture's buildings include those of the map.
    ...(buildings.length > 0 ? buildings : [{ from: 'osm-buildings' }]),
    { from: 'streets' },
  ];
}

/** How areas of Overture become areas, by their subtype. */
const SUBTYPES: Readonly<Record<string, { readonly level: number; readonly kind: string }>> = {
  country: { level: 2, kind: 'country' },
  region: { level: 4, kind: 'region' },
  county: { level: 6, kind: 'county' },
  localadmin: { level: 7, kind: 'municipality' },
  locality: { level: 8, kind: 'municipality' },
  neighborhood: { level: 9, kind: 'locality' },
};

/** Areas of Overture in place of the map's, which still has the postcodes. */
function divisionsOf(country: string, levels: typeof SUBTYPES, facts: RecipeFacts): object[] {
  const [cut] = facts.cuts.filter(({ theme }) => theme === 'divisions');
  if (cut === undefined) return [];
  return Object.entries(levels).map(([subtype, level]) => ({
    from: 'file',
    file: inFolder(cut.file.name),
    ...level,
    country,
    code: 'division_id',
    name: 'names.primary',
    where: [
      { column: 'country', equals: country },
      { column: 'subtype', equals: subtype },
    ],
  }));
}

/** A country whose own outline the box does not touch is known by its name alone. */
function boundariesOf({ place }: Plan, facts: RecipeFacts): object[] {
  const [code] = place.countries as [string, ...string[]];
  const { 2: _, ...finer } = LEVELS;
  const { country: __, ...finerSubtypes } = SUBTYPES;
  if (place.whole === undefined && place.countries.length === 1) {
    const name = countryOf(code)!.name;
    const divisions = divisionsOf(code, finerSubtypes, facts);
    return [
      { from: 'osm', ...(divisions.length > 0 ? {} : { levels: finer }), postcodes: true },
      ...divisions,
      { from: 'whole-map', level: 2, kind: 'country', code, name },
    ];
  }
  const several = place.countries.length > 1;
  return place.countries.flatMap((country) => {
    const divisions = divisionsOf(country, SUBTYPES, facts);
    return [
      {
        from: 'osm',
        ...(divisions.length > 0 ? {} : { levels: LEVELS }),
        postcodes: true,
        ...(several ? { country } : {}),
      },
      ...divisions,
    ];
  });
}

/** Which family of the bundle has the rows of a theme. */
const familyOf = (theme: OvertureTheme): string => (theme === 'places' ? 'players' : 'territory');

function sourcesOf(
  { extracts, people, spend, files, cuts: planned }: Plan,
  { day, cuts, names, timetables = [] }: RecipeFacts,
): object[] {
  const osm = files.find(({ url }) => url === extracts[0]!.url)!;
  const map = { licence: osm.licence, attribution: osm.attribution, url: osm.page, vintage: day };
  const censuses = new Map(
    (people === null ? [] : withBeside(people)).flatMap(({ files: own, extra = [], ages = [], pack }) =>
      [...own, ...[...extra, ...ages.map(({ file }) => file)].filter((file) => names.includes(fileNameOf(file)))].map(
        (file) => [file.source, { ...file, pack }] as const,
      ),
    ),
  );
  return [
    { name: osm.source, ...map, family: 'territory' },
    ...[...censuses.values()].map(({ source, licence, attribution, page, vintage, pack }) => ({
      name: source,
      licence,
      attribution,
      url: page,
      vintage,
      ...(pack?.mayShare === false ? { mayShare: false } : {}),
      family: 'sociodemo',
    })),
    ...spendSources(spend, new Set(names)).filter(({ name }) => !censuses.has(name)),
    ...transitSources(timetables),
    ...cuts.map(({ theme, file: { source, licence, attribution } }) => ({
      name: source,
      licence,
      attribution,
      url: planned.find((cut) => cut.theme === theme)!.page,
      family: familyOf(theme),
    })),
    { name: 'OpenStreetMap, shops and other places of business', ...map, family: 'players' },
    {
      name: 'name-suggestion-index, spellings of brands',
      licence: 'BSD-3-Clause',
      attribution: 'name-suggestion-index contributors',
      url: 'https://github.com/osmlab/name-suggestion-index',
      family: 'players',
    },
  ];
}
