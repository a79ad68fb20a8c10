import { setTimeout as sleep } from 'node:timers/promises';
import { type Family, type FamilyDescriptor, shareTerritory, type Territory } from '@hinterland/territory';
import type { Agreement, Held } from './agreement.ts';
import type { BundleSource } from './bundles.ts';
import { type Damage, TerritoryBehind, TerritoryDamaged } from './damage.ts';
import { Following } from './following.ts';
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
  /** Another lease of the same generation, also where newer data are in force. */
  again(): Lease;
  release(): void;
}

interface Installed {
  readonly bundle: string;
  readonly fingerprint: string;
  readonly generation: Generation;
  readonly verification: Verification;
  /** Whether it was there when the process started. */
  readonly hadAtStart: boolean;
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

/** Polls between two times at which a process takes part in the agreement, while nothing changes. */
export const POLLS_PER_AGREEMENT = 5;

/** Pause after a verification that failed without a result, for lack of memory for instance. */
const RETRY_MILLISECONDS = 5_000;

/**
 * The territories in force. Their manifests are watched: new data are loaded beside the old, calls that come then get
 * the new, and the old leave memory with the last call that uses them. Every file is compared with its checksum: those
 * of the start beside the first calls, later ones before they come into force. A damaged territory leaves force at once. What
 * first calls would have to make is made once a territory was found to be sound.
 *
 * Of several processes that share a database, all put new data in force at the moment that it names, and one that does not have what is
 * in force answers no call for that territory.
 */
export class Territories {
  readonly #settings: TerritoriesSettings;
  #installed: Installed[] = [];
  /** By bundle newer data that wait for the moment at which they come into force. */
  readonly #ready = new Map<string, Installed>();
  /** Ids of territories whose data in force this process does not have. */
  readonly #behind = new Set<string>();
  #following: Following | null = null;
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
      this.#installed.push(this.#install(bundle, fingerprint, await source.load(bundle), true));
    }
    this.#refuseSameIds(this.#installed);
    this.#watching = this.#watch();
  }

  /** Answers by what is in force for all processes of the service, from here on. */
  async follow(agreement: Agreement): Promise<void> {
    const { pollMilliseconds, report } = this.#settings;
    this.#following = new Following({
      agreement,
      everyMilliseconds: POLLS_PER_AGREEMENT * pollMilliseconds,
      soonMilliseconds: pollMilliseconds,
      held: () => this.#held(),
      waits: () => this.#ready.size > 0 || this.#behind.size > 0,
      settle: (territory, fingerprint) => this.#settle(territory, fingerprint),
      report,
    });
    await this.#following.start();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#following?.close(), this.#watching, this.#warming]);
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
      .filter(({ verification, generation }) => verification.damage === null && !this.#behind.has(idOf(generation)))
      .map(({ generation }) => generation);
  }

  /** Ids of territories of which other processes have newer data in force, which this one does not have. */
  get behind(): readonly string[] {
    return [...this.#behind];
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
    if (this.#behind.has(idOf(generation))) throw new TerritoryBehind(idOf(generation));
    return this.#leaseOf(installed);
  }

  #leaseOf(installed: Installed): Lease {
    installed.uses++;
    let released = false;
    return {
      generation: installed.generation,
      verified: (signal) => installed.verification.passed(signal),
      again: () => this.#leaseOf(installed),
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
    const loaded = new Map<string, Installed>();
    for (const { bundle, fingerprint } of found) {
      const old = this.#inForce(bundle);
      if (old?.fingerprint === fingerprint) this.#forget(bundle);
      else if (this.#ready.get(bundle)?.fingerprint !== fingerprint) {
        const one = await this.#load(bundle, fingerprint, old);
        if (one !== null) loaded.set(bundle, one);
      }
    }
    // In one step: a moment may have come while data were loaded.
    for (const [bundle, one] of loaded) {
      this.#forget(bundle);
      this.#ready.set(bundle, one);
      if (this.#following === null || this.#inForce(bundle) === undefined) this.#putInForce(bundle);
    }
    const bundles = new Set(found.map(({ bundle }) => bundle));
    for (const one of this.#installed.filter(({ bundle }) => !bundles.has(bundle))) {
      this.#forget(one.bundle);
      this.#installed = this.#installed.filter((other) => other !== one);
      this.#behind.delete(idOf(one.generation));
      this.#retire(one);
    }
  }

  #inForce(bundle: string): Installed | undefined {
    return this.#installed.find((one) => one.bundle === bundle);
  }

  /** Data that waited for their moment are in force from here on. */
  #putInForce(bundle: string): void {
    const one = this.#ready.get(bundle);
    if (one === undefined) return;
    this.#ready.delete(bundle);
    const old = this.#inForce(bundle);
    this.#installed =
      old === undefined ? [...this.#installed, one] : this.#installed.map((each) => (each === old ? one : each));
    if (old !== undefined) this.#retire(old);
    this.#settings.report('territory put in force', { bundle, versions: one.generation.territory.dataVersion });
  }

  #forget(bundle: string): void {
    const one = this.#ready.get(bundle);
    this.#ready.delete(bundle);
    if (one !== undefined) this.#retire(one);
  }

  #retire(one: Installed): void {
    one.retired = true;
    this.#dropUnused(one);
  }

  #held(): Held[] {
    return this.#installed.map((one) => {
      const newest = this.#ready.get(one.bundle) ?? one;
      return {
        territory: idOf(one.generation),
        serves: one.fingerprint,
        offers: newest.fingerprint,
        hadAtStart: newest.hadAtStart,
      };
    });
  }

  #settle(territory: string, fingerprint: string): void {
    const installed = this.#installed.find(({ generation }) => idOf(generation) === territory);
    if (installed === undefined) return;
    if (this.#ready.get(installed.bundle)?.fingerprint === fingerprint) this.#putInForce(installed.bundle);
    const isBehind = this.#inForce(installed.bundle)?.fingerprint !== fingerprint;
    if (isBehind && !this.#behind.has(territory)) this.#settings.report('territory behind', { territory });
    if (isBehind) this.#behind.add(territory);
    else this.#behind.delete(territory);
  }

  readonly #failed = new Map<string, string>();

  async #load(bundle: string, fingerprint: string, old: Installed | undefined): Promise<Installed | null> {
    if (this.#failed.get(bundle) === fingerprint) return null;
    let territory: Territory | null = null;
    try {
      territory = await this.#settings.source.load(bundle);
      const damage = await this.#compare(bundle, territory);
      if (damage !== null) throw new Error(`${damage.place}: ${damage.problem}`);
      await this.#warmUp(bundle, territory, AbortSignal.timeout(WARM_UP_MILLISECONDS));
      const loaded = this.#install(bundle, fingerprint, territory, false);
      loaded.verification.end(null);
      this.#refuseSameIds([...this.#installed.filter((one) => one !== old), loaded]);
      return loaded;
    } catch (error) {
      this.#failed.set(bundle, fingerprint); // logged once, not at every poll
      if (territory !== null) this.#drop(bundle, territory);
      this.#settings.report('territory refused', { bundle, error: (error as Error).message });
      return null;
    }
  }

  async #verify(installed: Installed, report: (damage: Damage) => void): Promise<void> {
    const { bundle, generation, verification } = installed;
    const { territory } = generation;
    const found = await this.#compare(bundle, territory);
    const damage = found === null ? null : { territory: territory.manifest.id, bundle, ...found };
    verification.end(damage);
    if (damage === null) return this.#warmUp(bundle, territory);
    this.#retire(installed);
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

  #install(bundle: string, fingerprint: string, territory: Territory, hadAtStart: boolean): Installed {
    const key = `${territory.manifest.id}#${this.#nextKey++}`;
    this.#settings.pool.addTerritory(key, shareTerritory(territory));
    const generation: Generation = { key, territory, bundle, areaCodes: areaCodesOf(territory) };
    const verification = new Verification(territory.manifest.id);
    return { bundle, fingerprint, generation, verification, hadAtStart, uses: 0, retired: false };
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
    if (!installed.retired || installed.uses > 0) return;
    const { key, territory } = installed.generation;
    this.#settings.pool.dropTerritory(key);
    this.#drop(installed.bundle, territory);
  }

  #drop(bundle: string, territory: Territory): void {
    this.#settings.source.drop?.(territory).catch((error) => {
      this.#settings.report('territory not dropped', { bundle, error: (error as Error).message });
    });
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

const idOf = ({ territory }: Generation): string => territory.manifest.id;

function areaCodesOf({ areas }: Territory): Set<string> {
  const codes = new Set<string>();
  for (let row = 0; row < areas.rows; row++) codes.add(areas.code.at(row));
  return codes;
}
