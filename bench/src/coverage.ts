import { writeFileSync } from 'node:fs';
import { prepareNetworks } from '@hinterland/engine/coverage';
import type { LatLng } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, shareTerritory, type Territory } from '@hinterland/territory';
import { type CoverageRow, coverageRow, ROUNDS, startWorker } from './coverageRow.ts';
import { type CountryOptions, generatedCountry } from './generatedCountry.ts';
import { figuresOf } from './measuredProcess.ts';
import { timed } from './timed.ts';

const STORES = 500;
const CANDIDATES = 100;
const SEED = 1;
const MINUTES = [15, 30, 60];

const COUNTRIES: readonly CountryOptions[] = [
  { seed: 1, sideExponent: 11, towns: 4, polesPerRoad: 5 },
  { seed: 1, sideExponent: 12, towns: 3.85, polesPerRoad: 1.3 },
  { seed: 1, sideExponent: 12, towns: 6, polesPerRoad: 5 },
];

/**
 * 500 stores and 100 candidates on the given bundles and on generated countries: sets of stores per pole, figures,
 * overlaps, white spots, closing 50, opening 20; by the sweep in one thread and in two, and with one plain search per
 * store. Returns Markdown.
 */
export async function coverage(bundles: readonly string[]): Promise<string> {
  const builds: string[] = [];
  const rows: string[] = [];
  const makers = [
    ...bundles.map((dir) => () => loadTerritory(dir)),
    ...COUNTRIES.map((options) => () => Promise.resolve(generatedCountry(options))),
  ];
  for (const make of makers) {
    const territory = await make();
    const memoryBefore = megabytes();
    resetPeakMemory();
    const built = await timed(() => prepareNetworks(territory, 'car', 'normal', 'postcode'));
    const name = territory.manifest.name;
    const random = new SeededRandom(SEED);
    const places = Array.from({ length: STORES + CANDIDATES }, () => placeOfPole(territory, random));
    const worker = await startWorker({ shared: shareTerritory(territory) });
    for (const minutes of MINUTES) {
      const row = await coverageRow(territory, places, minutes, { worker, withPlain: true });
      rows.push(`| ${name} | ${minutes} | ${cellsOf(row)} |`);
    }
    await worker.terminate();
    builds.push(
      `| ${name} | ${thousands(territory.nodes.rows)} | ${thousands(territory.edges.rows)} | ${thousands(territory.poles.rows)} | ${seconds(built.cpu)} | ` +
        `${memoryBefore} | ${await peakMegabytes()} |`,
    );
  }
  return [
    `Bundles and generated countries (bench/src/generatedCountry.ts), ${STORES} stores and ${CANDIDATES} candidates at random`,
    `addresses, car, inbound, exact on every pole. Medians of ${ROUNDS} rounds, wall and CPU time in ms. "all" is everything that`,
    'network.coverage computes: sets, figures, overlaps, white spots by postcode, closing 50 and opening 20 with',
    'certificates. "plain" is the sets alone by one bucket search per place. Poles are counted once per place they reach;',
    'the product refuses more than 50 million. "MB at most" is the peak of the whole process with both threads in it, all rows',
    'of the territory and the plain searches included. Where other work loads the machine, CPU time is what to compare.',
    '',
    '| territory | nodes | edges | poles | made in advance, s CPU | MB, territory loaded | MB at most |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...builds,
    '',
    '| territory | min | poles reached | classes | sets | all | all, CPU | sets, 2 threads | plain | plain, CPU | plain ÷ sets, CPU |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function cellsOf({ all, sets, onTwo, classes, reached, plain }: CoverageRow): string {
  const times = [sets.wall, all.wall, all.cpu, onTwo!.sets, plain!.wall, plain!.cpu].map((time) => time.toFixed(0));
  return [thousands(reached), thousands(classes), ...times, (plain!.cpu / sets.cpu).toFixed(1)].join(' | ');
}

function placeOfPole({ poles, nodes, edges, snaps }: Territory, random: SeededRandom): LatLng {
  // A pole with its road's end nearest: on the road itself, so that it is never too far from one.
  const row = random.int(snaps.car!.rows);
  const node = edges.fromNode[snaps.car!.edge[row]!]!;
  const pole = snaps.car!.pole[row]!;
  return {
    lat: (poles.latMicrodegrees[pole]! + nodes.latMicrodegrees[node]!) / 2e6,
    lng: (poles.lngMicrodegrees[pole]! + nodes.lngMicrodegrees[node]!) / 2e6,
  };
}

/** Forgets the largest resident size so far; without effect where the system does not keep one. */
function resetPeakMemory(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // The table then has the peak of the process, which is more.
  }
}

async function peakMegabytes(): Promise<number> {
  const figures = await figuresOf(process.pid);
  return Math.round(figures?.peakMegabytes ?? process.resourceUsage().maxRSS / 1000);
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
const thousands = (count: number) => count.toLocaleString('en-US');
