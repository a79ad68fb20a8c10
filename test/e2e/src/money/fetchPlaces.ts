import { join } from 'node:path';
import { findPlace, type GotTerritory, getTerritory } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { makeWorldMirror } from '../../../../packages/importers/src/world/testing/worldMirror.ts';
import { putGrids } from './moneyMirror.ts';
import { MAPPED, putMapped, putMorePlaces } from './morePlaces.ts';

/** A folder in which the mirror is, and where places are fetched from it. */
export async function makePlacesFolder(folder: string): Promise<void> {
  await makeWorldMirror(join(folder, 'mirror'));
  await putGrids(join(folder, 'mirror'));
  await putMorePlaces(join(folder, 'mirror'));
}

/** The sources that a newcomer may choose. */
export type Sources = Partial<Pick<Parameters<typeof getTerritory>[1], 'raster' | 'overture'>>;

/** The territory of a place by the words that a newcomer asks with, and what `get` said. */
export async function fetchPlace(
  folder: string,
  text: string,
  sources: Sources = {},
): Promise<{ readonly territory: Territory; readonly got: GotTerritory }> {
  const place = findPlace(text);
  const outDir = join(folder, 'territories', place.id);
  const mapped = MAPPED[text];
  if (mapped !== undefined) await putMapped(join(folder, 'mirror'), mapped);
  const got = await getTerritory(place, {
    placesDir: join(folder, 'places'),
    outDir,
    // The raster of its country is another one for each of these.
    cacheDir: join(folder, mapped === undefined ? 'downloads' : `downloads-${place.id}`),
    mirror: join(folder, 'mirror'),
    compare: 'none',
    isAgreed: true,
    ...(mapped === undefined ? {} : { raster: 'worldpop' as const }),
    ...sources,
  });
  return { territory: await loadTerritory(outDir), got: got! };
}
