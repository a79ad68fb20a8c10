import { open, readFile, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { meaningOf, type PartState } from './answer.ts';
import { writeWhole } from './cache.ts';
import { AGAIN, changing, FetchFault, fullDisk } from './fetchFault.ts';
import { dismiss, following } from './following.ts';
import { type DownloadLimits, MOST_RESTARTS, retrying } from './retrying.ts';
import type { Answer, Transport } from './transport.ts';

export interface DownloadOptions {
  readonly transport: Transport;
  readonly limits: DownloadLimits;
  /** Room on the disk of the part. */
  freeBytes?(): Promise<number>;
  /** Bytes that are there, and of all where that is known. */
  progress?(bytes: number, total: number | undefined): void;
  /** What else may be done where the server has no such file. */
  readonly otherwise?: string | undefined;
}

/** What the server said of a whole file. */
export interface Downloaded {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/**
 * Downloads an address into a part file: goes on where an earlier attempt ended if the file is still the same, and starts
 * anew if not. Returns when all bytes are there. Throws FetchFault; the part then stays for the next run.
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<Downloaded> {
  let restarts = 0;
  return retrying(
    options.limits,
    async () => (await stateOf(path)).bytes,
    async () => {
      for (;;) {
        const done = await attempt(new URL(url), path, await stateOf(path), options);
        if (done !== 'restart') return done;
        if (++restarts > MOST_RESTARTS) throw changing(url);
        await dropPart(path);
      }
    },
  );
}

/** Removes a part and what is known of it. */
export async function dropPart(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.json`, { force: true });
}

async function stateOf(path: string): Promise<PartState> {
  const bytes = (await stat(path).catch(() => null))?.size ?? 0;
  const text = bytes === 0 ? undefined : await readFile(`${path}.json`, 'utf8').catch(() => undefined);
  // Without a validator nobody can say whether the rest is of the same file.
  return text === undefined ? { bytes: 0 } : { ...(JSON.parse(text) as Omit<PartState, 'bytes'>), bytes };
}

async function attempt(
  url: URL,
  path: string,
  part: PartState,
  options: DownloadOptions,
): Promise<Downloaded | 'restart'> {
  const abort = new AbortController();
  const validator = strong(part.etag) ?? part.lastModified;
  const isRest = part.bytes > 0 && validator !== undefined;
  const have = isRest ? part : { bytes: 0 };
  const headers: Record<string, string> = isRest ? { Range: `bytes=${part.bytes}-`, 'If-Range': validator } : {};
  const { answer, at } = await following(url, headers, options.transport, abort.signal);
  try {
    const meaning = meaningOf(answer, at, have, Date.now(), options.otherwise);
    if (meaning.kind === 'write') return await write(url, path, answer, have, meaning, options);
    return meaning.kind === 'restart' ? 'restart' : { etag: part.etag, lastModified: part.lastModified };
  } finally {
    dismiss(answer);
  }
}

/** A weak ETag says nothing of bytes. */
export const strong = (etag: string | undefined): string | undefined =>
  etag === undefined || etag.startsWith('W/') ? undefined : etag;

async function write(
  url: URL,
  path: string,
  answer: Answer,
  part: PartState,
  { at, total }: { readonly at: number; readonly total: number | undefined },
  { limits, progress, freeBytes }: DownloadOptions,
): Promise<Downloaded> {
  const { body, isPacked } = unpacked(answer);
  const etag = answer.headers.etag;
  const lastModified = answer.headers['last-modified'];
  const known = { etag: etag ?? part.etag, lastModified: lastModified ?? part.lastModified };
  // Bytes of a packed body are no bytes of the file: neither its length nor a rest of it can be used.
  const wanted = isPacked ? undefined : total;
  await requireRoom(url, (wanted ?? 0) - at, freeBytes);
  const file = await open(path, at === 0 ? 'w' : 'r+');
  let end = at;
  try {
    await writeWhole(`${path}.json`, JSON.stringify(isPacked ? {} : { ...known, total: wanted }));
    for await (const chunk of withoutStandstill(body, limits.idleMilliseconds)) {
      await file.write(chunk, 0, chunk.length, end);
      end += chunk.length;
      progress?.(end, wanted);
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw fullDisk(url.href, path, cause);
    const why = `the connection ended after ${end} bytes${wanted === undefined ? '' : ` of ${wanted}`}`;
    throw new FetchFault(url.href, why, AGAIN, { cause, isPassing: true });
  } finally {
    await file.truncate(end);
    await file.close();
  }
  if (wanted !== undefined && end < wanted) {
    throw new FetchFault(url.href, `the server ended after ${end} bytes of ${wanted}`, AGAIN, { isPassing: true });
  }
  if (wanted !== undefined && end > wanted) {
    await dropPart(path);
    throw new FetchFault(url.href, `the server sent ${end} bytes in place of ${wanted}`, AGAIN, { isPassing: true });
  }
  return known;
}

/** A server may pack a body although it was asked not to. */
function unpacked({ body, headers }: Answer): { body: Readable; isPacked: boolean } {
  const encoding = headers['content-encoding'] ?? 'identity';
  const unpack =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined;
  if (unpack === undefined) return { body, isPacked: false };
  body.once('error', (error) => unpack.destroy(error));
  return { body: body.pipe(unpack), isPacked: true };
}

/** The chunks of a body. Throws where none comes for so long. */
export async function* withoutStandstill(body: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => body.destroy(new Error(`no byte for ${milliseconds / 1000} s`)), milliseconds);
  try {
    for await (const chunk of body) {
      timer.refresh();
      yield chunk as Buffer;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function requireRoom(url: URL, bytes: number, freeBytes: DownloadOptions['freeBytes']): Promise<void> {
  const free = (await freeBytes?.()) ?? Infinity;
  if (bytes <= free) return;
  const gigabytes = (value: number) => `${(value / 1e9).toFixed(1)} GB`;
  throw new FetchFault(
    url.href,
    `${gigabytes(bytes)} are to come and the disk has ${gigabytes(free)}`,
    'Make room, or name a folder on another disk with --cache',
  );
}
