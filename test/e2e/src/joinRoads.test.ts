import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODES } from '@hinterland/catalogue';
import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { polesOfPlaces, storeSets } from '@hinterland/engine/coverage';
import { storeTimes } from '@hinterland/engine/market';
import { SNAP_HARD_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { afterAll, describe, expect, it } from 'vitest';
import { demoBundle } from './demoBundle.ts';
import { WHOLE_STORMS } from './extent.ts';
import { dataFolder, hasData, root } from './hinterland.ts';
import { newYorkBundle } from './newYorkBundle.ts';

const POLES = WHOLE_STORMS ? 300 : 60;
/** Recipes besides New York: bundles of the others are built here, so a quick run has the smallest alone. */
const RECIPES = WHOLE_STORMS
  ? (await readdir(join(root, 'recipes'))).filter((file) => file.endsWith('.yaml') && file !== 'new-york.yaml')
  : ['monaco.yaml'];

describe('an address asked as an origin, a candidate or a store', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-join-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('joins the road of its own pole on the demo island', async () => {
    await checkBundle(await demoBundle());
  });

  it.skipIf(!hasData)('and in New York (needs the test data beside the project)', async () => {
    await checkBundle(await newYorkBundle());
  });

  it.skipIf(!hasData).each(RECIPES)('and by the recipe %s (needs the test data beside the project)', async (name) => {
    const outDir = join(scratch, name);
    await buildTerritory(await readRecipe(join(root, `recipes/${name}`), { dataDir: dataFolder }), { outDir });
    await checkBundle(outDir);
  });
});

/** Looks at random poles in every mode: the road, the place on it, and the time to the own pole. */
async function checkBundle(bundle: string): Promise<void> {
  const territory = await loadTerritory(bundle);
  expect(territory.joins).not.toBeNull();
  const random = new SeededRandom(271);
  for (const mode of MODES) {
    const snaps = territory.snaps[mode]!;
    for (let i = 0; i < POLES; i++) {
      const row = random.int(snaps.rows);
      const pole = snaps.pole[row]!;
      const place = {
        lat: territory.poles.latMicrodegrees[pole]! / 1e6,
        lng: territory.poles.lngMicrodegrees[pole]! / 1e6,
      };
      const [origin] = snapOrigins(territory, mode, [place], SNAP_HARD_LIMIT_METERS);
      expect(
        [origin!.edge, origin!.positionMillimeters, origin!.accessMillimeters],
        `${mode} at ${place.lat}, ${place.lng}`,
      ).toEqual([snaps.edge[row], snaps.positionMillimeters[row], snaps.accessMillimeters[row]]);

      // There and to the door again: the access leg twice, at 5 km/h.
      const legs = 2 * Math.round(snaps.accessMillimeters[row]! * 0.72);
      const limits = [Math.max(1, Math.ceil(legs / 1000))];
      const query = { measure: 'time', mode, traffic: 'normal', direction: 'inbound', limits } as const;
      let cost = Number.NaN;
      const reached = catchment(territory, { ...query, origins: [place], snapLimitMeters: SNAP_HARD_LIMIT_METERS });
      forEachReachedPole(reached, (other, costOfPole) => {
        if (other === pole) cost = costOfPole;
      });
      expect(cost).toBe(legs);
      // As a store or candidate of a network it reaches whom it reaches as an origin, itself among them.
      const network = { places: [place], mode, traffic: 'normal', limitSeconds: limits[0]! } as const;
      const [poles] = polesOfPlaces(storeSets(territory, { ...network, snapLimitMeters: SNAP_HARD_LIMIT_METERS }));
      expect(poles).toBe(reached.bands[0]!.cumulative.poles);
      const [steps] = storeTimes(territory, {
        poles: Uint32Array.of(pole),
        stores: [place],
        mode,
        traffic: 'normal',
        limitSeconds: limits[0]!,
      });
      // Steps are tenths of a second.
      expect(Math.abs(steps![0]! * 100 - legs)).toBeLessThanOrEqual(100);
    }
  }
}
