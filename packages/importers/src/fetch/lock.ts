import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ImportError } from '../errors/importError.ts';
import { writeWhole } from './cache.ts';

const lockedFile = z.strictObject({
  url: z.string(),
  /** Its name in the folder of the place. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().length(64),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  checked: z.enum(['md5', 'content', 'unchecked']),
  source: z.string(),
  licence: z.string(),
  attribution: z.string(),
  /** Of rows that were cut out of larger files: which bytes of which. */
  parts: z
    .array(
      z.strictObject({
        url: z.string(),
        bytes: z.int().nonnegative(),
        etag: z.string().optional(),
        lastModified: z.string().optional(),
        ranges: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]).readonly()).readonly(),
      }),
    )
    .readonly()
    .optional(),
});

const lockSchema = z.strictObject({ lock: z.literal(1), files: z.array(lockedFile) });

export type LockedFile = z.output<typeof lockedFile>;

/** Reads the lock file of a place; undefined where there is none. */
export async function readLock(path: string): Promise<readonly LockedFile[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return lockSchema.parse(JSON.parse(text)).files;
  } catch (cause) {
    throw new ImportError(`${path} is no lock file. Remove it to choose the files anew.`, { cause });
  }
}

/** Writes which files a place is made of, so that the same bundle can be made again. */
export function writeLock(path: string, files: readonly LockedFile[]): Promise<void> {
  return writeWhole(path, `${JSON.stringify({ lock: 1, files }, null, 2)}\n`);
}
