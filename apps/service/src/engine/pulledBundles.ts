import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PulledFolders } from '@hinterland/storage/pulledFolders';
import type { BundleSource } from './bundles.ts';

export interface PulledSettings {
  /** Addresses of territories, such as s3://depot/graz or s3://depot/graz@2026-10. */
  readonly addresses: readonly string[];
  /** Folder of what is fetched, shared with the commands. */
  readonly home: string;
  /** Bytes of fetched data that stay although no process uses them. */
  readonly spareBytes: number;
  /** Interval at which a store is asked for a newer version. */
  readonly everyMilliseconds: number;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/** Territories by address, as folders that are kept at the newest version. */
export interface PulledBundles {
  readonly folders: readonly string[];
  /** Fetches what is not there. Throws with a sentence where a territory cannot be fetched, and no earlier version of it is there. */
  start(): Promise<void>;
  /** A source whose loaded data stay on the disk until they are dropped. */
  keeping(source: BundleSource): BundleSource;
  close(): Promise<void>;
}

export function pulledBundles({
  addresses,
  home,
  spareBytes,
  everyMilliseconds,
  report,
}: PulledSettings): PulledBundles {
  const stop = new AbortController();
  const failing = new Set<string>();
  const pulled = new PulledFolders(join(home, 'pulled'), spareBytes);
  const places = addresses.map((address) => ({ address, folder: pulled.folderOf(address) }));
  const isPulled = (bundle: string) => places.some(({ folder }) => folder === bundle);
  let going: Promise<void> = Promise.resolve();

  const pull = async ({ address, folder }: { readonly address: string; readonly folder: string }) => {
    // The client of object storage takes as long to load as half of the service.
    const { onFullDisk, pullTerritory } = await import('@hinterland/storage');
    const { manifest, fetchedBytes } = await pulled
      .whole(folder, () => pullTerritory(address, folder))
      .catch((error) => onFullDisk(folder, error));
    failing.delete(address);
    if (fetchedBytes > 0) report('territory fetched', { address, versions: manifest.families, fetchedBytes });
  };
  const sweep = async () => {
    const bytes = await pulled.sweep().catch((error) => {
      report('unused territories not removed', { error: (error as Error).message });
      return 0;
    });
    if (bytes > 0) report('unused territories removed', { bytes });
  };
  const goOn = async () => {
    while (!stop.signal.aborted) {
      await sleep(everyMilliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      for (const place of places) {
        if (stop.signal.aborted) return;
        await pull(place).catch((error) => {
          if (!failing.has(place.address))
            report('territory not fetched, tried again', { address: place.address, error: (error as Error).message });
          failing.add(place.address);
        });
      }
      // Also what data were that left force meanwhile.
      await sweep();
    }
  };
  return {
    folders: places.map(({ folder }) => folder),
    async start() {
      for (const place of places) {
        try {
          await pull(place);
        } catch (error) {
          const isThere = await access(join(place.folder, 'manifest.json')).then(
            () => true,
            () => false,
          );
          if (!isThere) throw error;
          failing.add(place.address);
          report('territory not fetched, the one from before is used', {
            address: place.address,
            error: (error as Error).message,
          });
        }
      }
      if (places.length > 0) going = goOn();
    },
    keeping: (source) => ({
      list: () => source.list(),
      verify: (bundle, territory, signal) => source.verify(bundle, territory, signal),
      readBefore: (bundle, family, version) => source.readBefore(bundle, family, version),
      load(bundle) {
        if (!isPulled(bundle)) return source.load(bundle);
        return pulled.whole(bundle, async () => {
          const territory = await source.load(bundle);
          pulled.keep(bundle, territory, territory.manifest);
          return territory;
        });
      },
      async drop(territory) {
        await source.drop?.(territory);
        await pulled.drop(territory);
      },
    }),
    async close() {
      stop.abort();
      await going;
    },
  };
}
