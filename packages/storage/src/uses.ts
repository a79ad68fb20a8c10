import { readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Holder, isAlive, thisProcess } from './folderLock.ts';
import { keepFresh } from './stale.ts';

/** What a process needs of the folder of a territory: all of it, or versions, each as `family/version`. */
export type Needed = 'all' | readonly string[];

interface Use {
  readonly holder: Holder;
  /** Where numbers of processes mean the same: the boot of a machine, and its space of numbers. */
  readonly space: string;
  readonly needed: Readonly<Record<string, Needed>>;
}

/** A process elsewhere, whose number says nothing here, is taken for gone when it has not touched its file for so long. */
const SILENT_MILLISECONDS = 600_000;

/** What this process needs of a home of territories, in a file that other processes read. */
export class OwnUses {
  readonly #folder: string;
  #own: Promise<Omit<Use, 'needed'>> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes it down in one step. */
  async write(needed: Readonly<Record<string, Needed>>): Promise<void> {
    this.#own ??= begin(this.#folder);
    const own = await this.#own;
    const path = fileOf(this.#folder, own.holder);
    await writeFile(`${path}.draft`, JSON.stringify({ ...own, needed } satisfies Use), { mode: 0o600 });
    await rename(`${path}.draft`, path);
  }
}

const fileOf = (folder: string, { pid, token }: Holder): string => join(folder, `${pid}.${token}.use`);

async function begin(folder: string) {
  const own = { holder: await thisProcess(), space: await spaceOfNumbers() };
  keepFresh(fileOf(folder, own.holder));
  return own;
}

/** What living processes need, by folder. Files of those that are gone are removed. */
export async function usesOf(folder: string): Promise<Map<string, Needed>> {
  const all = new Map<string, Needed>();
  const space = await spaceOfNumbers();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.use'))) {
    const path = join(folder, name);
    const use = await readUse(path);
    if (use === null || !(await lives(use, path, space))) {
      await rm(path, { force: true });
      continue;
    }
    for (const [of, needed] of Object.entries(use.needed)) {
      const before = all.get(of) ?? [];
      all.set(of, before === 'all' || needed === 'all' ? 'all' : [...before, ...needed]);
    }
  }
  return all;
}

/** Null for a file that ended with the machine in the middle. */
async function readUse(path: string): Promise<Use | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Use;
  } catch {
    return null;
  }
}

async function lives(use: Use, path: string, space: string): Promise<boolean> {
  if (use.space === space) return isAlive(use.holder);
  return Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0) < SILENT_MILLISECONDS;
}

/** Empty where the system has no /proc: then all processes are taken for those of one machine. */
async function spaceOfNumbers(): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
