import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AGAIN, FetchFault } from './fetchFault.ts';

/** Runs a download while no other process has the same one. */
export async function inTurn<T>(part: string, url: string, run: () => Promise<T>): Promise<T> {
  const path = `${part}.lock`;
  await mkdir(dirname(path), { recursive: true });
  const lock = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (lock === null) {
    const pid = Number(await readFile(path, 'utf8').catch(() => ''));
    if (pid > 0 && pid !== process.pid && isRunning(pid)) {
      throw new FetchFault(url, `process ${pid} fetches it now`, `Wait for it. ${AGAIN}`);
    }
    await rm(path, { force: true });
    return inTurn(part, url, run);
  }
  try {
    await lock.writeFile(String(process.pid));
    return await run();
  } finally {
    await lock.close();
    await rm(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
