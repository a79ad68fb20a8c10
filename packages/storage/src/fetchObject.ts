import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFullDisk, StorageError } from './storageError.ts';
import type { Store } from './store.ts';

/** Attempts without a new byte before a download is given up. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MILLISECONDS = 200;

/**
 * Fetches an object to a file, going on where the connection ends, and moves it into place once its bytes are those of the
 * checksum. Throws StorageError where it is not there, never comes whole, or is another.
 */
export async function fetchObject(
  store: Store,
  path: string,
  target: string,
  sha256: string | undefined,
): Promise<void> {
  const draft = `${target}.${randomUUID()}.part`;
  const file = await open(draft, 'w').catch(diskFault(target));
  try {
    let hash = createHash('sha256');
    let [at, furthest] = [0, 0];
    for (let failed = 0; ; ) {
      try {
        const body = await store.read(path, at);
        if (body === null) {
          throw new Final(
            `${store.name} has no ${path}: it was removed, or the address is another. Publish the territory again.`,
          );
        }
        if (body.start !== at && body.start !== 0) {
          throw new Error(`byte ${at} was asked for, and byte ${body.start} came`);
        }
        if (body.start !== at) {
          await file.truncate(0);
          [hash, at] = [createHash('sha256'), 0];
        }
        for await (const chunk of body.chunks) {
          await file.write(chunk, 0, chunk.length, at).catch(diskFault(target));
          hash.update(chunk);
          at += chunk.length;
        }
        break;
      } catch (error) {
        if (error instanceof Final || error instanceof StorageError) throw error;
        failed = at > furthest ? 0 : failed + 1;
        furthest = Math.max(furthest, at);
        if (failed >= ATTEMPTS) {
          throw new StorageError(
            `${store.name}: ${path} ended ${ATTEMPTS} times after ${at} bytes (${(error as Error).message}). Run this again: what was fetched stays.`,
            error,
          );
        }
        if (failed > 0) await sleep(FIRST_PAUSE_MILLISECONDS * 2 ** failed);
      }
    }
    if (sha256 !== undefined && hash.digest('hex') !== sha256) {
      throw new StorageError(
        `${store.name}: the content of ${path} differs from its checksum: it is damaged there. Publish the territory again.`,
      );
    }
    await file.sync();
    await file.close();
    await rename(draft, target);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** A fault that another attempt does not mend. */
class Final extends StorageError {}

const diskFault =
  (target: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOSPC') onFullDisk(target, error);
    throw new StorageError(`${target} cannot be written (${error.code ?? error.message}).`, error);
  };
