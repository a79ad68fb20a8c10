import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import { fromFile, writeArrayBuffer } from 'geotiff';
import { shapefileOf } from '../../testing/shapefile.ts';
import { zipOf } from '../../testing/zip.ts';

/** Real crops of public files, beside the project. */
export const DATA = resolve(import.meta.dirname, '../../../../../../shared/data');

/** Extracts by the address that the index has for the place they were cut from. */
const EXTRACTS: Readonly<Record<string, string>> = {
  'europe/austria': 'world/extracts/krems-at.osm.pbf',
  'europe/malta': 'world/extracts/malta-2016-11-09.osm.pbf',
  'europe/liechtenstein': 'extracts/liechtenstein-2022-12-15.osm.pbf',
  'europe/monaco': 'extracts/monaco-2025-10-23.osm.pbf',
  'europe/andorra': 'extracts/andorra-2026-04-03.osm.pbf',
  'europe/norway': 'extracts/oslo-east-filtered.osm.pbf',
  'europe/germany/hessen': 'extracts/darmstadt-north.osm.pbf',
  'europe/italy/nord-ovest': 'milan/milan_italy_small.osm.pbf',
  'north-america/us/new-york': 'new-york/nyc-lower-manhattan.osm.pbf',
};

const GRIDS = ['krems', 'malta', 'liechtenstein', 'luxembourg', 'monaco', 'oslo', 'darmstadt', 'milan'];

/** Columns of the census grid of 2021; crops have the first and the last, the rest is not published in them. */
const GRID_COLUMNS =
  'GRD_ID,T,M,F,Y_LT15,Y_1564,Y_GE65,EMP,NAT,EU_OTH,OTH,SAME,CHG_IN,CHG_OUT,LAND_SURFACE,POPULATED,CNTR_ID';

/** Makes a folder with the crops where the public servers have the whole files: host, then path. */
export async function makeWorldMirror(folder: string): Promise<void> {
  const put = async (path: string, from: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(DATA, from), join(folder, path));
  };
  await put('download.geofabrik.de/index-v1.json', 'world/geofabrik/index-v1.json');
  for (const [path, from] of Object.entries(EXTRACTS)) await put(`download.geofabrik.de/${path}-latest.osm.pbf`, from);
  const rows = new Map<string, string>();
  for (const name of GRIDS) {
    const text = await readFile(join(DATA, `world/rasters/${name}-2021.csv`), 'utf8');
    for (const line of text.trim().split('\n').slice(1)) {
      const [id, , , people, countries] = line.trim().split(',');
      rows.set(id!, `${id},${people},,,,,,,,,,,,,,1,${countries}`);
    }
  }
  const table = `${[GRID_COLUMNS, ...rows.values()].join('\n')}\n`;
  const zip = join(folder, 'gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip');
  await mkdir(dirname(zip), { recursive: true });
  await writeFile(zip, zipOf({ 'Eurostat_Census-GRID_2021_V3/ESTAT_Census_2021_V3.csv': table }));
  await putBlocks(folder);
  await putModel(folder);
}

/** A model of Liechtenstein and around it, people per km² in the file, as people per cell where WorldPop has the country's. */
async function putModel(folder: string): Promise<void> {
  const name = 'lie_pop_2025_CN_100m_R2025A_v1.tif';
  const path = join(
    folder,
    `data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/LIE/v1/100m/constrained/${name}`,
  );
  const tiff = await fromFile(join(DATA, 'world/rasters/liechtenstein-switzerland-east-density-30s.tif'));
  const image = await tiff.getImage();
  const [density] = (await image.readRasters()) as unknown as ArrayLike<number>[];
  const [width, height] = [image.getWidth(), image.getHeight()];
  const [west, north] = image.getOrigin() as [number, number];
  const [stepX, stepY] = image.getResolution() as [number, number];
  const people = Float32Array.from({ length: width * height }, (_, at) => {
    const [left, top] = [west + stepX * (at % width), north + stepY * Math.floor(at / width)];
    const corners = [
      [left, top + stepY],
      [left + stepX, top + stepY],
      [left + stepX, top],
      [left, top],
      [left, top + stepY],
    ];
    return density![at]! * multiPolygonAreaSquareKm([[corners]]);
  });
  await tiff.close();
  const metadata = {
    width,
    height,
    ModelPixelScale: [stepX, -stepY, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTRasterTypeGeoKey: 1,
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GDAL_NODATA: '-99999',
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(writeArrayBuffer(people, metadata)));
}

/** Census tracts of New York with their people, where the publisher has blocks. */
export async function tractsOfNewYork(): Promise<{ code: string; people: number; coordinates: number[][][][] }[]> {
  const read = (name: string) => readFile(join(DATA, 'new-york', name), 'utf8');
  const table = (await read('ny_tract_population_by_age_acs_2014_2018.csv')).trim().split('\n');
  const column = table[0]!.split(',').indexOf('2018_totpop');
  const people = new Map(table.slice(1).map((line) => [line.split(',')[0]!, Number(line.split(',')[column])]));
  const { features } = JSON.parse(await read('nyc_tracts_2017_boundaries.geojson')) as {
    features: { properties: { GEOID: string }; geometry: { coordinates: number[][][][] } }[];
  };
  return features.map(({ properties: { GEOID }, geometry }) => ({
    code: GEOID,
    people: people.get(GEOID)!,
    coordinates: geometry.coordinates,
  }));
}

async function putBlocks(folder: string): Promise<void> {
  const { shp, dbf } = shapefileOf(
    (await tractsOfNewYork()).map(({ code, people, coordinates }) => ({
      properties: { GEOID20: code, POP20: people, HOUSING20: Math.round(people / 2) },
      geometry: { type: 'MultiPolygon', coordinates },
    })),
  );
  const empty = shapefileOf([
    {
      properties: { GEOID20: '340000000000000', POP20: 0, HOUSING20: 0 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-75, 40],
            [-74.9, 40],
            [-74.9, 40.1],
            [-75, 40.1],
            [-75, 40],
          ],
        ],
      },
    },
  ]);
  for (const [state, files] of [
    ['36', { shp, dbf }],
    ['34', empty],
  ] as const) {
    const name = `tl_2020_${state}_tabblock20`;
    const path = join(folder, `www2.census.gov/geo/tiger/TIGER2020/TABBLOCK20/${name}.zip`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, zipOf({ [`${name}.shp`]: files.shp, [`${name}.dbf`]: files.dbf, [`${name}.prj`]: NAD83 }));
  }
}

const NAD83 =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]';
