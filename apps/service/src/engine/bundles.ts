import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  expectedFiles,
  type Family,
  type FamilyDescriptor,
  listVersions,
  loadTerritory,
  type ManifestVersion,
  readDescriptor,
  readManifestVersion,
  type Territory,
} from '@hinterland/territory';
import { compareFiles, type FileDamage } from './verification.ts';

/** Folders of territories. */
export interface BundleSource {
  /** Every bundle there is now, with a text that changes when its manifest does. */
  list(): Promise<{ readonly bundle: string; readonly fingerprint: string }[]>;
  /** Reads the data that a bundle has in force. Throws with a sentence that names what is wrong. */
  load(bundle: string): Promise<Territory>;
  /** Data that were loaded are not used any more. */
  drop?(territory: Territory): Promise<void>;
  /** Compares every file behind a loaded territory with its checksum; null where all are as written. */
  verify(bundle: string, territory: Territory, signal: AbortSignal): Promise<FileDamage | null>;
  /** Reads what the bundle holds of a family before that version, by name; null where there is none. */
  readBefore(bundle: string, family: Family, version: string): Promise<FamilyDescriptor | null>;
}

/** Bundles on disk: each folder is a bundle itself, or holds one per subfolder. A folder that is missing is empty. */
export function bundleFolders(folders: readonly string[]): BundleSource {
  const known = new Map<string, ManifestVersion>();
  return {
    async list() {
      const bundles = (await Promise.all(folders.map(bundlesIn))).flat();
      const found: { bundle: string; fingerprint: string }[] = [];
      for (const bundle of bundles) {
        const version = await readManifestVersion(bundle, known.get(bundle));
        known.set(bundle, version);
        found.push({ bundle, fingerprint: version.sha256 });
      }
      return found;
    },
    load: (bundle) => loadTerritory(bundle),
    verify: (bundle, territory, signal) => compareFiles(expectedFiles(bundle, territory), signal),
    async readBefore(bundle, family, version) {
      const before = (await listVersions(bundle, family)).filter((one) => one < version).at(-1);
      return before === undefined ? null : readDescriptor(bundle, family, before);
    },
  };
}

async function bundlesIn(folder: string): Promise<string[]> {
  if (await isBundle(folder)) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(
      `The folder of territories ${folder} cannot be read (${error.code}). Check HINTERLAND_TERRITORIES.`,
    );
  });
  const folders = entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name));
  const checked = await Promise.all(folders.sort().map(async (path) => ((await isBundle(path)) ? [path] : [])));
  return checked.flat();
}

async function isBundle(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'manifest.json'));
    return true;
  } catch {
    return false;
  }
}
