import type { Buffer } from 'node:buffer';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { haversineMeters } from '@hinterland/geo';
import {
  CATALOGUE_PATH,
  manifestPath,
  pathOf,
} from '../../../../packages/importers/src/overture/testing/overtureMirror.ts';
import { block, pbfBytes, type TestWay } from '../../../../packages/importers/src/pbf/testing/encodePbf.ts';
import { fromDegrees, toDegrees } from '../../../../packages/importers/src/shapes/projections.ts';
import { readParquet } from '../../../../packages/importers/src/tables/parquet.ts';
import { shapefileOf } from '../../../../packages/importers/src/testing/shapefile.ts';
import { zipOf } from '../../../../packages/importers/src/testing/zip.ts';
import { drawnRaster } from '../../../../packages/importers/src/world/testing/drawnRaster.ts';
import { drawnTown } from '../../../../packages/importers/src/world/testing/drawnTown.ts';
import { DATA } from '../../../../packages/importers/src/world/testing/worldMirror.ts';

const RELEASE = '2026-07-22.0';

/** Streets of the island, of which no map was at hand, are drawn as a lattice around these. */
const QUARTERS_OF_NAURU = [-0.5405, -0.5135].flatMap((lat) => [166.9205, 166.9475].map((lng) => ({ lat, lng })));

const worldPop = (code: string) =>
  `data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/${code.toUpperCase()}/v1/100m/constrained/${code}_pop_2025_CN_100m_R2025A_v1.tif`;

interface Peopled {
  readonly lat: number;
  readonly lng: number;
  readonly people: number;
}

/** Puts places beyond those with grids: Milan, Honolulu, Lucknow and Nauru, from real figures in the forms of their publishers. */
export async function putMorePlaces(mirror: string): Promise<void> {
  const put = async (path: string, content: Uint8Array | string) => {
    await mkdir(dirname(join(mirror, path)), { recursive: true });
    await writeFile(join(mirror, path), content);
  };
  const copy = async (path: string, from: string) => {
    await mkdir(dirname(join(mirror, path)), { recursive: true });
    await copyFile(join(DATA, from), join(mirror, path));
  };
  const istat = (region: string) => `www.istat.it/storage/cartografia/basi_territoriali/2021/R${region}_21.zip`;

  await put(istat('03'), sectionsZip('R03_21', await sectionsOfMilan()));
  // Its box reaches into Lombardy: it has nobody there.
  await put(istat('01'), sectionsZip('R01_21', [{ code: '10010000001', people: 0, ring: ringOf(7.6, 45) }]));
  await put(
    'www1.finanze.gov.it/finanze/analisi_stat/public/v_4_0_0/contenuti/Redditi_e_principali_variabili_IRPEF_su_base_comunale_CSV_2021.zip',
    zipOf({
      'Redditi_IRPEF_2021.csv': await readFile(join(DATA, 'money/income/it-mef-irpef-2021-lombardia.csv'), 'utf8'),
    }),
  );

  await copy(
    'download.geofabrik.de/north-america/us/hawaii-latest.osm.pbf',
    'extracts/oahu-honolulu-us-2018-01-27.osm.pbf',
  );
  await put(worldPop('usa'), spread(await postcodesOf('Honolulu County'), 1.5));

  await put('download.geofabrik.de/asia/india/central-zone-latest.osm.pbf', await roadsOfLucknow());
  await put(worldPop('ind'), spread(await townsOf('IN', 'Lucknow'), 10));
  await put(
    CATALOGUE_PATH,
    JSON.stringify({ type: 'Catalog', links: [{ rel: 'child', href: `./${RELEASE}/catalog.json` }] }),
  );
  const features = [];
  for (const [theme, type] of [
    ['places', 'place'],
    ['buildings', 'building'],
  ] as const) {
    await copy(pathOf(RELEASE, theme), `world/overture/lucknow-${theme}.parquet`);
    features.push({
      properties: { ovt_type: type, rel_path: pathOf(RELEASE, theme).split('amazonaws.com/')[1] },
      geometry: { type: 'Polygon', coordinates: [ringOf(80, 26, 2)] },
    });
  }
  await put(manifestPath(RELEASE), JSON.stringify({ features }));

  await put('download.geofabrik.de/australia-oceania/nauru-latest.osm.pbf', drawnTown(...QUARTERS_OF_NAURU));
  await copy(worldPop('nru'), 'world/rasters/nauru-worldpop-ppp-100m.tif');
}

interface MappedPlace {
  /** Of the map at hand, and where its publisher has it. */
  readonly map: readonly [file: string, published: string];
  /** Country of its raster of people, and where people are read. */
  readonly country: string;
  readonly people: () => Promise<readonly Peopled[]>;
  /** How far around each place its people live, in kilometers. */
  readonly radiusKm: number;
}

/** Places in countries of which a raster of all does not fit, by their boxes: each has a raster of its own in place of its country's. */
export const MAPPED: Readonly<Record<string, MappedPlace>> = {
  '-122.72,45.49,-122.64,45.54': {
    map: ['extracts/portland-region.osm.pbf', 'north-america/us/oregon'],
    country: 'usa',
    people: () => postcodesOf('Multnomah County'),
    radiusKm: 2,
  },
  '-84.42,33.742,-84.352,33.768': {
    map: ['extracts/atlanta-centre.osm.pbf', 'north-america/us/georgia'],
    country: 'usa',
    people: () => postcodesOf('Fulton County'),
    radiusKm: 2,
  },
  '-83.06,39.93,-82.96,40.01': {
    map: ['extracts/columbus-unordered.osm.pbf', 'north-america/us/ohio'],
    country: 'usa',
    // Many are called so.
    people: async () => (await townsOf('US', 'Columbus')).toSorted((a, b) => b.people - a.people).slice(0, 1),
    radiusKm: 12,
  },
  'State College, United States': {
    map: ['extracts/centre-mifflin-pa-merged.osm.pbf', 'north-america/us/pennsylvania'],
    country: 'usa',
    people: () => postcodesOf('Centre County'),
    radiusKm: 3,
  },
  '151.195,-33.882,151.222,-33.856': {
    map: ['sydney/sydney-cbd-au-2023-01-12.osm.pbf', 'australia-oceania/australia'],
    country: 'aus',
    people: peopleOfSydney,
    radiusKm: 0.8,
  },
  '-51.25,-30.10,-51.15,-30.01': {
    map: ['porto-alegre/poa_osm.pbf', 'south-america/brazil/sul'],
    country: 'bra',
    people: peopleOfPortoAlegre,
    radiusKm: 0.25,
  },
};

/** Puts the map and the people of such a place. */
export async function putMapped(mirror: string, { map: [file, published], country, people, radiusKm }: MappedPlace) {
  const extract = join(mirror, `download.geofabrik.de/${published}-latest.osm.pbf`);
  const raster = join(mirror, worldPop(country));
  for (const path of [extract, raster]) await mkdir(dirname(path), { recursive: true });
  await copyFile(join(DATA, file), extract);
  await writeFile(raster, spread(await people(), radiusKm));
}

/** Areas of level 2 of the statistics of Sydney, by the middles of their boxes. */
async function peopleOfSydney(): Promise<Peopled[]> {
  const people = await readFile(join(DATA, 'sydney/sydney_sa2_population_by_age_2021.csv'), 'utf8');
  const totals = new Map(people.split('\n').map((line) => [line.split(',')[0], Number(line.split(',').at(-1))]));
  interface Area {
    readonly properties: { readonly sa2_main_2016: string | number };
    readonly geometry: { readonly coordinates: unknown[] } | null;
  }
  const areas: { readonly features: readonly Area[] } = JSON.parse(
    await readFile(join(DATA, 'sydney/abs_sa2_2021_greater_sydney.geojson'), 'utf8'),
  );
  return areas.features.flatMap(({ properties, geometry }) => {
    const flat = (geometry?.coordinates.flat(Number.POSITIVE_INFINITY) ?? []) as number[];
    const [lngs, lats] = [0, 1].map((at) => flat.filter((_, i) => i % 2 === at)) as [number[], number[]];
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const total = totals.get(String(properties.sa2_main_2016)) ?? 0;
    return total > 0 ? [{ lat: middle(lats), lng: middle(lngs), people: total }] : [];
  });
}

/** Hexagons of Porto Alegre. */
async function peopleOfPortoAlegre(): Promise<Peopled[]> {
  const text = await readFile(join(DATA, 'porto-alegre/poa_hexgrid.csv'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, lng, lat, people] = line.split(',').map(Number);
    return people! > 0 ? [{ lat: lat!, lng: lng!, people: people! }] : [];
  });
}

const ringOf = (west: number, south: number, side = 0.01): number[][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

interface Section {
  readonly code: string;
  readonly people: number;
  /** In degrees. */
  readonly ring: readonly number[][];
}

function sectionsZip(name: string, sections: readonly Section[]): Buffer {
  const project = fromDegrees('EPSG:32632', 'test')!;
  const { shp, dbf } = shapefileOf(
    sections.map(({ code, people, ring }) => ({
      properties: { SEZ21_ID: code, POP21: people, FAM21: Math.round(people / 2), ABI21: Math.round(people / 2) },
      geometry: { type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [...project(lng!, lat!)])] },
    })),
  );
  const prj = 'PROJCS["WGS_1984_UTM_Zone_32N"]';
  const file = `${name}/${name}_WGS84`;
  return zipOf({ [`${file}.shp`]: shp, [`${file}.dbf`]: dbf, [`${file}.prj`]: prj });
}

/** Cells of 1 km around Milan as census sections, each of the municipality whose town is nearest. */
async function sectionsOfMilan(): Promise<Section[]> {
  const toLngLat = toDegrees('EPSG:3035', 'test')!;
  const incomes = await readFile(join(DATA, 'money/income/it-mef-irpef-2021-lombardia.csv'), 'utf8');
  const codes = new Map(incomes.split('\n').map((line) => [line.split(';')[3], Number(line.split(';')[2])]));
  const towns = (await townsOf('IT')).flatMap((town) => {
    const code = codes.get(town.name === 'Milan' ? 'MILANO' : town.name.toUpperCase());
    return code === undefined ? [] : [{ ...town, code }];
  });
  const text = await readFile(join(DATA, 'world/rasters/milan-2021.csv'), 'utf8');
  const rows = text.trim().split('\n').slice(1);
  return rows.map((line, i) => {
    const [, x, y, people] = line.split(',').map(Number) as [number, number, number, number];
    const corner = (east: number, north: number) => [...toLngLat(x + east, y + north)];
    const ring = [corner(0, 0), corner(1000, 0), corner(1000, 1000), corner(0, 1000), corner(0, 0)];
    const [lng, lat] = corner(500, 500) as [number, number];
    const meters = ({ lng: east, lat: north }: Peopled) => haversineMeters(lng, lat, east, north);
    const nearest = towns.reduce((best, town) => (meters(town) < meters(best) ? town : best));
    return { code: `${nearest.code}${String(i + 1).padStart(7, '0')}`, people, ring };
  });
}

/** Towns of a country as GeoNames has them, or one of them. */
export async function townsOf(code: string, only?: string): Promise<(Peopled & { readonly name: string })[]> {
  const table = gunzipSync(await readFile(join(DATA, 'world/gazetteer/geonames-cities-15000.tsv.gz'))).toString('utf8');
  return table.split('\n').flatMap((line) => {
    const [, name = '', country, , , lat, lng, people] = line.split('\t');
    const isWanted = country === code && (only === undefined || only === name);
    return isWanted ? [{ name, lat: Number(lat), lng: Number(lng), people: Number(people) }] : [];
  });
}

/** Postcodes of a county of the United States with their people. */
async function postcodesOf(county: string): Promise<Peopled[]> {
  const text = await readFile(join(DATA, 'money/income/us-zip-income-of-extract-areas.csv'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, , , of, , lat, lng, people] = line.split(',');
    // Some have no point, and -2147483648 people.
    return of === county && Number(people) > 0 && lat !== ''
      ? [{ lat: Number(lat), lng: Number(lng), people: Number(people) }]
      : [];
  });
}

/** People of places evenly within so many kilometers of each, in the form of WorldPop. */
export function spread(places: readonly Peopled[], radiusKm: number): Buffer {
  const cellSquareKm = 0.09277 ** 2 * Math.cos((places[0]!.lat * Math.PI) / 180);
  const perCell = cellSquareKm / (Math.PI * radiusKm ** 2);
  const degrees = radiusKm / 111;
  const corners = places.flatMap(({ lat, lng }) =>
    [-degrees, degrees].map((by) => ({ lat: lat + by, lng: lng + by / Math.cos((lat * Math.PI) / 180) })),
  );
  return drawnRaster(corners, ({ lat, lng }) => {
    const near = places.filter((place) => haversineMeters(lng, lat, place.lng, place.lat) <= 1000 * radiusKm);
    return near.length === 0 ? null : near.reduce((sum, { people }) => sum + people * perCell, 0);
  }).file;
}

/** Segments of Overture, which are ways of OpenStreetMap, as the extract that they came from. */
async function roadsOfLucknow(): Promise<Uint8Array> {
  const nodes = new Map<string, { id: number; lat: number; lng: number }>();
  const ways: TestWay[] = [];
  await readParquet({ path: join(DATA, 'world/overture/lucknow-transportation.parquet') }, () => (row) => {
    const {
      subtype,
      class: highway,
      names,
      geometry,
    } = row as unknown as {
      readonly subtype: string;
      readonly class: string;
      readonly names?: { readonly primary?: string };
      readonly geometry: { readonly coordinates: readonly (readonly [number, number])[] };
    };
    if (subtype !== 'road' || highway === 'unknown') return;
    const ids = geometry.coordinates.map(([lng, lat]) => {
      const key = `${lng.toFixed(7)} ${lat.toFixed(7)}`;
      const node = nodes.get(key) ?? { id: nodes.size + 1, lat, lng };
      nodes.set(key, node);
      return node.id;
    });
    ways.push({
      id: ways.length + 1,
      nodes: ids,
      tags: { highway, ...(names?.primary ? { name: names.primary } : {}) },
    });
  });
  return pbfBytes([block({ dense: [...nodes.values()] }), block({ ways })]);
}
