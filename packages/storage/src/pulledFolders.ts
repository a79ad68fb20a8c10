import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { FAMILIES, type Family, type Manifest, readManifest } from '@hinterland/territory';
import { waitForFolder } from './folderLock.ts';
import { type Needed, OwnUses, usesOf } from './uses.ts';

/** Unused data go when nobody has used them for so long, however few they are. */
const KEPT_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;
const LOCK_POLL_MILLISECONDS = 20;

type Versions = Pick<Manifest, 'families'>;

/** Something that may be removed. */
interface Unused {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/**
 * Territories that were fetched by their addresses, for all processes that share a home. What a living process needs stays, and so do unused
 * data up to a number of bytes, those that were used last.
 *
 * Each process writes down what it needs before it looks what is there, and who removes does so under the same lock. So nothing is removed that a
 * process has found; one that is killed needs nothing from that moment on.
 */
export class PulledFolders {
  readonly #home: string;
  readonly #spareBytes: number;
  readonly #uses: OwnUses;
  /** Of this process, by the name of the folder: how many need all of it, and loaded data with their versions. */
  readonly #whole = new Map<string, number>();
  readonly #loaded = new Map<object, { readonly name: string; readonly versions: readonly string[] }>();
  #writing: Promise<void> = Promise.resolve();

  /** @param home the folder that holds those of all territories */
  constructor(home: string, spareBytes: number) {
    this.#home = home;
    this.#spareBytes = spareBytes;
    this.#uses = new OwnUses(join(home, USES));
  }

  folderOf(address: string): string {
    return join(this.#home, createHash('sha256').update(address).digest('hex').slice(0, 16));
  }

  /** Does work during which nothing of a folder is removed by anyone. */
  async whole<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const name = this.#nameOf(folder);
    await this.#change(() => this.#whole.set(name, (this.#whole.get(name) ?? 0) + 1));
    try {
      await mkdir(folder, { recursive: true });
      await utimes(folder, new Date(), new Date());
      return await work();
    } finally {
      // What could not be written down stays needed until the next change.
      await this.#change(() => this.#whole.set(name, this.#whole.get(name)! - 1)).catch(() => {});
    }
  }

  /** From here on the versions of these data stay, until they are dropped or this process ends. To be called within `whole`. */
  keep(folder: string, data: object, { families }: Versions): void {
    const versions = FAMILIES.flatMap((family) => versionPath(families, family) ?? []);
    this.#loaded.set(data, { name: this.#nameOf(folder), versions });
  }

  async drop(data: object): Promise<void> {
    if (this.#loaded.has(data)) await this.#change(() => this.#loaded.delete(data));
  }

  /** Removes what nobody needs beyond the bytes that may stay, and what is unused for a month. Returns how many bytes that were. */
  async sweep(): Promise<number> {
    const gone = await this.#locked(async () => {
      const uses = await usesOf(join(this.#home, USES));
      const unused = (await this.#unused(uses)).toSorted((a, b) => b.usedAt - a.usedAt);
      const before = Date.now() - KEPT_DAYS * DAY_MILLISECONDS;
      let kept = 0;
      const all: Unused[] = [];
      for (const one of unused) {
        if (one.usedAt >= before && kept + one.bytes <= this.#spareBytes) kept += one.bytes;
        else if (await exists(one.path)) {
          await rename(one.path, join(this.#home, `${GONE}${randomUUID()}`));
          all.push(one);
        }
      }
      return all;
    });
    // Also what one that was killed has left.
    for (const name of (await readdir(this.#home)).filter((one) => one.startsWith(GONE)))
      await rm(join(this.#home, name), { recursive: true, force: true });
    return gone.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #unused(uses: ReadonlyMap<string, Needed>): Promise<Unused[]> {
    const all: Unused[] = [];
    for (const name of (await readdir(this.#home)).filter((one) => !one.startsWith('.'))) {
      const folder = join(this.#home, name);
      const needed = uses.get(name);
      if (needed === 'all') continue;
      const inForce = (await readManifest(folder).catch(() => null))?.families ?? {};
      const stays = new Set([...(needed ?? []), ...FAMILIES.flatMap((family) => versionPath(inForce, family) ?? [])]);
      const earlier: Unused[] = [];
      for (const family of FAMILIES)
        for (const version of await readdir(join(folder, family)).catch(() => []))
          if (!stays.has(`${family}/${version}`)) earlier.push(await sized(join(folder, family, version)));
      all.push(...earlier);
      if (needed !== undefined && needed.length > 0) continue;
      const whole = await sized(folder);
      all.push({ ...whole, bytes: whole.bytes - earlier.reduce((sum, { bytes }) => sum + bytes, 0) });
    }
    return all;
  }

  #nameOf(folder: string): string {
    return folder.slice(this.#home.length + 1);
  }

  /** Changes what this process needs, and writes it down. */
  #change(change: () => unknown): Promise<void> {
    const written = this.#writing.then(() =>
      this.#locked(async () => {
        change();
        const needed: Record<string, Needed> = {};
        for (const { name, versions } of this.#loaded.values())
          needed[name] = [...((needed[name] as readonly string[] | undefined) ?? []), ...versions];
        for (const [name, count] of this.#whole) if (count > 0) needed[name] = 'all';
        await this.#uses.write(needed);
      }),
    );
    this.#writing = written.catch(() => {});
    return written;
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const folder = join(this.#home, USES);
    await mkdir(folder, { recursive: true });
    const lock = await waitForFolder(folder, LOCK_POLL_MILLISECONDS);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}

/** Who needs what, and the lock. */
const USES = '.uses';
/** On its way out. */
const GONE = '.gone-';

const versionPath = (families: Partial<Versions['families']>, family: Family): string | undefined =>
  families[family] === undefined ? undefined : `${family}/${families[family].version}`;

/** The bytes of all files in a folder, and when it was used last. */
async function sized(path: string): Promise<Unused> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => null))?.size ?? 0));
  const usedAt = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
  return { path, bytes: sizes.reduce((sum, one) => sum + one, 0), usedAt };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
