import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { BundleError } from './errors.ts';

/**
 * The file of a table whose columns are read when they are first looked at. Plain data, so that every thread can read a
 * column into the shared buffer of its table; the others wait for it or find it there.
 */
export interface LazyFile {
  readonly path: string;
  /** For messages. */
  readonly place: string;
  /** What tells this file from one put in its place later. */
  readonly identity: string;
  /** Int32 per column: UNREAD, READING or READ. */
  readonly states: SharedArrayBuffer;
}

const UNREAD = 0;
const READING = 1;
const READ = 2;

/** A thread that was stopped while it read leaves its column at READING; another reads it again after this time. */
const LONGEST_READ_MILLISECONDS = 20_000;

const CHUNK_BYTES = 64 * 1024 * 1024;

export type ByteRange = readonly [startByte: number, bytes: number];

/** An open file over a buffer of its size, of which only what is asked for is read. */
export class FileIntoShared {
  readonly buffer: SharedArrayBuffer;
  readonly identity: string;
  readonly #file: number;
  readonly #place: string;

  /** `buffer`: of an earlier reading of the same file. Throws BundleError where the file cannot be opened. */
  constructor(path: string, place: string, buffer?: SharedArrayBuffer) {
    this.#place = place;
    try {
      this.#file = openSync(path, 'r');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const problem = code === 'ENOENT' ? 'the file is missing.' : `the file cannot be opened (${code}).`;
      throw new BundleError(place, problem, 'Copy the bundle again, or build the territory again.', error);
    }
    const { ino, size, mtimeMs } = fstatSync(this.#file);
    this.identity = `${ino} ${size} ${mtimeMs}`;
    this.buffer = buffer ?? new SharedArrayBuffer(size);
  }

  read([startByte, bytes]: ByteRange): void {
    const end = startByte + bytes;
    for (let start = startByte; start < end; ) {
      const view = new Uint8Array(this.buffer, start, Math.min(CHUNK_BYTES, end - start));
      const count = readSync(this.#file, view, 0, view.byteLength, start);
      if (count === 0) {
        throw new BundleError(this.#place, `it ends after ${start} bytes.`, 'Do not change files of a version in use.');
      }
      start += count;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Reads a column into its table's buffer unless some thread has done so. */
export function readLazily(
  file: LazyFile,
  buffer: SharedArrayBuffer,
  column: number,
  ranges: readonly ByteRange[],
): void {
  const states = new Int32Array(file.states);
  while (Atomics.load(states, column) !== READ) {
    const before = Atomics.compareExchange(states, column, UNREAD, READING);
    if (before === READ) return;
    const isOthers = before === READING;
    if (isOthers && Atomics.wait(states, column, READING, LONGEST_READ_MILLISECONDS) !== 'timed-out') continue;
    try {
      readNow(file, buffer, ranges);
      Atomics.store(states, column, READ);
    } catch (error) {
      Atomics.store(states, column, UNREAD);
      throw error;
    } finally {
      Atomics.notify(states, column);
    }
  }
}

function readNow({ path, place, identity }: LazyFile, buffer: SharedArrayBuffer, ranges: readonly ByteRange[]): void {
  const file = new FileIntoShared(path, place, buffer);
  try {
    if (file.identity !== identity) {
      throw new BundleError(
        place,
        'the file was replaced while it was in use.',
        'Build under a new version, and start programs that use the old one again.',
      );
    }
    for (const range of ranges) file.read(range);
  } finally {
    file.close();
  }
}
