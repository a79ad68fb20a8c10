import type { BackdropFeature } from '@hinterland/importers';
import type { World } from '../world.ts';
import { buildings } from './buildings.ts';
import { green } from './green.ts';
import { names } from './names.ts';
import { ocean, rivers } from './water.ts';

/** What maps of the demo country show behind data. */
export function* backdrop(world: World): Generator<BackdropFeature> {
  yield ocean(world);
  yield* rivers(world);
  yield* green(world);
  yield* buildings(world);
  yield* names(world);
}
