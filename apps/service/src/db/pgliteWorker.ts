/** Entry of the thread that runs the embedded database; embedded.ts speaks to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Incoming messages: PostgreSQL protocol bytes, or a request to close. */
export type ToDatabase =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly close: true };
/** Outgoing messages: `id` 0 reports that the database is open, or the error. */
export type FromDatabase = { readonly id: number; readonly bytes?: Uint8Array; readonly error?: string };

const port = parentPort as NonNullable<typeof parentPort>;
const { folder } = workerData as { folder: string };

try {
  // 16 MB of buffers in place of 128: the tables are small, and the process stays at about 190 MB.
  const database = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });
  port.on('message', (message: ToDatabase) => void serve(database, message));
  port.postMessage({ id: 0 } satisfies FromDatabase);
} catch (error) {
  port.postMessage({ id: 0, error: String(error) } satisfies FromDatabase);
}

async function serve(database: PGlite, message: ToDatabase): Promise<void> {
  try {
    if ('close' in message) {
      await database.close();
      port.postMessage({ id: message.id } satisfies FromDatabase);
      port.close();
      return;
    }
    const bytes = await database.runExclusive(() => database.execProtocolRaw(message.bytes, { syncToFs: false }));
    // The answer is a view on memory of the database: only a copy of its own may change threads.
    const own = bytes.slice();
    port.postMessage({ id: message.id, bytes: own } satisfies FromDatabase, [own.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage({ id: message.id, error: String(error) } satisfies FromDatabase);
  }
}
