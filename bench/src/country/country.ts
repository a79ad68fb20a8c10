import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { prepareNetworks } from '@hinterland/engine/coverage';
import type { Isochrone } from '@hinterland/engine/isochrone';
import type { LatLng } from '@hinterland/engine/query';
import { PolygonIndex } from '@hinterland/geo';
import { loadTerritory, shareTerritory, type Territory } from '@hinterland/territory';
import { coverageRow, startWorker } from '../coverageRow.ts';
import type { Report } from '../goals/figures.ts';
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';
import { coverageAction, coverageMemory, startToAnswer } from './childProcesses.ts';
import { countryGoals } from './countryGoals.ts';
import { isochroneRow, searchRow } from './isochroneRows.ts';
import { type Country, prepare, randomPlaces, type Size, say, workDirOf } from './prepare.ts';
import { type CountryFigures, countrySection } from './section.ts';
import { hasValhallaTiles, installPeers, Valhalla } from './valhalla.ts';

const ORIGINS = 20;
const PLACES = 600;
const STARTS = 5;
const LIMITS = [5, 15, 30, 60];
const STORES = 500;
const ACTION_ROUNDS = 4;
const ACTION_MINUTES = 15;

export interface CountryBenchOptions {
  readonly root: string;
  readonly dataDir: string;
  readonly size: Size;
  /** Where countries are kept from run to run; '' for a folder that is deleted at the end. */
  readonly workDir: string;
}

/** All goals of speed on a country of real extracts, Valhalla on the same roads beside them. */
export async function country(options: CountryBenchOptions): Promise<Report> {
  const { size } = options;
  await installPeers();
  const workDir = workDirOf(options.workDir);
  try {
    const figures = await measure(await prepare(options, workDir, size), size);
    return { text: countrySection(figures), figures: size === 'country' ? countryGoals(figures) : {} };
  } finally {
    if (options.workDir === '') await rm(workDir, { recursive: true, force: true });
  }
}

async function measure({ files, bundle, valhalla: tiles }: Country, size: Size) {
  const bundleDir = join(files.dir, 'bundle');
  const territory = await loadTerritory(bundleDir);
  const origins = randomPlaces(territory, ORIGINS);
  const places = randomPlaces(territory, PLACES);

  say('start to first answer');
  const starts: { wall: number; load: number }[] = [];
  const peerStarts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    if (hasValhallaTiles(files.dir)) peerStarts.push(await peerStart(files.dir, origins[0]!));
    starts.push(await startToAnswer(bundleDir, origins[0]!));
  }

  say('isochrones');
  const valhalla = hasValhallaTiles(files.dir) ? await Valhalla.start(files.dir) : null;
  const isochrones = [];
  for (const minutes of [...LIMITS.map((limit) => [limit]), [15, 30, 45, 60]]) {
    const check = (of: Catchment, isochrone: Isochrone) => checkQuality(territory, of, isochrone);
    isochrones.push(await isochroneRow(territory, origins, minutes, valhalla, check));
  }
  const peerMegabytes = (await valhalla?.peakMegabytes()) ?? null;
  await valhalla?.stop();
  const searches = [];
  for (const minutes of LIMITS) searches.push(await searchRow(territory, origins, minutes));

  say('coverage');
  const tables = await timed(() => prepareNetworks(territory, 'car', 'normal', 'postcode'));
  const worker = await startWorker({ shared: shareTerritory(territory) });
  const coverage = [];
  for (const minutes of [15, 60]) {
    coverage.push(await coverageRow(territory, places, minutes, { worker, withPlain: true }));
  }
  await worker.terminate();
  const memory = await coverageMemory(bundleDir, places);
  const rounds = Array.from({ length: ACTION_ROUNDS }, (_, round) => randomPlaces(territory, STORES, 22 + round));
  const action = await coverageAction({ bundle: bundleDir, rounds, minutes: ACTION_MINUTES, sizes: [15, 30, 60] });

  const figures: CountryFigures = {
    size,
    facts: files.facts,
    nodes: territory.nodes.rows,
    carNodes: carNodes(territory),
    edges: territory.edges.rows,
    poles: territory.poles.rows,
    bundle,
    tablesSeconds: tables.cpu / 1000,
    tiles,
    starts: {
      wall: percentile(
        starts.map(({ wall }) => wall),
        0.5,
      ),
      load: percentile(
        starts.map(({ load }) => load),
        0.5,
      ),
      peer: peerStarts.length === 0 ? null : percentile(peerStarts, 0.5),
    },
    isochrones,
    peerMegabytes,
    searches,
    coverage,
    memory,
    action,
  };
  return figures;
}

/** Milliseconds from the start of a process of Valhalla to its first 30-minute isochrone. */
async function peerStart(dir: string, place: LatLng): Promise<number> {
  const started = performance.now();
  const valhalla = await Valhalla.start(dir);
  await valhalla.isochrone(place, [30]);
  const wall = performance.now() - started;
  await valhalla.stop();
  return wall;
}

function carNodes({ nodes, edges }: Territory): number {
  const isCar = new Uint8Array(nodes.rows);
  edges.mainComponent.forEach((bits, edge) => {
    if ((bits & 1) !== 0) isCar[edges.fromNode[edge]!] = isCar[edges.toNode[edge]!] = 1;
  });
  return isCar.reduce((sum, one) => sum + one, 0);
}

/** Looks at every pole in the polygon's box: all that are reached lie inside, and precision is as the answer says. */
function checkQuality(territory: Territory, of: Catchment, { polygon, shape }: Isochrone): void {
  const { rows, lngMicrodegrees, latMicrodegrees } = territory.poles;
  const whole = polygon.coordinates.map((rings) =>
    rings.map((ring) => ring.map((at) => at.map((d) => Math.round(d * 1e6)))),
  );
  const index = new PolygonIndex([whole]);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of whole.flat(2) as unknown as [number, number][]) {
    [west, south, east, north] = [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)];
  }
  const isReached = new Uint8Array(rows);
  forEachReachedPole(of, (pole, _, __) => {
    isReached[pole] = 1;
  });
  const { unit, share } = territory.sociodemo!.poleUnits;
  const totals = territory.sociodemo!.topics.get('residents')!.columns.get('total')!;
  let [inside, reachedInside] = [0, 0];
  for (let pole = 0; pole < rows; pole++) {
    const [lng, lat] = [lngMicrodegrees[pole]!, latMicrodegrees[pole]!];
    const isInBox = lng >= west && lng <= east && lat >= south && lat <= north;
    const isInside = isInBox && index.first(lng, lat) === 0;
    if (isReached[pole] === 1 && !isInside) throw new Error(`Pole ${pole} is reached and lies outside the polygon.`);
    if (!isInside || !(share[pole]! > 0)) continue;
    const residents = totals[unit[pole]!]! * share[pole]!;
    inside += residents;
    if (isReached[pole] === 1) reachedInside += residents;
  }
  const found = inside > 0 ? reachedInside / inside : 1;
  if (Math.abs(found - (shape.precision ?? 1)) > 1e-4) {
    throw new Error(`The answer says precision ${shape.precision}, a look at every pole ${found}.`);
  }
}
