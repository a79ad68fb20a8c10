import { join } from 'node:path';
import type { Box, MultiPolygonCoordinates } from '@hinterland/geo';
import { putInForce, readManifest } from '@hinterland/territory';
import { DownloadCache, writeWhole } from '../fetch/cache.ts';
import { FetchFault } from '../fetch/fetchFault.ts';
import { type FetchOptions, type FetchProgress, fetchFiles } from '../fetch/fetchFiles.ts';
import { type LockedFile, readLock, writeLock } from '../fetch/lock.ts';
import type { DownloadLimits } from '../fetch/retrying.ts';
import type { AddressesOf } from '../fetch/transport.ts';
import { makeTransport } from '../fetch/transport.ts';
import { fetchCut } from '../overture/fetchCut.ts';
import { boxOutline } from '../places/boxes.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import { buildTerritory } from '../recipe/build.ts';
import { readRecipe } from '../recipe/read.ts';
import type { Report } from '../report/report.ts';
import { blamed } from './blame.ts';
import { compareWithRaster, type RasterBeside } from './compareWithRaster.ts';
import { INDEX_FILE, readExtractIndex } from './extractIndex.ts';
import { fetchFurther, furtherUrls } from './fetchFurther.ts';
import { fitting, requireMachine, thisMachine } from './machine.ts';
import { requireNotOwn } from './ownBundle.ts';
import { PlaceFolder } from './placeFolder.ts';
import { makePlan, type PlaceChoice, type Plan } from './plan.ts';
import { regionPeople } from './regionPeople.ts';
import { type FetchedFeed, fetchTimetables } from './timetables.ts';
import { judge, type Verdict } from './verdict.ts';
import { dayOfExtract } from './versions.ts';
import { type RecipeFacts, recipeText } from './writeRecipe.ts';

export interface GetOptions extends PlaceChoice {
  /** Folder of recipes and files by place. */
  readonly placesDir: string;
  /** Folder of the bundle. */
  readonly outDir: string;
  /** Folder of the shared cache of downloads. */
  readonly cacheDir: string;
  readonly mirror?: string | undefined;
  /** A folder with files that were fetched by hand. */
  readonly from?: string | undefined;
  /** Goes on although the machine has less memory or disk than the plan needs. */
  readonly isAgreed?: boolean;
  /** Asks for what is newer, and adds a version beside the old one. */
  readonly refresh?: boolean;
  /** Puts lists of stores in force also where they lost a third of their stores. */
  readonly acceptsLosses?: boolean | undefined;
  readonly addressesOf?: AddressesOf;
  readonly limits?: DownloadLimits;
  planned?(plan: Plan): void;
  /** Something was decided while files were fetched. */
  noted?(text: string): void;
  fetching?(state: FetchProgress): void;
  /** A file is there whole. */
  there?(name: string): void;
  building?(step: string, fraction: number): void;
}

export interface GotTerritory {
  readonly plan: Plan;
  readonly recipe: string;
  /** Whether a person had changed the recipe; it was kept. */
  readonly isOwnRecipe: boolean;
  readonly lock: readonly LockedFile[];
  readonly report: Report;
  readonly verdict: Verdict;
  /** The people of a raster beside the official ones; null where there is nothing to compare. */
  readonly beside: RasterBeside | null;
}

/** Fetches what a place needs, writes its recipe and builds its bundle. Null where `refresh` finds nothing newer. */
export async function getTerritory(place: Place, options: GetOptions): Promise<GotTerritory | null> {
  const folder = new PlaceFolder(join(options.placesDir, place.id));
  await requireNotOwn(options.outDir, folder.path);
  const machine = options.isAgreed ? null : await thisMachine(options.outDir);
  if (machine !== null) requireMachine(fitting(makePlan(place, options), machine), machine);
  const before = await readLock(folder.lock);
  const fetchOptions = fetchOptionsOf(options, options.refresh ? undefined : before);
  const cache = fetchOptions.cache;
  const index = await extractIndex(fetchOptions);
  const wide = makePlan(place, options, index.extracts);
  const planned = machine === null ? wide : fitting(wide, machine);
  options.planned?.({ ...planned, notes: [...planned.notes, ...index.notes] });

  const { plan, files: whole } = await fetchPlan(planned, fetchOptions, options);
  const timetables = options.timetables
    ? await fetchTimetables(plan.place, fetchOptions, (text) => options.noted?.(text))
    : [];
  const files = [
    ...whole,
    ...(await fetchFurther(plan, fetchOptions, (text) => options.noted?.(text))),
    ...(await fetchCuts(plan, fetchOptions, options)),
    ...timetables.map(({ file }) => file),
  ];
  const isBuilt = (await readManifest(options.outDir).catch(() => null)) !== null;
  if (options.refresh && isBuilt && before !== undefined && isSame(files, before)) return null;
  for (const file of files) await cache.put(file, folder.file(file.name));
  const made = await build(plan, files, timetables, {
    folder,
    outDir: options.outDir,
    building: options.building,
    acceptsLosses: options.acceptsLosses,
  }).catch(async (error: unknown) => {
    const blame = await blamed(error, files, { cache, outDir: options.outDir });
    await writeLock(folder.lock, blame.kept);
    throw blame.error;
  });
  const { report, isOwnRecipe, mapBox } = made;
  const inRegion = plan.rim === undefined ? null : await regionPeople(options.outDir);
  const verdict = judge(plan, report.toJson(), mapBox, inRegion);
  if (verdict.reasons.length > 0) await nameRough(options.outDir, verdict);
  if (plan.comparison !== null) options.building?.('comparing', 1);
  const beside =
    plan.comparison === null
      ? null
      : await compareWithRaster(plan, plan.comparison, {
          outDir: options.outDir,
          folder,
          fetching: fetchOptions,
          mapBox,
        });
  return { plan, recipe: folder.recipe, isOwnRecipe, lock: files, report, verdict, beside };
}

/** Fetches the files of a plan; where those that only its rim needs cannot be had, the rim is left out, which a note says. */
async function fetchPlan(
  plan: Plan,
  fetchOptions: FetchOptions,
  { noted }: Pick<GetOptions, 'noted'>,
): Promise<{ plan: Plan; files: LockedFile[] }> {
  const wantedOf = (one: Plan) => {
    const apart = furtherUrls(one);
    return one.files.filter(({ url }) => url !== INDEX_FILE.url && !apart.has(url));
  };
  if (plan.rim === undefined) return { plan, files: await fetchFiles(wantedOf(plan), fetchOptions) };
  const { without } = plan.rim;
  const asked = await fetchFiles(wantedOf(without), fetchOptions);
  const more = wantedOf(plan).filter(({ url }) => !asked.some((file) => file.url === url));
  try {
    const beyond = await fetchFiles(more, fetchOptions);
    // A pack of the whole may have other files than that of the part.
    const all = [...asked, ...beyond].filter(({ url }) => wantedOf(plan).some((file) => file.url === url));
    return { plan, files: all };
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    noted?.(`What lies around ${plan.place.name} is left out, and answers near its edge say so: ${error.message}`);
    return { plan: without, files: asked };
  }
}

/** Writes recipe and lock of the files of a place, and builds its bundle. */
async function build(
  plan: Plan,
  files: readonly LockedFile[],
  timetables: readonly FetchedFeed[],
  {
    folder,
    outDir,
    building,
    acceptsLosses,
  }: { folder: PlaceFolder } & Pick<GetOptions, 'outDir' | 'building' | 'acceptsLosses'>,
): Promise<{ report: Report; isOwnRecipe: boolean; mapBox: Box | undefined }> {
  const ofUrl = (url: string) => files.find((file) => file.url === url)!;
  const extracts = plan.extracts.map(({ url }) => ofUrl(url));
  const people = (plan.people?.files ?? []).map(({ url }) => ofUrl(url).name);
  const rasters =
    plan.people?.code === 'ghsl' ? await Promise.all(people.map((name) => folder.unpack(name, '.tif'))) : people;
  const days = await Promise.all(extracts.map((file) => dayOfExtract(folder.file(file.name), file)));
  const text = recipeText(plan, {
    extracts: extracts.map(({ name }) => name),
    people: rasters,
    names: files.map(({ name }) => name),
    day: days.sort()[0]!,
    cuts: plan.cuts
      .map(({ theme, name }) => ({ theme, file: files.find((file) => file.name === name)! }))
      .filter(({ file }) => file.bytes > 0),
    ...(await writeOutlines(folder, plan)),
    timetables,
  });
  const isOwnRecipe = await folder.writeRecipe(text);
  await writeLock(folder.lock, files);
  const { report, mapBox } = await buildTerritory(await readRecipe(folder.recipe), {
    outDir,
    acceptsLosses,
    progress: (step, fraction) => building?.(step, fraction),
  });
  return { report, isOwnRecipe, mapBox };
}

/** Rows of Overture, one theme after the other; of a whole country those inside its extracts. */
export async function fetchCuts(
  plan: Plan,
  fetchOptions: FetchOptions,
  options: Pick<GetOptions, 'noted'>,
): Promise<LockedFile[]> {
  const { box, whole, rim } = plan.place;
  const outline = rim?.reach ?? (whole === undefined ? undefined : plan.extracts.flatMap((one) => one.outline));
  const cuts: LockedFile[] = [];
  for (const { theme } of plan.cuts) {
    const note = (text: string) => options.noted?.(text);
    const cut = await fetchCut(theme, { box, outline }, { ...fetchOptions, note });
    if (cut.bytes === 0) note(`Overture has no ${theme} in ${plan.place.name}: they are left out.`);
    cuts.push(cut);
  }
  return cuts;
}

/** Writes into the bundle what is rough about it, so that everybody who sees its figures can know. */
async function nameRough(outDir: string, { reasons, roughReasons }: Verdict): Promise<void> {
  const { format: _, formatVersion: __, checksums: ___, ...manifest } = await readManifest(outDir);
  await putInForce(outDir, {
    ...manifest,
    rough: [...reasons],
    roughReasons: roughReasons.map(({ code, values }) => ({ code, values: { ...values } })),
  });
}

/** How the files of a place are fetched. */
export function fetchOptionsOf(options: GetOptions, locked: readonly LockedFile[] | undefined): FetchOptions {
  return {
    cache: new DownloadCache(options.cacheDir),
    transport: makeTransport({
      ...(options.addressesOf === undefined ? {} : { addressesOf: options.addressesOf }),
      ...(options.mirror === undefined ? {} : { mirror: options.mirror }),
    }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(locked === undefined ? {} : { locked }),
    from: options.from,
    refresh: options.refresh ?? false,
    progress: (state) => options.fetching?.(state),
    there: (name) => options.there?.(name),
  };
}

/** The publisher's list of extracts; where it cannot be had, the shipped one. */
export async function extractIndex(
  options: FetchOptions,
): Promise<{ extracts: readonly Extract[]; notes: readonly string[] }> {
  try {
    const [file] = await fetchFiles([INDEX_FILE], options);
    return { extracts: await readExtractIndex(options.cache.pathOf(file!)), notes: [] };
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    return { extracts: shippedExtracts(), notes: [`The list of extracts is the shipped one: ${error.message}`] };
  }
}

/** Beyond the extracts the map has no roads, so nobody there is counted; of a place with a rim also what was asked for. */
async function writeOutlines(
  folder: PlaceFolder,
  { place, extracts }: Plan,
): Promise<Pick<RecipeFacts, 'outline' | 'region'>> {
  const { whole, rim } = place;
  const outlines = extracts.flatMap(({ outline }) => outline);
  if (rim?.reach === undefined || whole === undefined) {
    const outline = await writeOutline(folder, 'extracts.geojson', outlines);
    return {
      outline,
      ...(rim === undefined ? {} : { region: await writeOutline(folder, 'asked.geojson', boxOutline(rim.asked)) }),
    };
  }
  const own = extracts.find(({ id }) => id === whole.extract)?.outline ?? outlines;
  return {
    outline: await writeOutline(folder, 'reach.geojson', rim.reach),
    region: await writeOutline(folder, 'asked.geojson', own),
  };
}

async function writeOutline(folder: PlaceFolder, name: string, coordinates: MultiPolygonCoordinates): Promise<string> {
  const feature = { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } };
  await writeWhole(folder.file(name), `${JSON.stringify({ type: 'FeatureCollection', features: [feature] })}\n`);
  return name;
}

const isSame = (files: readonly LockedFile[], before: readonly LockedFile[]): boolean =>
  files.length === before.length && files.every(({ sha256 }, i) => sha256 === before[i]!.sha256);
