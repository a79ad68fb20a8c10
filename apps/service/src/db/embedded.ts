import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { lockFolder } from './folderLock.ts';
import { PgliteStream } from './pgliteStream.ts';
import type { FromDatabase, ToDatabase } from './pgliteWorker.ts';

export interface EmbeddedDatabase {
  /** For a `pg` pool of one connection: there is one session. A query during an open transaction would deadlock. */
  readonly poolConfig: PoolConfig;
  /** Resolves with the reason when the database is lost while it is in use; the process cannot go on then. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

/**
 * PostgreSQL as WebAssembly (PGlite) on a folder, in a thread of its own so that queries never hold up the event loop.
 * It survives kill -9, but not a power cut: nothing calls fsync. The folder is locked, since PGlite itself would let a
 * second process in and lose rows.
 */
export async function openEmbedded(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    return await openLocked(folder, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(folder: string, unlock: () => Promise<void>): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('../../dist/db/pgliteWorker.js', import.meta.url), {
    workerData: { folder: join(folder, 'data') },
  });
  const waiting = new Map<
    number,
    { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }
  >();
  let nextId = 1;
  let closing = false;
  let gone: Error | null = null;
  let reportLoss: (reason: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    reportLoss = resolve;
  });
  const fail = (reason: Error) => {
    gone ??= reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    if (!closing) reportLoss(reason);
  };

  const opened = new Promise<Uint8Array>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on('message', ({ id, bytes, error }: FromDatabase) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(bytes ?? new Uint8Array());
    else call?.reject(new Error(`embedded database: ${error}`));
  });
  worker.on('error', (error) => fail(new Error(`embedded database stopped: ${error.message}`, { cause: error })));
  worker.on('exit', (code) => fail(new Error(`embedded database stopped with code ${code}`)));

  const ask = (message: { bytes: Uint8Array } | { close: true }): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      if (gone !== null) return reject(gone);
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message } satisfies ToDatabase);
    });

  try {
    await opened;
  } catch (error) {
    await worker.terminate();
    throw new Error(
      `The embedded database in ${folder} cannot be opened (${(error as Error).message}). ` +
        'Restore the folder from a copy, or set HINTERLAND_HOME to another folder to begin anew.',
      { cause: error },
    );
  }
  return {
    poolConfig: {
      max: 1,
      connectionTimeoutMillis: 30_000,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      password: 'embedded',
      stream: () => new PgliteStream((bytes) => ask({ bytes })),
    },
    lost,
    async close() {
      closing = true;
      if (gone === null) await ask({ close: true });
      await worker.terminate();
      await unlock();
    },
  };
}
