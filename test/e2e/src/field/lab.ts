import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findAction } from '@hinterland/actions';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';

/** Made maps with one question each (shared/field/README.md). */
const INPUTS = resolve(import.meta.dirname, '../../../../../shared/field/inputs');

export const hasField = existsSync(INPUTS);

/** Poles up to each limit in seconds; by public transport with the best of all departures. */
type Bands = Readonly<Record<number, number>>;

interface Band {
  readonly limitSeconds: number;
  readonly cumulativePoles: number;
  readonly reliability?: { readonly any: number };
}

interface Asked {
  /** Name of the file with the question. */
  readonly ask?: string;
  /** Changes the text of the recipe. */
  readonly change?: (recipe: string) => string;
  /** Changes the question. */
  readonly question?: (input: Record<string, unknown>) => unknown;
}

/** Builds the map of a case and asks an action its question. Returns the result and the warnings of the build. */
export async function answerField<R>(
  name: string,
  actionId: string,
  { ask = 'ask.json', change = (recipe) => recipe, question = (input) => input }: Asked = {},
): Promise<{ result: R; warnings: readonly string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-field-'));
  try {
    await cp(join(INPUTS, name), dir, { recursive: true });
    const path = join(dir, 'recipe.yaml');
    await writeFile(path, change(await readFile(path, 'utf8')));
    const out = join(dir, 'bundle');
    const { report } = await buildTerritory(await readRecipe(path, { dataDir: dir }), { outDir: out });
    const territory = await loadTerritory(out);
    const action = findAction(actionId)!;
    const input = action.input.parse(question(JSON.parse(await readFile(join(dir, ask), 'utf8'))));
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    return { result: action.run(context, input).result as R, warnings: report.toJson().warnings };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The poles of an isochrone of a case, by its limits. */
export async function askField(name: string, asked?: Asked): Promise<{ bands: Bands; warnings: readonly string[] }> {
  const { result, warnings } = await answerField<{ bands: Band[] }>(name, 'analysis.isochrone', asked);
  const bands = result.bands.map((band) => [band.limitSeconds, band.reliability?.any ?? band.cumulativePoles]);
  return { bands: Object.fromEntries(bands), warnings };
}
