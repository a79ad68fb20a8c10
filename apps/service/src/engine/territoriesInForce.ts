import { setTimeout as sleep } from 'node:timers/promises';
import { type Family, type FamilyDescriptor, shareTerritory, type Territory } from '@hinterland/territory';
import type { BundleSource } from './bundles.ts';
import type { WorkerPool } from './pool.ts';

/** One territory at one set of data versions, known to every engine thread under `key`. */
export interface Generation {
  readonly key: string;
  readonly territory: Territory;
  /** Folder that it was loaded from. */
  readonly bundle: string;
  /** Codes of all its areas, also with their kind ("postcode:2000"). */
  readonly areaCodes: ReadonlySet<string>;
}

/** A generation in use by one call: it stays loaded until `release`, even when newer data are put in force. */
export interface Lease {
  readonly generation: Generation;
  release(): void;
}

interface Installed {
  readonly bundle: string;
  readonly fingerprint: string;
  readonly generation: Generation;
  uses: number;
  retired: boolean;
}

export interface TerritoriesSettings {
  readonly source: BundleSource;
  readonly pool: WorkerPool;
  readonly pollMilliseconds: number;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/**
 * The territories in force. Their manifests are watched: new data are loaded beside the old, calls that come then get
 * the new, and the old leave memory with the last call that uses them.
 */
export class Territories {
  readonly #settings: TerritoriesSettings;
  #installed: Installed[] = [];
  readonly #stop = new AbortController();
  #watching: Promise<void> = Promise.resolve();
  #nextKey = 1;

  constructor(settings: TerritoriesSettings) {
    this.#settings = settings;
  }

  /** Loads what is there and begins to watch. Throws where a bundle cannot be used. */
  async start(): Promise<void> {
    for (const { bundle, fingerprint } of await this.#settings.source.list()) {
      this.#installed.push(await this.#load(bundle, fingerprint));
    }
    this.#refuseSameIds(this.#installed);
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  /** Territories in force, by id. */
  get current(): readonly Generation[] {
    return this.#installed.map(({ generation }) => generation);
  }

  /** Keeps a generation loaded while a call uses it. */
  lease(generation: Generation): Lease {
    const installed = this.#installed.find((one) => one.generation === generation);
    if (installed === undefined) throw new Error(`${generation.key} is not in force`);
    installed.uses++;
    let released = false;
    return {
      generation,
      release: () => {
        if (released) return;
        released = true;
        installed.uses--;
        this.#dropUnused(installed);
      },
    };
  }

  /** Reads what a territory held of a family before the version in force; null where it is not there any more. */
  async readBefore({ territory }: Generation, family: Family): Promise<FamilyDescriptor | null> {
    const { id } = territory.manifest;
    const installed = this.#installed.find(({ generation }) => generation.territory.manifest.id === id);
    const version = territory.manifest.families[family]?.version;
    if (installed === undefined || version === undefined) return null;
    return this.#settings.source.readBefore(installed.bundle, family, version);
  }

  /** Looks for new, changed and removed bundles once. A bundle that cannot be read leaves the old one in force. */
  async refresh(): Promise<void> {
    const found = await this.#settings.source.list();
    const next: Installed[] = [];
    for (const { bundle, fingerprint } of found) {
      const old = this.#installed.find((one) => one.bundle === bundle);
      if (old?.fingerprint === fingerprint) next.push(old);
      else next.push(...(await this.#replace(bundle, fingerprint, old)));
    }
    const gone = this.#installed.filter((one) => !next.includes(one));
    this.#installed = next;
    for (const one of gone) {
      one.retired = true;
      this.#dropUnused(one);
    }
  }

  readonly #failed = new Map<string, string>();

  async #replace(bundle: string, fingerprint: string, old: Installed | undefined): Promise<Installed[]> {
    const keep = old === undefined ? [] : [old];
    if (this.#failed.get(bundle) === fingerprint) return keep;
    try {
      const loaded = await this.#load(bundle, fingerprint);
      this.#refuseSameIds([...this.#installed.filter((one) => one !== old), loaded]);
      this.#settings.report('territory put in force', { bundle, versions: loaded.generation.territory.dataVersion });
      return [loaded];
    } catch (error) {
      this.#failed.set(bundle, fingerprint); // logged once, not at every poll
      this.#settings.report('territory refused', { bundle, error: (error as Error).message });
      return keep;
    }
  }

  async #load(bundle: string, fingerprint: string): Promise<Installed> {
    const territory = await this.#settings.source.load(bundle);
    const key = `${territory.manifest.id}#${this.#nextKey++}`;
    this.#settings.pool.addTerritory(key, shareTerritory(territory));
    const generation: Generation = { key, territory, bundle, areaCodes: areaCodesOf(territory) };
    return { bundle, fingerprint, generation, uses: 0, retired: false };
  }

  #refuseSameIds(installed: readonly Installed[]): void {
    const byId = new Map<string, string>();
    for (const { bundle, generation } of installed) {
      const { id } = generation.territory.manifest;
      const other = byId.get(id);
      if (other !== undefined) {
        throw new Error(
          `${other} and ${bundle} both hold the territory "${id}". Remove one of them, or rename its id.`,
        );
      }
      byId.set(id, bundle);
    }
  }

  #dropUnused(installed: Installed): void {
    if (installed.retired && installed.uses === 0) this.#settings.pool.dropTerritory(installed.generation.key);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await sleep(this.#settings.pollMilliseconds, undefined, { signal, ref: false });
        await this.refresh();
      } catch (error) {
        if (!signal.aborted) this.#settings.report('territories cannot be read', { error: (error as Error).message });
      }
    }
  }
}

function areaCodesOf({ areas }: Territory): Set<string> {
  const codes = new Set<string>();
  for (let row = 0; row < areas.rows; row++) codes.add(areas.code.at(row));
  return codes;
}
