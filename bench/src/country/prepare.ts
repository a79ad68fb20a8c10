import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LatLng } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type BuildFigures, buildBundle } from './builds.ts';
import { CITIES, MIXED, type MosaicFiles, writeMosaic } from './mosaic.ts';
import { buildValhalla } from './valhalla.ts';

/** Extracts, copies of each, and poles. */
const SIZES = {
  small: { layout: MIXED, copies: 1, poles: 435_000 },
  region: { layout: MIXED, copies: 4, poles: 1_770_000 },
  country: { layout: MIXED, copies: 23, poles: 10_150_000 },
  dense: { layout: CITIES, copies: 2, poles: 1_500_000 },
} as const;
export type Size = keyof typeof SIZES;
export const isSize = (text: string): text is Size => Object.hasOwn(SIZES, text);

/** Sizes of one layout, ascending. */
export const MIXED_SIZES: readonly Size[] = ['small', 'region', 'country'];

/** Of a random address; origins may lie 350 m from their road. */
const FARTHEST_ROAD_MILLIMETERS = 300_000;
const SEED = 20261121;

/** The bundle of a country, with the time and memory of its build. Stored with it. */
export interface Country {
  readonly files: MosaicFiles;
  readonly bundle: BuildFigures;
  readonly valhalla: {
    readonly wallSeconds: number;
    readonly cpuSeconds: number;
    readonly peakMegabytes: number;
  } | null;
}

/** The folder for countries: the given one, or for '' a new one that the caller deletes. */
export const workDirOf = (given: string) =>
  given === '' ? join(tmpdir(), `hinterland-country-${process.pid}`) : given;

/** Returns a country of a size and the tiles of Valhalla on the same roads; builds what the folder does not hold yet. */
export async function prepare(
  { root, dataDir }: { readonly root: string; readonly dataDir: string },
  workDir: string,
  size: Size,
): Promise<Country> {
  const dir = join(workDir, size);
  const kept = join(dir, 'built.json');
  if (existsSync(kept)) return JSON.parse(await readFile(kept, 'utf8')) as Country;
  say(`drawing ${size}`);
  const { layout, copies, poles } = SIZES[size];
  const files = await writeMosaic(dataDir, dir, layout, copies, poles);
  say(`building ${size}`);
  const bundle = await buildBundle(root, files);
  say(`building ${size} for Valhalla`);
  const figures = await buildValhalla(files.map, dir, 2);
  const { stdout: _, ...valhalla } = figures;
  const country: Country = { files, bundle, valhalla };
  await writeFile(kept, JSON.stringify(country));
  return country;
}

/** Random addresses with a road nearby. Another seed gives other ones. */
export function randomPlaces(territory: Territory, count: number, seed = SEED + count): LatLng[] {
  const random = new SeededRandom(seed);
  const { pole, accessMillimeters } = territory.snaps.car!;
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  return Array.from({ length: count }, () => {
    let row = random.int(pole.length);
    while (accessMillimeters[row]! > FARTHEST_ROAD_MILLIMETERS) row = random.int(pole.length);
    return { lat: latMicrodegrees[pole[row]!]! / 1e6, lng: lngMicrodegrees[pole[row]!]! / 1e6 };
  });
}

export const say = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
