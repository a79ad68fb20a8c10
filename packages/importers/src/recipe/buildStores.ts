import type { Box } from '@hinterland/geo';
import { loadTerritory, NONE, putInForce, readManifest, type Territory, writeFamily } from '@hinterland/territory';
import { requireSameTerritory, requireSound } from '../assemble/bundle.ts';
import { players } from '../assemble/families/players.ts';
import { requireStoresKept } from '../assemble/lostStores.ts';
import { ImportError } from '../errors/importError.ts';
import { STORE_SOURCES } from '../players/storeSources.ts';
import type { WholeArea } from '../registers/referenceCounts.ts';
import { REGISTER_SOURCES } from '../registers/registerSources.ts';
import { Report } from '../report/report.ts';
import { openSource } from '../source/kind.ts';
import type { BuildOptions } from './build.ts';
import { checkFiles } from './checkFiles.ts';
import type { Recipe } from './read.ts';
import { contextOf, readStoreMap } from './readInputs.ts';

/** Share of the time that reading the map usually takes. */
const READING = 0.6;

/**
 * Builds the stores of a recipe alone, and puts them in force beside the roads, people and areas that a bundle has: the same stores as a
 * build of the whole makes. Throws ImportError where the bundle has roads of another version, and where a list lost a third of its stores.
 */
export async function buildStores(
  recipe: Recipe,
  { outDir, acceptsLosses = false, progress = () => {} }: BuildOptions,
): Promise<Report> {
  const { id, name, countries, versions, players: asked, sources } = recipe.text;
  if (asked === undefined) throw new ImportError(`${recipe.path} names no stores. Add players.`);
  await requireRoads(recipe, outDir);
  await checkFiles(recipe);
  const report = new Report(`${name}: stores ${versions.players}`);
  const map = await report.time('reading the map', () =>
    readStoreMap(recipe, (step, fraction) => progress(step, READING * fraction)),
  );
  progress('stores', READING);
  const context = contextOf(recipe, map, report);
  const territory = await loadTerritory(outDir);
  const { bbox } = territory.manifest;
  const { mapBox } = map;
  const family = await report.time('stores', () =>
    players(
      { id, name, countries, versions, sources, report, ...(mapBox === undefined ? {} : { mapBox }) },
      {
        ...asked,
        sources: asked.stores.map((entry) => openSource(STORE_SOURCES, entry, context)),
        registers: () => Promise.all(asked.registers.map((entry) => openSource(REGISTER_SOURCES, entry, context))),
      },
      { box: bbox, wholeAreas: wholeAreasOf(territory, mapBox), residents: residentsOf(territory) },
    ),
  );
  if (!acceptsLosses) await requireStoresKept(outDir, family, bbox);
  progress('writing', 0.9);
  await writeFamily(outDir, family);
  const { format: _, formatVersion: __, checksums: ___, ...manifest } = await readManifest(outDir);
  const { version } = family;
  await putInForce(outDir, { ...manifest, families: { ...manifest.families, players: { version } } });
  await requireSound(outDir);
  progress('done', 1);
  return report;
}

/** Throws ImportError where the bundle is not there, is another territory, or has roads of another version than the recipe. */
async function requireRoads(recipe: Recipe, outDir: string): Promise<void> {
  const manifest = await readManifest(outDir).catch(() => null);
  if (manifest === null) throw new ImportError(`There is no territory in ${outDir} yet. Build the whole first.`);
  await requireSameTerritory(recipe.text, outDir);
  const [wanted, present] = [recipe.text.versions.territory, manifest.families.territory?.version];
  if (wanted !== present) {
    throw new ImportError(
      `${outDir} has roads of ${present}, and the recipe ${recipe.path} names ${wanted}: stores alone cannot be renewed. Build the whole.`,
    );
  }
}

/** Areas of the bundle whose stores are all in the map, as `wholeAreas` finds them while it is built. */
function wholeAreasOf({ areas, sociodemo, areaPolygon }: Territory, mapBox: Box | undefined): WholeArea[] {
  const units = sociodemo?.units;
  const onlyUnit = mapBox === undefined && units?.rows === 1 ? units.code.at(0) : null;
  return Array.from({ length: areas.rows }, (_, row) => row).flatMap((row) => {
    const polygon = areaPolygon(row) ?? [];
    const code = areas.code.at(row);
    const isWhole = polygon.length === 0 ? code === onlyUnit : areas.cut[row] === 0;
    if (!isWhole) return [];
    return [{ code, name: areas.name.at(row), country: areas.country.at(row), level: areas.level[row]!, polygon }];
  });
}

/** Residents of the map; null where none are published. */
function residentsOf({ sociodemo }: Territory): number | null {
  const total = sociodemo?.topics.get('residents')?.columns.get('total');
  if (sociodemo === null || total === undefined) return null;
  const { unit, share, rows } = sociodemo.poleUnits;
  let people = 0;
  for (let pole = 0; pole < rows; pole++) {
    const own = unit[pole]!;
    if (own !== NONE && total[own]! > 0) people += total[own]! * share[pole]!;
  }
  return people > 0 ? people : null;
}
