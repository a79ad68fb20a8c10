import { join } from 'node:path';
import { findPlace, type GotTerritory, getTerritory } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { makeWorldMirror } from '../../../../packages/importers/src/world/testing/worldMirror.ts';
import { putGrids } from './moneyMirror.ts';
import { putMorePlaces } from './morePlaces.ts';

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
  const got = await getTerritory(place, {
    placesDir: join(folder, 'places'),
    outDir,
    cacheDir: join(folder, 'downloads'),
    mirror: join(folder, 'mirror'),
    compare: 'none',
    isAgreed: true,
    ...sources,
  });
  return { territory: await loadTerritory(outDir), got: got! };
}
