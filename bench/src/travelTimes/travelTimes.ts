import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import {
  buildValhalla,
  hasValhallaTiles,
  installPeers,
  VALHALLA,
  Valhalla,
  type ValhallaWay,
} from '../country/valhalla.ts';
import { percentile } from '../percentile.ts';
import { RECIPES } from '../recipes.ts';
import { drawPairs, LEAST_SECONDS, LIMIT_SECONDS, ORIGINS, type Pair, SEED, TARGETS } from './pairs.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { speedRows } from './speeds.ts';
import { writeWalkersMap } from './walkersMap.ts';

export interface TravelTimesOptions {
  /** The repository's root. */
  readonly root: string;
  /** Folder of the recipes' input files. */
  readonly dataDir: string;
  /** Keeps bundles and tiles, so that the next run only measures. Empty: a folder of its own, removed afterwards. */
  readonly workDir: string;
  /** Recipes to measure, all of them where empty; the rows of others are those of an earlier run with the same folder. */
  readonly recipes: readonly string[];
}

type BuildOptions = Omit<TravelTimesOptions, 'recipes'>;

interface Rows {
  readonly ratios: string[];
  readonly speeds: string[];
}

/**
 * Compares travel times with Valhalla's on the same extracts: 500 seeded pairs of addresses per recipe, from the place where
 * one joins the road to the place where the other does, access legs left out. Returns Markdown tables of ratios and speeds.
 */
export async function travelTimes({ recipes, workDir, ...files }: TravelTimesOptions): Promise<string> {
  await installPeers();
  const scratch = workDir === '' ? await mkdtemp(join(tmpdir(), 'hinterland-bench-')) : workDir;
  const ratios: string[] = [];
  const speeds: string[] = [];
  try {
    for (const name of RECIPES) {
      const kept = join(scratch, name, 'travelTimes.json');
      if (recipes.length === 0 || recipes.includes(name)) {
        const rows = await measured(name, { ...files, workDir: scratch });
        await writeFile(kept, JSON.stringify(rows));
      }
      if (!existsSync(kept)) continue;
      const rows = JSON.parse(await readFile(kept, 'utf8')) as Rows;
      ratios.push(...rows.ratios);
      speeds.push(...rows.speeds);
    }
  } finally {
    if (workDir === '') await rm(scratch, { recursive: true, force: true });
  }
  return [
    `Seconds here ÷ seconds of ${VALHALLA} on the same extract: ${ORIGINS * TARGETS} pairs of addresses per recipe (seed ${SEED}), ${LEAST_SECONDS / 60} to`,
    `${LIMIT_SECONDS / 60} minutes apart, each from the place where it joins the road, without the legs to the door. On foot Valhalla is asked`,
    'three times, without its wishes for and against kinds of ways, with more and less stairs, and for the shortest way; the quickest one',
    'counts. "Its way" is that way at the pace taken here: without the seconds that Valhalla adds at crossings of streets, and with stairs',
    'at half of the speed. "Same ways": so, on a map with the ways that are walked here, cycleways without `foot` opened and squares written',
    'as the ways around them. By car Valhalla is asked with its defaults, and "driving" leaves out the seconds that it adds at junctions.',
    '',
    '| recipe | mode | here | Valhalla | pairs | p5 | median | p95 | below 0.95 | no way in Valhalla |',
    '|---|---|---|---|--:|--:|--:|--:|--:|--:|',
    ...ratios,
    '',
    'Speeds by car, km/h: of Valhalla on the roads that its ways take, and here on all such roads of the map.',
    '',
    '| recipe | class in Valhalla | of its ways | Valhalla | free | normal | heavy |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...speeds,
  ].join('\n');
}

async function measured(name: string, files: BuildOptions): Promise<Rows> {
  const { territory, extract, dir } = await prepared(name, files);
  const walkers = join(dir, 'walkers');
  if (!hasValhallaTiles(walkers)) {
    await mkdir(walkers, { recursive: true });
    await writeWalkersMap(extract, join(walkers, 'map.osm.pbf'));
    await buildValhalla(join(walkers, 'map.osm.pbf'), walkers, 2);
  }
  const measured: Rows = { ratios: [], speeds: [] };
  for (const question of QUESTIONS) {
    const valhalla = await Valhalla.start(question.map === 'walkers' ? walkers : dir);
    try {
      const { rows, ways } = await compare(name, territory, valhalla, question);
      measured.ratios.push(...rows);
      if (question.mode === 'car') measured.speeds.push(...speedRows(name, territory, ways));
    } finally {
      await valhalla.stop();
    }
  }
  return measured;
}

/** Builds the territory of a recipe, and Valhalla's tiles of its extract, where they are not there yet. */
async function prepared(name: string, { root, dataDir, workDir }: BuildOptions) {
  const recipe = await readRecipe(join(root, `recipes/${name}.yaml`), { dataDir });
  const dir = join(workDir, name);
  if (!existsSync(join(dir, 'manifest.json'))) await buildTerritory(recipe, { outDir: dir });
  const territory = await loadTerritory(dir);
  const extract = recipe.resolve([recipe.text.map.osm].flat()[0]!);
  if (!hasValhallaTiles(dir)) await buildValhalla(extract, dir, 2);
  return { territory, extract, dir };
}

/** Rows of ratios per traffic and reading of Valhalla's time, and its ways. */
async function compare(
  name: string,
  territory: Territory,
  valhalla: Valhalla,
  question: Question,
): Promise<{ rows: string[]; ways: ValhallaWay[] }> {
  const { mode, traffics, map } = question;
  const ratios = new Map<string, number[]>();
  const ways: ValhallaWay[] = [];
  let missing = 0;
  for (const pair of drawPairs(territory, mode, traffics)) {
    const { from, to, seconds } = pair;
    const way = await quickest(valhalla, question, pair);
    if (way === null) {
      missing++;
      continue;
    }
    ways.push(way);
    const own = ownPace(mode, way);
    const readings =
      map === 'walkers'
        ? { 'its way, same ways': own }
        : { 'its time': way.seconds, [mode === 'car' ? 'driving' : 'its way']: own };
    if (process.env.SHOW_PAIRS !== undefined && seconds[0]! < 0.95 * own)
      process.stderr.write(`${name}, ${map}: ${JSON.stringify({ from, to, here: seconds[0], there: own })}\n`);
    traffics.forEach((traffic, at) => {
      for (const [reading, theirs] of Object.entries(readings)) {
        const row = `${traffic} | ${reading}`;
        ratios.set(row, [...(ratios.get(row) ?? []), seconds[at]! / theirs]);
      }
    });
  }
  const rows = [...ratios].map(([row, values]) => {
    const [p5, median, p95] = [0.05, 0.5, 0.95].map((share) => percentile(values, share).toFixed(3));
    const below = values.filter((ratio) => ratio < 0.95).length;
    return `| ${name} | ${mode} | ${row} | ${values.length} | ${p5} | ${median} | ${p95} | ${below} | ${missing} |`;
  });
  return { rows, ways };
}

/** Returns the quickest of the ways that Valhalla finds, at the pace taken here; null where there is none. */
async function quickest(
  valhalla: Valhalla,
  { mode, costing, options }: Question,
  { from, to }: Pick<Pair, 'from' | 'to'>,
): Promise<ValhallaWay | null> {
  const found: ValhallaWay[] = [];
  for (const asked of options) {
    const way = await valhalla.way(from, to, costing, asked);
    if (way !== null && way.meters > 0) found.push(way);
  }
  return found.sort((a, b) => ownPace(mode, a) - ownPace(mode, b))[0] ?? null;
}

/** Extra time on a meter of stairs, which are 2.5 km/h here and 5 there. */
const STAIRS_SECONDS_PER_METER = 3.6 / 2.5 - 3.6 / 5;

/** Seconds of Valhalla's way without those that it adds at crossings and, on foot, with stairs as slow as here. */
function ownPace(mode: Question['mode'], { seconds, crossingSeconds, pieces }: ValhallaWay): number {
  const stairs = mode === 'walk' ? pieces.filter(({ use }) => use === 'steps') : [];
  return seconds - crossingSeconds + stairs.reduce((sum, { meters }) => sum + meters * STAIRS_SECONDS_PER_METER, 0);
}
