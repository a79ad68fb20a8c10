import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
}
