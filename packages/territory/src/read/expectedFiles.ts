import { join, resolve } from 'node:path';
import type { Territory } from '../memory/territory.ts';
import { DESCRIPTOR_FILE, versionFolder } from './bundleFiles.ts';

/** A file of a bundle and the checksum that it must have. Plain data, for the thread that compares the two. */
export interface ExpectedFile {
  /** Absolute. */
  readonly path: string;
  /** Path in the bundle, for messages. */
  readonly place: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Lists every file that a loaded territory consists of with its checksum: the descriptors, where the manifest has their
 * checksums, then the files that those name, small ones first.
 */
export function expectedFiles(
  bundleDir: string,
  { manifest, descriptors }: Pick<Territory, 'manifest' | 'descriptors'>,
): ExpectedFile[] {
  const entries = Object.values(descriptors).flatMap(({ family, version, files }) => {
    const sha256 = manifest.checksums?.families[family];
    const descriptor = sha256 === undefined ? [] : [{ name: DESCRIPTOR_FILE, bytes: 0, sha256 }];
    return [...descriptor, ...files].map((file) => ({ ...file, family, version }));
  });
  return entries
    .toSorted((a, b) => a.bytes - b.bytes)
    .map(({ family, version, name, sha256 }) => ({
      path: resolve(join(versionFolder(bundleDir, family, version), name)),
      place: `${family}/${version}/${name}`,
      sha256,
    }));
}
