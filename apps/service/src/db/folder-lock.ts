import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** When the process began, as the kernel counts it; null where the system does not say. Tells a reused pid apart. */
  readonly startedAt: string | null;
  readonly token: string;
}

/** Locks that this very process holds: its own pid in a file is a leftover unless it stands here. */
const held = new Set<string>();

/**
 * Keeps a folder for one process, by the file `lock` in it. A lock whose process is gone is taken over. Throws with the
 * other process's number when it is alive.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(resolve(folder), 'lock');
  const mine: Holder = { pid: process.pid, startedAt: await processStart(process.pid), token: randomUUID() };
  const draft = `${path}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await tryLink(draft, path)) {
        held.add(mine.token);
        return {
          async release() {
            held.delete(mine.token);
            if ((await readHolder(path))?.token === mine.token) await unlink(path);
          },
        };
      }
      const other = await readHolder(path);
      if (other !== null && (await isAlive(other))) {
        throw new Error(
          `${folder} is in use by process ${other.pid}: one process at a time can work on the embedded database. ` +
            'Stop that process, set HINTERLAND_HOME to another folder, or use PostgreSQL through DATABASE_URL.',
        );
      }
      await removeStale(path, other);
    }
  } finally {
    await unlink(draft);
  }
  throw new Error(`${folder} cannot be locked: other processes keep taking ${path}. Start one process at a time.`);
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two processes may find the same stale lock: what is moved aside must be what was seen, or it is put back. */
async function removeStale(path: string, seen: Holder | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== null && moved.token !== seen?.token) await tryLink(aside, path);
  await unlink(aside);
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { pid, startedAt, token } = JSON.parse(await readFile(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? { pid, startedAt: startedAt ?? null, token: String(token) } : null;
  } catch {
    return null; // gone, or cut short by a crash while it was written: either way nobody holds it
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.pid === process.pid) return held.has(holder.token);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const startedAt = await processStart(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Field 22 of /proc/<pid>/stat (clock ticks since boot) with the boot's id; null where there is no /proc. */
async function processStart(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}:${fields[19]}`;
  } catch {
    return null;
  }
}
