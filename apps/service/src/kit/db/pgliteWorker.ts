/** Entry of the thread that runs the embedded database; embedded.ts speaks to it. */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { makePrivate, makePrivately } from './privateFiles.ts';

/** Incoming messages: PostgreSQL protocol bytes, a folder to copy the files to, or a request to close. */
export type ToDatabase =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly copyTo: string }
  | { readonly id: number; readonly close: true };
/** Outgoing messages: `id` 0 reports that the database is open, or the error; `ALIVE` that a copy goes on. */
export type FromDatabase = { readonly id: number; readonly bytes?: Uint8Array; readonly error?: string };

/** The `id` of messages that answer nothing. */
const ALIVE = -1;
const ALIVE_MILLISECONDS = 5000;

const port = parentPort as NonNullable<typeof parentPort>;
const { folder } = workerData as { folder: string };

// Functions are optimized after as much work as in newer V8: that of Node.js 20 optimizes thousands that the start calls a
// few times, which takes a third of a start's processor time.
setFlagsFromString('--wasm-tiering-budget=13000000');

// Programs of threads do not await at the top level: see threadProgram.ts.
void open();

async function open(): Promise<void> {
  try {
    makePrivately();
    makePrivate(folder);
    // 16 MB of buffers in place of 128: the tables are small, and the process stays at about 190 MB.
    const database = await PGlite.create(folder, {
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    });
    port.on('message', (message: ToDatabase) => void serve(database, message));
    port.postMessage({ id: 0 } satisfies FromDatabase);
  } catch (error) {
    port.postMessage({ id: 0, error: String(error) } satisfies FromDatabase);
  }
}

async function serve(database: PGlite, message: ToDatabase): Promise<void> {
  try {
    if ('close' in message) {
      await database.close();
      port.postMessage({ id: message.id } satisfies FromDatabase);
      port.close();
      return;
    }
    if ('copyTo' in message) {
      await database.runExclusive(() => copyFiles(message.copyTo));
      port.postMessage({ id: message.id } satisfies FromDatabase);
      return;
    }
    const own = await database.runExclusive(() => answerTo(database, message.bytes));
    port.postMessage({ id: message.id, bytes: own } satisfies FromDatabase, [own.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage({ id: message.id, error: String(error) } satisfies FromDatabase);
  }
}

/**
 * Returns the answer to protocol messages in memory of its own. `execProtocolRaw` would do, but it also parses the answer
 * and keeps every message of it until a statement fails.
 */
async function answerTo(database: PGlite, messages: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  // Each part is a view on memory of the database: only a copy may change threads.
  const onRawData = (part: Uint8Array) => void parts.push(part.slice());
  await database.execProtocolRawStream(messages, { syncToFs: false, onRawData });
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/**
 * Copies the files while nothing is written: the copy is the database as a crash at this moment would leave it, which it
 * recovers from when it is opened. Shares blocks with the original where the file system can.
 */
async function copyFiles(to: string): Promise<void> {
  const alive = setInterval(() => port.postMessage({ id: ALIVE } satisfies FromDatabase), ALIVE_MILLISECONDS);
  try {
    await cp(folder, to, {
      recursive: true,
      errorOnExist: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => basename(path) !== 'postmaster.pid',
    });
  } finally {
    clearInterval(alive);
  }
}
