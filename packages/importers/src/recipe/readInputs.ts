import { type Box, boxContains, expandBoxMeters } from '@hinterland/geo';
import { POLE_SOURCES } from '../addresses/poleSources.ts';
import type { Progress } from '../assemble/steps.ts';
import { readBackdrop } from '../backdrop/readBackdrop.ts';
import { BOUNDARY_SOURCES } from '../boundaries/boundarySources.ts';
import { withOneCountry } from '../boundaries/oneCountry.ts';
import { readCensus } from '../census/readCensus.ts';
import { readTimetables } from '../gtfs/readTimetable.ts';
import { readHeights } from '../heights/readHeights.ts';
import type { Heights } from '../inputs/heights.ts';
import type { SpeedsInput } from '../inputs/speeds.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { STORE_SOURCES } from '../players/storeSources.ts';
import { POLE_PARAMETERS } from '../poles/parameters.ts';
import { LISTING_SOURCES } from '../realestate/listingSources.ts';
import { REGISTER_SOURCES } from '../registers/registerSources.ts';
import { Report } from '../report/report.ts';
import type { SourceContext } from '../source/context.ts';
import { openSource } from '../source/kind.ts';
import { readSpeeds } from '../speeds/readSpeeds.ts';
import { checkFiles } from './checkFiles.ts';
import { outlineOf } from './outlines.ts';
import type { Recipe } from './read.ts';
import { mapPaths, type RecipeMap, readMap } from './readMap.ts';

/** Reads everything that a recipe names but its addresses, which are read one by one when poles are made. */
export async function readInputs(recipe: Recipe, progress: Progress = () => {}): Promise<TerritoryInputs> {
  const { id, name, countries, continent, timeZone, center, versions, players, realestate, transit, sources, ...text } =
    recipe.text;
  const report = new Report(`${name}: territory ${versions.territory}`);
  await checkFiles(recipe);
  const { cut, ...map } = await readMap(recipe, report, (done, total) =>
    progress('reading the map', (0.8 * done) / Math.max(1, total)),
  );
  const heights = await heightsOf(recipe, map.dataBox, report);
  const speeds = await speedsOf(recipe, map.map.ways.ids, report);
  const context = contextOf(recipe, { cut, ...map }, report);
  const ofStores = players?.osm === undefined ? context : { ...context, map: (await readStoreMap(recipe)).map };
  progress('reading boundaries', 0.8);
  const boundaries = await report.time('reading boundaries', async () => {
    const areas = [];
    for (const entry of text.boundaries) areas.push(...(await openSource(BOUNDARY_SOURCES, entry, context)));
    return withOneCountry(areas);
  });
  const outlines = { boundaries, resolve: recipe.resolve, report };
  const [mapOutline, region] = [await outlineOf(text.map.outline, outlines), await outlineOf(text.region, outlines)];
  progress('reading census tables', 0.9);
  const { census } = text;
  const read = () => readCensus(census!, { ...context, recipe: recipe.path, boundaries });
  return {
    id,
    name,
    countries,
    continent,
    timeZone,
    ...(center === undefined ? {} : { center }),
    versions,
    osm: map.map,
    ...(heights === undefined ? {} : { heights }),
    ...(speeds === undefined ? {} : { speeds }),
    ...(map.mapBox === undefined ? {} : { mapBox: map.mapBox }),
    roadBox: map.dataBox,
    ...(mapOutline === undefined ? {} : { mapOutline }),
    ...(region === undefined ? {} : { region }),
    poleSources: text.poles.map((entry) => openSource(POLE_SOURCES, entry, context)),
    boundaries,
    backdrop: () => readBackdrop(mapPaths(recipe), map.mapBox ?? map.dataBox, cut, report),
    census: census === undefined ? null : await report.time('reading census tables', read),
    ...(players === undefined
      ? {}
      : {
          players: {
            ...players,
            sources: players.stores.map((entry) => openSource(STORE_SOURCES, entry, ofStores)),
            registers: () =>
              Promise.all(players.registers.map((entry) => openSource(REGISTER_SOURCES, entry, context))),
          },
        }),
    ...(realestate === undefined
      ? {}
      : {
          realestate: {
            currency: realestate.currency,
            sources: realestate.listings.map((entry) => openSource(LISTING_SOURCES, entry, context)),
          },
        }),
    ...(transit === undefined
      ? {}
      : {
          transit: {
            longestTransferSeconds: transit.longestTransferSeconds,
            async *timetables() {
              for (const { file, ...entry } of transit.timetables) {
                yield* readTimetables({ ...entry, path: recipe.resolve(file) }, report);
              }
            },
          },
        }),
    sources,
    report,
  };
}

/** What the sources of a recipe are opened with. */
export function contextOf(recipe: Recipe, { cut, ...map }: RecipeMap, report: Report): SourceContext {
  const { countries, versions } = recipe.text;
  const edge = map.mapBox === undefined ? undefined : expandBoxMeters(map.mapBox, POLE_PARAMETERS.edgeToleranceMeters);
  return {
    ...map,
    readOutline: cut?.outline,
    countries,
    resolve: recipe.resolve,
    playersVersion: versions.players,
    isNearMap: (lng, lat) => edge === undefined || boxContains(edge, lng, lat),
    report,
  };
}

/** Reads the map that stores are taken from: an extract of their own, else that of the roads. Facts of it are in no report. */
export function readStoreMap(recipe: Recipe, progress: Progress = () => {}): Promise<RecipeMap> {
  const { map, players } = recipe.text;
  const text = { ...recipe.text, map: { ...map, osm: players?.osm ?? map.osm } };
  return readMap({ ...recipe, text }, new Report(''), (done, total) =>
    progress('reading the map', done / Math.max(1, total)),
  );
}

/** Reads the speeds of cars by hour; undefined where the recipe names none. */
function speedsOf(
  { text, resolve }: Recipe,
  wayIds: ArrayLike<number>,
  report: Report,
): Promise<SpeedsInput | undefined> {
  const { speeds } = text.map;
  if (speeds === undefined) return Promise.resolve(undefined);
  const { file, entry, ...options } = speeds;
  return report.time('reading speeds', () => readSpeeds({ path: resolve(file), entry }, options, wayIds, report));
}

/** Reads the heights under a box; undefined where the recipe names none. */
function heightsOf({ text, resolve }: Recipe, box: Box, report: Report): Promise<Heights | undefined> {
  const { heights } = text.map;
  if (heights === undefined) return Promise.resolve(undefined);
  return report.time('reading heights', () =>
    readHeights([heights.file].flat().map(resolve), heights.crs, box, report),
  );
}
