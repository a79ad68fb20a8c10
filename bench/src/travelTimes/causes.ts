import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildValhalla, hasValhallaTiles, installPeers, VALHALLA, Valhalla } from '../country/valhalla.ts';
import { drawPairs, type Pair } from './pairs.ts';
import { QUESTIONS } from './questions.ts';
import { ownPace, prepared, quickest, RECIPES, type TravelTimesOptions } from './travelTimes.ts';
import { WALKERS_CAUSES, writeWalkersMap } from './walkersMap.ts';

const [ON_FOOT] = QUESTIONS;
/** Ratio of our time to Valhalla's below which a pair counts as apart. */
const APART = 0.95;
/** The pairs that differ most, which are told apart from the others. */
const MOST_APART = 25;

const COLUMNS = [...WALKERS_CAUSES.map((cause) => `${cause} alone`), 'either of two', 'together', 'something else'];

/** Explains the walks that are shorter here than in Valhalla: by the differences between the maps, one at a time. */
export async function walkingCauses(options: TravelTimesOptions, names: readonly string[] = RECIPES): Promise<string> {
  await installPeers();
  const workDir = options.workDir === '' ? await mkdtemp(join(tmpdir(), 'hinterland-bench-')) : options.workDir;
  const rows: string[] = [];
  try {
    for (const name of names) rows.push(...(await rowsOf(name, { ...options, workDir })));
  } finally {
    if (options.workDir === '') await rm(workDir, { recursive: true, force: true });
  }
  return [
    `Pairs on foot whose time here is below ${APART} of that of ${VALHALLA} on the extract, and what lifts them above it if the extract`,
    'is written as it is walked here in one of three things alone: squares as the ways around them, cycleways without `foot`',
    'and `access` open to walkers, pedestrian streets open in both directions. "Together": no one of them does, all three do.',
    '',
    `| recipe | pairs | below ${APART} | ${COLUMNS.join(' | ')} |`,
    `|---|---|${'--:|'.repeat(1 + COLUMNS.length)}`,
    ...rows,
  ].join('\n');
}

async function rowsOf(name: string, options: TravelTimesOptions): Promise<string[]> {
  const { territory, extract, dir } = await prepared(name, options);
  const all = drawPairs(territory, ON_FOOT.mode, ON_FOOT.traffics);
  const ratios = await ratiosOf(dir, all);
  const apart = all
    .map((pair, i) => ({ pair, ratio: ratios[i]! }))
    .filter(({ ratio }) => ratio < APART)
    .sort((a, b) => a.ratio - b.ratio)
    .map(({ pair }) => pair);
  if (apart.length === 0) return [];
  const lifted: boolean[][] = [];
  for (const causes of [...WALKERS_CAUSES.map((cause) => [cause]), WALKERS_CAUSES]) {
    const map = join(dir, `walkers-${causes.join('-')}`);
    if (!hasValhallaTiles(map)) {
      await mkdir(map, { recursive: true });
      await writeWalkersMap(extract, join(map, 'map.osm.pbf'), causes);
      await buildValhalla(join(map, 'map.osm.pbf'), map, 2);
    }
    lifted.push((await ratiosOf(map, apart)).map((ratio) => ratio >= APART));
  }
  const columns = apart.map((_, pair) => columnOf(lifted.map((of) => of[pair]!)));
  const row = (which: string, of: readonly number[]) =>
    `| ${name} | ${which} | ${of.length} | ${COLUMNS.map((__, column) => of.filter((one) => one === column).length).join(' | ')} |`;
  const most = `the ${MOST_APART} furthest apart`;
  return [row('all', columns), ...(apart.length > MOST_APART ? [row(most, columns.slice(0, MOST_APART))] : [])];
}

/** Our time divided by Valhalla's, per pair. */
async function ratiosOf(dir: string, pairs: readonly Pair[]): Promise<number[]> {
  const valhalla = await Valhalla.start(dir);
  try {
    const ratios: number[] = [];
    for (const pair of pairs) {
      const way = await quickest(valhalla, ON_FOOT, pair);
      ratios.push(way === null ? 0 : pair.seconds[0]! / ownPace('walk', way));
    }
    return ratios;
  } finally {
    await valhalla.stop();
  }
}

/** Position in COLUMNS; `lifted`: by each cause alone, then by all. */
function columnOf(lifted: readonly boolean[]): number {
  const alone = lifted.slice(0, -1);
  const several = alone.filter(Boolean).length;
  if (several === 1) return alone.indexOf(true);
  if (several > 1) return alone.length;
  return lifted.at(-1)! ? alone.length + 1 : alone.length + 2;
}
