import { createHash } from 'node:crypto';
import { access, mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PulledSettings {
  /** Addresses of territories, such as s3://depot/graz or s3://depot/graz@2026-10. */
  readonly addresses: readonly string[];
  /** Folder of what is fetched, shared with the commands. */
  readonly home: string;
  /** Interval at which a store is asked for a newer version. */
  readonly everyMilliseconds: number;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/** Territories by address, as folders that are kept at the newest version. */
export interface PulledBundles {
  readonly folders: readonly string[];
  /** Fetches what is not there. Throws with a sentence where a territory cannot be fetched, and no earlier version of it is there. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function pulledBundles({ addresses, home, everyMilliseconds, report }: PulledSettings): PulledBundles {
  const stop = new AbortController();
  const failing = new Set<string>();
  const places = addresses.map((address) => ({ address, folder: join(home, 'pulled', nameOf(address)) }));
  let going: Promise<void> = Promise.resolve();

  const pull = async ({ address, folder }: { readonly address: string; readonly folder: string }) => {
    // The client of object storage takes as long to load as half of the service.
    const { pullTerritory } = await import('@hinterland/storage');
    await mkdir(folder, { recursive: true });
    // Commands remove what was not used for a month.
    await utimes(folder, new Date(), new Date());
    const { manifest, fetchedBytes } = await pullTerritory(address, folder);
    failing.delete(address);
    if (fetchedBytes > 0) report('territory fetched', { address, versions: manifest.families, fetchedBytes });
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
    async close() {
      stop.abort();
      await going;
    },
  };
}

/** The folder that `--territory` of the commands uses for the address, too. */
const nameOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 16);
