import type { PackFile, PackOutlines, PackPart, PackTable, PeoplePack } from '@hinterland/catalogue';
import { boxesIntersect, clipToBox, pointInMultiPolygon } from '@hinterland/geo';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { townsInBox } from '../places/boxes.ts';
import type { Place } from '../places/place.ts';
import { shippedExtracts } from '../places/regions.ts';

/** The files of a pack for a place. */
export interface PackFiles {
  /** Of cells their table, else the outlines. */
  readonly units: readonly RemoteFile[];
  /** Tables beside outlines, by name. */
  readonly tables: Readonly<Record<string, readonly RemoteFile[]>>;
}

/** The files that people are known by, and those that only add topics. */
export function filesOf(
  pack: PeoplePack,
  place: Place,
): { readonly files: RemoteFile[]; readonly extra: RemoteFile[] } {
  const { units, tables } = packFiles(pack, place);
  const isExtra = (name: string) => pack.units.tables?.[name]?.isExtra === true;
  const of = (wanted: boolean) =>
    Object.entries(tables).flatMap(([name, files]) => (isExtra(name) === wanted ? files : []));
  return { files: [...units, ...of(false)], extra: of(true) };
}

/** Finds the files that hold a place: one for the whole country, or those of the parts that the place touches. */
export function packFiles(pack: PeoplePack, place: Place): PackFiles {
  const { units } = pack;
  const parts = units.from === 'cells' ? [] : partsOf(units, place);
  const filesOf = (file: PackFile, table?: PackTable) =>
    file.url.includes('{part}')
      ? parts.map((part) => remoteFile(pack, file, table, part))
      : [remoteFile(pack, file, table)];
  return {
    units: filesOf(units.from === 'cells' ? units.file : units.outlines),
    tables: Object.fromEntries(
      Object.entries(units.tables ?? {}).map(([name, table]) => [name, filesOf(table.file, table)]),
    ),
  };
}

/** Whether a pack has figures of the place or of a part of it, and not of so many people that they cannot be read at once. */
export function coverageOf(
  { units, countries }: PeoplePack,
  place: Place,
  people: number,
): 'good' | 'part' | 'too large' | 'none' {
  if (units.from === 'cells') return 'good';
  const without = (units.without ?? []).filter((id) => touches(id, place));
  if (without.length > 0) {
    const outlines = without.map((id) => shippedExtracts().find((one) => one.id === id)!.outline);
    const isPart =
      isCut(place) &&
      townsInBox(place.box).some(
        ({ country, lng, lat }) =>
          countries.includes(country) && !outlines.some((outline) => pointInMultiPolygon(lng, lat, outline)),
      );
    return isPart ? 'part' : 'none';
  }
  if (units.parts !== undefined && partsOf(units, place).length === 0) return 'none';
  // A file of outlines is cut to the box while it is read; of a whole country or region there is nothing to cut.
  return place.whole === undefined || people <= units.mostPeople ? 'good' : 'too large';
}

const partsOf = ({ parts = [] }: PackOutlines, place: Place): readonly PackPart[] =>
  parts.filter((part) => {
    if ('extracts' in part) return part.extracts.some((id) => touches(id, place));
    const [west, south, east, north] = part.box;
    return boxesIntersect({ west, south, east, north }, place.box);
  });

/** Whether a place reaches into an extract; a whole one only into itself and what holds it. */
function touches(id: string, place: Place): boolean {
  const { box, whole } = place;
  const extract = shippedExtracts().find((one) => one.id === id);
  if (extract === undefined) return false;
  return whole === undefined || isCut(place)
    ? clipToBox(extract.outline, box).length > 0
    : [id, extract.parent].includes(whole.extract);
}

/** Whether extracts are cut to the place: a box, and a country or region with its rim. */
const isCut = ({ whole, rim }: Place): boolean => whole === undefined || rim !== undefined;

function remoteFile(
  { name: ofPack, vintage: vintageOfPack, licence, attribution, page }: PeoplePack,
  { url, kind, name, megabytes }: PackFile,
  { isExtra = false, source: own }: Pick<PackTable, 'isExtra' | 'source'> = {},
  part?: PackPart,
): RemoteFile {
  const { name: source, vintage } = own ?? { name: ofPack, vintage: vintageOfPack };
  const ofPart = (text: string) => (part === undefined ? text : text.replaceAll('{part}', part.code));
  const size = part?.megabytes ?? megabytes;
  return {
    url: ofPart(url),
    kind,
    ...(name === undefined ? {} : { name: ofPart(name) }),
    ...(size === undefined ? {} : { megabytes: size }),
    vintage,
    licence,
    attribution,
    page,
    source,
    ...(isExtra
      ? { purpose: 'who people are, official' }
      : { purpose: 'people, official', otherwise: 'take a raster of the world with --raster' }),
  };
}
