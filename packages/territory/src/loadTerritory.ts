import { join } from 'node:path';
import { AREA_POLYGONS_FILE } from './areaPolygons.ts';
import { readArrowLayout } from './arrowRead.ts';
import { readDescriptor, readManifest, versionFolder } from './bundleFiles.ts';
import { FAMILIES, type Family, type FamilyDescriptor } from './descriptor.ts';
import { BundleError } from './errors.ts';
import { arrowFileName, columnDifference, expectedTables, rowMismatches } from './familyTables.ts';
import type { TableLayout } from './layout.ts';
import { type FamilyVersions, requireSameTerritory, withVersions } from './putInForce.ts';
import { readIntoShared, type Verify } from './readFile.ts';
import { territoryFromShared } from './share.ts';
import type { Territory } from './territory.ts';
import { completeTopicEntries } from './topicTables.ts';

/** Files read at the same time; more does not help a disk. */
const PARALLEL_READS = 4;
const REMEDY = 'Build the territory again.';

export interface LoadOptions {
  /** Versions to open instead of those in force, such as an older one. */
  readonly versions?: FamilyVersions;
  /** `size` (default) finds files that were cut short, `sha256` every change, at about a second per GB. */
  readonly verify?: Verify;
}

/**
 * Reads a bundle into shared memory, one buffer per file, and gives views on it. No row is looked at: what it costs is
 * reading the files. Throws BundleError, naming file and remedy, where something is missing, cut short, of another
 * format, or does not fit together; `checkBundle` looks deeper.
 */
export async function loadTerritory(bundleDir: string, options: LoadOptions = {}): Promise<Territory> {
  const manifest = withVersions(await readManifest(bundleDir), options.versions ?? {});
  const descriptors: Partial<Record<Family, FamilyDescriptor>> = {};
  for (const family of FAMILIES) {
    const version = manifest.families[family]?.version;
    if (version !== undefined) descriptors[family] = await readDescriptor(bundleDir, family, version);
  }
  requireSameTerritory(Object.values(descriptors));
  if (descriptors.territory === undefined) {
    throw new BundleError('manifest.json', 'it names no version of the territory.', REMEDY);
  }
  const verify = options.verify ?? 'size';
  const territory = await loadFamily(bundleDir, descriptors.territory, verify);
  const sociodemo =
    descriptors.sociodemo === undefined ? null : await loadFamily(bundleDir, descriptors.sociodemo, verify);
  const realestate =
    descriptors.realestate === undefined ? null : await loadFamily(bundleDir, descriptors.realestate, verify);
  const players = descriptors.players === undefined ? null : await loadFamily(bundleDir, descriptors.players, verify);
  requireRowPerPole(territory.tables, sociodemo?.tables);
  return territoryFromShared({
    manifest,
    descriptors,
    territoryTables: territory.tables,
    sociodemoTables: sociodemo?.tables ?? null,
    realestateTables: realestate?.tables ?? null,
    playersTables: players?.tables ?? null,
    topicEntries: sociodemo === null ? [] : completeTopicEntries(descriptors.sociodemo?.topics ?? []),
    areaPolygons: territory.others.get(AREA_POLYGONS_FILE) ?? null,
  });
}

interface LoadedFamily {
  readonly tables: Readonly<Record<string, TableLayout>>;
  readonly others: ReadonlyMap<string, SharedArrayBuffer>;
}

/** Every table of a family version, with the columns that it must have, and its other files. */
async function loadFamily(bundleDir: string, descriptor: FamilyDescriptor, verify: Verify): Promise<LoadedFamily> {
  const { family, version, files } = descriptor;
  const folder = versionFolder(bundleDir, family, version);
  const expected = expectedTables(family, descriptor.topics ?? []);
  const tableByFile = new Map([...expected.keys()].map((table) => [arrowFileName(table), table]));
  const tables: Record<string, TableLayout> = {};
  const others = new Map<string, SharedArrayBuffer>();
  await inParallel(files, async (file) => {
    const place = `${family}/${version}/${file.name}`;
    const buffer = await readIntoShared(join(folder, file.name), place, file, verify);
    const table = tableByFile.get(file.name);
    if (table === undefined) others.set(file.name, buffer);
    else tables[table] = checkedLayout(buffer, place, file.rows, expected.get(table)!.spec);
  });
  for (const [table, { required }] of expected) {
    if (required && tables[table] === undefined) {
      const place = `${family}/${version}/family.json`;
      throw new BundleError(place, `it does not list the file ${arrowFileName(table)}.`, REMEDY);
    }
  }
  const rows = new Map(Object.entries(tables).map(([table, layout]) => [table, layout.rows]));
  for (const { table, rows: count, like, likeRows } of rowMismatches(rows)) {
    const place = `${family}/${version}/${arrowFileName(table)}`;
    throw new BundleError(place, `it has ${count} rows, ${arrowFileName(like)} has ${likeRows}.`, REMEDY);
  }
  return { tables, others };
}

function checkedLayout(
  buffer: SharedArrayBuffer,
  place: string,
  rows: number,
  spec: Parameters<typeof columnDifference>[1],
): TableLayout {
  const layout = readArrowLayout(buffer, place);
  const difference = columnDifference(layout.columns, spec);
  if (difference !== null) throw new BundleError(place, difference, REMEDY);
  if (layout.rows !== rows) {
    throw new BundleError(place, `it has ${layout.rows} rows, family.json says ${rows}.`, REMEDY);
  }
  return layout;
}

function requireRowPerPole(territory: LoadedFamily['tables'], sociodemo: LoadedFamily['tables'] | undefined): void {
  const poles = territory.poles!.rows;
  const poleUnits = sociodemo?.poleUnits?.rows ?? poles;
  if (poleUnits !== poles) {
    throw new BundleError('sociodemo, poleUnits.arrow', `it has ${poleUnits} rows for ${poles} poles.`, REMEDY);
  }
}

/** Runs the task for every item, a few at a time; the first failure is thrown once all that began have ended. */
async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await task(items[next++]!);
  };
  const results = await Promise.allSettled(Array.from({ length: PARALLEL_READS }, lane));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
