import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import {
  FAMILIES,
  type Family,
  type FamilyDescriptor,
  FORMAT,
  FORMAT_VERSION,
  familyDescriptor,
  type Manifest,
  manifest,
  segment,
} from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';

export const MANIFEST_FILE = 'manifest.json';
export const DESCRIPTOR_FILE = 'family.json';

/** Folder of one version of a family; both names have been checked to be plain names. */
export function versionFolder(bundleDir: string, family: Family, version: string): string {
  if (!FAMILIES.includes(family)) {
    throw new BundleError(String(family), 'there is no such data family.', `Use one of ${FAMILIES.join(', ')}.`);
  }
  if (!segment.safeParse(version).success) {
    const remedy = 'Use letters, digits, ".", "_" and "-", at most 100, beginning with a letter or a digit.';
    throw new BundleError(`${family} version "${version}"`, 'a version name must be a plain name.', remedy);
  }
  return join(bundleDir, family, version);
}

/**
 * Reads the manifest of a bundle. Throws BundleError if it is missing, damaged, of another format, if it differs from
 * the checksum that it names, or if it names none and has a member that is not known.
 */
export async function readManifest(bundleDir: string): Promise<Manifest> {
  const text = await readText(
    join(bundleDir, MANIFEST_FILE),
    MANIFEST_FILE,
    `Name the folder of a bundle, or build one; this one is ${resolve(bundleDir)}.`,
  );
  const content = parse(text, MANIFEST_FILE, manifest);
  if (content.checksums === undefined) refuseUnknownMembers(JSON.parse(text));
  else if (manifestSha256(JSON.parse(text)) !== content.checksums.manifest) {
    throw new BundleError(
      MANIFEST_FILE,
      'its content differs from its checksum: it is damaged or was changed.',
      'Copy it again from where it came from. If you changed it on purpose, remove its member "checksums".',
    );
  }
  return content;
}

/** Refuses a manifest without checksums that has a member of another name: theirs, damaged. */
function refuseUnknownMembers(json: object): void {
  const unknown = Object.keys(json).find((member) => !Object.hasOwn(manifest.shape, member));
  if (unknown === undefined) return;
  throw new BundleError(
    MANIFEST_FILE,
    `it has the unknown member ${JSON.stringify(unknown)} and no "checksums": it is damaged or was changed.`,
    'Copy it again from where it came from. If you changed it on purpose, remove that member.',
  );
}

/** Returns the checksum of a manifest: of its compact JSON, without the member that names it. */
export function manifestSha256({ checksums, ...content }: { readonly checksums?: object }): string {
  const sums = { families: (checksums as { readonly families?: unknown } | undefined)?.families };
  return createHash('sha256')
    .update(JSON.stringify({ ...content, checksums: sums }))
    .digest('hex');
}

/** Reads the descriptor of one version. Throws BundleError if it is missing, damaged, foreign or of another format. */
export async function readDescriptor(bundleDir: string, family: Family, version: string): Promise<FamilyDescriptor> {
  const place = `${family}/${version}/${DESCRIPTOR_FILE}`;
  const path = join(versionFolder(bundleDir, family, version), DESCRIPTOR_FILE);
  const remedy = `Put a version in force that is there (${(await listVersions(bundleDir, family)).join(', ') || 'none'}).`;
  const descriptor = parse(await readText(path, place, remedy), place, familyDescriptor);
  if (descriptor.family !== family || descriptor.version !== version) {
    const found = `${descriptor.family} ${descriptor.version}`;
    throw new BundleError(
      place,
      `it describes ${found}.`,
      'Move the folder back to the name that it was written under.',
    );
  }
  return descriptor;
}

/** Lists the versions of a family in the bundle, in force or not, sorted by name. Empty if there is no bundle. */
export async function listVersions(bundleDir: string, family: Family): Promise<string[]> {
  const names = await readdir(join(bundleDir, family)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const versions: string[] = [];
  for (const name of names.filter((name) => segment.safeParse(name).success)) {
    const found = await stat(join(bundleDir, family, name, DESCRIPTOR_FILE)).catch(() => null);
    if (found?.isFile()) versions.push(name);
  }
  return versions.sort();
}

async function readText(path: string, place: string, remedy: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BundleError(place, missing ? 'the file is missing.' : 'the file cannot be read.', remedy, error);
  }
}

function parse<T>(text: string, place: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BundleError(place, 'it is not JSON; it was cut short or damaged.', 'Build the territory again.', error);
  }
  refuseOtherFormats(json, place);
  const result = schema.safeParse(json);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const where = issue.path.length === 0 ? '' : `"${issue.path.join('.')}": `;
    throw new BundleError(place, `${where}${issue.message}.`, 'Build the territory again.', result.error);
  }
  return result.data;
}

function refuseOtherFormats(json: unknown, place: string): void {
  const { format, formatVersion } = (json ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== FORMAT) {
    throw new BundleError(place, `it is not of the format "${FORMAT}".`, 'Name the folder of a bundle.');
  }
  if (formatVersion !== FORMAT_VERSION) {
    throw new BundleError(
      place,
      `it is of format version ${JSON.stringify(formatVersion)}; this release reads version ${FORMAT_VERSION}.`,
      'Build the territory again with this release, or use the release that wrote it.',
    );
  }
}
