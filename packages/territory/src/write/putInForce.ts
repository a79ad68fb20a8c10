import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FAMILIES, type Family, FORMAT, FORMAT_VERSION, type Manifest, manifest } from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';
import { DESCRIPTOR_FILE, MANIFEST_FILE, manifestSha256, readDescriptor, versionFolder } from '../read/bundleFiles.ts';
import { sha256OfFile } from '../read/readFile.ts';
import { requireSameTerritory } from '../read/versions.ts';
import { replaceDurably } from './durable.ts';

/**
 * Replaces manifest.json in one step, with the checksums of what it puts in force: a service that reads meanwhile sees
 * the old manifest or the new one, never a part. Refuses with BundleError a manifest that is not valid, names a version that is not there whole, or joins a
 * family with another territory version than the one it was made for. Returns the manifest as written.
 */
export async function putInForce(
  bundleDir: string,
  content: Omit<Manifest, 'format' | 'formatVersion' | 'checksums'>,
): Promise<Manifest> {
  const result = manifest.safeParse({
    ...content,
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    checksums: undefined,
  });
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new BundleError(
      `${MANIFEST_FILE}, "${issue.path.join('.')}"`,
      `${issue.message}.`,
      'Correct it.',
      result.error,
    );
  }
  await requireWhole(bundleDir, result.data);
  const written = { ...result.data, checksums: await checksumsOf(bundleDir, result.data) };
  await mkdir(bundleDir, { recursive: true });
  await replaceDurably(join(bundleDir, MANIFEST_FILE), `${JSON.stringify(written, null, 2)}\n`);
  return written;
}

async function checksumsOf(bundleDir: string, content: Manifest): Promise<NonNullable<Manifest['checksums']>> {
  const families: Partial<Record<Family, string>> = {};
  for (const family of FAMILIES) {
    const version = content.families[family]?.version;
    if (version === undefined) continue;
    const sha256 = await sha256OfFile(join(versionFolder(bundleDir, family, version), DESCRIPTOR_FILE));
    if (sha256 !== null) families[family] = sha256;
  }
  return { families, manifest: manifestSha256({ ...content, checksums: { families } }) };
}

async function requireWhole(bundleDir: string, { families }: Manifest): Promise<void> {
  if (families.territory === undefined) {
    throw new BundleError(MANIFEST_FILE, 'it names no version of the territory.', 'Name one.');
  }
  const descriptors = [];
  for (const family of FAMILIES) {
    const version = families[family]?.version;
    if (version === undefined) continue;
    const descriptor = await readDescriptor(bundleDir, family, version);
    for (const { name, bytes } of descriptor.files) {
      const place = `${family}/${version}/${name}`;
      const found = await stat(join(versionFolder(bundleDir, family, version), name)).catch(() => null);
      if (found === null) throw new BundleError(place, 'the file is missing.', 'Write the version again.');
      if (found.size !== bytes) {
        throw new BundleError(place, `it has ${found.size} bytes instead of ${bytes}.`, 'Write the version again.');
      }
    }
    descriptors.push(descriptor);
  }
  requireSameTerritory(descriptors);
}
