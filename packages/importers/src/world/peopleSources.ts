import { PEOPLE_PACKS, type PeoplePack } from '@hinterland/catalogue';
import type { Box } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { countryOf } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { peopleOf, withoutRim } from './estimate.ts';
import { ghslTiles } from './ghslTiles.ts';
import { coverageOf, filesOf } from './packFiles.ts';

/** Where people come from. */
export interface PeopleSource {
  /** "eurostat-2021", "worldpop", "ghsl". */
  readonly code: string;
  readonly name: string;
  readonly vintage: string;
  readonly files: readonly RemoteFile[];
  /** Files that only add topics; where a server fails, those are left out. */
  readonly extra?: readonly RemoteFile[];
  /** Archives of people by age and sex, by country. */
  readonly ages?: readonly { readonly country: string; readonly file: RemoteFile }[];
  /** Official figures; absent for a model. */
  readonly pack?: PeoplePack;
  /** Countries that its cells are cut to; absent where it is the only source. */
  readonly countries?: readonly string[];
  /** Sources of the other countries of a place, side by side. */
  readonly beside?: readonly PeopleSource[];
}

/** A source, and those beside it. */
export const withBeside = (source: PeopleSource): readonly PeopleSource[] => [source, ...(source.beside ?? [])];

/** Rasters by the names that --raster takes. */
export const RASTERS = ['worldpop', 'ghsl'] as const;
export type RasterName = (typeof RASTERS)[number];

export interface PeopleChoice {
  /** Official figures or none. */
  readonly official?: boolean | undefined;
  /** A raster although there are official figures. */
  readonly raster?: RasterName | undefined;
  /** A raster that official figures are compared with, or none; WorldPop where that is a small file. */
  readonly compare?: RasterName | 'none' | undefined;
}

/**
 * Chooses where the people of a place come from: for each country that the place touches official figures by small areas where a publisher
 * has them, else a raster of the world, side by side; the country where most people live comes first. Null where none of them has anybody
 * there. Throws ImportError where official figures are asked for and a country has none.
 */
export function choosePeople(place: Place, { official, raster }: PeopleChoice): PeopleSource | null {
  // A rim makes no official figures of a country too large: it is cut to.
  const people = peopleOf(withoutRim(place));
  const packs = new Map<PeoplePack, string[]>();
  const rest: string[] = [];
  for (const code of place.countries) {
    const pack = PEOPLE_PACKS.find(
      (one) => one.countries.includes(code) && ['good', 'part'].includes(coverageOf(one, place, people)),
    );
    if (pack !== undefined) packs.set(pack, [...(packs.get(pack) ?? []), code]);
    if (pack === undefined || coverageOf(pack, place, people) === 'part') rest.push(code);
  }
  if (official && rest.length > 0) throw noOfficial(place, rest, people);
  if (raster === 'ghsl') return fromGhsl(place.box);
  const modelled = packs.size === 0 || raster !== undefined ? fromWorldPop(place) : null;
  if (modelled !== null || packs.size === 0) return modelled;
  const others = rest.length === 0 ? null : fromWorldPop({ ...place, countries: rest });
  const sources = [...packs].map(([pack, countries]) => fromPack(pack, place, countries));
  if (others !== null) sources.push(others);
  // The main country's own comes first, official figures before a model.
  const [main, ...beside] = sources as [PeopleSource, ...PeopleSource[]];
  if (beside.length === 0) {
    const { countries: _, ...alone } = main;
    return alone;
  }
  return {
    ...main,
    beside,
  };
}

/** Why a place has no official figures throughout, with the next step. */
function noOfficial(place: Place, countries: readonly string[], people: number): ImportError {
  const packs = PEOPLE_PACKS.filter((pack) => pack.countries.some((code) => countries.includes(code)));
  const tooLarge = packs.find((pack) => coverageOf(pack, place, people) === 'too large');
  if (tooLarge !== undefined) {
    return new ImportError(
      `${tooLarge.name}: ${place.name} has more people than can be read at once. Ask for a town or a box within it, or leave out --official to take a raster of the world.`,
    );
  }
  if (packs[0] !== undefined) {
    return new ImportError(
      `${packs[0].name}: has no figures of a part of ${place.name}. Ask for a box without it, with a smaller --radius, or leave out --official to take a raster of the world.`,
    );
  }
  return new ImportError(
    `There are no official figures by small areas for ${countries.join(', ')}. Leave out --official to take a raster of the world for that part, or choose a smaller --radius.`,
  );
}

/** More is not fetched for a comparison alone that nobody asked for. */
const MOST_MEGABYTES_TO_COMPARE = 60;

/** Chooses the raster that official figures are compared with. */
export function comparisonOf(
  place: Place,
  people: PeopleSource | null,
  { compare }: PeopleChoice,
): PeopleSource | null {
  if (people?.pack === undefined || compare === 'none') return null;
  const raster = compare === 'ghsl' ? fromGhsl(place.box) : fromWorldPop(place);
  const megabytes = (raster?.files ?? []).reduce((sum, file) => sum + (file.megabytes ?? 0), 0);
  return compare === undefined && megabytes > MOST_MEGABYTES_TO_COMPARE ? null : raster;
}

function fromPack(pack: PeoplePack, place: Place, countries: readonly string[]): PeopleSource {
  const { code, name, vintage } = pack;
  return { code, name, vintage, ...filesOf(pack, place), pack, countries };
}

const WORLDPOP_YEAR = 2025;
/** Of a whole country with more people, cells of 1 km are taken: the finer ones would need too much memory. */
const MOST_PEOPLE_OF_FINE_CELLS = 3e6;
/** Bytes of a raster per person: what published sizes of 1 to 750 MB come to. */
const WORLDPOP_BYTES_PER_PERSON = { fine: 1.2, coarse: 0.02 };
/** Nobody lives there for good, so no raster of people has them. */
const WITHOUT_PEOPLE: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'TF', 'UM', 'IO']);

function fromWorldPop(place: Place): PeopleSource | null {
  const codes = place.countries.filter((code) => !WITHOUT_PEOPLE.has(code));
  if (codes.length === 0) return null;
  const isCoarse = place.whole !== undefined && place.population > MOST_PEOPLE_OF_FINE_CELLS;
  const resolution = isCoarse ? '1km' : '100m';
  const files = codes.map((code): RemoteFile => {
    const { code3, population } = countryOf(code)!;
    const name = isCoarse
      ? `1km_ua/constrained/${code3.toLowerCase()}_pop_${WORLDPOP_YEAR}_CN_1km_R2025A_UA_v1.tif`
      : `100m/constrained/${code3.toLowerCase()}_pop_${WORLDPOP_YEAR}_CN_100m_R2025A_v1.tif`;
    const perPerson = isCoarse ? WORLDPOP_BYTES_PER_PERSON.coarse : WORLDPOP_BYTES_PER_PERSON.fine;
    return {
      url: `https://data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/${WORLDPOP_YEAR}/${code3}/v1/${name}`,
      kind: 'tiff',
      purpose: 'people, modelled',
      otherwise: 'choose another raster with --raster',
      source: `WorldPop R2025A, ${WORLDPOP_YEAR}, ${resolution}`,
      licence: 'CC-BY-4.0',
      attribution: 'WorldPop (www.worldpop.org), University of Southampton, R2025A',
      page: 'https://hub.worldpop.org',
      vintage: String(WORLDPOP_YEAR),
      megabytes: Math.max(0.1, (population * perPerson) / 1e6),
    };
  });
  return {
    code: 'worldpop',
    name: `WorldPop R2025A, ${resolution}`,
    vintage: String(WORLDPOP_YEAR),
    files,
    ages: codes.flatMap((code) => {
      const file = agesOf(code);
      return file.megabytes! <= MOST_MEGABYTES_OF_AGES ? [{ country: code, file }] : [];
    }),
  };
}

/** Bytes of the archive of ages per person: Kenya's has 86 MB. */
const AGES_BYTES_PER_PERSON = 1.6;
/** The archives of larger countries, such as India, are not fetched for one topic of a town. */
const MOST_MEGABYTES_OF_AGES = 400;

/** People of a country by age and sex in cells of 1 km, as the model has them. */
function agesOf(code: string): RemoteFile {
  const { code3, population } = countryOf(code)!;
  return {
    url: `https://data.worldpop.org/GIS/AgeSex_structures/Global_2015_2030/R2025A/${WORLDPOP_YEAR}/${code3}/v1/1km_ua/${code3.toLowerCase()}_agesex_structures_${WORLDPOP_YEAR}_CN_1km_R2025A_UA_v1.zip`,
    kind: 'zip',
    purpose: 'ages and sexes, modelled',
    source: `WorldPop R2025A, ages and sexes, ${WORLDPOP_YEAR}, 1km`,
    licence: 'CC-BY-4.0',
    attribution: 'WorldPop (www.worldpop.org), University of Southampton, R2025A',
    page: 'https://hub.worldpop.org',
    vintage: String(WORLDPOP_YEAR),
    megabytes: Math.max(0.1, (population * AGES_BYTES_PER_PERSON) / 1e6),
  };
}

const GHSL_EPOCH = 2025;

function fromGhsl(box: Box): PeopleSource {
  const folder = `GHS_POP_E${GHSL_EPOCH}_GLOBE_R2023A_54009_100`;
  return {
    code: 'ghsl',
    name: 'GHS-POP R2023A, 100 m',
    vintage: String(GHSL_EPOCH),
    files: ghslTiles(box).map(({ row, column }) => ({
      url: `https://jeodpp.jrc.ec.europa.eu/ftp/jrc-opendata/GHSL/GHS_POP_GLOBE_R2023A/${folder}/V1-0/tiles/${folder}_V1_0_R${row}_C${column}.zip`,
      kind: 'zip',
      purpose: 'people, modelled',
      otherwise: 'choose another raster with --raster',
      source: `GHS-POP R2023A, ${GHSL_EPOCH}`,
      licence: 'CC-BY-4.0',
      attribution: 'GHS-POP R2023A, European Commission, Joint Research Centre',
      page: 'https://human-settlement.emergency.copernicus.eu/ghs_pop2023.php',
      vintage: String(GHSL_EPOCH),
      megabytes: 12,
    })),
  };
}
