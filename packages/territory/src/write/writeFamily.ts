import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FamilyDescriptor,
  type FileEntry,
  FORMAT,
  FORMAT_VERSION,
  familyDescriptor,
  type TopicEntry,
} from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';
import { arrowFileName, expectedOtherFiles, expectedTables, rowMismatches } from '../format/familyTables.ts';
import type { TableSpec } from '../format/tables.ts';
import { completeTopicEntries } from '../format/topicEntries.ts';
import { type TableInput, tableOf } from '../memory/columns.ts';
import type { Table } from '../memory/territory.ts';
import { topicSpec } from '../memory/topicTable.ts';
import { DESCRIPTOR_FILE, versionFolder } from '../read/bundleFiles.ts';
import { sha256OfFile } from '../read/readFile.ts';
import { arrowFile } from './arrowWrite.ts';
import { syncFolder, temporaryName, writeDurably } from './durable.ts';
import type { FamilyContent } from './familyContent.ts';

/**
 * Writes `<bundleDir>/<family>/<version>/`: one Arrow file per table, the other files, and family.json with sizes and
 * checksums, last. Everything is written beside the final place first and then renamed, so a version is there whole or
 * not at all. The same content gives the same bytes. Puts nothing in force.
 *
 * Writing a version that exists with the same content changes nothing, but for files of it that were damaged or lost:
 * they are put right. With other content it is refused (BundleError), as are tables that are missing, foreign, of other
 * columns or of lengths that do not fit each other.
 */
export async function writeFamily(bundleDir: string, content: FamilyContent): Promise<FamilyDescriptor> {
  const target = versionFolder(bundleDir, content.family, content.version);
  const topics = content.family === 'sociodemo' ? completeTopicEntries(content.topics ?? []) : undefined;
  const tables = checkedTables(content, topics ?? []);

  const temporary = join(bundleDir, content.family, temporaryName(content.version));
  await mkdir(temporary, { recursive: true });
  try {
    const files: FileEntry[] = [];
    for (const [name, { spec, table }] of tables) {
      const written = await writeDurably(join(temporary, arrowFileName(name)), arrowFile(spec, table));
      files.push({ name: arrowFileName(name), ...written, rows: table.rows });
    }
    for (const [name, { bytes, rows }] of Object.entries(content.files ?? {})) {
      files.push({ name, ...(await writeDurably(join(temporary, name), [bytes])), rows });
    }
    const descriptor = describe(content, topics, files);
    const text = `${JSON.stringify(descriptor, null, 2)}\n`;
    await writeDurably(join(temporary, DESCRIPTOR_FILE), [Buffer.from(text)]);
    await syncFolder(temporary);
    if (await isThereAlready(target, content, text)) {
      await repair(target, temporary, files);
      return descriptor;
    }
    await rename(temporary, target);
    await syncFolder(join(bundleDir, content.family));
    return descriptor;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

interface CheckedTable {
  readonly spec: TableSpec;
  readonly table: Table<TableSpec>;
}

/** The tables to write, in the order of the format, each with the columns that its spec names. */
function checkedTables(content: FamilyContent, topics: readonly TopicEntry[]): Map<string, CheckedTable> {
  const place = `${content.family} ${content.version}`;
  const expected = expectedTables(content.family, topics);
  const given = new Map<string, TableInput<TableSpec>>();
  for (const [name, columns] of Object.entries(content.tables)) {
    if (columns !== undefined) given.set(name, columns as unknown as TableInput<TableSpec>);
  }
  for (const [name, input] of Object.entries(content.topicTables ?? {})) {
    if (input !== undefined) given.set(name, topicSpec(input).columns);
  }
  for (const name of given.keys()) {
    if (!expected.has(name)) {
      throw new BundleError(
        place,
        `table "${name}" does not belong to it.`,
        'Leave it out, or declare its topic available.',
      );
    }
  }
  for (const name of Object.keys(content.files ?? {})) {
    if (!expectedOtherFiles(content.family).includes(name)) {
      throw new BundleError(place, `file "${name}" does not belong to it.`, 'Leave it out.');
    }
  }
  const tables = new Map<string, CheckedTable>();
  const rows = new Map<string, number>();
  for (const [name, { spec, required }] of expected) {
    const columns = given.get(name);
    if (columns === undefined) {
      if (required) throw new BundleError(place, `table "${name}" is missing.`, 'Give it, with no rows if need be.');
      continue;
    }
    try {
      const table = tableOf(spec, columns);
      tables.set(name, { spec, table });
      rows.set(name, table.rows);
    } catch (error) {
      throw new BundleError(`${place}, table "${name}"`, (error as Error).message, 'Correct the column.', error);
    }
  }
  for (const { table, rows: count, like, likeRows } of rowMismatches(rows)) {
    const problem = `table "${table}" has ${count} rows, "${like}" has ${likeRows}.`;
    throw new BundleError(place, problem, `Give one row per row of "${like}".`);
  }
  return tables;
}

function describe(content: FamilyContent, topics: TopicEntry[] | undefined, files: FileEntry[]): FamilyDescriptor {
  // Of the tables that every bundle has; weights, snaps and topics have as many rows as these.
  const mainTables = files.filter(({ name }) => /^[a-zA-Z]+\.arrow$/.test(name));
  const rowCounts = mainTables.map(({ name, rows }) => [name.replace('.arrow', ''), rows] as const);
  const result = familyDescriptor.safeParse({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    family: content.family,
    version: content.version,
    territoryVersion: content.territoryVersion,
    sources: content.sources,
    currency: content.currency,
    parameters: content.parameters,
    topics,
    listingSources: content.listingSources,
    supply: content.supply,
    counts: { ...Object.fromEntries(rowCounts), ...content.counts },
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  });
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const place = `${content.family} ${content.version}, "${issue.path.join('.')}"`;
    throw new BundleError(place, `${issue.message}.`, 'Correct the description.', result.error);
  }
  if ((content.family === 'territory') !== (content.territoryVersion === undefined)) {
    throw new BundleError(
      `${content.family} ${content.version}`,
      content.family === 'territory'
        ? 'a territory refers to no territory.'
        : 'it does not say which territory it refers to.',
      content.family === 'territory' ? 'Leave territoryVersion out.' : 'Give territoryVersion.',
    );
  }
  return result.data;
}

/** Returns whether the version exists with exactly this description, checksums included. Throws if it has another. */
async function isThereAlready(target: string, content: FamilyContent, descriptorText: string): Promise<boolean> {
  const existing = await stat(target).catch(() => null);
  if (existing === null) return false;
  const text = await readFile(join(target, DESCRIPTOR_FILE), 'utf8').catch(() => '');
  if (text === descriptorText) return true;
  throw new BundleError(
    `${content.family}/${content.version}`,
    'this version exists already, with other content.',
    'Versions are never changed: choose another version name, or delete the folder if nothing uses it.',
  );
}

/** Replaces every file whose checksum is wrong by the new copy. */
async function repair(target: string, fresh: string, files: readonly FileEntry[]): Promise<void> {
  for (const { name, sha256 } of files) {
    if ((await sha256OfFile(join(target, name))) !== sha256) await rename(join(fresh, name), join(target, name));
  }
  await syncFolder(target);
}
