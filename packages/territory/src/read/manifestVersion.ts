import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BundleError } from '../format/errors.ts';
import { MANIFEST_FILE } from './bundleFiles.ts';

/** Identity of one state of a manifest. */
export interface ManifestVersion {
  /** Changes with every change of the content, and only then. */
  readonly sha256: string;
  /** Inode, size and times of the file, to see cheaply that nothing happened. */
  readonly fileStamp: string;
}

/**
 * The state of a bundle's manifest, for a service that asks every few seconds. With the answer of last time, an
 * untouched file costs one stat and gives that same object back. A new `sha256` means: load again.
 */
export async function readManifestVersion(bundleDir: string, previous?: ManifestVersion): Promise<ManifestVersion> {
  const path = join(bundleDir, MANIFEST_FILE);
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const fileStamp = `${ino}-${size}-${mtimeNs}-${ctimeNs}`;
    if (previous?.fileStamp === fileStamp) return previous;
    return {
      fileStamp,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    };
  } catch (error) {
    throw new BundleError(
      MANIFEST_FILE,
      'it cannot be read.',
      `Name the folder of a bundle, or build one; this one is ${resolve(bundleDir)}.`,
      error,
    );
  }
}
