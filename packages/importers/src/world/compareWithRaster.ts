import { type Box, clipToBox, type MultiPolygonCoordinates } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { messageOf } from '../errors/importError.ts';
import { type FetchOptions, fetchFiles } from '../fetch/fetchFiles.ts';
import { fileNameOf } from '../fetch/remoteFile.ts';
import { USUAL_LIMITS } from '../fetch/retrying.ts';
import type { PeopleSource } from './peopleSources.ts';
import type { PlaceFolder } from './placeFolder.ts';
import type { Plan } from './plan.ts';
import { type RasterPeople, rasterOnPoles } from './rasterOnPoles.ts';

/** The people of a raster beside official figures: on each pole of the territory, or why they could not be had. */
export type RasterBeside = { readonly source: string } & (
  | ({ readonly people: RasterPeople } & { readonly failed?: undefined })
  | { readonly people?: undefined; readonly failed: string }
);

/** So far from a cell without a home may be the one that takes its people, as in a recipe. */
const NEAREST_METERS = 300;

/**
 * Fetches the raster that a plan compares its official figures with, and puts its people on the poles of the built territory. The
 * territory is in force by then, so that a server that does not answer costs one attempt and a sentence.
 */
export async function compareWithRaster(
  plan: Plan,
  comparison: PeopleSource,
  {
    outDir,
    folder,
    fetching,
    mapBox,
  }: { outDir: string; folder: PlaceFolder; fetching: FetchOptions; mapBox: Box | undefined },
): Promise<RasterBeside> {
  const source = `${comparison.name}, ${comparison.vintage}`;
  try {
    const { locked: _, ...rest } = fetching;
    const limits = { ...USUAL_LIMITS, ...rest.limits, mostFaults: 1 };
    const files = await fetchFiles(comparison.files, { ...rest, limits, refresh: false });
    for (const file of files) await rest.cache.put(file, folder.file(file.name));
    const names = comparison.files.map(fileNameOf);
    const rasters =
      comparison.code === 'ghsl' ? await Promise.all(names.map((name) => folder.unpack(name, '.tif'))) : names;
    const territory = await loadTerritory(outDir);
    const people = await rasterOnPoles(
      rasters.map((name) => folder.file(name)),
      territory,
      // The same area that the official figures are counted in.
      { box: mapBox ?? territory.manifest.bbox, outline: outlineOf(plan, territory), nearestMeters: NEAREST_METERS },
    );
    return { source, people };
  } catch (error) {
    return { source, failed: messageOf(error) };
  }
}

/** All that is read of a place with a rim; a country's own outline, where its cells must not count those of its neighbors; else the outlines of the extracts. */
function outlineOf(
  { place, extracts }: Plan,
  { areas, areaPolygon, manifest }: Territory,
): MultiPolygonCoordinates | null {
  if (place.rim?.reach !== undefined) return place.rim.reach;
  if (place.whole === undefined)
    return clipToBox(
      extracts.flatMap(({ outline }) => outline),
      manifest.bbox,
    );
  const countries = Array.from({ length: areas.rows }, (_, row) => row).filter((row) => areas.level[row] === 2);
  const polygons = countries.flatMap((row) => areaPolygon(row) ?? []);
  return polygons.length === 0 ? null : polygons;
}
