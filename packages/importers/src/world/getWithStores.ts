import { join } from 'node:path';
import { loadTerritory } from '@hinterland/territory';
import { FetchFault } from '../fetch/fetchFault.ts';
import { readLock } from '../fetch/lock.ts';
import { cutName } from '../overture/fetchCut.ts';
import type { Place } from '../places/place.ts';
import { type GetOptions, type GotTerritory, getTerritory } from './getTerritory.ts';
import { PlaceFolder } from './placeFolder.ts';

/** A map that holds a smaller share of the stores that registers count is thin. A guess. */
const THIN_SHARE = 0.5;

/**
 * Gets a territory, and takes the places of Overture, too, where the map turns out to hold less than half of the stores that registers
 * count there. Where nobody counts, nobody knows, and the map's stay alone.
 */
export async function getWithStores(place: Place, options: GetOptions): Promise<GotTerritory | null> {
  const withPlaces: GetOptions = { ...options, overture: ['places'] };
  const before = await readLock(new PlaceFolder(join(options.placesDir, place.id)).lock);
  if (before?.some(({ name, bytes }) => name === cutName('places') && bytes > 0)) {
    return getTerritory(place, withPlaces);
  }
  const got = await getTerritory(place, options);
  const thin = got === null ? null : await thinStores(options.outDir);
  if (thin === null) return got;
  options.noted?.(
    `The map holds ${Math.round(100 * thin.share)}% of the stores that registers count here (${thin.sources.join('; ')}): those of Overture are taken, too. --overture none leaves them out.`,
  );
  try {
    return (await getTerritory(place, { ...withPlaces, refresh: false })) ?? got;
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    options.noted?.(`Overture's stores could not be fetched, and the map's stay alone: ${error.message}`);
    return got;
  }
}

/** The share of the counted stores that a bundle holds where that is small; null where it is not, and where nobody counts. */
async function thinStores(outDir: string): Promise<{ share: number; sources: readonly string[] } | null> {
  const { players } = await loadTerritory(outDir);
  const measured = players?.supply.completeness.measured ?? [];
  const sum = (of: 'mapped' | 'expected') => measured.reduce((all, one) => all + one[of], 0);
  const share = sum('expected') > 0 ? sum('mapped') / sum('expected') : 1;
  return share < THIN_SHARE ? { share, sources: [...new Set(measured.map(({ source }) => source))] } : null;
}
