import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatLng } from '@hinterland/engine/query';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { type Figure, type Figures, FRESH_ROWS, type FreshRow, type Report } from '../goals/figures.ts';
import { percentile } from '../percentile.ts';
import { type Times, timed } from '../timed.ts';
import type { CountryBenchOptions } from './country.ts';
import { askFreshProcess, type FreshAnswer, type Question } from './freshProcess.ts';
import { answer } from './isochroneRows.ts';
import { MIXED_SIZES, prepare, randomPlaces, type Size, say, workDirOf } from './prepare.ts';
import { hasValhallaTiles, installPeers, VALHALLA, Valhalla } from './valhalla.ts';
import { warmUpTimed } from './warmUpTimed.ts';

/** Every measured place is asked once. */
const PLACES = 200;
/** Other places, asked before at each row's limits, so that the code is compiled. */
const WARM_UP_PLACES = 200;
const COLD_CALLS = 100;
const MIXED_CALLS = 5000;
const ROWS = FRESH_ROWS.map((name) => ({ name, minutes: name.split(', ').map(Number) }));
const COLD_MINUTES = 15;
/** Calls of a process, the first one being 1. */
const COLD_RANGES = [
  [1, 1],
  [2, 20],
  [21, 100],
] as const;

/** Isochrones of places that nobody asked before, in warm and in new processes, and memory after many calls. */
export async function freshPlaces(options: CountryBenchOptions): Promise<Report> {
  await installPeers();
  const workDir = workDirOf(options.workDir);
  try {
    const sections: string[] = [];
    let figures: Figures = {};
    const sizes: readonly Size[] = [...MIXED_SIZES.slice(0, MIXED_SIZES.indexOf(options.size) + 1), 'dense'];
    for (const size of options.size === 'dense' ? (['dense'] as const) : sizes) {
      const { files } = await prepare(options, workDir, size);
      const found = await sectionOf(size, files.dir, size === options.size);
      sections.push(found.text);
      figures = { ...figures, ...found.figures };
    }
    return { text: [HEAD, ...sections].join('\n\n'), figures };
  } finally {
    if (options.workDir === '') await rm(workDir, { recursive: true, force: true });
  }
}

const HEAD = `Isochrones by car with residents, polygon and GeoJSON text, one thread. ${PLACES} random addresses, each asked once, after
${WARM_UP_PLACES} other addresses, of a territory that was warmed up; ${VALHALLA} answers the same place in the same process each time just before, without residents. Clock and
CPU (processor time, which others on the machine disturb less) are milliseconds. Sizes are those of "A country"; "dense"
is cities laid side by side (Milan, Porto Alegre, Portland, Columbus, Oslo, Darmstadt, Atlanta, Lower Manhattan, twice each).

Warmed up: a thread of the service has made what follows from the data alone, before any address was asked. It begins when the service
has started, leaves the processor to all others, and with new data comes before they are in force ([decision 0340](decisions/archive/0340-territories-are-warmed-up-before-anyone-asks.md)).

Cold: ${COLD_CALLS} other addresses, ${COLD_MINUTES} minutes, asked of a new process that has opened the bundle and was warmed up, and of one that has
only opened it. Memory: a process that was warmed up, after ${MIXED_CALLS.toLocaleString('en-US')} places at all these limits in turn, and ${VALHALLA} after the same.`;

async function sectionOf(size: Size, dir: string, withMemory: boolean): Promise<Report> {
  const bundle = join(dir, 'bundle');
  const territory = await loadTerritory(bundle);
  const warmth = await warmUpTimed(territory);
  const places = randomPlaces(territory, PLACES * ROWS.length + WARM_UP_PLACES + COLD_CALLS, 22);
  const take = (count: number) => places.splice(0, count);

  say(`${size}: warm`);
  const valhalla = hasValhallaTiles(dir) ? await Valhalla.start(dir) : null;
  for (const place of take(WARM_UP_PLACES)) for (const { minutes } of ROWS) answer(territory, place, minutes);
  const rows: (FreshTimes & { readonly name: FreshRow })[] = [];
  for (const { name, minutes } of ROWS) {
    rows.push({ name, ...(await freshRow(territory, take(PLACES), minutes, valhalla)) });
  }
  await valhalla?.stop();

  say(`${size}: cold`);
  const cold = take(COLD_CALLS);
  const questions = cold.map((place) => ({ place, minutes: [COLD_MINUTES] }));
  const own = await askFreshProcess({ bundle, isWarmedUp: true, questions });
  const opened = await askFreshProcess({ bundle, isWarmedUp: false, questions });
  const peer = hasValhallaTiles(dir) ? await coldPeer(dir, cold) : null;
  const lines = [
    `### ${size}: ${count(territory.nodes.rows)} nodes, ${count(territory.poles.rows)} poles`,
    '',
    `Warm-up: ${warmth.seconds.toFixed(1)} s, ${warmth.cpuSeconds.toFixed(1)} of processor time, ${warmth.megabytes.toFixed(0)} MB.`,
    '',
    '| minutes | settled nodes | p50 | p95 | CPU p50 | p95 | Valhalla p50 | p95 | CPU p50 | p95 | ratio of CPU p50 | p95 |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(({ name, settled, own, peer }) => `| ${name} | ${count(settled)} | ${cells(own, peer)} |`),
    '',
    `| call of a new process, ${COLD_MINUTES} min | p50 | p95 | CPU p50 | p95 | Valhalla p50 | p95 | CPU p50 | p95 | ratio of CPU p50 | p95 |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...COLD_RANGES.map(([first, last]) => {
      const name = first === last ? `${first}` : `${first} to ${last}`;
      const row = (start: string, { times }: FreshAnswer) =>
        `| ${name}, ${start} | ${cells(times.slice(first - 1, last), peer?.slice(first - 1, last) ?? null)} |`;
      return `${row('warmed up', own)}\n${row('only opened', opened)}`;
    }),
  ];
  const figures: Record<string, Figure> = {};
  const compare = (id: string, own: readonly Times[], peer: readonly Times[] | null, shares = [0.5, 0.95]) => {
    if (peer !== null) figures[id] = { values: shares.map((share) => timesAsFast(own, peer, share)) };
  };
  if (size === 'country') {
    for (const { name, own: times, peer: others } of rows) compare(`fresh, ${name}`, times, others);
    compare('fresh, calls 2 to 100', own.times.slice(1), peer?.slice(1) ?? null, [0.5]);
  }
  if (size === 'dense') {
    for (const { name, own: times, peer: others } of rows) {
      if (name === '15' || name === '60') compare(`dense, ${name}`, times, others);
    }
  }
  if (withMemory) {
    say(`${size}: memory`);
    const mixedQuestions = mixed(territory);
    const { residentMegabytes, peakMegabytes } = await askFreshProcess({
      bundle,
      isWarmedUp: true,
      questions: mixedQuestions,
    });
    const peerMegabytes = hasValhallaTiles(dir) ? await peerMemory(dir, mixedQuestions) : null;
    lines.push(
      '',
      `Memory after ${count(MIXED_CALLS)} calls: ${residentMegabytes.toFixed(0)} MB (at most ${peakMegabytes.toFixed(0)})${peerMegabytes === null ? '' : `; Valhalla at most ${peerMegabytes.toFixed(0)} MB`}.`,
    );
    if (size === 'country' && peerMegabytes !== null) {
      figures['memory after mixed calls'] = { values: [peakMegabytes / peerMegabytes] };
    }
  }
  return { text: lines.join('\n'), figures };
}

/** Times of places that were asked once. */
interface FreshTimes {
  /** Nodes within the last limit, at the middle place. */
  readonly settled: number;
  readonly own: readonly Times[];
  readonly peer: readonly Times[] | null;
}

async function freshRow(
  territory: Territory,
  places: readonly LatLng[],
  minutes: readonly number[],
  valhalla: Valhalla | null,
): Promise<FreshTimes> {
  const own: Times[] = [];
  const peer: Times[] = [];
  const settled: number[] = [];
  for (const place of places) {
    if (valhalla !== null) peer.push(await valhalla.isochrone(place, minutes));
    const { result, wall, cpu } = await timed(() => answer(territory, place, minutes));
    own.push({ wall, cpu });
    settled.push(result.of.field.nodes.length);
  }
  return { settled: percentile(settled, 0.5), own, peer: valhalla === null ? null : peer };
}

async function coldPeer(dir: string, places: readonly LatLng[]): Promise<Times[]> {
  const valhalla = await Valhalla.start(dir);
  const times: Times[] = [];
  for (const place of places) times.push(await valhalla.isochrone(place, [COLD_MINUTES]));
  await valhalla.stop();
  return times;
}

/** Largest memory of a Valhalla that answers these questions, 10^6 bytes. */
async function peerMemory(dir: string, questions: readonly Question[]): Promise<number> {
  const valhalla = await Valhalla.start(dir);
  for (const { place, minutes } of questions) await valhalla.isochrone(place, minutes);
  const megabytes = await valhalla.peakMegabytes();
  await valhalla.stop();
  return megabytes;
}

const mixed = (territory: Territory): Question[] =>
  randomPlaces(territory, MIXED_CALLS).map((place, i) => ({ place, minutes: ROWS[i % ROWS.length]!.minutes }));

const of = (times: readonly Times[], name: keyof Times, share: number) =>
  percentile(
    times.map((one) => one[name]),
    share,
  );

/** Returns how many times as fast as the peer by processor time, at a share of the answers. */
const timesAsFast = (own: readonly Times[], peer: readonly Times[], share: number) =>
  of(peer, 'cpu', share) / of(own, 'cpu', share);

function cells(own: readonly Times[], peer: readonly Times[] | null): string {
  const four = (times: readonly Times[]) => [
    of(times, 'wall', 0.5),
    of(times, 'wall', 0.95),
    of(times, 'cpu', 0.5),
    of(times, 'cpu', 0.95),
  ];
  const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  const figures = [...four(own), ...(peer === null ? [] : four(peer))].map(ms);
  return [
    ...figures,
    ...(peer === null
      ? ['', '', '', '', '', '']
      : [0.5, 0.95].map((share) => `${timesAsFast(own, peer, share).toFixed(1)}×`)),
  ].join(' | ');
}

const count = (value: number) => value.toLocaleString('en-US');
