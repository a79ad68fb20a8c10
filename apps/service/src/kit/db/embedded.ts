import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FolderInUse, type FolderLock, lockFolder } from '@hinterland/storage/folderLock';
import type { PoolConfig } from 'pg';
import { threadProgram } from '../threadProgram.ts';
import { PgliteStream } from './pgliteStream.ts';
import type { FromDatabase, ToDatabase } from './pgliteWorker.ts';

export interface EmbeddedLimits {
  readonly answerSeconds?: number;
  readonly freeBytes?: number;
}

export interface EmbeddedDatabase {
  /** For a `pg` pool of one connection: there is one session. A query during an open transaction would deadlock. */
  readonly poolConfig: PoolConfig;
  /** Resolves with the reason when the database is lost while it is in use; the process cannot go on then. */
  readonly lost: Promise<Error>;
  /** Copies its files, as they are at one moment, to a folder that is not there yet. Calls wait meanwhile. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** An answer that stays away for as long as this never comes: the database has hung, as it does when its log is full. */
const ANSWER_SECONDS = 60;
/** Below this free space nothing is asked of the database: two segments of its log, and room for what is under way. */
const FREE_BYTES = 48 * 2 ** 20;
/** With this much free space the disk is not asked again for a while in which nothing can fill it. */
const PLENTY_BYTES = 2 ** 30;
const PLENTY_MILLISECONDS = 100;

/**
 * PostgreSQL as WebAssembly (PGlite) on a folder, in a thread of its own so that queries never hold up the event loop.
 * It survives kill -9, but not a power cut: nothing calls fsync. The folder is locked, since PGlite itself would let a
 * second process in and lose rows.
 */
export async function openEmbedded(
  folder: string,
  { answerSeconds = ANSWER_SECONDS, freeBytes = FREE_BYTES }: EmbeddedLimits = {},
): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Earlier versions left it as the mask of the process has it.
  await chmod(folder, 0o700).catch(() => {});
  const lock = await lockDatabase(folder);
  try {
    const made = await beginMaking(folder);
    const database = await openLocked(folder, lock.release, { answerSeconds, freeBytes });
    await made();
    return database;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const lockDatabase = (folder: string): Promise<FolderLock> =>
  lockFolder(folder).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new Error(
      `${folder} is in use by process ${error.pid}: one process at a time can work on the embedded database. ` +
        'Stop that process, set HINTERLAND_HOME to another folder, or use PostgreSQL through DATABASE_URL.',
    );
  });

/**
 * Notes that a database is being made where there is none, and returns what takes the note back. One whose making was broken off, and which
 * nothing was ever written to, is made anew.
 */
async function beginMaking(folder: string): Promise<() => Promise<void>> {
  const note = join(folder, 'making');
  const data = join(folder, 'data');
  if (existsSync(note)) await rm(data, { recursive: true, force: true });
  else if (existsSync(data)) return async () => {};
  await writeFile(note, '', { mode: 0o600 });
  return () => rm(note);
}

async function openLocked(
  folder: string,
  unlock: () => Promise<void>,
  { answerSeconds, freeBytes }: Required<EmbeddedLimits>,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(threadProgram('database'), {
    workerData: { folder: join(folder, 'data') },
  });
  const waiting = new Map<
    number,
    { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }
  >();
  // Seconds in which this process ran: one that was stopped and goes on gives the database its time, too.
  let silentSeconds = 0;
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
    silentSeconds = 0;
    if (error === undefined) call?.resolve(bytes ?? new Uint8Array());
    else call?.reject(new Error(`embedded database: ${error}`));
  });
  worker.on('error', (error) => fail(new Error(`embedded database stopped: ${error.message}`, { cause: error })));
  worker.on('exit', (code) => fail(new Error(`embedded database stopped with code ${code}`)));

  let plentyUntil = Number.NEGATIVE_INFINITY;
  const hasSpace = async () => {
    if (performance.now() < plentyUntil) return true;
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize;
    if (bytes >= PLENTY_BYTES) plentyUntil = performance.now() + PLENTY_MILLISECONDS;
    return bytes >= freeBytes;
  };

  const ask = (message: { bytes: Uint8Array } | { copyTo: string } | { close: true }): Promise<Uint8Array> =>
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
  const brokenDown = () => {
    const reason = new Error(
      `embedded database in ${folder} no longer answers. ` +
        'See that its disk has free space, then start again: what was committed is kept.',
    );
    fail(reason);
    return reason;
  };
  const watch = setInterval(() => {
    silentSeconds = waiting.size === 0 ? 0 : silentSeconds + 1;
    if (silentSeconds <= answerSeconds || gone !== null) return;
    brokenDown();
  }, 1000);
  watch.unref();
  return {
    poolConfig: {
      max: 1,
      connectionTimeoutMillis: 30_000,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      password: 'embedded',
      stream: () => new PgliteStream((bytes) => ask({ bytes }), hasSpace, brokenDown),
    },
    lost,
    async copyTo(to) {
      await ask({ copyTo: to });
    },
    async close() {
      closing = true;
      clearInterval(watch);
      if (gone === null) await ask({ close: true });
      await worker.terminate();
      await unlock();
    },
  };
}
