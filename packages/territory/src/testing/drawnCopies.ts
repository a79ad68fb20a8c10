import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BundleError } from '../format/errors.ts';
import { type LoadOptions, loadTerritory } from '../read/loadTerritory.ts';
import { scratchFolder, writeDrawnBundle } from './drawnBundle.ts';

/** A file of the drawn bundle. */
export const EDGES = 'territory/2026-10/edges.arrow';

/** Makes a scratch folder, where `source` is the drawn bundle and `copy` gives a fresh copy of it, to damage. */
export async function drawnCopies() {
  const folder = await scratchFolder();
  const source = join(folder, 'source');
  let copies = 0;
  const copy = async (): Promise<string> => {
    if ((await stat(source).catch(() => null)) === null) await writeDrawnBundle(source);
    const path = join(folder, `copy-${copies++}`);
    await cp(source, path, { recursive: true });
    return path;
  };
  return { folder, source, copy };
}

/** Changes a JSON file as somebody does who changes it on purpose: a manifest loses its checksums. */
export async function edit<Json = Record<string, unknown>>(path: string, change: (json: Json) => void): Promise<void> {
  const json = JSON.parse(await readFile(path, 'utf8'));
  delete json.checksums;
  change(json);
  await writeFile(path, JSON.stringify(json));
}

/** Returns the BundleError that opening a bundle ends with. */
export async function refusal(dir: string, options?: LoadOptions): Promise<BundleError> {
  const error = await loadTerritory(dir, options).then(
    () => new Error('the bundle was opened'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(BundleError);
  return error as BundleError;
}

/** Returns the checksums of every file below a folder. */
export async function checksums(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  const sums = paths.map(async (path) => [
    path.slice(dir.length),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(sums));
}
