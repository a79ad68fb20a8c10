import { ImportError, messageOf } from '../errors/importError.ts';
import type { DownloadCache } from '../fetch/cache.ts';
import type { LockedFile } from '../fetch/lock.ts';

/** What a failed build leaves to be said and done. */
export interface Blame {
  readonly error: unknown;
  /** Files that stay in the lock: those that the build may have failed in are fetched anew. */
  readonly kept: readonly LockedFile[];
}

/**
 * Looks at a build that failed: a file that the error names and that nothing verified is taken out of the cache, so that the next run
 * fetches it anew. A full disk is said with its folder.
 */
export async function blamed(
  error: unknown,
  files: readonly LockedFile[],
  { cache, outDir }: { cache: DownloadCache; outDir: string },
): Promise<Blame> {
  const message = messageOf(error);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
    const full = `The disk is full: ${outDir} could not be written. Make room, or name a folder on another disk with --home or --out; nothing half stays.`;
    return { error: new ImportError(full, { cause: error }), kept: files };
  }
  const suspects = files.filter(({ name, checked }) => checked === 'unchecked' && message.includes(stemOf(name)));
  if (suspects.length === 0) return { error, kept: files };
  for (const file of suspects) await cache.drop(file);
  const names = suspects.map(({ name }) => name).join(', ');
  return {
    error: new ImportError(
      `${message} ${names} may have been damaged on its way, since nothing verifies it: it is out of the cache now. Run the same command again, which fetches it anew.`,
      { cause: error },
    ),
    kept: files.filter((file) => !suspects.includes(file)),
  };
}

/** An archive may be named by what was unpacked of it. */
const stemOf = (name: string): string => name.replace(/\.zip$/i, '');
