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
  readonly cumulativeResidents: number;
  readonly reliability?: { readonly any: number };
}

/** Builds the map of a case, with another text of its recipe where `change` makes one, and asks its question. */
export async function askField(
  name: string,
  { ask = 'ask.json', change = (recipe) => recipe }: { ask?: string; change?: (recipe: string) => string } = {},
): Promise<{ bands: Bands; residents: number; warnings: readonly string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-field-'));
  try {
    await cp(join(INPUTS, name), dir, { recursive: true });
    const path = join(dir, 'recipe.yaml');
    await writeFile(path, change(await readFile(path, 'utf8')));
    const out = join(dir, 'bundle');
    const { report } = await buildTerritory(await readRecipe(path, { dataDir: dir }), { outDir: out });
    const territory = await loadTerritory(out);
    const action = findAction('analysis.isochrone')!;
    const input = action.input.parse(JSON.parse(await readFile(join(dir, ask), 'utf8')));
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    const { bands } = action.run(context, input).result as { bands: Band[] };
    return {
      bands: Object.fromEntries(
        bands.map((band) => [band.limitSeconds, band.reliability?.any ?? band.cumulativePoles]),
      ),
      residents: bands.at(-1)!.cumulativeResidents,
      warnings: report.toJson().warnings,
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
