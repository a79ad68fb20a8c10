import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { boxContains } from '@hinterland/geo';
import { AREA_POLYGONS_FILE } from '../format/areaPolygons.ts';
import { FAMILIES, type Family, type FamilyDescriptor, type Manifest } from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';
import {
  arrowFileName,
  columnDifference,
  expectedOtherFiles,
  expectedTables,
  rowMismatches,
} from '../format/familyTables.ts';
import { completeTopicEntries } from '../format/topicEntries.ts';
import type { TableLayout } from '../memory/layout.ts';
import { territoryFromShared } from '../memory/share.ts';
import { readArrowLayout } from '../read/arrowRead.ts';
import { DESCRIPTOR_FILE, MANIFEST_FILE, readDescriptor, readManifest, versionFolder } from '../read/bundleFiles.ts';
import { readIntoShared } from '../read/readFile.ts';
import { type FamilyVersions, requireSameTerritory, withVersions } from '../read/versions.ts';
import { BACKDROP_STEPS } from './backdropRows.ts';
import { type Finding, Findings } from './findings.ts';
import type { Place } from './place.ts';
import { PLAYERS_STEPS } from './playersRows.ts';
import { REALESTATE_STEPS } from './realestateRows.ts';
import { SOCIODEMO_STEPS } from './sociodemoRows.ts';
import { TERRITORY_STEPS } from './territoryRows.ts';
import { TRANSIT_STEPS } from './transitRows.ts';

interface CheckOptions {
  /** Versions to check instead of those in force. */
  readonly versions?: FamilyVersions;
  /** Called before each step with the share of the steps done, 0..1. */
  readonly progress?: (step: string, fraction: number) => void;
}

/** Share of the progress that reading and comparing files takes; the rest goes to rows. */
const FILES_SHARE = 0.5;

/**
 * Compares a bundle with everything that spec.md promises: files, sizes, checksums, columns, references between tables,
 * order, sums. An empty list means that the bundle is valid. Damage is reported, never thrown; rows are
 * checked only if the files of their family are whole.
 */
export async function checkBundle(bundleDir: string, options: CheckOptions = {}): Promise<Finding[]> {
  const findings = new Findings();
  const progress = options.progress ?? (() => {});
  const manifest = await attempt(findings, async () =>
    withVersions(await readManifest(bundleDir), options.versions ?? {}),
  );
  if (manifest === null) return findings.list;
  checkManifest(manifest, findings);

  const descriptors: FamilyDescriptor[] = [];
  for (const family of FAMILIES) {
    const version = manifest.families[family]?.version;
    if (version === undefined) continue;
    const descriptor = await attempt(findings, () => readDescriptor(bundleDir, family, version));
    if (descriptor !== null) descriptors.push(descriptor);
  }
  await attempt(findings, async () => requireSameTerritory(descriptors));

  const fileCount = descriptors.reduce((sum, { files }) => sum + files.length, 0);
  let filesDone = 0;
  const whole = new Map<Family, FamilyFiles>();
  for (const descriptor of descriptors) {
    const read = await readFamily(bundleDir, descriptor, findings, (file) => {
      progress(file, (FILES_SHARE * filesDone++) / fileCount);
    });
    if (read !== null) whole.set(descriptor.family, read);
  }
  checkRows(manifest, descriptors, whole, findings, (step, share) => {
    progress(step, FILES_SHARE + (1 - FILES_SHARE) * share);
  });
  progress('done', 1);
  return findings.list;
}

function checkManifest({ bbox, center, families }: Manifest, findings: Findings): void {
  if (families.territory === undefined) findings.error(MANIFEST_FILE, 'it names no version of the territory.');
  if (!boxContains(bbox, center.lng, center.lat)) {
    findings.error(`${MANIFEST_FILE}, "center"`, 'the point to start from lies outside the box.');
  }
}

interface FamilyFiles {
  readonly tables: Readonly<Record<string, TableLayout>>;
  readonly areaPolygons: SharedArrayBuffer | null;
}

/** Reads every file of a family; null if one of them is not whole. */
async function readFamily(
  bundleDir: string,
  descriptor: FamilyDescriptor,
  findings: Findings,
  progress: (file: string) => void,
): Promise<FamilyFiles | null> {
  const { family, version } = descriptor;
  const folder = versionFolder(bundleDir, family, version);
  const expected = expectedTables(family, descriptor.topics ?? []);
  const tableByFile = new Map([...expected.keys()].map((table) => [arrowFileName(table), table]));
  const before = findings.list.length;
  const tables: Record<string, TableLayout> = {};
  let areaPolygons: SharedArrayBuffer | null = null;
  for (const file of descriptor.files) {
    const place = `${family}/${version}/${file.name}`;
    progress(place);
    const table = tableByFile.get(file.name);
    if (table === undefined && !expectedOtherFiles(family).includes(file.name)) {
      findings.error(place, 'the family has no such file.', 'Declare its topic available, or take it out.');
      continue;
    }
    await attempt(findings, async () => {
      const buffer = await readIntoShared(join(folder, file.name), place, file, 'sha256');
      if (table === undefined) {
        checkLines(buffer, file.rows, place, findings);
        if (file.name === AREA_POLYGONS_FILE) areaPolygons = buffer;
        return;
      }
      const layout = readArrowLayout(buffer, place);
      const difference = columnDifference(layout.columns, expected.get(table)!.spec);
      if (difference !== null) findings.error(place, difference);
      if (layout.rows !== file.rows)
        findings.error(place, `it has ${layout.rows} rows, family.json says ${file.rows}.`);
      checkTexts(layout, place, findings);
      tables[table] = layout;
    });
  }
  checkNames(descriptor, expected, findings);
  await checkFolder(bundleDir, folder, descriptor, findings);
  const rows = new Map(Object.entries(tables).map(([table, layout]) => [table, layout.rows]));
  for (const { table, rows: count, like, likeRows } of rowMismatches(rows)) {
    const place = `${family}/${version}/${arrowFileName(table)}`;
    findings.error(place, `it has ${count} rows, ${arrowFileName(like)} has ${likeRows}.`);
  }
  const damaged = findings.list.slice(before).some(({ severity }) => severity === 'error');
  return damaged ? null : { tables, areaPolygons };
}

function checkNames(
  descriptor: FamilyDescriptor,
  expected: ReturnType<typeof expectedTables>,
  findings: Findings,
): void {
  const place = `${descriptor.family}/${descriptor.version}/${DESCRIPTOR_FILE}`;
  const listed = descriptor.files.map(({ name }) => name);
  for (const [table, { required }] of expected) {
    if (required && !listed.includes(arrowFileName(table))) {
      findings.error(place, `it does not list the file ${arrowFileName(table)}.`);
    }
  }
  const twice = listed.find((name, i) => listed.indexOf(name) < i);
  if (twice !== undefined) findings.error(place, `it lists the file ${twice} twice.`);
  if (descriptor.sources.length === 0) {
    findings.warning(place, 'it names no source.', 'Name sources with their licences: most of them ask for it.');
  }
  for (const file of descriptor.files) {
    const counted = descriptor.counts[file.name.replace('.arrow', '')];
    if (file.name.endsWith('.arrow') && counted !== undefined && counted !== file.rows) {
      findings.error(place, `its counts say ${counted} for ${file.name}, its files ${file.rows}.`);
    }
  }
}

/** Reports files that no descriptor lists, and leftovers of a writer that was stopped. */
async function checkFolder(
  bundleDir: string,
  folder: string,
  { family, version, files }: FamilyDescriptor,
  findings: Findings,
): Promise<void> {
  const known = new Set([DESCRIPTOR_FILE, ...files.map(({ name }) => name)]);
  for (const name of (await readdir(folder)).sort()) {
    if (!known.has(name)) {
      findings.warning(`${family}/${version}/${name}`, 'family.json does not list this file.', 'Delete it.');
    }
  }
  for (const name of (await readdir(join(bundleDir, family))).sort()) {
    if (name.startsWith('.writing-')) {
      findings.warning(`${family}/${name}`, 'a writer was stopped and left this behind.', 'Delete it.');
    }
  }
}

function checkLines(buffer: SharedArrayBuffer, rows: number, place: string, findings: Findings): void {
  const lines = new Uint8Array(buffer).reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
  if (lines !== rows) findings.error(place, `it has ${lines} lines, family.json says ${rows}.`);
}

function checkTexts({ buffer, rows, columns }: TableLayout, place: string, findings: Findings): void {
  for (const { name, startByte } of columns.filter(({ type }) => type === 'text')) {
    const ends = new Int32Array(buffer, startByte, rows + 1);
    findings.rows(`${place}, ${name}`, rows, (row) =>
      ends[row + 1]! >= ends[row]! ? null : 'a text ends before it begins',
    );
  }
}

function checkRows(
  manifest: Manifest,
  descriptors: readonly FamilyDescriptor[],
  whole: ReadonlyMap<Family, FamilyFiles>,
  findings: Findings,
  progress: (step: string, share: number) => void,
): void {
  const files = whole.get('territory');
  const sociodemoFiles = whole.get('sociodemo');
  if (files === undefined) return;
  const byFamily = Object.fromEntries(descriptors.map((descriptor) => [descriptor.family, descriptor]));
  const placeIn =
    (family: Family): Place =>
    (table, column) => {
      const file = `${family}/${byFamily[family]!.version}/${arrowFileName(table)}`;
      return column === undefined ? file : `${file}, ${column}`;
    };
  const territory = territoryFromShared({
    manifest,
    descriptors: byFamily,
    territoryTables: files.tables,
    sociodemoTables: sociodemoFiles?.tables ?? null,
    realestateTables: whole.get('realestate')?.tables ?? null,
    playersTables: whole.get('players')?.tables ?? null,
    backdropTables: whole.get('backdrop')?.tables ?? null,
    transitTables: whole.get('transit')?.tables ?? null,
    topicEntries: completeTopicEntries(byFamily.sociodemo?.topics ?? []),
    areaPolygons: files.areaPolygons,
  });
  const { sociodemo, realestate, players, backdrop, transit } = territory;
  const steps: [string, () => void][] = [];
  const add = <Args extends readonly unknown[]>(
    list: readonly [string, (...args: [...Args, Place, Findings]) => void][],
    family: Family,
    ...args: Args
  ) => {
    for (const [step, check] of list) steps.push([step, () => check(...args, placeIn(family), findings)]);
  };
  add(TERRITORY_STEPS, 'territory', territory);
  if (realestate !== null) add(REALESTATE_STEPS, 'realestate', realestate, territory);
  if (players !== null) add(PLAYERS_STEPS, 'players', players, manifest);
  if (backdrop !== null) add(BACKDROP_STEPS, 'backdrop', backdrop);
  if (transit !== null) add(TRANSIT_STEPS, 'transit', transit, territory);
  if (sociodemo !== null) {
    const place = placeIn('sociodemo');
    if (sociodemo.poleUnits.rows === territory.poles.rows) add(SOCIODEMO_STEPS, 'sociodemo', sociodemo);
    else
      findings.error(place('poleUnits'), `it has ${sociodemo.poleUnits.rows} rows for ${territory.poles.rows} poles.`);
  }
  steps.forEach(([step, check], i) => {
    progress(step, i / steps.length);
    check();
  });
}

/** Returns the task's value, or null and a finding if it throws a BundleError. */
async function attempt<T>(findings: Findings, task: () => Promise<T>): Promise<T | null> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    findings.error(error.place, error.problem, error.remedy);
    return null;
  }
}
