import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FAMILIES, type Family, readDescriptor, readManifest, sha256OfFile } from '@hinterland/territory';
import { readAddress } from './address.ts';
import { NEWEST, objectPath, versionPath } from './layout.ts';
import { StorageError } from './storageError.ts';
import { isWritable, type Store, type WritableStore } from './store.ts';

export interface Published {
  readonly version: string;
  /** Of all files of the version. */
  readonly bytes: number;
  /** Of those that were not there yet. */
  readonly writtenBytes: number;
}

interface PublishOptions {
  /** Called before each file, with the share of bytes that is done. */
  progress?(step: string, fraction: number): void;
}

/**
 * Writes the families in force of a bundle to an address, files that are there already left out, and its manifest last: whoever reads
 * meanwhile sees the version before or this one. The version's name is that of the address, else that of the territory family.
 * Throws StorageError where a file differs from its checksum, and where the name is taken by another content.
 */
export async function publishTerritory(dir: string, address: string, options: PublishOptions = {}): Promise<Published> {
  const { store: found, version: named } = readAddress(address);
  const store = requireWritable(found);
  const manifest = await readManifest(dir);
  if (manifest.checksums === undefined) {
    throw new StorageError(
      `${dir}/manifest.json has no checksums. Build the territory again with this release, and publish it then.`,
    );
  }
  const version = named ?? manifest.families.territory!.version;
  const text = await readFile(join(dir, 'manifest.json'), 'utf8');
  await requireFree(store, version, text);
  const files: File[] = [];
  for (const family of FAMILIES) {
    const of = manifest.families[family]?.version;
    if (of === undefined) continue;
    const folder = join(dir, family, of);
    const { files: listed } = await readDescriptor(dir, family, of);
    const path = join(folder, 'family.json');
    files.push(...listed.map(({ name, bytes, sha256 }) => ({ family, path: join(folder, name), bytes, sha256 })));
    files.push({ family, path, bytes: (await stat(path)).size, sha256: manifest.checksums.families[family]! });
  }
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let [done, written] = [0, 0];
  for (const file of files) {
    options.progress?.(`writing ${file.family}`, done / all);
    if (await writeObject(store, file)) written += file.bytes;
    done += file.bytes;
  }
  await store.write(versionPath(version), { text });
  await store.write(NEWEST, { text });
  return { version, bytes: all, writtenBytes: written };
}

function requireWritable(store: Store): WritableStore {
  if (isWritable(store)) return store;
  throw new StorageError(
    `${store.name} is a web server, and nothing can be written there. Publish to s3:// or file://.`,
  );
}

interface File {
  readonly family: Family;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Whether it was not there. An object of another length is what an interrupted writer of another program has left. */
async function writeObject(store: WritableStore, { path, bytes, sha256 }: File): Promise<boolean> {
  if ((await store.size(objectPath(sha256))) === bytes) return false;
  if ((await sha256OfFile(path)) !== sha256) {
    throw new StorageError(
      `${path} differs from its checksum: it is damaged. Build the territory again, or copy it from where it came from.`,
    );
  }
  await store.write(objectPath(sha256), { file: path, bytes, sha256 });
  return true;
}

async function requireFree(store: Store, version: string, text: string): Promise<void> {
  const there = await store.read(versionPath(version), 0);
  if (there === null) return;
  const chunks: Uint8Array[] = [];
  for await (const chunk of there.chunks) chunks.push(chunk);
  if (Buffer.concat(chunks).toString('utf8') === text) return;
  throw new StorageError(
    `${store.name} has a version "${version}" with another content, and versions are never changed. Name this one by @ at the end of the address: ${store.name}@${version}.1`,
  );
}
