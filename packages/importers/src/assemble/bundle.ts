import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '@hinterland/geo';
import { checkBundle, type FamilyContent, putInForce, readManifest, writeFamily } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { simpleOutline } from './simpleOutline.ts';

/** Throws ImportError where the folder holds versions of another territory. */
export async function requireSameTerritory(inputs: Pick<TerritoryInputs, 'id'>, outDir: string): Promise<void> {
  const manifest = await readManifest(outDir).catch(() => null);
  if (manifest !== null && manifest.id !== inputs.id) {
    throw new ImportError(
      `${outDir} holds the territory "${manifest.id}", and this one is "${inputs.id}". Choose another folder with --out.`,
    );
  }
}

/** Adds the families to the bundle and puts them in force. Returns the path of the manifest. */
export async function writeBundle(
  inputs: TerritoryInputs,
  outDir: string,
  families: readonly FamilyContent[],
  bbox: Box,
  center: { readonly lat: number; readonly lng: number },
): Promise<string> {
  const { id, name, countries, continent, timeZone, mapOutline, region } = inputs;
  await mkdir(outDir, { recursive: true });
  for (const family of families) await writeFamily(outDir, family);
  await putInForce(outDir, {
    id,
    name,
    countries: [...countries],
    continent,
    timeZone,
    bbox,
    center: { ...center },
    ...(mapOutline === undefined ? {} : { mapOutline: simpleOutline(mapOutline) }),
    ...(region === undefined ? {} : { region: simpleOutline(region) }),
    families: Object.fromEntries(families.map(({ family, version }) => [family, { version }])),
  });
  return join(outDir, 'manifest.json');
}

/** Throws ImportError where the bundle in the folder has errors. */
export async function requireSound(outDir: string): Promise<void> {
  const errors = (await checkBundle(outDir)).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const shown = errors.slice(0, 10).map(({ place, problem }) => `  ${place}: ${problem}`);
  throw new ImportError(`The bundle in ${outDir} has ${errors.length} errors:\n${shown.join('\n')}`);
}
