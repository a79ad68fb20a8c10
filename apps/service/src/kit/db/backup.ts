import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, cp, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A copy of an embedded database and of the key of its secrets: a folder with these files and a list of their checksums. */
const LIST = 'backup.json';
const DATABASE = join('database', 'data');
const KEY = 'secrets.key';

const list = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
type List = z.output<typeof list>;

export interface BackupSummary {
  readonly folder: string;
  readonly takenAt: string;
  readonly files: number;
  readonly bytes: number;
}

/** Space that must stay free beside the copy. */
const SPARE_BYTES = 128 * 2 ** 20;

/**
 * Makes a backup of the database of `home` in a new folder, which appears when it is complete and on disk. `copyDatabase`
 * copies the files of the database to a folder, as they are at one moment. Throws with a sentence where the folder is
 * there already or the disk too small.
 */
export async function takeBackup(
  home: string,
  folder: string,
  copyDatabase: (folder: string) => Promise<void>,
): Promise<BackupSummary> {
  if (await exists(folder)) throw new Error(`${folder} is there already. Name a new folder for the backup.`);
  await mkdir(dirname(folder), { recursive: true });
  await requireSpace(join(home, DATABASE), dirname(folder));
  const draft = `${folder}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'database'), { recursive: true, mode: 0o700 });
  try {
    await copyDatabase(join(draft, DATABASE));
    await copyFile(join(home, KEY), join(draft, KEY)).catch(unlessAbsent);
    const files = await describeFiles(draft, { sync: true });
    const takenAt = new Date().toISOString();
    await writeFile(join(draft, LIST), JSON.stringify({ format: 1, takenAt, files } satisfies List, null, 1), {
      mode: 0o600,
    });
    await syncFile(join(draft, LIST));
    await rename(draft, folder);
    return summaryOf(folder, { format: 1, takenAt, files });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Puts the database and the key of a backup into a home that has neither. Compares every file with its checksum first.
 * Throws with a sentence where the backup is damaged or the home is not empty; then nothing is changed.
 */
export async function restoreBackup(folder: string, home: string): Promise<BackupSummary> {
  const listed = await readList(folder);
  for (const path of ['database', KEY]) {
    if (await exists(join(home, path))) {
      throw new Error(`${join(home, path)} is there already. Restore into another folder, or move it away first.`);
    }
  }
  const found = await describeFiles(folder, { sync: false });
  const differing = [...new Set([...Object.keys(listed.files), ...Object.keys(found)])].filter(
    (path) => found[path]?.sha256 !== listed.files[path]?.sha256,
  );
  if (differing.length > 0) {
    throw new Error(`The backup ${folder} is damaged: ${differing.slice(0, 5).join(', ')}. Nothing was restored.`);
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  const draft = join(home, 'database.partial');
  await rm(draft, { recursive: true, force: true });
  await cp(join(folder, 'database'), draft, { recursive: true });
  await copyFile(join(folder, KEY), join(home, KEY)).catch(unlessAbsent);
  await rename(draft, join(home, 'database'));
  return summaryOf(folder, listed);
}

async function readList(folder: string): Promise<List> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no ${LIST}.`);
  });
  try {
    return list.parse(JSON.parse(text));
  } catch {
    throw new Error(`The backup ${folder} cannot be read: its ${LIST} is of another version, or damaged.`);
  }
}

const summaryOf = (folder: string, { takenAt, files }: List): BackupSummary => ({
  folder,
  takenAt,
  files: Object.keys(files).length,
  bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Sizes and checksums of all files but the list; with `sync` they are on disk afterwards. */
async function describeFiles(folder: string, { sync }: { readonly sync: boolean }): Promise<List['files']> {
  const files: List['files'] = {};
  for (const path of await filesBelow(folder)) {
    if (path === LIST) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk as Buffer);
    files[path.replaceAll('\\', '/')] = { bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') };
    if (sync) await syncFile(join(folder, path));
  }
  return files;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function requireSpace(data: string, target: string): Promise<void> {
  const sizes = await Promise.all((await filesBelow(data)).map((path) => stat(join(data, path)).catch(unlessAbsent)));
  const needed = sizes.reduce((sum, one) => sum + (one?.size ?? 0), SPARE_BYTES);
  const { bavail, bsize } = await statfs(target);
  if (bavail * bsize < needed) {
    throw new Error(
      `The backup needs ${Math.ceil(needed / 2 ** 20)} MiB of free space in ${target}. Nothing was copied.`,
    );
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
