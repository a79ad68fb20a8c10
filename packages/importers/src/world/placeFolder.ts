import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Document, parseDocument } from 'yaml';
import { writeWhole } from '../fetch/cache.ts';
import { openZipEntry } from '../files/zip.ts';

/** Names of files that stores alone are read from begin so: the map keeps its own. */
export const STORES = 'stores-';

/** The folder of a place: recipe.yaml, lock.json and the files in data/. */
export class PlaceFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get recipe(): string {
    return join(this.path, 'recipe.yaml');
  }

  get lock(): string {
    return join(this.path, 'lock.json');
  }

  /** Which files the stores are of, where they were renewed alone. */
  get storesLock(): string {
    return join(this.path, 'stores.lock.json');
  }

  file(name: string): string {
    return join(this.path, 'data', name);
  }

  /** Unpacks the one file of an archive that a program needs to read at any place. Returns its name. */
  async unpack(archive: string, ending: string): Promise<string> {
    const name = archive.replace(/\.zip$/i, ending);
    const target = this.file(name);
    const source = await stat(this.file(archive));
    const there = await stat(target).catch(() => null);
    if (there !== null && there.mtimeMs >= source.mtimeMs) return name;
    const { bavail, bsize } = await statfs(dirname(target));
    const part = `${target}.part`;
    try {
      await pipeline(
        await openZipEntry(this.file(archive), undefined, [ending], bavail * bsize),
        createWriteStream(part),
      );
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
    return name;
  }

  /**
   * Writes the recipe. One that a person has changed stays: only its versions become those of the new one. Returns whether
   * it was changed by a person.
   */
  async writeRecipe(text: string): Promise<boolean> {
    const before = await readFile(this.recipe, 'utf8').catch(() => undefined);
    const made = await readFile(this.#sum, 'utf8').catch(() => undefined);
    const isChanged = before !== undefined && made !== undefined && sumOf(before) !== made.trim();
    if (isChanged) {
      const document = parseDocument(before);
      document.set('versions', new Document(parseDocument(text).toJS().versions).contents);
      withoutOwnStores(document);
      await writeWhole(this.recipe, document.toString({ lineWidth: 120 }));
      return true;
    }
    await this.#writeMade(text);
    return false;
  }

  /** Changes the recipe that is there, what a person wrote included. Returns what takes the change back. */
  async changeRecipe(change: (recipe: Document) => void): Promise<() => Promise<void>> {
    const before = await readFile(this.recipe, 'utf8');
    const made = await readFile(this.#sum, 'utf8').catch(() => undefined);
    const write = (text: string) =>
      made?.trim() === sumOf(before) ? this.#writeMade(text) : writeWhole(this.recipe, text);
    const document = parseDocument(before);
    change(document);
    await write(document.toString({ lineWidth: 120, flowCollectionPadding: true }));
    return () => write(before);
  }

  /** Writes a recipe that no person has changed. */
  async #writeMade(text: string): Promise<void> {
    await writeWhole(this.recipe, text);
    await writeWhole(this.#sum, `${sumOf(text)}\n`);
  }

  /** The sum of the recipe as it was made, by which a person's changes are known. */
  get #sum(): string {
    return join(this.path, '.recipe-as-made');
  }
}

/** Takes stores from the files of the map again, after they were renewed alone. */
function withoutOwnStores(recipe: Document): void {
  const { players } = recipe.toJS() as {
    readonly players?: { readonly osm?: unknown; readonly stores?: readonly { readonly file?: string }[] };
  };
  if ([players?.osm].flat().some((name) => String(name).startsWith(`data/${STORES}`)))
    recipe.deleteIn(['players', 'osm']);
  for (const [i, { file }] of (players?.stores ?? []).entries())
    if (file?.startsWith(`data/${STORES}`))
      recipe.setIn(['players', 'stores', i, 'file'], file.replace(`data/${STORES}`, 'data/'));
}

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');
