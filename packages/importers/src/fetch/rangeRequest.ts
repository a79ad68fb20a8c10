import { refusal } from './answer.ts';
import type { ByteRange } from './byteRuns.ts';
import { strong, withoutStandstill } from './download.ts';
import { AGAIN, FetchFault } from './fetchFault.ts';
import { following } from './following.ts';
import { type DownloadLimits, retrying } from './retrying.ts';
import type { Answer, Transport } from './transport.ts';

/** What a server said of a file of which parts are read. */
export interface FileState {
  readonly total: number;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** The file is another one than when its first part was read. */
export class FileReplaced extends Error {}

export interface RangeOptions {
  readonly transport: Transport;
  readonly limits: DownloadLimits;
  /** New bytes have come. */
  fetched?(bytes: number): void;
}

/**
 * Fetches a part of a file: goes on where a connection ended. `known` is what the server said of the file before. Throws
 * FileReplaced where it is another file now, FetchFault where the part cannot be had.
 */
export async function fetchRange(
  url: string,
  { start, end }: ByteRange,
  known: FileState | undefined,
  options: RangeOptions,
): Promise<{ bytes: Buffer; state: FileState }> {
  const bytes = Buffer.alloc(end - start);
  let there = 0;
  let state = known;
  await retrying(
    options.limits,
    () => there,
    async () => {
      const answer = await ask(new URL(url), start + there, end, state, options.transport);
      try {
        const { from, now } = partOf(answer, url, start + there, state);
        state = now;
        let at = from - start;
        for await (const chunk of withoutStandstill(answer.body, options.limits.idleMilliseconds)) {
          const skipped = Math.max(0, there - at);
          const taken = chunk.subarray(skipped, bytes.length - at);
          taken.copy(bytes, at + skipped);
          at += chunk.length;
          options.fetched?.(chunk.length);
          there = Math.max(there, Math.min(bytes.length, at));
        }
      } catch (cause) {
        if (cause instanceof FetchFault || cause instanceof FileReplaced) throw cause;
        throw new FetchFault(url, `the connection ended after ${there} bytes of a part of ${bytes.length}`, AGAIN, {
          cause,
          isPassing: true,
        });
      } finally {
        answer.body.on('error', () => {});
        answer.body.destroy();
      }
      if (there < bytes.length) {
        throw new FetchFault(url, `the server ended after ${there} bytes of a part of ${bytes.length}`, AGAIN, {
          isPassing: true,
        });
      }
    },
  );
  return { bytes, state: state! };
}

async function ask(
  url: URL,
  start: number,
  end: number,
  known: FileState | undefined,
  transport: Transport,
): Promise<Answer> {
  const etag = strong(known?.etag);
  const headers: Record<string, string> = { Range: `bytes=${start}-${end - 1}` };
  if (etag !== undefined) headers['If-Match'] = etag;
  else if (known?.lastModified !== undefined) headers['If-Unmodified-Since'] = known.lastModified;
  return (await following(url, headers, transport, new AbortController().signal)).answer;
}

/** Where the body of an answer begins, and what the server says of the file now. */
function partOf(
  { status, headers }: Answer,
  url: string,
  wanted: number,
  known: FileState | undefined,
): { from: number; now: FileState } {
  if (status === 412 || (status === 416 && known !== undefined)) throw new FileReplaced();
  const { etag, 'last-modified': lastModified } = headers;
  const isOther = known?.etag !== undefined && etag !== undefined && etag !== known.etag;
  if (status === 200) {
    if (isOther) throw new FileReplaced();
    throw new FetchFault(url, 'the server sends the whole file in place of a part', WITHOUT_PARTS);
  }
  if (status === 416) throw new FetchFault(url, 'it is shorter than any file of its kind', WITHOUT_PARTS);
  if (status !== 206)
    throw refusal(status, headers['retry-after'], new URL(url), Date.now(), 'leave out its theme of --overture');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new FetchFault(url, 'the server packs the parts that it sends', WITHOUT_PARTS);
  }
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (from === undefined || Number(from) > wanted) {
    throw new FetchFault(url, 'the server sends another part than it was asked for', WITHOUT_PARTS, {
      isPassing: true,
    });
  }
  if (isOther || (known !== undefined && known.total !== Number(total))) throw new FileReplaced();
  return {
    from: Number(from),
    now: { total: Number(total), etag: etag ?? known?.etag, lastModified: lastModified ?? known?.lastModified },
  };
}

const WITHOUT_PARTS = 'It is too large to be fetched whole: try again later, or name another server with --mirror';
