import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { loadTerritory, readManifest } from '@hinterland/territory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { blob, block, bytesField, pbfBytes, uintField } from '../pbf/testing/encodePbf.ts';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { type GetOptions, getTerritory } from './getTerritory.ts';
import { PlaceFolder } from './placeFolder.ts';
import { renewStores } from './renewStores.ts';
import { DATA, makeWorldMirror } from './testing/worldMirror.ts';

const EXTRACT = '/download.geofabrik.de/europe/malta-latest.osm.pbf';
const GRID = '/gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip';
const place = findPlace('14.40,35.85,14.55,35.93');
const folder = await testFolder();
const files = join(folder.path, 'mirror');
let mirror: FaultyMirror;
const optionsOf = (home: string): GetOptions => ({
  placesDir: join(folder.path, home, 'places'),
  outDir: join(folder.path, home, 'territories', place.id),
  cacheDir: join(folder.path, home, 'downloads'),
  mirror: mirror.url,
  compare: 'none',
  limits: { idleMilliseconds: 2000, backoffMilliseconds: 5, mostFaults: 2, longestWaitSeconds: 1 },
});
const recipeOf = (home: string) => join(folder.path, home, 'places', place.id, 'recipe.yaml');
const familiesOf = async (home: string) => (await readManifest(optionsOf(home).outDir)).families;

/** An extract with a bakery more. */
function withBakery(extract: Uint8Array, id: number): Buffer {
  const bakery = { id, lat: 35.8975, lng: 14.49, tags: { shop: 'bakery', name: 'Forn il-Ġdid' } };
  const bytes = block({ dense: [bakery] });
  const body = [...uintField(2, bytes.length), ...bytesField(3, deflateSync(bytes))];
  return Buffer.concat([extract, Uint8Array.from(blob('OSMData', body))]);
}

beforeAll(async () => {
  if (!existsSync(DATA)) return;
  mirror = await startFaultyMirror();
  await makeWorldMirror(files);
  for (const path of ['/download.geofabrik.de/index-v1.json', EXTRACT, GRID])
    mirror.files.set(path, await readFile(join(files, path)));
});
afterAll(() => mirror?.close());

it.skipIf(!existsSync(DATA))(
  'stores alone are as a build of the whole makes them, beside roads and people that stay (needs ../shared/data)',
  async () => {
    const options = optionsOf('alone');
    await expect(renewStores(place, options)).rejects.toThrow(/is not there yet.*Get the whole first/);
    await getTerritory(place, options);
    const before = await familiesOf('alone');
    expect(await renewStores(place, options)).toBeNull();

    // A person's change of the recipe stays.
    const recipe = await readFile(recipeOf('alone'), 'utf8');
    await writeFile(recipeOf('alone'), recipe.replace('name: ', '# mine\nname: '));
    const extract = mirror.files.get(EXTRACT)!;
    mirror.files.set(EXTRACT, withBakery(extract, 8_999_999_999));
    const asked: string[] = [];
    const planned = await renewStores(place, {
      ...options,
      planned: (plan) => asked.push(...plan.files.map(({ url }) => url)),
    });
    expect(asked.map((url) => `/${url.replace('https://', '')}`)).toEqual([EXTRACT]);
    const after = await familiesOf('alone');
    expect(after).toEqual({ ...before, players: { version: planned!.version } });
    expect(planned!.version).toMatch(new RegExp(`^${before.players!.version}-[0-9a-f]{8}$`));
    expect(planned!.roads).toBe(before.territory!.version);
    const { players } = await loadTerritory(options.outDir);
    const ids = Array.from({ length: players!.stores.rows }, (_, row) => players!.stores.id.at(row));
    expect(ids).toContain('osm/n8999999999');
    expect(await readFile(recipeOf('alone'), 'utf8')).toContain('# mine');

    // Of the same extract, the whole has the same stores.
    const whole = optionsOf('whole');
    await getTerritory(place, whole);
    const tableOf = async (home: string) => {
      const { version } = (await familiesOf(home)).players!;
      return readFile(join(optionsOf(home).outDir, 'players', version, 'stores.arrow'));
    };
    expect((await tableOf('alone')).equals(await tableOf('whole'))).toBe(true);
    expect((await loadTerritory(whole.outDir)).players!.supply).toEqual(players!.supply);
    expect(await renewStores(place, options)).toBeNull();

    // A list that lost its stores is refused, and what is in force stays, in the recipe, too.
    const good = await readFile(recipeOf('alone'), 'utf8');
    const road = { id: 2, nodes: [1, 2], tags: { highway: 'residential' } };
    const nodes = [1, 2].map((id) => ({ id, lat: 35.89 + id / 1000, lng: 14.49 }));
    mirror.files.set(EXTRACT, Buffer.from(pbfBytes([block({ dense: nodes }), block({ ways: [road] })])));
    await expect(renewStores(place, options)).rejects.toThrow(/lost more than a third of its stores/);
    expect(await familiesOf('alone')).toEqual(after);
    expect(await readFile(recipeOf('alone'), 'utf8')).toBe(good);

    // The recipe of the next whole takes stores and roads from one extract again.
    expect(good).toContain('data/stores-malta-latest.osm.pbf');
    const placeFolder = new PlaceFolder(join(options.placesDir, place.id));
    expect(await placeFolder.writeRecipe(recipe)).toBe(true);
    const again = await readFile(recipeOf('alone'), 'utf8');
    expect(again).toContain('# mine');
    expect(again).not.toContain('stores-');
  },
);
