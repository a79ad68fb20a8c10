import type { CoverageRow } from '../coverageRow.ts';
import type { BuildFigures } from './builds.ts';
import type { ActionFigures, MemoryFigures } from './childProcesses.ts';
import type { IsochroneRow, SearchRow } from './isochroneRows.ts';
import type { MosaicFacts } from './mosaic.ts';
import { VALHALLA } from './valhalla.ts';

export interface CountryFigures {
  readonly size: string;
  readonly facts: MosaicFacts;
  readonly nodes: number;
  readonly carNodes: number;
  readonly edges: number;
  readonly poles: number;
  readonly bundle: BuildFigures;
  readonly tablesSeconds: number;
  readonly tiles: { readonly wallSeconds: number; readonly cpuSeconds: number; readonly peakMegabytes: number } | null;
  /** Milliseconds; `peer` is null without a peer. */
  readonly starts: { readonly wall: number; readonly load: number; readonly peer: number | null };
  readonly isochrones: readonly IsochroneRow[];
  readonly peerMegabytes: number | null;
  readonly searches: readonly SearchRow[];
  readonly coverage: readonly CoverageRow[];
  readonly memory: MemoryFigures;
  readonly action: ActionFigures;
}

/** Goals in milliseconds by the limits of a row. */
const ISOCHRONE_GOALS: Readonly<Record<string, number>> = { '5': 1.5, '15': 6, '30': 10, '60': 20, '15,30,45,60': 30 };
const COVERAGE_GOALS: Readonly<Record<number, string>> = { 15: '350', 60: '800; two threads 450' };

export function countrySection(figures: CountryFigures): string {
  const { facts, bundle, tiles, starts, memory, action } = figures;
  return [
    `Size "${figures.size}": ${facts.tiles} copies of seven real extracts (Centre and Mifflin counties, Oʻahu, Andorra, Liechtenstein,`,
    'Monaco, Lower Manhattan, Sydney), laid out on a plane and joined by trunk roads of 110 km/h;',
    `${facts.widthKm} × ${facts.heightKm} km, roads for cars alone: ${count(facts.nodes)} OpenStreetMap nodes, ${count(facts.ways)} ways;`,
    `${count(figures.nodes)} nodes (${count(figures.carNodes)} of them for cars) and ${count(figures.edges)} edges of ours. ${count(figures.poles)} poles:`,
    `${count(facts.realAddresses)} real addresses of the extracts, the others drawn along their streets. ${count(facts.units)} census units, squares of 2 km.`,
    '',
    `${VALHALLA} has the same roads, origins and minutes in the same run, round by round in turn, and answers polygons`,
    'without residents; both give GeoJSON text. Times are milliseconds, of 20 random addresses the median of three rounds',
    'each: p50 and p95 over the addresses by the clock, CPU the p50 of processor time, which others on the machine disturb',
    'less. Valhalla searches by its own speeds and turn costs, so its areas differ.',
    '',
    '### Isochrones by car, residents and polygons, one thread',
    '',
    `| minutes | goal | p50 | p95 | CPU | without polygons, CPU | Valhalla p50 | p95 | CPU | ratio of CPU | recall | precision | km² | residents | points |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...figures.isochrones.map(isochroneLine),
    '',
    'Recall is the least of all, precision the median; every polygon was held against a look at each pole in its box.',
    '',
    '### Search alone',
    '',
    'The heap is the plain twin, Dijkstra with a binary heap on the same arcs in the same round; both settle the same nodes.',
    '',
    '| minutes | goal | settled nodes | p50 | p95 | CPU | heap, CPU | ratio |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...figures.searches.map(
      ({ minutes, settled, own, heap }) =>
        `| ${minutes} | ${minutes === 60 ? 5 : ''} | ${count(settled)} | ${ms(own.p50)} | ${ms(own.p95)} | ${ms(own.cpu50)} | ${ms(heap.cpu50)} | ${ratio(heap.cpu50, own.cpu50)} |`,
    ),
    '',
    '### 500 stores and 100 candidates, exact on every pole',
    '',
    'Sets of stores of every pole, figures, overlaps, white spots, closing 50 and opening 20 of 100, with the bounds that',
    'certify plans. Plain: the sets alone by one search per place.',
    '',
    '| minutes | goal | all, one thread | CPU | sets alone | all, sets by two threads | classes | plain | ratio to the sets |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...figures.coverage.map(coverageLine),
    '',
    '### network.coverage with its ground, 500 stores',
    '',
    'The action in one thread of a new process: input parsed, sets, figures, `geometry: true`, result written; other stores each time.',
    '',
    `First of the process: ${ms(action.first.wall)} ms (${ms(action.first.cpu)} of processor time); then, median: ${ms(action.later.wall)} ms (${ms(action.later.cpu)}); at most`,
    `${count(Math.round(action.peakMegabytes))} MB. Poles of 500 stores, each counted once per store that it reaches, at most 50 million: ${action.passes
      .map(
        ({ minutes, poles, refused }) => `${minutes} min ${poles === null ? `refused ("${refused}")` : count(poles)}`,
      )
      .join(', ')}.`,
    '',
    '### Memory, start, build',
    '',
    '| what | goal | here | Valhalla |',
    '|---|--:|--:|--:|',
    `| resident memory, coverage running, MB | 700 | ${memory.peakMegabytes.toFixed(0)} (${memory.afterLoadingMegabytes.toFixed(0)} after loading) | ${figures.peerMegabytes?.toFixed(0) ?? ''} after the isochrones |`,
    `| process start to first 30-minute isochrone, s | 0.3 | ${(starts.wall / 1000).toFixed(2)} (loading ${(starts.load / 1000).toFixed(2)}) | ${starts.peer === null ? '' : (starts.peer / 1000).toFixed(2)} |`,
    `| first plan of a process, 500 + 100 places × 60 min, s | 1.0 | ${(memory.firstPlan.wall / 1000).toFixed(2)} (${(memory.firstPlan.cpu / 1000).toFixed(2)} CPU) | |`,
    `| build, s by the clock | 90 | ${bundle.wallSeconds.toFixed(0)} and ${figures.tablesSeconds.toFixed(1)} for the tables of plans | ${tiles?.wallSeconds.toFixed(0) ?? ''} (two threads) |`,
    `| build, s CPU | | ${bundle.cpuSeconds.toFixed(0)} | ${tiles?.cpuSeconds.toFixed(0) ?? ''} |`,
    `| build, largest memory, MB | 1,000 | ${count(Math.round(bundle.peakMegabytes))} | ${count(Math.round(tiles?.peakMegabytes ?? 0))} |`,
    '',
    'Steps of the build, s of processor time, and MB at their end:',
    `${bundle.steps.map(({ name, cpuSeconds, memoryMegabytes }) => `${name} ${cpuSeconds.toFixed(1)} (${count(memoryMegabytes)})`).join(', ')}.`,
    'It makes poles of all addresses and fastens them to the roads of three modes, which Valhalla does not.',
  ].join('\n');
}

function isochroneLine(row: IsochroneRow): string {
  const { own, peer } = row;
  const goal = ISOCHRONE_GOALS[row.minutes.join(',')]!;
  return `| ${[
    row.minutes.join(', '),
    row.minutes.length > 1 ? `${goal} (p95 50)` : goal,
    ms(own.p50),
    ms(own.p95),
    ms(own.cpu50),
    ms(row.catchment.cpu50),
    peer === null ? '' : ms(peer.p50),
    peer === null ? '' : ms(peer.p95),
    peer === null ? '' : ms(peer.cpu50),
    peer === null ? '' : ratio(peer.cpu50, own.cpu50),
    row.recall.toFixed(4),
    row.precision.toFixed(4),
    row.areaSquareKm.toFixed(0),
    count(Math.round(row.residents)),
    count(row.points),
  ].join(' | ')} |`;
}

function coverageLine(row: CoverageRow): string {
  return `| ${[
    row.minutes,
    COVERAGE_GOALS[row.minutes] ?? '',
    ms(row.all.wall),
    ms(row.all.cpu),
    ms(row.sets.wall),
    row.onTwo === null ? '' : ms(row.onTwo.all),
    count(row.classes),
    row.plain === null ? '' : ms(row.plain.wall),
    row.plain === null ? '' : ratio(row.plain.wall, row.sets.wall),
  ].join(' | ')} |`;
}

const ms = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
const ratio = (peer: number, own: number) => `${(peer / own).toFixed(1)}×`;
const count = (value: number) => value.toLocaleString('en-US');
