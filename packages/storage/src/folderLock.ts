import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** A process, told apart from a later one of the same number. */
export interface Holder {
  readonly pid: number;
  /** When the process began, as the kernel counts it; null where the system does not say. Detects reused pids. */
  readonly startedAt: string | null;
  readonly token: string;
}

/** A file that a crash of the machine cut short: the lock is free. */
const UNREADABLE: Holder = { pid: 0, startedAt: null, token: 'unreadable' };

/** Tokens of this very process: its own pid in a file is a leftover of an earlier life unless the token stands here. */
const ours = new Set<string>();

/** A new token of this process, which is alive for as long as it is not forgotten. */
export async function thisProcess(): Promise<Holder> {
  const mine = { pid: process.pid, startedAt: await processStart(process.pid), token: randomUUID() };
  ours.add(mine.token);
  return mine;
}

const forget = ({ token }: Holder): boolean => ours.delete(token);

/**
 * Keeps a folder for one process, by the file `lock` in it. A lock whose process is gone is taken over, by one of any
 * number of processes that find it at once. Throws FolderInUse when it is alive.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(resolve(folder), 'lock');
  const mine = await thisProcess();
  const draft = `${path}.${mine.token}.draft`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  let taken = false;
  try {
    while (!taken) {
      taken = await tryLink(draft, path);
      const holder = taken ? null : await readHolder(path);
      if (holder === null) continue; // it is ours, or it was released in this moment
      if (await isAlive(holder)) throw new FolderInUse(folder, holder.pid);
      taken = await takeOver(draft, path, holder);
      if (!taken) await sleep(5); // another is at it
    }
  } finally {
    await unlink(draft);
    if (!taken) forget(mine);
  }
  return {
    async release() {
      if (!forget(mine)) return;
      await unlink(path);
    },
  };
}

/**
 * Puts the draft in the place of a stale file. Exactly one of those who saw this stale holder can make the claim, a
 * file named after it; renaming the claim over the lock replaces the one and removes the other in a single step. A claim
 * whose maker died is itself taken over in the same way.
 */
async function takeOver(draft: string, path: string, stale: Holder): Promise<boolean> {
  const claim = `${path}.${stale.token}`;
  if (!(await tryLink(draft, claim))) {
    const claimant = await readHolder(claim);
    if (claimant === null || (await isAlive(claimant))) return false;
    if (!(await takeOver(draft, claim, claimant))) return false;
  }
  if ((await readHolder(path))?.token !== stale.token) {
    await unlink(claim); // another was faster, before our claim
    return false;
  }
  await rename(claim, path);
  return true;
}

/** Another process has the folder, or another part of this one. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}.`);
    this.name = 'FolderInUse';
    this.pid = pid;
  }
}

/** Locks a folder once it is free. */
export async function waitForFolder(folder: string, everyMilliseconds: number): Promise<FolderLock> {
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await sleep(everyMilliseconds);
    }
  }
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

/** Null where there is no file. */
async function readHolder(path: string): Promise<Holder | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { pid, startedAt, token } = JSON.parse(text);
    const readable = Number.isInteger(pid) && pid > 0 && /^[\w-]+$/.test(token);
    return readable ? { pid, startedAt: startedAt ?? null, token } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

export async function isAlive(holder: Holder): Promise<boolean> {
  if (holder === UNREADABLE) return false;
  if (holder.pid === process.pid) return ours.has(holder.token);
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
