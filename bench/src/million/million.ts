import { loadavg } from 'node:os';
import { join } from 'node:path';
import { loadTerritory } from '@hinterland/territory';
import { onDemo } from '../demoService.ts';
import { spots } from './places.ts';
import { type Sliced, viaHttp } from './viaHttp.ts';
import { type Streamed, viaWorker } from './viaWorker.ts';

const MILLION = 1_000_000;
const THREADS = 2;
const SEED = 20_261_128;
/** The stream of a million ends early after this. */
const SECONDS = 20 * 60;
/** Rows of the slices that are scaled up. */
const SLICES = { 'analysis.isochrone': 20_000, 'enrich.point': 2000, 'enrich.points': 1000 } as const;

const BANDS = { bandSeconds: [300, 600, 900], mode: 'car' };
const WAYS = {
  'analysis.isochrone': { ...BANDS, geometry: false },
  'enrich.point': { ...BANDS, include: ['people'] },
} as const;

/** A million points × three bands through `hinterland work`, and what they would take by HTTP. */
export function million(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const folder = join(demo.home, 'territories', 'demo');
    const territory = await loadTerritory(folder);
    const places = spots(territory, SEED);
    const through = (action: keyof typeof WAYS, rows: number = SLICES[action], niceness = 0) =>
      viaWorker({
        root,
        folder,
        action,
        input: WAYS[action],
        threads: THREADS,
        places,
        rows,
        niceness,
        seconds: SECONDS,
      });
    const told: string[] = [];
    const tell = (name: string, cells: readonly string[]) => {
      told.push(`| ${name} | ${cells.join(' | ')} |`);
      process.stderr.write(`${told.at(-1)} (load ${loadavg()[0]!.toFixed(1)})\n`);
    };
    const slice = await through('analysis.isochrone');
    tell('`hinterland work`, `analysis.isochrone`, a slice first', worked(slice));
    const enriched = await through('enrich.point');
    tell('`hinterland work`, `enrich.point` with people', worked(enriched));
    const sliced = await viaHttp(demo, places, WAYS['enrich.point'], SLICES['enrich.points']);
    if (sliced !== null) tell('HTTP, `enrich.points` with people, results read', asked(sliced));
    const whole = await through('analysis.isochrone', MILLION, 19);
    tell('`hinterland work`, `analysis.isochrone`, toward the million', worked(whole));
    return [
      `Places beside poles of the demo, drawn from a seed, hardly two alike; three bands by car (5, 10, 15 minutes) without polygons, columns \`residents_*\`; one worker of ${THREADS} threads.`,
      `The last row is ${whole.rows < MILLION ? `as much of a million as ${SECONDS / 60} minutes gave` : 'the whole million'}, at the lowest priority (\`nice -n 19\`) beside other work: ${whole.rows.toLocaleString('en-US')} rows.`,
      'The others are slices; what a million takes is their processor time, scaled up. By HTTP each point also has its tables of people in full, is charged, and is stored;',
      'its processor time is that of the service and of PostgreSQL. Rows per second are by the clock, beside the other work.',
      '',
      '| way | rows | answered | rows/s | processor ms per row | of it PostgreSQL | MB at most | processor hours of a million | credits of a million |',
      '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
      ...told,
    ].join('\n');
  });
}

const worked = ({ rows, okShare, seconds, processorSeconds, peakMegabytes }: Streamed): string[] => [
  rows.toLocaleString('en-US'),
  `${(100 * okShare).toFixed(1)}%`,
  (rows / seconds).toFixed(0),
  ((1000 * processorSeconds) / rows).toFixed(2),
  '',
  peakMegabytes.toFixed(0),
  hoursOf(processorSeconds / rows),
  '0',
];

const asked = ({ points, seconds, processorSeconds, databaseSeconds, credits }: Sliced): string[] => [
  points.toLocaleString('en-US'),
  '',
  (points / seconds).toFixed(0),
  ((1000 * (processorSeconds + databaseSeconds)) / points).toFixed(2),
  ((1000 * databaseSeconds) / points).toFixed(2),
  '',
  hoursOf((processorSeconds + databaseSeconds) / points),
  ((MILLION * credits) / points).toLocaleString('en-US', { maximumFractionDigits: 0 }),
];

const hoursOf = (perRow: number): string => ((MILLION * perRow) / 3600).toFixed(2);
