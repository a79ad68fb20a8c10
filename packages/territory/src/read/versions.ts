import { FAMILIES, type Family, type Manifest } from '../format/descriptor.ts';
import { BundleError } from '../format/errors.ts';

export type FamilyVersions = Readonly<Partial<Record<Family, string>>>;

/** Returns the manifest with other versions of some families, whose checksums it does not know. */
export function withVersions(current: Manifest, versions: FamilyVersions): Manifest {
  const families = { ...current.families };
  const sums = { ...current.checksums?.families };
  for (const family of FAMILIES) {
    const version = versions[family];
    if (version === undefined || version === families[family]?.version) continue;
    families[family] = { version };
    delete sums[family];
  }
  return { ...current, families, ...(current.checksums && { checksums: { ...current.checksums, families: sums } }) };
}

/** Throws BundleError if a family was made for another territory version than the one given with it. */
export function requireSameTerritory(
  families: readonly { readonly family: Family; readonly version: string; readonly territoryVersion?: string }[],
): void {
  const territory = families.find(({ family }) => family === 'territory')?.version;
  for (const { family, version, territoryVersion } of families) {
    if (family === 'territory' || territoryVersion === territory) continue;
    throw new BundleError(
      `${family}/${version}`,
      `it was made for territory version "${territoryVersion}", and "${territory}" is to be in force.`,
      'Put the two versions in force that were built together.',
    );
  }
}
