import type { BackdropFeature } from '@hinterland/importers';
import { bounds } from '../geometry/bounds.ts';
import { LOCALITIES } from '../plan/localities.ts';
import { ISLANDS } from '../plan/nature.ts';
import { TOWNS } from '../plan/towns.ts';
import type { World } from '../world.ts';
import { degrees, feature } from './feature.ts';

const KINDS = { capital: 'city', town: 'town', village: 'village' } as const;

/** Towns, the quarters of the capital and of towns, and islands. */
export function* names({ mesh }: World): Generator<BackdropFeature> {
  const towns = new Set(TOWNS.map(({ name }) => name));
  for (const { name, kind, center } of TOWNS) yield feature(KINDS[kind], name, [[[degrees(center)]]]);
  for (const { name, center } of LOCALITIES) {
    if (!towns.has(name) && mesh.cellAt(center) >= 0) yield feature('suburb', name, [[[degrees(center)]]]);
  }
  for (const { name, coast } of ISLANDS) {
    const { west, south, east, north } = bounds(coast, 0);
    yield feature('island', name, [[[degrees({ x: (west + east) / 2, y: (south + north) / 2 })]]]);
  }
}
