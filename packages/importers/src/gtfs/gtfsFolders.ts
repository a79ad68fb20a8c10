import { readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ImportError } from '../errors/importError.ts';
import type { FileSource } from '../files/source.ts';
import { zipEntryNames } from '../files/zip.ts';
import type { Report } from '../report/report.ts';

/** A folder that holds a timetable. */
export interface GtfsFolder {
  /** "" where an archive or folder holds one timetable, else the name of the folder in it. */
  readonly name: string;
  /** How messages name it: "feed.zip" or "feed.zip (bus)". */
  readonly path: string;
  /** By the file's own name. */
  readonly sources: ReadonlyMap<string, FileSource>;
}

/** Files without which a folder is no timetable. */
const OF_EVERY_TIMETABLE = ['agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt'];

/**
 * Returns the timetables of an archive or folder: the folder with the files of one, or several, each of which is a timetable of
 * its own. Throws ImportError where the path is neither a folder nor a readable archive, and where several folders hold parts
 * of a timetable and none of them a whole one.
 */
export async function gtfsFolders(path: string, id: string, report: Report): Promise<GtfsFolder[]> {
  const files = report.subject(`timetable ${id}: files`);
  const folders = new Map<string, Map<string, FileSource>>();
  for (const { name, source } of await filesOf(path)) {
    const folder = dirname(name) === '.' ? '' : dirname(name);
    const sources = folders.get(folder) ?? new Map<string, FileSource>();
    folders.set(folder, sources);
    if (sources.has(basename(name))) files.dropped('a name that stands above already', name);
    else sources.set(basename(name), source);
  }
  const isPart = ([, sources]: [string, Map<string, FileSource>]) =>
    OF_EVERY_TIMETABLE.some((name) => sources.has(name));
  const isWhole = ([, sources]: [string, Map<string, FileSource>]) =>
    OF_EVERY_TIMETABLE.every((name) => sources.has(name));
  const parts = [...folders].filter(isPart);
  // What lacks a file is read all the same where it stands alone: the reader says what is missing.
  const whole = parts.length > 1 ? parts.filter(isWhole) : parts.length === 1 ? parts : [...folders].slice(0, 1);
  if (parts.length > 1 && whole.length === 0) {
    throw new ImportError(
      `${path} holds parts of timetables in ${parts.length} folders, none of which has all of ${OF_EVERY_TIMETABLE.join(', ')}: ${parts.map(([folder]) => nameOf(folder)).join(', ')}. Put the files of one timetable into one folder.`,
    );
  }
  for (const [folder, sources] of parts) {
    if (whole.some(([name]) => name === folder)) continue;
    for (const name of sources.keys()) files.dropped('in a folder without a whole timetable', join(folder, name));
  }
  if (files.toJson().dropped > 0) {
    report.warn(
      `Timetable ${id}: ${files.toJson().dropped} files of ${path} are not read, because another has their name or their folder lacks others. report.txt names them.`,
    );
  }
  if (whole.length === 0) return [{ name: '', path, sources: new Map() }];
  files.kept(whole.reduce((sum, [, sources]) => sum + sources.size, 0));
  if (whole.length === 1) return [{ name: '', path, sources: whole[0]![1] }];
  report.warn(
    `Timetable ${id}: ${path} holds ${whole.length} timetables in folders of their own, which are all read: ${whole.map(([folder]) => nameOf(folder)).join(', ')}.`,
  );
  return whole.map(([folder, sources]) => ({ name: nameOf(folder), path: `${path} (${nameOf(folder)})`, sources }));
}

const nameOf = (folder: string): string => folder || 'its top';
const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The files of an archive or of a folder and the folders in it, by their names in it. */
async function filesOf(path: string): Promise<{ name: string; source: FileSource }[]> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(path.length).replace(/^\/+/, ''))
      .sort()
      .map((name) => ({ name, source: { path: `${path}/${name}` } }));
  }
  if (found !== null && /\.zip$/i.test(path)) {
    const names = await zipEntryNames(path);
    return names
      .filter((entry) => !entry.includes('__MACOSX'))
      .map((entry) => ({ name: entry.replaceAll('\\', '/'), source: { path, entry } }));
  }
  const problem = found === null ? 'is not there' : 'is neither a folder nor a .zip archive';
  throw new ImportError(`${path} ${problem}. Give the timetable as its publisher packs it: GTFS in a .zip archive.`);
}
