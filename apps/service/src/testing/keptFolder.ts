import { cpSync, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FolderLock, waitForFolder } from '@hinterland/storage/folderLock';

export const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/hinterland', import.meta.url));

/**
 * Returns a folder to be copied or read, which is filled once for each version of what it is made from: by one test
 * process, while the others wait. Folders of other versions are removed.
 *
 * @param version hexadecimal
 */
export async function keptFolder(
  name: string,
  version: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const lock = await waitForLock(join(CACHE, `${name}.lock`));
  try {
    if (existsSync(folder)) return folder;
    for (const other of await readdir(CACHE)) {
      if (new RegExp(`^${name}-[0-9a-f]+(-draft)?$`).test(other)) {
        await rm(join(CACHE, other), { recursive: true, force: true });
      }
    }
    await fill(`${folder}-draft`);
    await rename(`${folder}-draft`, folder);
    return folder;
  } finally {
    await lock.release();
  }
}

async function waitForLock(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  return waitForFolder(folder, 100);
}

/** Copies a folder, also into one that is there, in one go: file by file, as promises do it, a database takes four times the processor time. */
export const copyFolder = (from: string, to: string): void => cpSync(from, to, { recursive: true });
