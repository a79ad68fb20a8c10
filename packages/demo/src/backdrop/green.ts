import type { BackdropFeature } from '@hinterland/importers';
import { Mesh } from '../areas/mesh.ts';
import { outlineOf } from '../geometry/ellipse.ts';
import { noise2 } from '../geometry/noise.ts';
import { middleOf } from '../geometry/raster.ts';
import { ZONES, type Zone } from '../plan/zones.ts';
import type { World } from '../world.ts';
import { feature, ringOf } from './feature.ts';

/** Kinds of zones that maps show. */
const KINDS: Readonly<Partial<Record<Zone['kind'], BackdropFeature['kind']>>> = {
  park: 'park',
  reserve: 'park',
  industry: 'industrial',
  port: 'industrial',
  airport: 'aerodrome',
};

/** Heights between which forest grows, 1 on the ridges; noise makes its edge ragged. */
const FOREST = { from: 0.16, to: 0.85, ragged: 0.12 };
const FOREST_SEED = 83;

/** Parks, estates and the airport as they are drawn, and forest on the slopes. */
export function* green({ terrain }: World): Generator<BackdropFeature> {
  for (const zone of ZONES) {
    const kind = KINDS[zone.kind];
    if (kind !== undefined) yield feature(kind, zone.name, [[ringOf(outlineOf(zone))]]);
  }
  const wooded = Int32Array.from(terrain.land, (land, cell) => {
    const middle = middleOf(cell);
    const height = terrain.height(middle) + FOREST.ragged * noise2(middle.x, middle.y, 900, FOREST_SEED);
    return land === 1 && height > FOREST.from && height < FOREST.to ? 0 : -1;
  });
  for (const polygons of new Mesh(wooded).outlines(() => 0).values()) {
    for (const polygon of polygons) yield feature('forest', '', [polygon]);
  }
}
