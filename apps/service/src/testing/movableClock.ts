import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

/** Whether tests can move the clock of processes; where not, they are skipped with this reason in their title. */
export const hasMovableClock = LIBRARY !== undefined;
export const NEEDS_FAKETIME = 'needs libfaketime of the package faketime';

/** The time of day of processes, which a test moves while they run. Waits take as long as before. */
export interface MovableClock {
  /** Variables for the processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock so many seconds from the real time. Processes follow within a second. */
  move(seconds: number): Promise<void>;
  remove(): Promise<void>;
}

export async function openMovableClock(): Promise<MovableClock> {
  const folder = await mkdtemp(join(tmpdir(), 'hinterland-clock-'));
  const file = join(folder, 'offset');
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  const move = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
    await rename(`${file}.new`, file);
  };
  await move(0);
  return {
    env: {
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
