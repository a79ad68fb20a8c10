import fs, { type Mode, type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];
type Chmod = (file: never, mode: Mode) => void;

/**
 * Lets what this thread makes from now on be read by its own user alone: the library of the embedded database gives its files the mode 666,
 * and the mask of a process is that of its other threads, too.
 */
export function makePrivately(): void {
  const own = (mode: Mode | null | undefined, most: number) =>
    (typeof mode === 'string' ? Number.parseInt(mode, 8) : (mode ?? most)) & most;
  const { openSync, mkdirSync } = fs;
  fs.openSync = (path, flags, mode) => openSync(path, flags, own(mode, FILE_MODE));
  fs.mkdirSync = ((path: PathLike, options?: Mode | fs.MakeDirectoryOptions | null) => {
    const { mode, ...rest } = typeof options === 'object' && options !== null ? options : { mode: options };
    return mkdirSync(path, { ...rest, mode: own(mode, FOLDER_MODE) });
  }) as typeof mkdirSync;
  for (const name of ['chmodSync', 'fchmodSync', 'lchmodSync'] as const) {
    const change = fs[name] as Chmod | undefined;
    if (change !== undefined) (fs[name] as Chmod) = (file, mode) => change(file, own(mode, FOLDER_MODE));
  }
  syncBuiltinESMExports();
}

/** Takes the rights of others from the files of a folder that an earlier version made. */
export function makePrivate(folder: string): void {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) fs.chmodSync(join(entry.parentPath, entry.name), FOLDER_MODE);
    else if (entry.isFile()) fs.chmodSync(join(entry.parentPath, entry.name), FILE_MODE);
  }
  fs.chmodSync(folder, FOLDER_MODE);
}
