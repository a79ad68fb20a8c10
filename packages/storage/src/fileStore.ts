import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StorageError } from './storageError.ts';
import type { Content, WritableStore } from './store.ts';

/** A folder, on this machine or on a share of the network. */
export function fileStore(folder: string): WritableStore {
  const size = async (path: string) => {
    const found = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw fault(error);
    });
    return found?.size ?? null;
  };
  const fault = (error: NodeJS.ErrnoException) =>
    new StorageError(
      error.code === 'ENOSPC'
        ? `The disk of ${folder} is full. Make room, and run this again: what is there is not written twice.`
        : `${folder} cannot be used (${error.code ?? error.message}).`,
      error,
    );
  return {
    name: folder,
    size,
    async read(path, from) {
      if ((await size(path)) === null) return null;
      return { start: from, chunks: createReadStream(join(folder, path), { start: from }) };
    },
    async write(path, content) {
      const target = join(folder, path);
      const draft = `${target}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(target), { recursive: true });
        await put(draft, content);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {}); // a folder that is gone has no draft
        throw fault(error as NodeJS.ErrnoException);
      }
    },
    async remove(path) {
      await rm(join(folder, path), { force: true }).catch((error: NodeJS.ErrnoException) => {
        throw fault(error);
      });
    },
    async *list(path) {
      const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw fault(error);
        },
      );
      for (const entry of entries)
        if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    },
    temporaryAddress: async () => null,
  };
}

function put(path: string, content: Content): Promise<void> {
  if ('text' in content) return writeFile(path, content.text);
  return 'data' in content ? writeFile(path, content.data) : copyFile(content.file, path);
}
