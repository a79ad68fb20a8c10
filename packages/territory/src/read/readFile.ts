import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BundleError } from '../format/errors.ts';

const CHUNK_BYTES = 64 * 1024 * 1024;

/** Part of a file that is compared with its descriptor: its size, or every byte by its checksum. */
export type Verify = 'size' | 'sha256';

/**
 * Reads a file into shared memory. Throws BundleError where it is missing, of another size than its descriptor says, or
 * (`verify: 'sha256'`) of other content. Reading yields to the event loop; hashing takes about a second per GB of it.
 */
export async function readIntoShared(
  path: string,
  place: string,
  expected: { readonly bytes: number; readonly sha256: string },
  verify: Verify,
): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === 'ENOENT' ? 'the file is missing.' : `the file cannot be opened (${error.code}).`;
    throw new BundleError(place, problem, 'Copy the bundle again, or build the territory again.', error);
  });
  try {
    const { size } = await file.stat();
    requireSize(place, size, expected.bytes);
    return await fill(file, place, size, verify === 'sha256' ? expected.sha256 : null);
  } finally {
    await file.close();
  }
}

/** Throws BundleError if a file has another size than its descriptor says. */
export function requireSize(place: string, bytes: number, expectedBytes: number): void {
  if (bytes === expectedBytes) return;
  const how = bytes < expectedBytes ? 'cut short' : 'too long';
  throw new BundleError(
    place,
    `the file is ${how}: it has ${bytes} bytes instead of ${expectedBytes}.`,
    'Copy the file again from where it came from, or build the territory again.',
  );
}

async function fill(file: FileHandle, place: string, size: number, sha256: string | null): Promise<SharedArrayBuffer> {
  const buffer = new SharedArrayBuffer(size);
  const hash = createHash('sha256');
  for (let start = 0; start < size; ) {
    const view = new Uint8Array(buffer, start, Math.min(CHUNK_BYTES, size - start));
    const { bytesRead } = await file.read(view, 0, view.byteLength, start);
    if (bytesRead === 0) {
      throw new BundleError(place, `the file ends after ${start} bytes.`, 'Do not change files of a version in use.');
    }
    if (sha256 !== null) hash.update(view.subarray(0, bytesRead));
    start += bytesRead;
  }
  if (sha256 !== null && hash.digest('hex') !== sha256) {
    throw new BundleError(
      place,
      'its content differs from its checksum: it is damaged or was changed.',
      'Copy the file again from where it came from, or build the territory again.',
    );
  }
  return buffer;
}

/** Computes the checksum of a file without keeping it in memory; null if it cannot be read. */
export async function sha256OfFile(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
