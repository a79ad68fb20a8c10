import type { GoalId } from './figures.ts';

/**
 * A bound in a unit: a time, a size or a share of Valhalla's at most, a rate at least. "× Valhalla" is how many times as fast as
 * Valhalla at least: its processor time ÷ ours in the same run.
 */
interface Part {
  /** '' where a goal has one part only, or where the order says it. */
  readonly name: string;
  readonly unit: 'ms' | 's' | 'GB' | 'per s' | '×' | '× Valhalla' | "of Valhalla's";
  readonly bound: number;
}

export interface Goal {
  readonly id: GoalId;
  readonly work: string;
  readonly parts: readonly Part[];
  /** Command line of the bench that measures it. */
  readonly bench: string;
  /** Named by its title where the goal is missed. */
  readonly reason: Reason;
}

/** What was tried, and what bounds the work now. */
export type Reason = keyof typeof REASONS;

const COUNTRY = 'country --data DIR --dir NEW';
const FRESH = 'fresh-places --data DIR --dir NEW';

const timesAsFast = (bound: number): Part[] => [
  { name: 'p50', unit: '× Valhalla', bound },
  { name: 'p95', unit: '× Valhalla', bound },
];
const one = (unit: Part['unit'], bound: number, name = ''): Part => ({ name, unit, bound });

/** The goals of speed as they were set, in their order. */
export const GOALS: readonly Goal[] = [
  {
    id: 'fresh, 5',
    work: 'isochrone with residents and polygon, fresh places, 5 min',
    parts: timesAsFast(10),
    bench: FRESH,
    reason: 'Isochrones',
  },
  { id: 'fresh, 15', work: '15 min', parts: timesAsFast(14), bench: FRESH, reason: 'Isochrones' },
  { id: 'fresh, 30', work: '30 min', parts: timesAsFast(11), bench: FRESH, reason: 'Isochrones' },
  { id: 'fresh, 60', work: '60 min', parts: timesAsFast(11), bench: FRESH, reason: 'Isochrones' },
  {
    id: 'fresh, 15, 30, 45, 60',
    work: 'four bands to 60 min',
    parts: timesAsFast(7),
    bench: FRESH,
    reason: 'Four bands',
  },
  {
    id: 'fresh, calls 2 to 100',
    work: 'calls 2 to 100 of a process, 15 min',
    parts: [one('× Valhalla', 4, 'p50')],
    bench: FRESH,
    reason: 'First calls',
  },
  { id: 'dense, 15', work: 'dense country, 15 min', parts: timesAsFast(9), bench: FRESH, reason: 'Isochrones' },
  { id: 'dense, 60', work: 'dense country, 60 min', parts: timesAsFast(9), bench: FRESH, reason: 'Isochrones' },
  {
    id: 'plans',
    work: '500 + 100 places × 60 min in the engine',
    parts: [one('s', 0.3, 'one thread'), one('s', 0.2, 'two threads'), one('s', 1, 'first plan of a process')],
    bench: COUNTRY,
    reason: 'Plans',
  },
  {
    id: 'ground',
    work: '`network.coverage` with `geometry: true`, 500 × 15 min',
    parts: [one('s', 0.8), one('GB', 0.9)],
    bench: COUNTRY,
    reason: 'Ground of networks',
  },
  {
    id: 'memory after mixed calls',
    work: 'memory after 5,000 mixed calls, 10 M poles',
    parts: [one("of Valhalla's", 0.75)],
    bench: FRESH,
    reason: 'Memory',
  },
  {
    id: 'start of the engine',
    work: 'start to first answer, engine',
    parts: [one('s', 0.25)],
    bench: COUNTRY,
    reason: 'Start',
  },
  {
    id: 'start of the service',
    work: 'start of the service',
    parts: [one('s', 1.5, 'listening'), one('s', 2, 'first charged answer')],
    bench: 'start',
    reason: 'Start',
  },
  {
    id: 'build',
    work: 'build, 1.6 M nodes and 10 M poles',
    parts: [one("of Valhalla's", 1.3, 'processor time'), one("of Valhalla's", 1.3, 'memory')],
    bench: COUNTRY,
    reason: 'Build',
  },
  {
    id: 'memory of a box',
    work: 'memory of a box cut out of 100 times its file, beside that file alone',
    parts: [one('×', 1.3)],
    bench: 'box-memory --data DIR --dir NEW',
    reason: 'Memory of a box',
  },
  ...(['embedded', 'PostgreSQL'] as const).flatMap((database): Goal[] => [
    {
      id: `http, one place, ${database}`,
      work: `HTTP, 15-min isochrone, 50 connections, one place, ${database}`,
      parts: [one('per s', database === 'embedded' ? 600 : 800)],
      bench: 'http',
      reason: 'HTTP',
    },
    {
      id: `http, 1000 places, ${database}`,
      work: `1000 places in turn, ${database}`,
      parts: [one('per s', 300), one('ms', 250, 'p99')],
      bench: 'http',
      reason: 'HTTP',
    },
    {
      id: `http, free call, ${database}`,
      work: `free call, ${database}`,
      parts: [one('per s', 3000)],
      bench: 'http',
      reason: 'HTTP',
    },
  ]),
  ...(['embedded', 'PostgreSQL'] as const).map(
    (database): Goal => ({
      id: `reads beside jobs, ${database}`,
      work: `reads beside a batch of 500 and coverages of 500 stores, ${database}`,
      parts: [one('ms', 50, 'p99')],
      bench: 'jobs',
      reason: 'Reads',
    }),
  ),
];

/** By title; printed where a goal of that title is missed. */
export const REASONS = {
  Isochrones:
    'Groups of 64 roads that lie in one band are counted and drawn as one ([decision 0299](../docs/decisions/archive/0299-groups-of-roads-in-one-band.md)). No part is above a sixth of a 15-minute answer: drawing cells 0.15, precision 0.14, ground and holes 0.12, contour 0.11, search 0.11, residents 0.10, reached roads 0.09, text 0.04, the class of cells 0.03; twice as fast needs all of them at half. At 60 minutes the search is 0.3, which a native twin runs 1.55 times as fast ([search beside a native twin](../docs/benchmarks/search-beside-a-native-twin.json): 15 minutes take 15 times the native search, 60 take 5). These parts wait for memory: precision looks at 750 boxes of 16 poles and 10,700 places at 15 minutes, and working these out with fewer steps changed nothing. One pass over the reached roads in WebAssembly comes next; it is estimated to save a quarter at 60 minutes. Five minutes are bounded by work per answer, and in towns by precision and lines on cells of 25 m.',
  'Four bands':
    'They went from 28.9 to 16.7 ms with the same change. Everyone on the ground of all bands is counted in one walk over the boxes of poles: 0.96 of the processor time before, in turn, answers the same. Precision is still a fifth: 78,000 places in boxes that a line crosses. Roads at the borders of bands come next, then the search.',
  'Memory of a box':
    'A GeoTIFF takes the same whatever its size. An extract and a table are read block by block, and V8 collects what was read some tens of megabytes later (buffers of 40 to 60 MB wait while an extract is read, of 11.8 MB as of 81: the reading alone takes 175 and 219 MB): beside a build of 160 MB that shows. Collections by force between blocks, in young or old memory, changed nothing beyond the spread of runs (175 to 232 MB for the reading alone); nor did buffers of the exact size (168 for 174). Blocks that are unpacked into the same memory again and again, which Node.js has no call for, come next.',
  'First calls':
    'A thread makes what follows from the data alone before anyone asks ([0340](../docs/decisions/archive/0340-territories-are-warmed-up-before-anyone-asks.md)): 5 ms of processor time in place of 40 at calls 21 to 100. At calls 2 to 20 V8 still compiles.',
  Plans:
    'Lanes have rows only for what a batch reaches, and people are added up by road ([0136](../docs/decisions/archive/0136-coverage-touches-what-it-reaches.md)). Three quarters are the sets. What a first plan of a process made (hierarchy, legs, sums by road) the warm-up makes and threads share ([0550](../docs/decisions/archive/0550-threads-share-the-tables-of-plans.md)): after it the first plan takes 0.93 s of processor time, 2.7 before, and 1.6 times a later one; what is left is reading columns of poles and compiling. The bench of this row has no warm-up. A network above the limit of poles is refused at half of its sets: 0.6 of the processor time.',
  'Ground of networks': 'A heap of all arrivals took half of the time; two labels per node in buckets took its place.',
  Memory:
    'Columns are read by parts. What makes up the most are the footprints, weights of leaves and arcs of the whole country by car, 0.64 GB, which the warm-up makes and isochrones of all limits would make in the end; the tables of plans, which it makes since [0550](../docs/decisions/archive/0550-threads-share-the-tables-of-plans.md), take 0.23 GB, and the columns of poles read for them the rest of what came to the 1.45 GB of before (0.79 of that of Valhalla). It is all there after the warm-up: 5,000 calls add 40 MB, collections change nothing; `HINTERLAND_WARM_UP_MEGABYTES` bounds the former. Footprints by delta bytes come next.',
  Start:
    'Programs are bundled ([0283](../docs/decisions/archive/0283-programs-are-bundled.md)), and a first isochrone reads no whole columns of poles. Engine threads but one start after the service listens. Of 2.8 s of processor time until it listens, on a loaded machine, the main thread takes 0.9, the threads in which V8 compiles and collects 1.1, the embedded database 0.4, which compiles its functions lazily already. A cache of compiled code needs Node.js 22.',
  Build:
    'Addresses are numbers and bytes from the moment they are read ([0142](../docs/decisions/archive/0142-addresses-are-numbers-while-they-are-imported.md)), plain rows of a table never become texts, and poles that stand together look around together ([0556](../docs/decisions/archive/0556-rows-that-are-plain-are-read-as-bytes.md)). The row above is of before. On 2026-11-28 the country took 125 s of processor time and 2.73 GB at a load of 25, the code before 209 s and 3.37 GB on an idle machine, for the same bundle byte for byte; Valhalla took 104 s beside it and 2.20 GB: 1.21 times the processor time and 1.24 times the memory, where 1.3 is the goal (92 s on an idle machine). Reading the map, roads and hierarchies, which Valhalla does as well, take 30 s of it. The rest is work that it does not do: ten million rows of text into poles 28 s, snapping them to the roads of three modes 25, addresses and the index of their search 11, checking the bundle 8, the backdrop 7. Memory is at its peak while rows of addresses and the tables made of them are there at once. A second thread for snapping would shorten the clock alone, by some ten seconds.',
  HTTP: 'No progress is sent where nobody listens, and a call asks the database three times in place of eleven ([0133](../docs/decisions/archive/0133-hold-and-commit-in-one-statement.md)). Answers of the embedded database are not parsed twice ([0334](../docs/decisions/archive/0334-answers-of-the-embedded-database-are-not-parsed-twice.md)): 0.79 of the processor time of a statement. A free call is one statement; with the embedded database its thread and the main thread take as much as each other. Requests that wait together share statements since ([0339](../docs/decisions/archive/0339-requests-share-statements.md)); before and after in turn on two loaded cores, processor time of the service per call went from 1.7 to 0.9 ms (free, embedded), 3.5 to 1.8 (small charged run, embedded), 1.1 to 0.7 and 2.2 to 0.8 (PostgreSQL, whose own processes went from 3.2 to 1.2 ms). What is left outside the statements has not been profiled since. A new place each time is bounded by the engine: see isochrones.',
  Reads:
    'A read waits for the two cores, and in the embedded database, which answers one query at a time, for an item of the batch. That was a transaction of six round trips between threads, each of which waits for a processor; most items are one statement now, and their results come compressed from the thread that computed them ([0338](../docs/decisions/archive/0338-items-are-stored-in-one-statement.md)): storing 125 KB takes a third of the processor time or less. A run at rest is due. The client of the bench no longer parses the answers of coverages, megabytes each, beside its reads.',
} as const;
