import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ByteRange, byteRuns } from './byteRuns.ts';
import { writeWhole } from './cache.ts';
import type { FetchedRanges } from './fetchedRanges.ts';
import { inParallel } from './inParallel.ts';
import { type FileState, fetchRange, type RangeOptions } from './rangeRequest.ts';

/** So many parts of one file are asked for at once. */
const MOST_REQUESTS = 4;

/**
 * A large file on a server, of which parts alone are read. Parts lie in a folder, so that a later run does not fetch them
 * again while the file is the same. All throw FetchFault, and FileReplaced where the file has become another one.
 */
export class RemoteRanges {
  readonly byteLength: number;
  readonly url: string;
  readonly #folder: string;
  readonly #state: FileState;
  readonly #options: RangeOptions;
  /** What is in memory, by where it begins. */
  readonly #held = new Map<number, Buffer>();
  /** What is on disk: the byte after the last by the first. */
  readonly #stored = new Map<number, number>();

  private constructor(url: string, folder: string, state: FileState, options: RangeOptions) {
    this.url = url;
    this.#folder = folder;
    this.#state = state;
    this.#options = options;
    this.byteLength = state.total;
  }

  /** Reads the first bytes, which say how long the file is and which one. */
  static async open(url: string, folder: string, options: RangeOptions): Promise<RemoteRanges> {
    await mkdir(folder, { recursive: true });
    const start = { start: 0, end: 4 };
    const { bytes, state } = await fetchRange(url, start, undefined, options);
    const text = await readFile(join(folder, 'file.json'), 'utf8').catch(() => undefined);
    const before = text === undefined ? undefined : (JSON.parse(text) as FileState);
    if (before === undefined || !isSame(before, state)) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await writeWhole(join(folder, 'file.json'), JSON.stringify(state));
    }
    const file = new RemoteRanges(url, folder, state, options);
    for (const name of await readdir(folder)) {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(name) ?? [];
      if (from !== undefined) file.#stored.set(Number(from), Number(to));
    }
    file.#held.set(0, bytes);
    if (!file.#stored.has(0)) await file.#store(start, bytes);
    return file;
  }

  /** What is there of the file. */
  get fetched(): FetchedRanges {
    const { etag, lastModified, total } = this.#state;
    const ranges: [number, number][] = [];
    for (const [start, end] of [...this.#stored].sort(([a], [b]) => a - b)) {
      const last = ranges.at(-1);
      if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
      else ranges.push([start, end]);
    }
    return { url: this.url, bytes: total, etag, lastModified, ranges };
  }

  /** Has these ranges in memory, from disk or by as few requests as their gaps allow. */
  async want(ranges: readonly ByteRange[]): Promise<void> {
    const missing = ranges.filter(({ start, end }) => this.#inMemory(start, end) === undefined);
    await inParallel(byteRuns(missing), MOST_REQUESTS, async (run) => {
      if (this.#stored.get(run.start) === run.end) {
        this.#held.set(run.start, await readFile(this.#pathOf(run)));
        return;
      }
      const { bytes } = await fetchRange(this.url, run, this.#state, this.#options);
      await this.#store(run, bytes);
      this.#held.set(run.start, bytes);
    });
  }

  /** Bytes of the file, as readers of Parquet ask for them. */
  async slice(start: number, end: number = this.byteLength): Promise<ArrayBuffer> {
    await this.want([{ start, end }]);
    return Uint8Array.from(this.#inMemory(start, end)!).buffer;
  }

  /** Lets go what is in memory; on disk it stays. */
  release(): void {
    this.#held.clear();
  }

  /** Removes what is on disk. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Bytes that lie in memory; a range may have come in several parts. */
  #inMemory(start: number, end: number): Buffer | undefined {
    const parts: Buffer[] = [];
    let at = start;
    while (at < end) {
      const found = [...this.#held].find(([from, bytes]) => from <= at && at < from + bytes.length);
      if (found === undefined) return undefined;
      const [from, bytes] = found;
      const part = bytes.subarray(at - from, Math.min(bytes.length, end - from));
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  #pathOf({ start, end }: ByteRange): string {
    return join(this.#folder, `${start}-${end}`);
  }

  async #store(run: ByteRange, bytes: Buffer): Promise<void> {
    await writeWhole(this.#pathOf(run), bytes);
    this.#stored.set(run.start, run.end);
  }
}

/** Without an ETag or date nobody can say whether parts are of the same file. */
const isSame = (a: FileState, b: FileState): boolean =>
  a.total === b.total &&
  a.etag === b.etag &&
  a.lastModified === b.lastModified &&
  (a.etag ?? a.lastModified) !== undefined;
