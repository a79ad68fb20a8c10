import { copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../errors/importError.ts';
import type { CachedFile } from '../fetch/cache.ts';
import { contentFault } from '../fetch/contentCheck.ts';
import type { FetchedRanges } from '../fetch/fetchedRanges.ts';
import { BY_HAND, changing, FetchFault } from '../fetch/fetchFault.ts';
import type { FetchOptions } from '../fetch/fetchFiles.ts';
import { inTurn } from '../fetch/inTurn.ts';
import type { LockedFile } from '../fetch/lock.ts';
import { FileReplaced } from '../fetch/rangeRequest.ts';
import { RemoteRanges } from '../fetch/remoteRanges.ts';
import { MOST_RESTARTS, USUAL_LIMITS } from '../fetch/retrying.ts';
import { type Cutter, featureOf, lineOf } from './feature.ts';
import { Licences } from './licences.ts';
import { OVERTURE, OVERTURE_HOST } from './overture.ts';
import { filesNear, releaseNames } from './release.ts';
import { eachRowNear } from './rows.ts';
import { type OvertureTheme, THEMES } from './themes.ts';

export interface CutOptions extends FetchOptions {
  /** Something that people should know of what was taken. */
  note?(text: string): void;
}

/** The name of the rows of a theme in the folder of a place. */
export const cutName = (theme: OvertureTheme): string => `overture-${theme}.geojsonl`;

/**
 * Fetches the rows of a theme that lie in a box, by parts of the publisher's files, as one GeoJSON feature per line. Rows that
 * are in the cache are not fetched again; those of the lock stay as they are, whatever is newer. Throws FetchFault; parts
 * that were fetched stay for the next run.
 */
export async function fetchCut(theme: OvertureTheme, cutter: Cutter, options: CutOptions): Promise<LockedFile> {
  const { cache, from, locked } = options;
  const name = cutName(theme);
  const wanted = locked?.find((file) => file.name === name);
  if (wanted !== undefined && (await cache.has(wanted))) return wanted;
  const byHand = from === undefined ? undefined : join(from, name);
  if (byHand !== undefined && (await stat(byHand).catch(() => null)) !== null)
    return takeByHand(theme, byHand, options);
  const release =
    wanted === undefined
      ? await filesNear(THEMES[theme].type, cutter.box, await releaseNames(options), options)
      : { name: releaseOf(wanted.url), urls: (wanted.parts ?? []).map((file) => file.url), notes: [] };
  for (const note of release.notes) options.note?.(note);
  const url = cutAddress(theme, release.name, cutter);
  const found = await cache.find(url);
  const cut =
    found ??
    (await inTurn(cache.partOf(url), url, () => cutAnew(theme, url, release.urls, cutter, options)).catch((cause) => {
      throw wanted === undefined || cause.isPassing !== false ? cause : gone(url, cause);
    }));
  if (wanted !== undefined && cut.sha256 !== wanted.sha256) {
    throw new FetchFault(
      url,
      `the lock file names the rows ${wanted.sha256.slice(0, 12)} and the server has ${cut.sha256.slice(0, 12)} now`,
      'Take the newer ones with hinterland territory update',
    );
  }
  options.there?.(name);
  return lockedOf(theme, cut);
}

/** Releases are deleted after some months; the rows in the cache are kept. */
const gone = (url: string, cause: Error): FetchFault =>
  new FetchFault(
    url,
    `the lock file names the release ${releaseOf(url)}, of which the rows are neither in the cache nor at the publisher any more (${cause.message})`,
    'Take the newest release with hinterland territory update',
    { cause },
  );

/** An address that stands for the rows: the folder of the release, and what was cut out of it. */
function cutAddress(theme: OvertureTheme, release: string, { box, outline }: Cutter): string {
  const { west, south, east, north } = box;
  const part = `${[west, south, east, north].join(',')}${outline === undefined ? '' : `&points=${outline.flat(2).length}`}`;
  return `https://${OVERTURE_HOST}/release/${release}/theme=${theme}/type=${THEMES[theme].type}/#box=${part}`;
}

/** The release that an address of rows names. */
const releaseOf = (url: string): string => /\/release\/([^/]+)\//.exec(url)?.[1] ?? '';

function lockedOf(theme: OvertureTheme, file: CachedFile): LockedFile {
  const { url, bytes, sha256, checked, parts, licence, attribution } = file;
  return {
    url,
    name: cutName(theme),
    bytes,
    sha256,
    checked,
    source: sourceName(theme, url),
    licence: licence ?? THEMES[theme].licence,
    attribution: attribution ?? OVERTURE.attribution,
    ...(parts === undefined ? {} : { parts }),
  };
}

const sourceName = (theme: OvertureTheme, url: string): string =>
  `${OVERTURE.source}, ${THEMES[theme].purpose}${releaseOf(url) === '' ? '' : `, ${releaseOf(url)}`}`;

async function takeByHand(theme: OvertureTheme, path: string, { cache }: CutOptions): Promise<LockedFile> {
  const url = `https://${OVERTURE_HOST}/#${cutName(theme)}`;
  const fault = await contentFault(path, 'text');
  if (fault !== null) throw new FetchFault(url, `${path} is not that file: ${fault.why}`, BY_HAND);
  const part = cache.partOf(url);
  await mkdir(dirname(part), { recursive: true });
  await copyFile(path, part);
  return lockedOf(theme, await cache.take(part, { url, checked: 'unchecked' }));
}

/** Cuts each file into the part of the rows; one that is replaced meanwhile begins anew. */
async function cutAnew(
  theme: OvertureTheme,
  url: string,
  files: readonly string[],
  cutter: Cutter,
  options: CutOptions,
): Promise<CachedFile> {
  const { cache, transport, limits = USUAL_LIMITS, progress } = options;
  const part = cache.partOf(url);
  await mkdir(dirname(part), { recursive: true });
  const licences = new Licences(THEMES[theme].licence);
  const parts: FetchedRanges[] = [];
  const opened: RemoteRanges[] = [];
  let fetched = 0;
  const rangeOptions = {
    transport,
    limits,
    fetched(bytes: number) {
      fetched += bytes;
      progress?.({ name: cutName(theme), bytes: fetched, total: undefined });
    },
  };
  const rows = await open(part, 'w');
  try {
    for (const file of files) {
      const start = (await rows.stat()).size;
      const ranges = await whileSame(file, async () => {
        await rows.truncate(start);
        const remote = await RemoteRanges.open(file, `${cache.partOf(file)}.parts`, rangeOptions);
        await cutFile(theme, remote, cutter, licences, (text, at) => rows.write(text, 0, text.length, start + at));
        return remote;
      });
      opened.push(ranges);
      parts.push(ranges.fetched);
    }
  } finally {
    await rows.close();
  }
  const file = await cache.take(part, {
    url,
    checked: 'unchecked',
    parts,
    licence: licences.licence,
    attribution: licences.attribution(OVERTURE.attribution),
  });
  for (const ranges of opened) await ranges.remove();
  return file;
}

async function whileSame<T>(url: string, read: () => Promise<T>): Promise<T> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FileReplaced)) throw error;
      if (restarts === MOST_RESTARTS) throw changing(url);
    }
  }
}

const DAMAGED = 'It may be damaged on the server: try again later, or leave out --overture';

/** Writes are put together to about so many characters. */
const WRITE_CHARACTERS = 1 << 20;

async function cutFile(
  theme: OvertureTheme,
  remote: RemoteRanges,
  cutter: Cutter,
  licences: Licences,
  write: (text: Buffer, at: number) => Promise<unknown>,
): Promise<void> {
  const facts = THEMES[theme];
  let at = 0;
  let text = '';
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(text);
    text = '';
    await write(bytes, at);
    at += bytes.length;
  };
  try {
    await eachRowNear(remote, cutter.box, facts.columns, async (row) => {
      const feature = featureOf(row, facts, cutter);
      if (feature === null) return;
      licences.add(row);
      text += lineOf(feature);
      if (text.length > WRITE_CHARACTERS) await flush();
    });
  } catch (cause) {
    if (cause instanceof FetchFault || cause instanceof FileReplaced) throw cause;
    await remote.remove();
    throw new FetchFault(remote.url, `it cannot be read as GeoParquet (${messageOf(cause)})`, DAMAGED, { cause });
  }
  await flush();
}
