import { copyFile, mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../errors/importError.ts';
import { refusal } from './answer.ts';
import { type CachedFile, type DownloadCache, md5Of } from './cache.ts';
import { type ContentFault, contentFault, readThrough } from './contentCheck.ts';
import { download, dropPart } from './download.ts';
import { BY_HAND, FetchFault } from './fetchFault.ts';
import { dismiss, following } from './following.ts';
import { inTurn } from './inTurn.ts';
import type { LockedFile } from './lock.ts';
import { fileNameOf, type RemoteFile } from './remoteFile.ts';
import { type DownloadLimits, retrying, USUAL_LIMITS } from './retrying.ts';
import type { Transport } from './transport.ts';

export interface FetchOptions {
  readonly cache: DownloadCache;
  readonly transport: Transport;
  readonly limits?: DownloadLimits;
  /** Files that must be these, by checksum. */
  readonly locked?: readonly LockedFile[];
  /** A folder with files that were fetched by hand; a file in it is taken in place of a download. */
  readonly from?: string | undefined;
  /** Whether servers are asked for something newer than the cache has. */
  readonly refresh?: boolean;
  progress?(state: FetchProgress): void;
  /** A file is there whole: fetched now, before, or by hand. */
  there?(name: string): void;
}

export interface FetchProgress {
  readonly name: string;
  readonly bytes: number;
  readonly total: number | undefined;
}

/**
 * Fetches files into the cache: several hosts at once, one file at a time from each. Content that is there is not fetched
 * again. Throws FetchFault; what was fetched stays.
 */
export async function fetchFiles(files: readonly RemoteFile[], options: FetchOptions): Promise<LockedFile[]> {
  await requireSpace(files, options);
  const byHost = new Map<string, RemoteFile[]>();
  for (const file of files) {
    const host = new URL(file.url).host;
    byHost.set(host, [...(byHost.get(host) ?? []), file]);
  }
  const fetched = new Map<string, LockedFile>();
  const queues = [...byHost.values()].map(async (queue) => {
    for (const file of queue) {
      fetched.set(file.url, lockedOf(file, await fetchFile(file, options)));
      options.there?.(fileNameOf(file));
    }
  });
  const outcomes = await Promise.allSettled(queues);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return files.map(({ url }) => fetched.get(url)!);
}

function lockedOf(file: RemoteFile, { url, bytes, sha256, etag, lastModified, checked }: CachedFile): LockedFile {
  const { source, licence, attribution } = file;
  return { url, name: fileNameOf(file), bytes, sha256, etag, lastModified, checked, source, licence, attribution };
}

async function fetchFile(file: RemoteFile, options: FetchOptions): Promise<CachedFile> {
  const { cache, from, locked, refresh = false } = options;
  const wanted = locked?.find(({ url }) => url === file.url);
  if (wanted !== undefined && (await cache.has(wanted))) return wanted;
  const byHand = from === undefined ? undefined : join(from, fileNameOf(file));
  const found =
    byHand !== undefined && (await stat(byHand).catch(() => null)) !== null
      ? await takeByHand(file, byHand, options)
      : await cached(file, refresh, options);
  const taken = found ?? (await inTurn(cache.partOf(file.url), file.url, () => fetchAnew(file, options)));
  if (wanted !== undefined && taken.sha256 !== wanted.sha256) {
    throw new FetchFault(
      file.url,
      `the lock file names the content ${wanted.sha256.slice(0, 12)} and the server has ${taken.sha256.slice(0, 12)} now`,
      'Take the newer one with hinterland territory update, or put the old file into a folder and name it with --from',
    );
  }
  return taken;
}

/** What the cache has of an address; with `refresh` only if the server has nothing newer. */
async function cached(
  file: RemoteFile,
  refresh: boolean,
  { cache, transport }: FetchOptions,
): Promise<CachedFile | undefined> {
  const found = await cache.find(file.url);
  if (found === undefined || !refresh) return found;
  const headers: Record<string, string> = {};
  if (found.etag !== undefined) headers['If-None-Match'] = found.etag;
  if (found.lastModified !== undefined) headers['If-Modified-Since'] = found.lastModified;
  const { answer } = await following(new URL(file.url), headers, transport, new AbortController().signal);
  dismiss(answer);
  const { status, headers: said } = answer;
  const isSame =
    status === 304 ||
    (status === 200 &&
      found.etag === undefined &&
      said['last-modified'] !== undefined &&
      said['last-modified'] === found.lastModified);
  return isSame ? found : undefined;
}

async function takeByHand(file: RemoteFile, path: string, { cache }: FetchOptions): Promise<CachedFile> {
  const fault = await contentFault(path, file.kind);
  if (fault !== null) throw new FetchFault(file.url, `${path} is not that file: ${fault.why}`, BY_HAND);
  const part = cache.partOf(file.url);
  await mkdir(dirname(part), { recursive: true });
  await copyFile(path, part);
  return cache.take(part, { url: file.url, checked: 'unchecked' });
}

/** Downloads a file, and once more where its content or its sum is wrong. */
async function fetchAnew(file: RemoteFile, options: FetchOptions): Promise<CachedFile> {
  const { cache, transport, limits = USUAL_LIMITS, progress } = options;
  const part = cache.partOf(file.url);
  const name = fileNameOf(file);
  for (let isLast = false; ; isLast = true) {
    const said = await download(file.url, part, {
      transport,
      limits,
      freeBytes: () => freeBytes(cache.folder),
      progress: (bytes, total) => progress?.({ name, bytes, total }),
      otherwise: file.otherwise,
    });
    const found = await verified(file, part, options);
    if (typeof found === 'string') {
      const { etag, lastModified } = said;
      return cache.take(part, {
        url: file.url,
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
        checked: found,
      });
    }
    await dropPart(part);
    if (found.isOtherKind) throw new FetchFault(file.url, found.why, `Try again later, or: ${BY_HAND}`);
    if (isLast) throw new FetchFault(file.url, found.why, found.remedy);
  }
}

interface Wrong extends ContentFault {
  readonly remedy: string;
}

const SERVER_HAS_IT_SO = 'The server has it so: try again later, or take another source';

/** How a download was verified: by its published sum, else by the sums within it; or what is wrong with it. */
async function verified(file: RemoteFile, path: string, options: FetchOptions): Promise<CachedFile['checked'] | Wrong> {
  const fault = await contentFault(path, file.kind);
  if (fault !== null) return { ...fault, remedy: SERVER_HAS_IT_SO };
  const published = await publishedSum(file, options);
  if (published !== undefined) {
    const own = await md5Of(path);
    if (own === published) return 'md5';
    return {
      isOtherKind: false,
      why: `its MD5 sum is ${own} and the published one is ${published}`,
      remedy: 'File and sum may be replaced at this moment: run the same command again in an hour',
    };
  }
  try {
    return (await readThrough(path, file.kind)) ? 'content' : 'unchecked';
  } catch (error) {
    return { isOtherKind: false, why: `it is damaged (${messageOf(error)})`, remedy: SERVER_HAS_IT_SO };
  }
}

/** The MD5 sum that the publisher has of a file; undefined where there is none, or it cannot be had. */
async function publishedSum(
  { md5 }: RemoteFile,
  { transport, limits = USUAL_LIMITS }: FetchOptions,
): Promise<string | undefined> {
  if (md5 === undefined) return undefined;
  const ask = async (): Promise<string> => {
    const { answer, at } = await following(new URL(md5), {}, transport, AbortSignal.timeout(60_000));
    try {
      const { status, headers, body } = answer;
      if (status !== 200) throw refusal(status, headers['retry-after'], at, Date.now());
      let text = '';
      for await (const chunk of body) {
        text += (chunk as Buffer).toString('latin1');
        if (text.length > 4096) break;
      }
      return text;
    } finally {
      dismiss(answer);
    }
  };
  const text = await retrying(limits, () => 0, ask).catch(() => '');
  return /^\s*([0-9a-f]{32})\b/i.exec(text)?.[1]?.toLowerCase();
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Throws where the disk has less room than the files are likely to need. */
async function requireSpace(files: readonly RemoteFile[], { cache }: FetchOptions): Promise<void> {
  await mkdir(join(cache.folder, 'parts'), { recursive: true });
  let needed = 0;
  for (const file of files) {
    const there = (await cache.find(file.url)) !== undefined;
    const part = (await stat(cache.partOf(file.url)).catch(() => null))?.size ?? 0;
    if (!there) needed += Math.max(0, (file.megabytes ?? 0) * 1e6 - part);
  }
  const free = await freeBytes(cache.folder);
  if (needed <= free) return;
  throw new FetchFault(
    files[0]!.url,
    `the files need about ${(needed / 1e9).toFixed(1)} GB and the disk of ${cache.folder} has ${(free / 1e9).toFixed(1)} GB`,
    'Make room, or name a folder on another disk with --cache',
  );
}
