import { actions, lackingFamilies, lackOf } from '@hinterland/actions';
import { FAMILIES, type FamilyDescriptor } from '@hinterland/territory';
import type { Generation, Territories } from '../../../engine/territoriesInForce.ts';
import { isModelled } from './caveats.ts';
import { changesBetween } from './changes.ts';
import type { FamilyInForce, TerritoryInForce } from './schemas.ts';

/** Describes a territory in force: its data families with their sources, and what their last change was. */
export async function describeTerritory(
  territories: Pick<Territories, 'readBefore'>,
  generation: Generation,
): Promise<TerritoryInForce> {
  const { manifest, descriptors } = generation.territory;
  const { id, name, countries, continent, timeZone, bbox, center, rough, roughReasons } = manifest;
  const families: FamilyInForce[] = [];
  for (const family of FAMILIES) {
    const descriptor = descriptors[family];
    if (descriptor === undefined) continue;
    // The version before may be damaged or half deleted; the one in force is not.
    const before = await territories.readBefore(generation, family).catch(() => null);
    families.push(describeFamily(family, descriptor, before));
  }
  const lacking = actions.flatMap((action) => {
    const lack = lackOf(action, generation.territory);
    return lack === null
      ? []
      : [{ actionId: action.id, lack, families: [...lackingFamilies(action, generation.territory)] }];
  });
  return {
    id,
    name,
    countries,
    continent,
    timeZone,
    bbox,
    center,
    families,
    ...(lacking.length === 0 ? {} : { lacking }),
    ...(rough === undefined ? {} : { rough }),
    ...(roughReasons === undefined ? {} : { roughReasons }),
  };
}

const describeFamily = (
  family: FamilyInForce['family'],
  present: FamilyDescriptor,
  before: FamilyDescriptor | null,
): FamilyInForce => ({
  family,
  version: present.version,
  currency: present.currency ?? null,
  sources: present.sources.map(({ name, licence, attribution, url, vintage, mayShare }) => ({
    name,
    licence,
    attribution,
    url: url ?? null,
    vintage: vintage ?? null,
    mayShare: mayShare ?? true,
  })),
  isModelled: isModelled(present),
  counts: present.counts,
  changes: before === null ? null : changesBetween(before, present),
});
