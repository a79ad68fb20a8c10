/** Entry of the thread that compares files with their checksums. It imports nothing of the project, so that it starts at once. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExpectedFile } from '@hinterland/territory';
import type { FileDamage, VerificationWork } from './verification.ts';

const { files, bytesPerSecond } = workerData as VerificationWork;

/** Niceness: about a third of the processor where two threads want one. */
const YIELDING = 5;
const chunk = Buffer.allocUnsafe(2 ** 20);
const clock = new Int32Array(new SharedArrayBuffer(4));
const begunAt = performance.now();
let bytesRead = 0;

// Linux keeps a priority per thread, and 0 is the calling one; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(0, YIELDING);
parentPort?.postMessage(firstDamage());

function firstDamage(): FileDamage | null {
  for (const file of files) {
    const problem = problemOf(file);
    if (problem !== null) return { place: file.place, problem };
  }
  return null;
}

function problemOf({ path, sha256 }: ExpectedFile): string | null {
  try {
    return sha256Of(path) === sha256 ? null : 'its content differs from its checksum: it is damaged or was changed';
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

function sha256Of(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(file, chunk);
      if (bytes === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytes));
      bytesRead += bytes;
      waitForRate();
    }
  } finally {
    closeSync(file);
  }
}

/** Sleeps while more was read than the rate allows for the time since the start. */
function waitForRate(): void {
  const aheadMilliseconds = (bytesRead / bytesPerSecond) * 1000 - (performance.now() - begunAt);
  if (aheadMilliseconds > 1) Atomics.wait(clock, 0, 0, aheadMilliseconds);
}
