import { Worker } from 'node:worker_threads';
import type { ExpectedFile } from '@hinterland/territory';
import { THREAD_FLAGS, threadProgram } from '../kit/threadProgram.ts';

/** A file that is not as it was written. */
export interface FileDamage {
  /** Path in the bundle. */
  readonly place: string;
  /** Continues "The file …:". */
  readonly problem: string;
}

export interface VerificationWork {
  readonly files: readonly ExpectedFile[];
  /** Mean rate of reading at most. */
  readonly bytesPerSecond: number;
}

/** A country of 3 GB takes 6 s, and a disk with less gives all it has. */
const BYTES_PER_SECOND = 512 * 2 ** 20;

/**
 * Compares files with their checksums, in a thread of low priority and at a bounded rate. Returns the first that
 * differs or cannot be read, null where all are as written. Rejects where the thread fails, and when the signal is aborted.
 */
export function compareFiles(files: readonly ExpectedFile[], signal: AbortSignal): Promise<FileDamage | null> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const workerData: VerificationWork = { files, bytesPerSecond: BYTES_PER_SECOND };
    const thread = new Worker(threadProgram('verification'), {
      workerData,
      execArgv: THREAD_FLAGS,
    });
    thread.unref();
    const stop = () => {
      reject(signal.reason);
      void thread.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('the thread that compares checksums ended without a result'));
    });
  });
}
