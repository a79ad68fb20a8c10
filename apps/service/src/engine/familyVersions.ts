import { DATA_FAMILIES, type Data } from '@hinterland/contract';
import type { Generation } from './territoriesInForce.ts';

/**
 * Versions by family of the territories given. A family on which several of them differ lists all of its versions as
 * "id version, id version".
 */
export function familyVersions(generations: readonly Generation[]): Data {
  const data: Data = {};
  for (const family of DATA_FAMILIES) {
    const versions = generations.flatMap(({ territory }) => {
      const version = territory.dataVersion[family];
      return version === undefined ? [] : [{ id: territory.manifest.id, version }];
    });
    const distinct = [...new Set(versions.map(({ version }) => version))];
    if (distinct.length === 1) data[family] = distinct[0];
    else if (distinct.length > 1) data[family] = versions.map(({ id, version }) => `${id} ${version}`).join(', ');
  }
  return data;
}
