import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findAction } from '@hinterland/actions';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';

/** Made maps with one question each (shared/field/README.md). */
export const INPUTS = resolve(import.meta.dirname, '../../../../../shared/field/inputs');

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

/** Builds the map of a case in a folder of its own, which is removed after `use`. */
export async function withField<R>(
  name: string,
  change: (recipe: string) => string,
  use: (map: { territory: Territory; dir: string; warnings: readonly string[] }) => Promise<R>,
): Promise<R> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-field-'));
  try {
    await cp(join(INPUTS, name), dir, { recursive: true });
    const path = join(dir, 'recipe.yaml');
    await writeFile(path, change(await readFile(path, 'utf8')));
    const out = join(dir, 'bundle');
    const { report } = await buildTerritory(await readRecipe(path, { dataDir: dir }), { outDir: out });
    return await use({ territory: await loadTerritory(out), dir, warnings: report.toJson().warnings });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** What an action answers on a territory, whatever it would cost. */
export function answerOf<R>(territory: Territory, actionId: string, question: unknown): R {
  const action = findAction(actionId)!;
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  return action.run(context, action.input.parse(question)).result as R;
}

/** Builds the map of a case and asks an action its question. Returns the result and the warnings of the build. */
export function answerField<R>(
  name: string,
  actionId: string,
  { ask = 'ask.json', change = (recipe) => recipe, question = (input) => input }: Asked = {},
): Promise<{ result: R; warnings: readonly string[] }> {
  return withField(name, change, async ({ territory, dir, warnings }) => {
    const input = question(JSON.parse(await readFile(join(dir, ask), 'utf8')));
    return { result: answerOf<R>(territory, actionId, input), warnings };
  });
}

/** The poles of an isochrone of a case, by its limits. */
export async function askField(name: string, asked?: Asked): Promise<{ bands: Bands; warnings: readonly string[] }> {
  const { result, warnings } = await answerField<{ bands: Band[] }>(name, 'analysis.isochrone', asked);
  const bands = result.bands.map((band) => [band.limitSeconds, band.reliability?.any ?? band.cumulativePoles]);
  return { bands: Object.fromEntries(bands), warnings };
}
