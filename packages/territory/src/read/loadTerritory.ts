import { join, resolve } from 'node:path';
import { AREA_POLYGONS_FILE } from '../format/areaPolygons.ts';
import { FAMILIES, type Family, type FamilyDescriptor } from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';
import { arrowFileName, columnDifference, expectedTables, rowMismatches } from '../format/familyTables.ts';
import { completeTopicEntries } from '../format/topicEntries.ts';
import type { TableLayout } from '../memory/layout.ts';
import { FileIntoShared, unread } from '../memory/lazyColumns.ts';
import { type SharedTerritory, territoryFromShared } from '../memory/share.ts';
import type { Territory } from '../memory/territory.ts';
import { readArrowLayout } from './arrowRead.ts';
import { listVersions, readDescriptor, readManifest, versionFolder } from './bundleFiles.ts';
import { readIntoShared, requireSize, type Verify } from './readFile.ts';
import { type FamilyVersions, requireSameTerritory, withVersions } from './versions.ts';

/** Columns of larger files are read when they are first used: a call seldom needs all of a country. */
const LAZY_ABOVE_BYTES = 4_000_000;

/** Files read at the same time; more does not help a disk. */
const PARALLEL_READS = 4;
const REMEDY = 'Build the territory again.';

export interface LoadOptions {
  /** Versions to open instead of those in force, such as an older one. */
  readonly versions?: FamilyVersions;
  /**
   * `size` (default) finds files that were cut short, and leaves columns of large files unread until they are used;
   * `sha256` finds every change and reads everything, at about a second per GB.
   */
  readonly verify?: Verify;
  /** Columns of larger files, in bytes, are left unread. 4 MB where absent. */
  readonly lazyAboveBytes?: number;
}

/**
 * Reads a bundle into shared memory, one buffer per file, and returns views on it. No row is read. The first thread
 * that uses a column of a large file reads it, so the files of a version must not change while it is in use. Throws
 * BundleError with file and remedy for files that are missing, cut short, of another format, or that do not fit each
 * other; `checkBundle` checks every row.
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
  const lazyAbove = verify === 'size' ? (options.lazyAboveBytes ?? LAZY_ABOVE_BYTES) : Infinity;
  const how = { verify, lazyAbove };
  const territory = await loadFamily(bundleDir, descriptors.territory, how);
  const sociodemo =
    descriptors.sociodemo === undefined ? null : await loadFamily(bundleDir, descriptors.sociodemo, how);
  const realestate =
    descriptors.realestate === undefined ? null : await loadFamily(bundleDir, descriptors.realestate, how);
  const players = descriptors.players === undefined ? null : await loadFamily(bundleDir, descriptors.players, how);
  const backdrop = descriptors.backdrop === undefined ? null : await loadFamily(bundleDir, descriptors.backdrop, how);
  const transit = descriptors.transit === undefined ? null : await loadFamily(bundleDir, descriptors.transit, how);
  requireRowPerPole(territory.tables, sociodemo?.tables);
  return territoryFromShared({
    manifest,
    descriptors,
    territoryTables: territory.tables,
    sociodemoTables: sociodemo?.tables ?? null,
    realestateTables: realestate?.tables ?? null,
    playersTables: players?.tables ?? null,
    earlierStores: descriptors.players === undefined ? [] : await loadEarlier(bundleDir, descriptors.players.version),
    backdropTables: backdrop?.tables ?? null,
    transitTables: transit?.tables ?? null,
    topicEntries: sociodemo === null ? [] : completeTopicEntries(descriptors.sociodemo?.topics ?? []),
    areaPolygons: territory.others.get(AREA_POLYGONS_FILE) ?? null,
    scratch: new SharedArrayBuffer(scratchBytes(territory.tables)),
  });
}

/** Earlier versions of the stores that are read, the newest: what changed is asked of the last releases. */
const EARLIER_MOST = 3;
const STORE_FILES = ['sectors', 'brands', 'stores'].map(arrowFileName);

/**
 * The stores of versions before the one in force, the newest first. They are read whole and compared with their checksums: who keeps an
 * earlier version may remove it at any time. One that is damaged, or of another format, is as one that is not kept.
 */
async function loadEarlier(bundleDir: string, inForce: string): Promise<NonNullable<SharedTerritory['earlierStores']>> {
  const versions = (await listVersions(bundleDir, 'players')).filter((version) => version < inForce);
  const earlier: { readonly version: string; readonly tables: LoadedFamily['tables'] }[] = [];
  for (const version of versions.toReversed()) {
    if (earlier.length === EARLIER_MOST) break;
    try {
      const descriptor = await readDescriptor(bundleDir, 'players', version);
      const files = descriptor.files.filter(({ name }) => STORE_FILES.includes(name));
      const { tables } = await loadFamily(
        bundleDir,
        { ...descriptor, files },
        { verify: 'sha256', lazyAbove: Infinity },
      );
      earlier.push({ version, tables });
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
    }
  }
  return earlier;
}

interface How {
  readonly verify: Verify;
  readonly lazyAbove: number;
}

interface LoadedFamily {
  readonly tables: Readonly<Record<string, TableLayout>>;
  readonly others: ReadonlyMap<string, SharedArrayBuffer>;
}

/** Reads every table of a family version and checks its columns; reads its other files. */
async function loadFamily(bundleDir: string, descriptor: FamilyDescriptor, how: How): Promise<LoadedFamily> {
  const { family, version, files } = descriptor;
  const folder = versionFolder(bundleDir, family, version);
  const expected = expectedTables(family, descriptor.topics ?? []);
  const tableByFile = new Map([...expected.keys()].map((table) => [arrowFileName(table), table]));
  const tables: Record<string, TableLayout> = {};
  const others = new Map<string, SharedArrayBuffer>();
  await inParallel(files, async (file) => {
    const place = `${family}/${version}/${file.name}`;
    const path = join(folder, file.name);
    const table = tableByFile.get(file.name);
    if (table !== undefined && file.bytes > how.lazyAbove) {
      tables[table] = lazyLayout(path, place, file, expected.get(table)!.spec);
      return;
    }
    const buffer = await readIntoShared(path, place, file, how.verify);
    if (table === undefined) others.set(file.name, buffer);
    else {
      const layout = readArrowLayout(buffer, place);
      requireLayout(layout, place, file.rows, expected.get(table)!.spec);
      tables[table] = layout;
    }
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

/** Finds the columns of a large table and leaves them in the file until their first use. */
function lazyLayout(
  path: string,
  place: string,
  expected: { readonly bytes: number; readonly rows: number },
  spec: ColumnSpec,
): TableLayout {
  const file = new FileIntoShared(resolve(path), place);
  try {
    requireSize(place, file.buffer.byteLength, expected.bytes);
    const layout = readArrowLayout(file.buffer, place, (range) => file.read(range));
    requireLayout(layout, place, expected.rows, spec);
    const states = unread(layout.columns.length, layout.rows);
    return { ...layout, file: { path: resolve(path), place, identity: file.identity, ...states } };
  } finally {
    file.close();
  }
}

type ColumnSpec = Parameters<typeof columnDifference>[1];

function requireLayout(layout: TableLayout, place: string, rows: number, spec: ColumnSpec): void {
  const difference = columnDifference(layout.columns, spec);
  if (difference !== null) throw new BundleError(place, difference, REMEDY);
  if (layout.rows !== rows) {
    throw new BundleError(place, `it has ${layout.rows} rows, family.json says ${rows}.`, REMEDY);
  }
}

/** Bytes that engines may need for a territory of this size in all modes; pages never written take no memory. */
function scratchBytes({ edges, poles }: LoadedFamily['tables']): number {
  return 2 ** 24 + 800 * edges!.rows + 64 * poles!.rows;
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
