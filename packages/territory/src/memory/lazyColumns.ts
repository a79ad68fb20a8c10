import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { BundleError } from '../format/errors.ts';

/**
 * The file of a table whose columns are read at their first use. Plain data, so that every thread can read a
 * column into the shared buffer of its table; the others wait for it or find it there.
 */
export interface LazyFile {
  readonly path: string;
  /** For messages. */
  readonly place: string;
  /** Inode, size and time, which differ once the file was replaced. */
  readonly identity: string;
  /** Int32 per column: UNREAD, READING or READ. */
  readonly states: SharedArrayBuffer;
  /** A byte per column and part of its rows: 1 where the part was read by itself. */
  readonly parts: SharedArrayBuffer;
}

/** Rows of a part as a power of two. */
export const PART_BITS = 13;

/** Returns the states of columns and parts before anything was read. */
export function unread(columns: number, rows: number): Pick<LazyFile, 'states' | 'parts'> {
  return {
    states: new SharedArrayBuffer(4 * columns),
    parts: new SharedArrayBuffer(columns * partsOf(rows)),
  };
}

function partsOf(rows: number): number {
  return (rows >> PART_BITS) + 1;
}

const UNREAD = 0;
const READING = 1;
const READ = 2;

/** A thread that was stopped while it read leaves its column at READING; another reads it again after this time. */
const LONGEST_READ_MILLISECONDS = 20_000;

const CHUNK_BYTES = 64 * 1024 * 1024;

export type ByteRange = readonly [startByte: number, bytes: number];

/** An open file over a buffer of its size; reads only the ranges asked for. */
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
    this.readInto(new Uint8Array(this.buffer, startByte, bytes), startByte);
  }

  /** Fills an array with the bytes from `startByte` of the file on. */
  readInto(bytes: Uint8Array, startByte: number): void {
    for (let done = 0; done < bytes.length; ) {
      const length = Math.min(CHUNK_BYTES, bytes.length - done);
      const count = readSync(this.#file, bytes, done, length, startByte + done);
      if (count === 0) {
        const problem = `it ends after ${startByte + done} bytes.`;
        throw new BundleError(this.#place, problem, 'Do not change files of a version in use.');
      }
      done += count;
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

/** Returns whether all of a column is in memory. */
export function isReadWhole(file: LazyFile, column: number): boolean {
  return Atomics.load(new Int32Array(file.states), column) === READ;
}

/**
 * Reads a part of columns into their table's buffer unless it is there; `rangeOf` gives its bytes. Two threads may read
 * the same part at once, since both write the same bytes.
 */
export function readPart(
  file: LazyFile,
  buffer: SharedArrayBuffer,
  columns: readonly number[],
  part: number,
  rangeOf: (column: number) => ByteRange,
): void {
  const isThere = new Uint8Array(file.parts);
  const partsOfColumn = isThere.length / (file.states.byteLength / 4);
  const missing = columns.filter(
    (column) => Atomics.load(isThere, column * partsOfColumn + part) === 0 && !isReadWhole(file, column),
  );
  if (missing.length === 0) return;
  readNow(file, buffer, missing.map(rangeOf));
  for (const column of missing) Atomics.store(isThere, column * partsOfColumn + part, 1);
}

const NOTHING = new SharedArrayBuffer(0);

/** Fills private memory with the bytes of a file from `startByte` on. */
export function readRange(file: LazyFile, startByte: number, own: Uint8Array): void {
  withFile(file, NOTHING, (open) => open.readInto(own, startByte));
}

function readNow(file: LazyFile, buffer: SharedArrayBuffer, ranges: readonly ByteRange[]): void {
  withFile(file, buffer, (open) => {
    for (const range of ranges) open.read(range);
  });
}

function withFile(
  { path, place, identity }: LazyFile,
  buffer: SharedArrayBuffer,
  work: (file: FileIntoShared) => void,
): void {
  const file = new FileIntoShared(path, place, buffer);
  try {
    if (file.identity !== identity) {
      throw new BundleError(
        place,
        'the file was replaced while it was in use.',
        'Build under a new version, and start programs that use the old one again.',
      );
    }
    work(file);
  } finally {
    file.close();
  }
}
