import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Traffic } from '@hinterland/catalogue';
import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import type { LatLng } from '@hinterland/engine/query';
import { SNAP_HARD_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { buildValhalla, installPeers, VALHALLA, Valhalla } from './country/valhalla.ts';
import { percentile } from './percentile.ts';

const RECIPES = ['new-york', 'centre-mifflin', 'oahu', 'andorra', 'liechtenstein', 'monaco', 'sydney-2023'];
const SEED = 20261123;
const ORIGINS = 50;
const TARGETS = 10;
/** Shorter ways say more of rounding than of roads. */
const LEAST_SECONDS = 120;
const LIMIT_SECONDS = 1800;

/** Questions, and the options under which Valhalla is asked the same: no wish for or against kinds of ways. */
const QUESTIONS = [
  {
    mode: 'walk',
    traffics: ['normal'],
    costing: 'pedestrian',
    options: {
      walking_speed: 5,
      walkway_factor: 1,
      sidewalk_factor: 1,
      alley_factor: 1,
      driveway_factor: 1,
      step_penalty: 0,
      elevator_penalty: 0,
      service_penalty: 0,
      service_factor: 1,
      use_living_streets: 0.5,
      max_hiking_difficulty: 6,
    },
  },
  { mode: 'car', traffics: ['free', 'normal', 'heavy'], costing: 'auto', options: {} },
] as const;

export interface TravelTimesOptions {
  /** The repository's root. */
  readonly root: string;
  /** Folder of the recipes' input files. */
  readonly dataDir: string;
}

/**
 * Compares travel times with Valhalla's on the same extracts: 500 seeded pairs of addresses per recipe, from the place where
 * one joins the road to the place where the other does, access legs left out. Returns a Markdown table of ratios.
 */
export async function travelTimes({ root, dataDir }: TravelTimesOptions): Promise<string> {
  await installPeers();
  const scratch = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  const rows: string[] = [];
  try {
    for (const name of RECIPES) {
      const recipe = await readRecipe(join(root, `recipes/${name}.yaml`), { dataDir });
      const dir = join(scratch, name);
      await buildTerritory(recipe, { outDir: dir });
      const territory = await loadTerritory(dir);
      await buildValhalla(recipe.resolve([recipe.text.map.osm].flat()[0]!), dir, 2);
      const valhalla = await Valhalla.start(dir);
      try {
        for (const question of QUESTIONS) rows.push(...(await compare(name, territory, valhalla, question)));
      } finally {
        await valhalla.stop();
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return [
    `Seconds here ÷ seconds of ${VALHALLA} on the same extract: ${ORIGINS * TARGETS} pairs of addresses per recipe (seed ${SEED}), ${LEAST_SECONDS / 60} to`,
    `${LIMIT_SECONDS / 60} minutes apart, each from the place where it joins the road, without the legs to the door. Valhalla walks 5 km/h without`,
    'preferences for kinds of ways, and drives with its defaults. "Against length" is the length of its way at 5 km/h.',
    '',
    '| recipe | mode | traffic | pairs | p5 | median | p95 | within 5 % | no way in Valhalla |',
    '|---|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    'Differences that are known. On foot Valhalla adds seconds at crossings of roads, which the rows against length leave out. Stairs are',
    '2.5 km/h and mountain paths 2 km/h here. Ferries cost half of their interval here. By car Valhalla adds time for turns and stops at',
    'junctions and slows streets of cities; here limits are driven at 0.9, and residential streets without one at 27 km/h. Private ways',
    'cost 30 s at their entrance here.',
  ].join('\n');
}

type Question = (typeof QUESTIONS)[number];

/** One row per traffic profile, and on foot one for the length of Valhalla's ways. */
async function compare(name: string, territory: Territory, valhalla: Valhalla, question: Question): Promise<string[]> {
  const { mode, costing, options, traffics } = question;
  const random = new SeededRandom(SEED);
  const legs = legsOf(territory, mode);
  const ratios = new Map<string, number[]>();
  const add = (row: string, ratio: number) => ratios.set(row, [...(ratios.get(row) ?? []), ratio]);
  let missing = 0;
  for (let origin = 0; origin < ORIGINS; ) {
    const from = joined(territory, mode, random.int(territory.poles.rows));
    if (from === null) continue;
    const seconds = traffics.map((traffic) => secondsFrom(territory, mode, traffic, from.pole, legs));
    const near = [...seconds[0]!].filter(([, time]) => time >= LEAST_SECONDS && time <= LIMIT_SECONDS);
    if (near.length < TARGETS) continue;
    origin++;
    const targets = Array.from({ length: TARGETS }, () => random.pick(near)[0]);
    const places = targets.map((pole) => joined(territory, mode, pole)!.place);
    const theirs = await valhalla.waysTo(from.place, places, costing, options);
    theirs.forEach((way, i) => {
      if (way === null || way.meters === 0) {
        missing++;
        return;
      }
      traffics.forEach((traffic, at) => {
        add(traffic, seconds[at]!.get(targets[i]!)! / way.seconds);
      });
      if (mode === 'walk') add('normal, against length', seconds[0]!.get(targets[i]!)! / (way.meters * 0.72));
    });
  }
  return [...ratios].map(([row, values]) => {
    const [p5, median, p95] = [0.05, 0.5, 0.95].map((share) => percentile(values, share).toFixed(3));
    const close = values.filter((ratio) => Math.abs(ratio - 1) <= 0.05).length / values.length;
    return `| ${name} | ${mode} | ${row} | ${values.length} | ${p5} | ${median} | ${p95} | ${(100 * close).toFixed(0)} % | ${missing} |`;
  });
}

/** Where a pole joins the roads; null where it joins none. */
function joined(territory: Territory, mode: Question['mode'], pole: number) {
  const [lat, lng] = [territory.poles.latMicrodegrees[pole]! / 1e6, territory.poles.lngMicrodegrees[pole]! / 1e6];
  try {
    const [origin] = snapOrigins(territory, mode, [{ lat, lng }], SNAP_HARD_LIMIT_METERS);
    return { pole: { lat, lng }, place: { lat: origin!.lat, lng: origin!.lng } };
  } catch {
    return null;
  }
}

/** Seconds from a pole to every other one in reach, between the places where they join the roads. */
function secondsFrom(
  territory: Territory,
  mode: Question['mode'],
  traffic: Traffic,
  pole: LatLng,
  legs: Uint32Array,
): Map<number, number> {
  const of = catchment(territory, {
    origins: [pole],
    measure: 'time',
    mode,
    traffic,
    direction: 'outbound',
    snapLimitMeters: SNAP_HARD_LIMIT_METERS,
    // Room for both legs, and for the slower profiles.
    limits: [2 * LIMIT_SECONDS + 600],
  });
  const own = of.origins[0]!.distanceMeters * 720;
  const seconds = new Map<number, number>();
  forEachReachedPole(of, (reached, milliseconds) =>
    seconds.set(reached, (milliseconds - own - legs[reached]! * 0.72) / 1000),
  );
  return seconds;
}

/** Millimeters between each pole and its road. */
function legsOf(territory: Territory, mode: Question['mode']): Uint32Array {
  const legs = new Uint32Array(territory.poles.rows);
  const { pole, accessMillimeters } = territory.snaps[mode]!;
  pole.forEach((row, i) => {
    legs[row] = accessMillimeters[i]!;
  });
  return legs;
}
