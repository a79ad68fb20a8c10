import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folderLock.ts';

describe('folder lock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = (holder: unknown) =>
    writeFile(join(folder, 'lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));

  it('lets one in at a time, also within a process, and leaves nothing behind', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await lock.release();
    const next = await lockFolder(folder);
    await next.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of many at once, exactly one gets it', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  it('takes over from a process that is gone, from a reused number, and from a file that was cut short', async () => {
    const leftovers = [
      { pid: 2 ** 22 + 1, startedAt: null, token: 'gone' },
      { pid: process.ppid, startedAt: 'another boot:1', token: 'reused' },
      { pid: process.pid, startedAt: null, token: 'earlier-life' },
      '{"pid":12',
      '',
    ];
    for (const leftover of leftovers) {
      await write(leftover);
      const lock = await lockFolder(folder);
      await lock.release();
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('of many who find a stale lock at once, exactly one takes it over, also where one died while doing so', async () => {
    for (let round = 0; round < 20; round++) {
      await write({ pid: 2 ** 22 + 1, startedAt: null, token: 'gone' });
      if (round % 2 === 1) {
        await writeFile(
          join(folder, 'lock.gone'),
          JSON.stringify({ pid: 2 ** 22 + 2, startedAt: null, token: 'half-way' }),
        );
      }
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
      const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(locks.length).toBe(1);
      await locks[0]?.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('respects a process that is alive', async () => {
    await write({ pid: process.ppid, startedAt: null, token: 'alive' });
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.ppid}`);
  });
});
