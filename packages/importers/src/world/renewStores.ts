import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readManifest } from '@hinterland/territory';
import type { Document } from 'yaml';
import { ImportError } from '../errors/importError.ts';
import { fetchFiles } from '../fetch/fetchFiles.ts';
import { type LockedFile, readLock, writeLock } from '../fetch/lock.ts';
import { cutName } from '../overture/fetchCut.ts';
import type { Place } from '../places/place.ts';
import { buildStores } from '../recipe/buildStores.ts';
import { readRecipe } from '../recipe/read.ts';
import type { Report } from '../report/report.ts';
import { extractIndex, fetchCuts, fetchOptionsOf, type GetOptions } from './getTerritory.ts';
import { requireNotOwn } from './ownBundle.ts';
import { PlaceFolder, STORES } from './placeFolder.ts';
import { makePlan, type Plan } from './plan.ts';
import { inFolder, one } from './recipeMap.ts';
import { dayOfExtract } from './versions.ts';

/** Stores that were put in force beside the rest of a territory. */
export interface RenewedStores {
  /** Version of the stores. */
  readonly version: string;
  /** Version of the roads, which stays. */
  readonly roads: string;
  readonly report: Report;
}

/**
 * Fetches the lists of stores of a place that `get` made, and puts them in force beside its roads, people and areas, which stay as they are.
 * Null where no list is newer. Throws ImportError where the place is not there, and where a list lost a third of its stores: then the old
 * ones stay, in the recipe, too.
 */
export async function renewStores(place: Place, options: GetOptions): Promise<RenewedStores | null> {
  const folder = new PlaceFolder(join(options.placesDir, place.id));
  await requireNotOwn(options.outDir, folder.path);
  const locked = await readLock(folder.lock);
  const manifest = await readManifest(options.outDir).catch(() => null);
  if (locked === undefined || manifest === null) {
    throw new ImportError(`${place.name} is not there yet: its stores alone cannot be renewed. Get the whole first.`);
  }
  const fetchOptions = { ...fetchOptionsOf(options, undefined), refresh: true };
  const takesOverture = locked.some(({ name, bytes }) => name === cutName('places') && bytes > 0);
  const overture = takesOverture ? (['places'] as const) : [];
  const { extracts } = await extractIndex(fetchOptions);
  const plan = ofStores(makePlan(place, { ...options, overture }, extracts));
  options.planned?.(plan);

  const maps = await fetchFiles(plan.files, fetchOptions);
  const files = [...maps, ...(await fetchCuts(plan, fetchOptions, options))];
  const before = (await readLock(folder.storesLock)) ?? locked;
  if (files.every(({ sha256 }) => before.some((file) => file.sha256 === sha256))) return null;
  for (const file of files) await fetchOptions.cache.put(file, folder.file(STORES + file.name));

  const days = await Promise.all(maps.map((file) => dayOfExtract(folder.file(STORES + file.name), file)));
  const version = versionOf(days.sort()[0]!, files, manifest.families.players?.version);
  const undo = await folder.changeRecipe((recipe) => nameStores(recipe, version, maps, files));
  const report = await buildStores(await readRecipe(folder.recipe), {
    outDir: options.outDir,
    acceptsLosses: options.acceptsLosses,
    progress: (step, fraction) => options.building?.(step, fraction),
  }).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  await writeLock(folder.storesLock, files);
  return { version, roads: manifest.families.territory?.version ?? '', report };
}

/** The part of a plan that stores are taken from. */
function ofStores(plan: Plan): Plan {
  const files = plan.files.filter(({ url }) => plan.extracts.some((extract) => extract.url === url));
  const downloadMegabytes = [...files, ...plan.cuts].reduce((sum, { megabytes = 0 }) => sum + megabytes, 0);
  const notes = ['Stores alone are renewed: roads, people and areas stay as they are.'];
  return { ...plan, files, comparison: null, notes, estimate: { ...plan.estimate, downloadMegabytes } };
}

/** The day of the extract; with the beginning of a checksum where the stores in force are of that day, too. */
function versionOf(day: string, files: readonly LockedFile[], present: string | undefined): string {
  if (present === undefined || !present.startsWith(day)) return day;
  const sums = files.map(({ sha256 }) => sha256).join();
  return `${day}-${createHash('sha256').update(sums).digest('hex').slice(0, 8)}`;
}

/** Names the new files and their version in a recipe, the dates of their sources included. */
function nameStores(
  recipe: Document,
  version: string,
  maps: readonly LockedFile[],
  files: readonly LockedFile[],
): void {
  recipe.setIn(['versions', 'players'], version);
  recipe.setIn(['players', 'osm'], one(maps.map(({ name }) => inFolder(STORES + name))));
  const { players, sources } = recipe.toJS() as {
    readonly players: { readonly stores: readonly { readonly file?: string }[] };
    readonly sources: readonly { readonly family: string; readonly vintage?: string }[];
  };
  for (const [i, { file }] of players.stores.entries()) {
    const own = files.find(({ name }) => file === inFolder(name) || file === inFolder(STORES + name));
    if (own !== undefined) recipe.setIn(['players', 'stores', i, 'file'], inFolder(STORES + own.name));
  }
  for (const [i, { family, vintage }] of sources.entries()) {
    if (family === 'players' && vintage !== undefined)
      recipe.setIn(['sources', i, 'vintage'], version.slice(0, 'yyyy-mm-dd'.length));
  }
}
