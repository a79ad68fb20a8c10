import { createReadStream } from 'node:fs';
import { type Box, boxContains, boxesIntersect } from '@hinterland/geo';
import { readTable } from '@hinterland/tables';
import { ImportError, messageOf } from '../errors/importError.ts';
import { FetchFault } from '../fetch/fetchFault.ts';
import { type FetchOptions, fetchFiles } from '../fetch/fetchFiles.ts';
import type { LockedFile } from '../fetch/lock.ts';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { openZipEntry } from '../files/zip.ts';

const PAGE = 'https://mobilitydatabase.org';

/** The list of the timetables of the world. */
const CATALOGUE: RemoteFile = {
  url: 'https://files.mobilitydatabase.org/feeds_v2.csv',
  kind: 'text',
  name: 'feeds_v2.csv',
  purpose: 'list of timetables',
  source: 'Mobility Database',
  licence: 'terms of the Mobility Database',
  attribution: 'Mobility Database, MobilityData',
  page: PAGE,
};

/** Timetables of one place; the ones with the smallest boxes, which are of the place rather than of a country, come first. */
const MOST_FEEDS = 12;

/** Timetables that nobody keeps up, or that are not yet there. */
const OUT_OF_USE = new Set(['inactive', 'deprecated', 'development', 'future']);

/** A timetable of the list. */
export interface Feed {
  /** "mdb-1210" */
  readonly id: string;
  readonly provider: string;
  readonly url: string;
  /** Address of its terms; "" where the list has none. */
  readonly terms: string;
  readonly box: Box;
}

/**
 * Reads the timetables (GTFS) of the list whose stops may lie in a box and that anybody may fetch: the smallest boxes first. `left` are those beyond
 * the most that one place takes. Throws ImportError where the list has other columns.
 */
export async function feedsNear(path: string, box: Box): Promise<{ feeds: readonly Feed[]; left: number }> {
  const found: Feed[] = [];
  let columns: readonly string[] = [];
  for await (const part of readTable(createReadStream(path))) {
    columns = part.columns;
    const at = (name: string) => columns.indexOf(name);
    if (COLUMNS.some((name) => at(name) < 0)) {
      throw new ImportError(
        `${CATALOGUE.url} has no column ${COLUMNS.find((name) => at(name) < 0)} any more. Put timetables under transit in the recipe, or leave out --timetables.`,
      );
    }
    for (const { cells } of part.rows) {
      const cell = (name: (typeof COLUMNS)[number]) => cells[at(name)]!.trim();
      const side = (name: string) => Number(cells[at(`location.bounding_box.${name}`)] || Number.NaN);
      const feed: Feed = {
        id: cell('id'),
        provider: cell('provider'),
        url: cell('urls.latest'),
        terms: cell('urls.license'),
        box: {
          west: side('minimum_longitude'),
          south: side('minimum_latitude'),
          east: side('maximum_longitude'),
          north: side('maximum_latitude'),
        },
      };
      const isOpen = ['', '0'].includes(cell('urls.authentication_type')) && feed.url.startsWith('https://');
      if (cell('data_type') !== 'gtfs' || OUT_OF_USE.has(cell('status')) || !isOpen) continue;
      if (boxesIntersect(feed.box, box)) found.push(feed);
    }
  }
  found.sort((a, b) => sizeOf(a.box) - sizeOf(b.box) || (a.id < b.id ? -1 : 1));
  return { feeds: found.slice(0, MOST_FEEDS), left: Math.max(0, found.length - MOST_FEEDS) };
}

const COLUMNS = [
  'id',
  'data_type',
  'provider',
  'status',
  'urls.authentication_type',
  'urls.latest',
  'urls.license',
  'location.bounding_box.minimum_longitude',
  'location.bounding_box.minimum_latitude',
  'location.bounding_box.maximum_longitude',
  'location.bounding_box.maximum_latitude',
] as const;

const sizeOf = ({ west, south, east, north }: Box): number => (east - west) * (north - south);

/** A timetable that was fetched. */
export interface FetchedFeed {
  readonly feed: Feed;
  readonly file: LockedFile;
}

/**
 * Fetches the list and its timetables of a place. One that cannot be had, or that has no stop in the box, is a note and is left out. Throws
 * FetchFault where the list cannot be had.
 */
export async function fetchTimetables(
  { name, box }: { readonly name: string; readonly box: Box },
  options: FetchOptions,
  note: (text: string) => void,
): Promise<FetchedFeed[]> {
  const [list] = await fetchFiles([CATALOGUE], options);
  const { feeds, left } = await feedsNear(options.cache.pathOf(list!), box);
  if (left > 0)
    note(`${left} further timetables reach into ${name}; the ${MOST_FEEDS} of the smallest areas are taken.`);
  const fetched: FetchedFeed[] = [];
  for (const feed of feeds) {
    try {
      const [file] = await fetchFiles([feedFile(feed)], options);
      if (await hasStopIn(options.cache.pathOf(file!), box)) fetched.push({ feed, file: file! });
    } catch (error) {
      if (!(error instanceof FetchFault || error instanceof ImportError)) throw error;
      note(`The timetable of ${feed.provider} (${feed.id}) is left out: ${messageOf(error)}`);
    }
  }
  if (fetched.length === 0) note(`The Mobility Database has no timetable with stops in ${name}.`);
  return fetched;
}

const feedFile = ({ id, provider, url, terms }: Feed): RemoteFile => ({
  url,
  kind: 'zip',
  name: `gtfs-${id}.zip`,
  purpose: 'timetables',
  source: `Timetable of ${provider}`,
  licence: terms === '' ? 'Terms not verified' : terms,
  attribution: provider,
  page: terms === '' ? PAGE : terms,
});

async function hasStopIn(path: string, box: Box): Promise<boolean> {
  for await (const { columns, rows } of readTable(await openZipEntry(path, 'stops.txt', []))) {
    const [lat, lng] = [columns.indexOf('stop_lat'), columns.indexOf('stop_lon')];
    if (lat < 0 || lng < 0) throw new ImportError('its stops have no coordinates.');
    if (rows.some(({ cells }) => boxContains(box, Number(cells[lng]), Number(cells[lat])))) return true;
  }
  return false;
}
