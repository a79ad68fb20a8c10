import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes pieces to a new file and waits until the disk has them. Returns size and checksum. */
export async function writeDurably(
  path: string,
  pieces: Iterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for (const piece of pieces) {
      hash.update(piece);
      let written = 0;
      while (written < piece.byteLength) {
        written += (await file.write(piece, written, Math.min(piece.byteLength - written, 1 << 30))).bytesWritten;
      }
      bytes += piece.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Puts a file in the place of another: readers see the old one or the new one, whole, also after a power cut. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), temporaryName('file'));
  try {
    await writeDurably(temporary, [Buffer.from(text)]);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Returns a name that begins with a dot, which no reader takes for a version. */
export function temporaryName(what: string): string {
  return `.writing-${what}-${randomBytes(6).toString('hex')}`;
}

/** Makes the names in a folder durable; file systems that cannot do that do without. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EINVAL' && code !== 'ENOTSUP') throw error;
  }
}
