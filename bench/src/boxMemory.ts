import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from './goals/figures.ts';
import { measuredProcess } from './measuredProcess.ts';
import { percentile } from './percentile.ts';
import { writeSortedExtract } from './sortedExtract.ts';
import { type KilometerCell, writeWideTiff } from './wideTiff.ts';

/** The place that is cut out, and extracts of other places that are put beside it. */
const PLACE = 'world/extracts/krems-at.osm.pbf';
const OTHERS = [
  'extracts/monaco-2025-10-23.osm.pbf',
  'extracts/darmstadt-north.osm.pbf',
  'extracts/oslo-east-filtered.osm.pbf',
  'extracts/andorra-2026-04-03.osm.pbf',
  'extracts/centre-mifflin-pa-merged.osm.pbf',
  'extracts/liechtenstein-2022-12-15.osm.pbf',
  'extracts/oahu-honolulu-us-2018-01-27.osm.pbf',
  'world/extracts/malta-2016-11-09.osm.pbf',
];
const GRID = 'world/rasters/krems-2021.csv';
const TIMES = [1, 10, 100] as const;
const RUNS = 3;
/** Bytes of the smallest table of cells, and side of the smallest GeoTIFF in cells. */
const TABLE_BYTES = 1e6;
const TIFF_SIDE = 1000;

type Kind = 'extract' | 'table of cells' | 'GeoTIFF';
const KINDS: readonly Kind[] = ['extract', 'table of cells', 'GeoTIFF'];

export interface BoxMemoryOptions {
  readonly root: string;
  readonly dataDir: string;
  readonly workDir: string;
  /** Kinds of files to measure; all where empty. */
  readonly kinds: readonly string[];
}

/**
 * Builds the same box out of files of 1, 10 and 100 times one size, each build in its own process, and compares the peaks of
 * their memory. The kind that grows most says whether the goal is met.
 */
export async function boxMemory({ root, dataDir, workDir, kinds }: BoxMemoryOptions): Promise<Report> {
  await mkdir(workDir, { recursive: true });
  const kept = join(workDir, 'rows.json');
  const rows = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}')) as Record<string, string[]>;
  for (const kind of KINDS.filter((name) => kinds.length === 0 || kinds.includes(name))) {
    const peaks: number[] = [];
    const sizes: number[] = [];
    const found = new Set<string>();
    for (const times of TIMES) {
      const file = await fileOf(kind, times, dataDir, workDir);
      sizes.push((await stat(file)).size / 1e6);
      const recipe = join(workDir, 'recipe.yaml');
      await writeFile(recipe, recipeOf(kind, file, dataDir));
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const out = join(workDir, 'out');
        await rm(out, { recursive: true, force: true });
        const args = ['territory', 'build', recipe, '--out', out, '--json'];
        const { peakMegabytes, stdout } = await measuredProcess(
          process.execPath,
          [join(root, 'apps/cli/bin/hinterland.js'), ...args],
          root,
        );
        runs.push(peakMegabytes);
        const { facts } = JSON.parse(stdout) as { facts: Record<string, number> };
        found.add(Number(facts['residents on poles']).toFixed(3));
      }
      peaks.push(percentile(runs, 0.5));
      if (times > 1) await rm(file);
    }
    if (found.size !== 1) throw new Error(`${kind}: the same box has different residents: ${[...found].join(', ')}`);
    const ratio = Math.max(...peaks) / peaks[0]!;
    rows[kind] = [
      kind,
      sizes.map((size) => size.toFixed(1)).join(', '),
      ...peaks.map((peak) => peak.toFixed(0)),
      ratio.toFixed(2),
      Math.round(Number([...found][0])).toLocaleString('en-US'),
    ];
  }
  await writeFile(kept, JSON.stringify(rows));
  const done = KINDS.flatMap((kind) => (rows[kind] === undefined ? [] : [rows[kind]]));
  const text = [
    'The box of Krems is cut out of files of 1, 10 and 100 times one size: its extract put together with those of other places, ids ascending; a table of',
    `cells of 1 km, and a GeoTIFF in strips of one row, that go on beyond it. Peak is the resident memory of the process that builds, median of ${RUNS} runs;`,
    'the ratio is that of the largest peak to the one of the smallest file. All builds of a kind have the same residents. Goal: ratio 1.3.',
    '',
    '| cut out of | MB of the files | peak MB, 1 × | 10 × | 100 × | ratio | residents |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...done.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
  const ratios = done.map((cells) => Number(cells[5]));
  return { text, figures: done.length < KINDS.length ? {} : { 'memory of a box': { values: [Math.max(...ratios)] } } };
}

async function fileOf(kind: Kind, times: number, dataDir: string, workDir: string): Promise<string> {
  if (kind === 'extract') {
    const path = join(workDir, `map-${times}.osm.pbf`);
    const extracts = [PLACE, ...OTHERS].map((name) => join(dataDir, name));
    await writeSortedExtract(path, extracts, times);
    return path;
  }
  const cells = await cellsOf(dataDir);
  if (kind === 'GeoTIFF') {
    const path = join(workDir, `cells-${times}.tif`);
    await writeWideTiff(path, Math.round(TIFF_SIDE * Math.sqrt(times)), cells);
    return path;
  }
  const path = join(workDir, `cells-${times}.csv`);
  const file = createWriteStream(path);
  let bytes = 0;
  const write = async (line: string): Promise<void> => {
    bytes += line.length;
    if (!file.write(line)) await new Promise((resolve) => file.once('drain', () => resolve(undefined)));
  };
  await write('GRD_ID,T\n');
  for (const { east, north, people } of cells) await write(`CRS3035RES1000mN${north}E${east},${people}\n`);
  // The grid goes on to the south-west of every cell of the crop.
  for (let i = 0; bytes < TABLE_BYTES * times; i++) {
    await write(`CRS3035RES1000mN${1_000_000 + 1000 * Math.floor(i / 3000)}E${1_000_000 + 1000 * (i % 3000)},1\n`);
  }
  await new Promise((resolve) => file.end(() => resolve(undefined)));
  return path;
}

async function cellsOf(dataDir: string): Promise<KilometerCell[]> {
  const [, ...lines] = (await readFile(join(dataDir, GRID), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [, east, north, people] = line.split(',').map(Number);
    return { east: east!, north: north!, people: people! };
  });
}

function recipeOf(kind: Kind, file: string, dataDir: string): string {
  const extract = kind === 'extract' ? file : join(dataDir, PLACE);
  const grid = kind === 'extract' ? join(dataDir, GRID) : file;
  const units =
    kind === 'GeoTIFF'
      ? `{ from: raster, file: ${JSON.stringify(grid)} }`
      : `{ from: raster, file: ${JSON.stringify(grid)}, cell: GRD_ID, people: T }`;
  const others = 'age_classes families education origins employment income housing mobility consumption'.split(' ');
  return `id: box
name: Box
countries: [AT]
continent: europe
timeZone: Europe/Vienna
versions: { territory: "1", sociodemo: "1" }
map: { osm: ${JSON.stringify(extract)}, box: { west: 15.6, south: 48.388, east: 15.671, north: 48.414 }, cut: true }
poles: [{ from: osm-addresses }, { from: osm-buildings }, { from: streets }]
census:
  currency: EUR
  units: ${units}
  topics: { residents: { table: cells, fields: { total: ${kind === 'GeoTIFF' ? 'people' : 'T'} } } }
  unavailable: { ${others.map((topic) => `${topic}: not compared`).join(', ')} }
sources: [{ name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }]
`;
}
