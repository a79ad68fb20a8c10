import type { Buffer } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromDegrees } from '../../../../packages/importers/src/shapes/projections.ts';
import { zipOf } from '../../../../packages/importers/src/testing/zip.ts';
import { drawnRaster } from '../../../../packages/importers/src/world/testing/drawnRaster.ts';
import { DATA } from '../../../../packages/importers/src/world/testing/worldMirror.ts';
import { spread, townsOf } from './morePlaces.ts';

/** Rows of a crop of the European census grid by code of the cell. */
async function cellsOf(name: string): Promise<Map<string, number>> {
  const text = await readFile(join(DATA, `world/rasters/${name}.csv`), 'utf8');
  const rows = text.trim().split('\n').slice(1);
  return new Map(
    rows.map((line) => {
      const [id, , , people] = line.trim().split(',');
      return [id!, Number(people)];
    }),
  );
}

/** Cells of 1 km as the publisher of Germany has cells of 100 m: the people of each spread evenly. */
async function zensusOf(name: string): Promise<Buffer> {
  const rows = ['GITTER_ID_100m;x_mp_100m;y_mp_100m;Einwohner'];
  for (const [id, people] of await cellsOf(name)) {
    const [, north, east] = (/N(\d+)E(\d+)/.exec(id) ?? []).map(Number) as [number, number, number];
    for (let cell = 0; cell < 100; cell++) {
      const [n, e] = [north + 100 * Math.floor(cell / 10), east + 100 * (cell % 10)];
      const here = Math.floor((people * (cell + 1)) / 100) - Math.floor((people * cell) / 100);
      if (here > 0) rows.push(`CRS3035RES100mN${n}E${e};${e + 50};${n + 50};${here}`);
    }
  }
  return zipOf({ 'Zensus2022_Bevoelkerungszahl_100m-Gitter.csv': `${rows.join('\n')}\n` });
}

/**
 * Puts real figures where publishers have them: squares of 200 m around Monaco with their standards of living (Filosofi 2019 in place of 2021),
 * Monaco's people of 2011 and Andorra's two towns in the form of WorldPop, cells of 1 km around Darmstadt in the form of the Zensus.
 */
export async function putGrids(mirror: string): Promise<void> {
  const put = async (path: string, content: Uint8Array) => {
    await mkdir(dirname(join(mirror, path)), { recursive: true });
    await writeFile(join(mirror, path), content);
  };
  await put(
    'download.geofabrik.de/europe/france/provence-alpes-cote-d-azur-latest.osm.pbf',
    await readFile(join(DATA, 'extracts/monaco-2025-10-23.osm.pbf')),
  );
  const squares = gunzipSync(
    await readFile(join(DATA, 'money/income/fr-filosofi-2019-200m-alpes-maritimes.csv.gz')),
  ).toString('utf8');
  await put(
    'www.insee.fr/fr/statistiques/fichier/8735162/Filosofi2021_carreaux_200m_csv.zip',
    zipOf({ 'carreaux_200m_met.csv': squares }),
  );
  const monaco = await cellsOf('monaco-2011');
  const project = fromDegrees('EPSG:3035', 'test')!;
  const perCell = (92.77 * 92.77 * Math.cos((43.74 * Math.PI) / 180)) / 1e6;
  const { file } = drawnRaster({ lat: 43.74, lng: 7.425 }, ({ lat, lng }) => {
    const [east, north] = project(lng, lat).map((meters) => Math.floor(meters / 1000) * 1000) as [number, number];
    const people = monaco.get(`CRS3035RES1000mN${north}E${east}`) ?? monaco.get(`1kmN${north / 1000}E${east / 1000}`);
    return people === undefined ? null : people * perCell;
  });
  await put(
    'data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/MCO/v1/100m/constrained/mco_pop_2025_CN_100m_R2025A_v1.tif',
    file,
  );
  await put(
    'data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/AND/v1/100m/constrained/and_pop_2025_CN_100m_R2025A_v1.tif',
    spread(await townsOf('AD'), 1),
  );
  await put(
    'www.destatis.de/static/DE/zensus/gitterdaten/Zensus2022_Bevoelkerungszahl.zip',
    await zensusOf('darmstadt-2021'),
  );
}
