import { setTimeout as sleep } from 'node:timers/promises';
import { type Family, type FamilyDescriptor, shareTerritory, type Territory } from '@hinterland/territory';
import type { BundleSource } from './bundles.ts';
import { type Damage, TerritoryDamaged } from './damage.ts';
import type { WorkerPool } from './pool.ts';
import type { FileDamage } from './verification.ts';
import { Verification } from './verified.ts';

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
  /** Resolves once every file of the territory was found to be as written. Throws as Verification.passed does. */
  verified(signal: AbortSignal): Promise<void>;
  release(): void;
}

interface Installed {
  readonly bundle: string;
  readonly fingerprint: string;
  readonly generation: Generation;
  readonly verification: Verification;
  uses: number;
  retired: boolean;
}

export interface TerritoriesSettings {
  readonly source: BundleSource;
  readonly pool: WorkerPool;
  readonly pollMilliseconds: number;
  /** Makes what first calls of a territory would have to make, until the signal is aborted; nothing where absent. */
  readonly warmUp?: ((territory: Territory, signal: AbortSignal) => Promise<void>) | undefined;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/** Time that new data are warmed up at most before they come into force. */
const WARM_UP_MILLISECONDS = 120_000;

/** Pause after a verification that failed without a result, for lack of memory for instance. */
const RETRY_MILLISECONDS = 5_000;

/**
 * The territories in force. Their manifests are watched: new data are loaded beside the old, calls that come then get
 * the new, and the old leave memory with the last call that uses them. Every file is compared with its checksum: those
 * of the start beside the first calls, later ones before they come into force. A damaged territory leaves force at once. What
 * first calls would have to make is made once a territory was found to be sound.
 */
export class Territories {
  readonly #settings: TerritoriesSettings;
  #installed: Installed[] = [];
  readonly #stop = new AbortController();
  #watching: Promise<void> = Promise.resolve();
  #warming: Promise<void> = Promise.resolve();
  #nextKey = 1;

  constructor(settings: TerritoriesSettings) {
    this.#settings = settings;
  }

  /** Loads what is there and begins to watch. Throws where a bundle cannot be used. */
  async start(): Promise<void> {
    const { source } = this.#settings;
    for (const { bundle, fingerprint } of await source.list()) {
      this.#installed.push(this.#install(bundle, fingerprint, await source.load(bundle)));
    }
    this.#refuseSameIds(this.#installed);
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#watching, this.#warming]);
  }

  /** Begins to compare the territories of the start with their checksums. `report` receives every damaged one. */
  verify(report: (damage: Damage) => void): void {
    for (const installed of this.#installed) {
      this.#verify(installed, report).catch((error) => {
        if (this.#stop.signal.aborted) return;
        this.#settings.report('territory not verified', { bundle: installed.bundle, error: (error as Error).message });
      });
    }
  }

  /** Territories in force, by id. */
  get current(): readonly Generation[] {
    return this.#installed
      .filter(({ verification }) => verification.damage === null)
      .map(({ generation }) => generation);
  }

  /** Territories in force and damaged ones: a call that is meant for a damaged one must not go to another. */
  get known(): readonly Generation[] {
    return this.#installed.map(({ generation }) => generation);
  }

  /** Territories that left force because they are damaged. */
  get damaged(): readonly Damage[] {
    return this.#installed.flatMap(({ verification }) => verification.damage ?? []);
  }

  /** Keeps a generation loaded while a call uses it. Throws service_unavailable where it is damaged. */
  lease(generation: Generation): Lease {
    const installed = this.#installed.find((one) => one.generation === generation);
    if (installed === undefined) throw new Error(`${generation.key} is not in force`);
    const { verification } = installed;
    if (verification.damage !== null) throw new TerritoryDamaged(verification.damage);
    installed.uses++;
    let released = false;
    return {
      generation,
      verified: (signal) => verification.passed(signal),
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
      const territory = await this.#settings.source.load(bundle);
      const damage = await this.#compare(bundle, territory);
      if (damage !== null) throw new Error(`${damage.place}: ${damage.problem}`);
      await this.#warmUp(bundle, territory, AbortSignal.timeout(WARM_UP_MILLISECONDS));
      const loaded = this.#install(bundle, fingerprint, territory);
      loaded.verification.end(null);
      this.#refuseSameIds([...this.#installed.filter((one) => one !== old), loaded]);
      this.#settings.report('territory put in force', { bundle, versions: loaded.generation.territory.dataVersion });
      return [loaded];
    } catch (error) {
      this.#failed.set(bundle, fingerprint); // logged once, not at every poll
      this.#settings.report('territory refused', { bundle, error: (error as Error).message });
      return keep;
    }
  }

  async #verify(installed: Installed, report: (damage: Damage) => void): Promise<void> {
    const { bundle, generation, verification } = installed;
    const { territory } = generation;
    const found = await this.#compare(bundle, territory);
    const damage = found === null ? null : { territory: territory.manifest.id, bundle, ...found };
    verification.end(damage);
    if (damage === null) return this.#warmUp(bundle, territory);
    installed.retired = true;
    this.#dropUnused(installed);
    report(damage);
  }

  /** Compares a territory with its checksums. A thread that fails without a result is started again. */
  async #compare(bundle: string, territory: Territory): Promise<FileDamage | null> {
    const { signal } = this.#stop;
    for (;;) {
      try {
        return await this.#settings.source.verify(bundle, territory, signal);
      } catch (error) {
        signal.throwIfAborted();
        this.#settings.report('territory not verified, tried again', { bundle, error: (error as Error).message });
        await sleep(RETRY_MILLISECONDS, undefined, { signal, ref: false });
      }
    }
  }

  /** One territory after the other. A failure costs time of later calls and nothing else. */
  #warmUp(bundle: string, territory: Territory, limit?: AbortSignal): Promise<void> {
    const { warmUp, report } = this.#settings;
    const signal = limit === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, limit]);
    this.#warming = this.#warming
      .then(() => (signal.aborted ? undefined : warmUp?.(territory, signal)))
      .catch((error) => report('territory not warmed up', { bundle, error: (error as Error).message }));
    return this.#warming;
  }

  #install(bundle: string, fingerprint: string, territory: Territory): Installed {
    const key = `${territory.manifest.id}#${this.#nextKey++}`;
    this.#settings.pool.addTerritory(key, shareTerritory(territory));
    const generation: Generation = { key, territory, bundle, areaCodes: areaCodesOf(territory) };
    const verification = new Verification(territory.manifest.id);
    return { bundle, fingerprint, generation, verification, uses: 0, retired: false };
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
