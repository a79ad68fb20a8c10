import { link, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  FAMILIES,
  type Family,
  type FamilyDescriptor,
  type Manifest,
  putInForce,
  readDescriptor,
  readManifest,
  sha256OfFile,
} from '@hinterland/territory';
import { readAddress } from './address.ts';
import { fetchObject } from './fetchObject.ts';
import { NEWEST, objectPath, versionPath } from './layout.ts';
import { keepFresh, removeStaleDrafts, removeStaleObjects } from './stale.ts';
import { StorageError } from './storageError.ts';
import type { Store } from './store.ts';

export interface Pulled {
  readonly manifest: Manifest;
  /** Bytes that came over the network. */
  readonly fetchedBytes: number;
}

export interface PullOptions {
  /** Families to take beside the territory itself; all where absent. */
  readonly families?: readonly Family[] | undefined;
  progress?(step: string, fraction: number): void;
}

/** Objects that were fetched for versions that are not whole yet; they stay when a pull ends early. */
const OBJECTS = '.objects';

/**
 * Fetches a territory from its address into the folder of a bundle: only files that are not there, each verified, a version of a family
 * in one step once it is whole, and the manifest last. What is in force meanwhile stays. Any number of processes may do so at once.
 * Throws StorageError and BundleError.
 */
export async function pullTerritory(address: string, dir: string, options: PullOptions = {}): Promise<Pulled> {
  const { store, version } = readAddress(address);
  await mkdir(join(dir, OBJECTS), { recursive: true });
  await removeStaleDrafts(dir, join(dir, OBJECTS));
  const draft = await mkdtemp(join(dir, '.pulling-'));
  const end = keepFresh(draft);
  try {
    await fetchObject(
      store,
      version === undefined ? NEWEST : versionPath(version),
      join(draft, 'manifest.json'),
      undefined,
    );
    const manifest = await readManifest(draft);
    const wanted = FAMILIES.filter(
      (family) =>
        manifest.families[family] !== undefined &&
        (family === 'territory' || options.families === undefined || options.families.includes(family)),
    );
    const parts: Part[] = [];
    for (const family of wanted) parts.push(await partOf(store, dir, draft, manifest, family));
    const missing = parts.flatMap(({ descriptor }) => descriptor?.files ?? []);
    const all = missing.reduce((sum, { bytes }) => sum + bytes, 0);
    let [done, fetchedBytes] = [0, 0];
    for (const { family, version: of, descriptor } of parts) {
      if (descriptor === undefined) continue;
      const folder = join(draft, family, of);
      for (const { name, bytes, sha256 } of descriptor.files) {
        options.progress?.(`fetching ${family}`, all === 0 ? 1 : done / all);
        if (await takeObject(store, { bytes, sha256 }, join(dir, OBJECTS, sha256), join(folder, name)))
          fetchedBytes += bytes;
        done += bytes;
      }
      await putInPlace(folder, join(dir, family, of));
      for (const { sha256 } of descriptor.files) await rm(join(dir, OBJECTS, sha256), { force: true });
    }
    const { checksums: _, format: __, formatVersion: ___, families, ...rest } = manifest;
    const taken = Object.fromEntries(wanted.map((family) => [family, families[family]]));
    const inForce = await putInForce(dir, { ...rest, families: taken });
    await removeStaleObjects(join(dir, OBJECTS));
    return { manifest: inForce, fetchedBytes };
  } finally {
    end();
    await rm(draft, { recursive: true, force: true });
  }
}

interface Part {
  readonly family: Family;
  readonly version: string;
  /** Absent where the version is there. */
  readonly descriptor?: FamilyDescriptor;
}

async function partOf(store: Store, dir: string, draft: string, manifest: Manifest, family: Family): Promise<Part> {
  const { version } = manifest.families[family]!;
  const sha256 = manifest.checksums?.families[family];
  if (sha256 === undefined)
    throw new StorageError(`${store.name}: its manifest has no checksums. Publish it again with this release.`);
  const there = await sha256OfFile(join(dir, family, version, 'family.json'));
  if (there === sha256) return { family, version };
  if (there !== null) {
    throw new StorageError(
      `${join(dir, family, version)} is another version of that name. Move it away, or take the territory into another folder.`,
    );
  }
  await mkdir(join(draft, family, version), { recursive: true });
  await fetchObject(store, objectPath(sha256), join(draft, family, version, 'family.json'), sha256);
  return { family, version, descriptor: await readDescriptor(draft, family, version) };
}

/** Makes a file of an object, which is fetched where it is not there; returns whether it was. Other processes may remove it meanwhile. */
async function takeObject(
  store: Store,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
  object: string,
  target: string,
): Promise<boolean> {
  for (let fetched = false; ; ) {
    if ((await stat(object).catch(() => null))?.size !== bytes) {
      await fetchObject(store, objectPath(sha256), object, sha256);
      fetched = true;
    }
    try {
      await link(object, target);
      return fetched;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Where another process was first, its folder has the same content. */
async function putInPlace(folder: string, target: string): Promise<void> {
  await mkdir(join(target, '..'), { recursive: true });
  await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}
