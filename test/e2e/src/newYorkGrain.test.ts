import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { TOPIC_CODES } from '@hinterland/catalogue';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, NONE, type Territory } from '@hinterland/territory';
import { writeArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, hasData, root } from './hinterland.ts';
import { newYorkBundle } from './newYorkBundle.ts';

/** About a kilometer from south to north, as rasters of the world have it. */
const CELL_DEGREES = 1 / 120;
const PLACES = 100;
const MINUTES = [5, 10, 15] as const;

/** Lower Manhattan from its tracts, and from cells of a kilometer with the same people: what a raster of the world knows of it. */
describe.skipIf(!hasData)('grain of the source of people (needs ../shared/data)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hinterland-grain-'));
  let [tracts, cells]: Territory[] = [];
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    tracts = await loadTerritory(await newYorkBundle());
    writeFileSync(join(folder, 'cells.tif'), rasterOf(tracts));
    const recipe = await readFile(join(root, 'recipes/new-york.yaml'), 'utf8');
    const census = `census:
  currency: USD
  units: { from: raster, file: ${join(folder, 'cells.tif')} }
  topics: { residents: { table: cells, vintage: "2018", comparability: modelled, note: Cells, fields: { total: people } } }
  unavailable: { ${TOPIC_CODES.filter((code) => code !== 'residents')
    .map((code) => `${code}: Not counted.`)
    .join(', ')} }
`;
    const coarse = recipe
      .replace(/^census:\n(?: .*\n|\n)*/m, `${census}\n`)
      .replace(/^(players|realestate):\n(?: .*\n|\n)*/gm, '')
      .replace(/^versions: .*$/m, 'versions: { territory: "1", sociodemo: "1" }');
    writeFileSync(join(folder, 'coarse.yaml'), coarse);
    await buildTerritory(await readRecipe(join(folder, 'coarse.yaml'), { dataDir: dataFolder }), {
      outDir: join(folder, 'bundle'),
    });
    cells = await loadTerritory(join(folder, 'bundle'));
  });

  const ask = (territory: Territory, id: string, given: object): any => {
    const action = findAction(id)!;
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    return action.run(context, action.input.parse(given)).result;
  };
  const reach = (territory: Territory, place: object) =>
    ask(territory, 'analysis.isochrone', {
      origins: [place],
      bandSeconds: MINUTES.map((one) => 60 * one),
      mode: 'walk',
      geometry: false,
    }).bands;

  it('is said beside catchments that are smaller than its cells, and where it is not, the error is smaller', () => {
    const bands = MINUTES.map(() => ({ told: [] as number[], untold: [] as number[], ofTracts: 0 }));
    for (const place of places(tracts!)) {
      const [truth, guess] = [reach(tracts!, place), reach(cells!, place)];
      bands.forEach(({ told, untold }, i) => {
        const error = Math.abs(guess[i].cumulativeResidents / truth[i].cumulativeResidents - 1);
        (guess[i].unitShare === undefined ? untold : told).push(error);
        if (truth[i].unitShare !== undefined) bands[i]!.ofTracts += 1;
      });
    }
    // Medians of the errors: 15%, 6% and 4%.
    const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
    const errors = bands.map(({ told, untold }) => median([...told, ...untold]));
    expect(errors[0]).toBeCloseTo(0.15, 1);
    expect(errors[2]).toBeLessThan(0.06);
    const [five, ten, fifteen] = bands;
    expect(five!.told.length).toBeGreaterThan(75);
    expect(median(five!.untold)).toBeLessThan(median(five!.told));
    expect(ten!.told.length).toBeLessThan(15);
    expect(fifteen!.told.length).toBe(0);
    // A tract has a seventh of a square kilometer: half of what 5 minutes reach.
    expect(five!.ofTracts).toBeLessThan(five!.told.length / 2);
    expect(ten!.ofTracts).toBe(0);
  });

  it('is told with the limit and the share, in every answer about people within it', () => {
    const [place] = places(tracts!);
    const given = { origins: [place], bandSeconds: [300], mode: 'walk' };
    const asked: readonly (readonly [string, object])[] = [
      ['analysis.isochrone', given],
      ['analysis.people_economy', { ...given, topics: ['residents'] }],
      ['enrich.point', { ...place, bandSeconds: [300], mode: 'walk', include: ['people'] }],
    ];
    for (const [id, input] of asked) {
      const told = JSON.stringify(tellingOf(id, ask(cells!, id, input)));
      expect(told).toContain('grain.within');
    }
  });
});

/** Homes of the middle of the map, the same each time. */
function places(territory: Territory): { lat: number; lng: number }[] {
  const { latMicrodegrees, lngMicrodegrees } = territory.poles as any;
  const inside: { lat: number; lng: number }[] = [];
  for (let pole = 0; pole < latMicrodegrees.length; pole++) {
    const [lat, lng] = [latMicrodegrees[pole] / 1e6, lngMicrodegrees[pole] / 1e6];
    if (lat > 40.708 && lat < 40.722 && lng > -74.012 && lng < -73.985) inside.push({ lat, lng });
  }
  return Array.from({ length: PLACES }, (_, i) => inside[Math.floor(((i + 0.5) * inside.length) / PLACES)]!);
}

/** People of the territory by cells, as a GeoTIFF. */
function rasterOf(territory: Territory): Buffer {
  const { bbox } = territory.manifest;
  const [west, north] = [bbox.west, bbox.north];
  const width = Math.ceil((bbox.east - west) / CELL_DEGREES);
  const height = Math.ceil((north - bbox.south) / CELL_DEGREES);
  const values = new Float32Array(width * height);
  const { latMicrodegrees, lngMicrodegrees } = territory.poles as any;
  const { poleUnits } = territory.sociodemo as any;
  const totals = territory.sociodemo!.topics.get('residents')!.columns.get('total')!;
  for (let pole = 0; pole < latMicrodegrees.length; pole++) {
    const unit = poleUnits.unit[pole];
    if (unit === NONE) continue;
    const row = Math.floor((north - latMicrodegrees[pole] / 1e6) / CELL_DEGREES);
    const column = Math.floor((lngMicrodegrees[pole] / 1e6 - west) / CELL_DEGREES);
    values[row * width + column]! += totals[unit]! * poleUnits.share[pole];
  }
  const metadata = {
    width,
    height,
    ModelPixelScale: [CELL_DEGREES, CELL_DEGREES, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTRasterTypeGeoKey: 1,
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GDAL_NODATA: '-99999',
  };
  return Buffer.from(writeArrayBuffer(values, metadata));
}
