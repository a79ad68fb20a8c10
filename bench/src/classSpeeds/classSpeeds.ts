import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTERS } from '@hinterland/catalogue';
import { buildTerritory, readOsmPbf, readRecipe } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { RECIPES } from '../recipes.ts';
import { classSpeedRatios } from './ratios.ts';

interface ClassSpeedsOptions {
  /** The repository's root. */
  readonly root: string;
  /** Folder of the recipes' input files. */
  readonly dataDir: string;
  /** Keeps bundles and rows, so that the next run only measures. Empty: a folder of its own, removed afterwards. */
  readonly workDir: string;
  /** Recipes to measure, all of them where empty; the rows of others are those of an earlier run with the same folder. */
  readonly recipes: readonly string[];
}

/** Compares times by car of every recipe with those of the speeds that three open routers publish. Returns a Markdown table. */
export async function classSpeeds({ root, dataDir, workDir, recipes }: ClassSpeedsOptions): Promise<string> {
  const scratch = workDir === '' ? await mkdtemp(join(tmpdir(), 'hinterland-bench-')) : workDir;
  const rows: string[] = [];
  try {
    for (const name of RECIPES) {
      const dir = join(scratch, name);
      const kept = join(dir, 'classSpeeds.txt');
      if (recipes.length === 0 || recipes.includes(name)) {
        const recipe = await readRecipe(join(root, `recipes/${name}.yaml`), { dataDir });
        if (!existsSync(join(dir, 'manifest.json'))) await buildTerritory(recipe, { outDir: dir });
        const { map } = await readOsmPbf(recipe.resolve([recipe.text.map.osm].flat()[0]!));
        const { middle, each, comparedShare } = classSpeedRatios(await loadTerritory(dir), map);
        const at = (values: readonly number[], share: number) => percentile(values, share).toFixed(3);
        const cells = [
          name,
          middle.length,
          `${(100 * comparedShare).toFixed(0)}%`,
          ...[0.05, 0.5, 0.95].map((share) => at(middle, share)),
          ...ROUTERS.map((router) => at(each[router], 0.5)),
        ];
        await writeFile(kept, `| ${cells.join(' | ')} |`);
      }
      if (existsSync(kept)) rows.push(await readFile(kept, 'utf8'));
    }
  } finally {
    if (workDir === '') await rm(scratch, { recursive: true, force: true });
  }
  return [
    'Times by car in normal traffic ÷ those of the speeds that OSRM, Valhalla and openrouteservice publish for a class of road, and of what each makes of',
    'a signed limit, over the same roads: 600 pairs of nodes per recipe, 3 to 20 minutes apart, each router on its own quickest way, without turns, lights',
    'and doors. "Middle" is the middle one of the three times of a pair. Ramps, and roads that their surface or use slows, are as fast there as',
    'here: "compared" is the share of the other ones.',
    '',
    '| recipe | pairs | compared | middle, p5 | middle, median | middle, p95 | OSRM | Valhalla | openrouteservice |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
