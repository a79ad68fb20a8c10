import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTerritory, NONE, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { type GotTerritory, getTerritory } from './getTerritory.ts';
import { makePlan } from './plan.ts';
import { drawnRaster, type PeopleAt } from './testing/drawnRaster.ts';
import { boxAround, drawnTown } from './testing/drawnTown.ts';

const folder = await testFolder();
let mirror: FaultyMirror;
beforeAll(async () => {
  mirror = await startFaultyMirror();
});
afterAll(() => mirror.close());

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Makes the territory of a place with drawn towns; rasters of people are by the country's code of three letters. */
async function build(
  text: string,
  towns: readonly Point[],
  rasters: Readonly<Record<string, Buffer>>,
): Promise<{ got: GotTerritory; territory: Territory }> {
  mirror.files.clear();
  const place = findPlace(text);
  for (const { url } of makePlan(place, {}).extracts)
    mirror.files.set(`/${url.replace('https://', '')}`, Buffer.from(drawnTown(...towns)));
  for (const [code, raster] of Object.entries(rasters)) {
    const name = `${code.toLowerCase()}_pop_2025_CN_100m_R2025A_v1.tif`;
    const path = `/data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/${code}/v1/100m/constrained/${name}`;
    mirror.files.set(path, raster);
  }
  const outDir = join(folder.path, place.id);
  const got = await getTerritory(place, {
    placesDir: join(folder.path, 'places'),
    outDir,
    cacheDir: join(folder.path, `downloads-${place.id}`),
    mirror: mirror.url,
  });
  return { got: got!, territory: await loadTerritory(outDir) };
}

/** Residents of the poles that a test of their place holds for. */
function residents({ poles, sociodemo }: Territory, isIn: (point: Point) => boolean = () => true): number {
  const { poleUnits, topics } = sociodemo!;
  const people = topics.get('residents')!.columns.get('total')!;
  let sum = 0;
  for (let pole = 0; pole < poles.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    const point = { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
    if (unit !== NONE && isIn(point)) sum += people[unit]! * poleUnits.share[pole]!;
  }
  return sum;
}

const near =
  (town: Point, degrees: number) =>
  ({ lat, lng }: Point): boolean =>
    Math.abs(lat - town.lat) < degrees && Math.abs(lng - town.lng) < degrees;

/** One person in each cell within so many degrees of a place. */
const within =
  (town: Point, degrees: number): PeopleAt =>
  (point) =>
    near(town, degrees)(point) ? 1 : 0;

const TOWN_DEGREES = 0.009;

describe('odd places, from a name to a territory', () => {
  it('a raster without data in the middle: nobody there, everybody around it, and the homes stay', async () => {
    const town = { lat: 26.85, lng: 80.95 };
    const hole = near(town, 0.004);
    const raster = drawnRaster(town, (point) => (hole(point) ? null : within(town, TOWN_DEGREES)(point)));
    const { got, territory } = await build(boxAround(town), [town], { IND: raster.file });
    expect(got.plan.people).toMatchObject({ code: 'worldpop' });
    expect(raster.missing).toBeGreaterThan(50);
    expect(raster.people).toBeGreaterThan(200);
    expect(residents(territory)).toBeCloseTo(raster.people, 6);
    // A cell beside the hole has a side in it, and a home there may take its people.
    expect(residents(territory, near(town, 0.003))).toBe(0);
    const homes = Array.from({ length: territory.poles.rows }, (_, pole) => ({
      lat: territory.poles.latMicrodegrees[pole]! / 1e6,
      lng: territory.poles.lngMicrodegrees[pole]! / 1e6,
    }));
    expect(homes.filter(near(town, 0.003)).length).toBeGreaterThan(4);
  });

  it('two countries in one box without a publisher of both: each from its own raster, added up', async () => {
    // Between Paraguay and Argentina; the same town lies in both rasters, each with its own half.
    const town = { lat: -27.35, lng: -55.88 };
    const half =
      (isNorth: boolean): PeopleAt =>
      (point) =>
        point.lat > town.lat === isNorth ? within(town, TOWN_DEGREES)(point) : null;
    const [north, south] = [drawnRaster(town, half(true)), drawnRaster(town, half(false))];
    const { got, territory } = await build(boxAround(town), [town], { PRY: north.file, ARG: south.file });
    expect(got.plan.place.countries.toSorted()).toEqual(['AR', 'PY']);
    expect(residents(territory)).toBeCloseTo(north.people + south.people, 6);
    expect(Math.abs(residents(territory, ({ lat }) => lat > town.lat) / north.people - 1)).toBeLessThan(0.15);
    expect(await readFile(got.recipe, 'utf8')).toMatch(/countries:\n {2}- (AR\n {2}- PY|PY\n {2}- AR)/);
  });

  it('a box over the antimeridian: the side where people live, to the last degree', async () => {
    const town = { lat: -16.8, lng: 179.98 };
    const raster = drawnRaster(town, within(town, TOWN_DEGREES));
    const { got, territory } = await build('179.9,-16.9,-179.9,-16.7', [town], { FJI: raster.file });
    expect(got.plan.place.box.east).toBe(180);
    expect(got.plan.place.notes.join()).toMatch(/antimeridian/);
    expect(residents(territory)).toBeCloseTo(raster.people, 6);
  });

  it('an island state of many islands: people on each, roads on each, no country between', async () => {
    // Malé and two atolls, 100 and 540 km away.
    const islands = [
      { lat: 4.1752, lng: 73.5093 },
      { lat: 5.1, lng: 73.07 },
      { lat: -0.6, lng: 73.09 },
    ] as const;
    const raster = drawnRaster(islands, (point) => (islands.some((one) => near(one, TOWN_DEGREES)(point)) ? 1 : null));
    const { got, territory } = await build('Maldives', islands, { MDV: raster.file });
    expect(got.plan.people?.pack).toBeUndefined();
    expect(got.verdict.facts.map(([name]) => name)).toContain('national figure');
    expect(residents(territory)).toBeCloseTo(raster.people, 6);
    for (const island of islands)
      expect(residents(territory, near(island, 0.02)) / raster.people).toBeCloseTo(1 / islands.length, 1);
    // Drawn people are few, and the sentence says so by code and in words.
    const national = got.verdict.roughReasons.find(({ code }) => code === 'national_figure');
    expect(national!.values.difference).toBeLessThan(-0.9);
    expect(got.verdict.roughReasons).toHaveLength(got.verdict.reasons.length);
  });

  it('near a pole, where nobody is counted: roads, and a note', async () => {
    const town = { lat: -77.85, lng: 166.7 };
    const { got, territory } = await build(boxAround(town), [town], {});
    expect(got.plan.people).toBeNull();
    expect(got.plan.notes.join()).toMatch(/counts nobody/);
    expect(territory.sociodemo).toBeNull();
    expect(territory.poles.rows).toBeGreaterThan(100);
  });

  it('a country without a pack, and a box in the sea', async () => {
    const town = { lat: -0.53, lng: 166.93 };
    const raster = drawnRaster(town, within(town, TOWN_DEGREES));
    const { got, territory } = await build(boxAround(town), [town], { NRU: raster.file });
    expect(got.plan.place.countries).toEqual(['NR']);
    expect(residents(territory)).toBeCloseTo(raster.people, 6);
    expect(territory.descriptors.sociodemo!.topics!.find(({ code }) => code === 'residents')).toMatchObject({
      comparability: 'modelled',
    });
    expect(() => findPlace('-30,30,-29.5,30.5')).toThrow(/open sea/);
  });
});
