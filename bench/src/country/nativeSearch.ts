import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { edgeCosts, profileOf, type SearchGraph, searchGraph } from '@hinterland/engine/graph';
import { bucketSearch, originSeeds, SearchWorkspace, type Seeds } from '@hinterland/engine/search';
import { snapOrigins } from '@hinterland/engine/snap';
import { loadTerritory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';
import { answer } from './isochroneRows.ts';
import { prepare, randomPlaces, type Size, workDirOf } from './prepare.ts';
import { warmUpTimed } from './warmUpTimed.ts';

const SOURCE = fileURLToPath(new URL('../../native/bucketSearch.cpp', import.meta.url));
const MINUTES = [5, 15, 30, 60];
const PLACES = 200;
/** Asked before, so that both sides have run. */
const PLACES_BEFORE = 100;

export interface NativeSearchOptions {
  readonly root: string;
  readonly dataDir: string;
  readonly size: Size;
  readonly workDir: string;
}

/**
 * The engine's search beside its twin in C++, place by place in turn on the same arcs, and beside the whole answer. Needs
 * g++. Returns a Markdown table. Throws where the two differ in the nodes that they settle or in the sum of their costs.
 */
export async function nativeSearch({ root, dataDir, size, workDir }: NativeSearchOptions): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-native-'));
  try {
    const program = join(dir, 'bucketSearch');
    await promisify(execFile)('g++', ['-O3', '-march=native', '-std=c++17', '-o', program, SOURCE]);
    const { files } = await prepare({ root, dataDir }, workDirOf(workDir), size);
    const territory = await loadTerritory(join(files.dir, 'bundle'));
    await warmUpTimed(territory);
    const costs = edgeCosts(territory, 'time', 'car', profileOf(territory, 'car', 'normal'), 'outbound');
    const graph = searchGraph(territory, costs);
    for (let node = 0; node < graph.nodes; node++) graph.need(node);
    const twin = await NativeTwin.start(program, join(dir, 'graph'), graph);
    const workspace = new SearchWorkspace(graph.nodes);
    const places = randomPlaces(territory, PLACES_BEFORE + MINUTES.length * PLACES, 20261128);
    for (const place of places.splice(0, PLACES_BEFORE)) for (const minutes of MINUTES) await row(place, minutes);

    async function row(place: (typeof places)[number], minutes: number) {
      const seeds = originSeeds(territory, costs, snapOrigins(territory, 'car', [place]));
      const limitCost = minutes * 60_000;
      const own = await timed(() => {
        workspace.clear();
        bucketSearch(graph, seeds, limitCost, workspace);
      });
      const native = await twin.search(seeds, limitCost);
      let sum = 0;
      for (let i = 0; i < workspace.reachedCount; i++) sum = (sum + workspace.cost(workspace.reached[i]!)) >>> 0;
      if (native.settled !== workspace.reachedCount || native.sum !== sum) {
        throw new Error(`The searches of ${minutes} minutes from ${place.lat}, ${place.lng} differ.`);
      }
      const whole = await timed(() => answer(territory, place, [minutes]));
      return { own: own.cpu, native: native.milliseconds, whole: whole.cpu, settled: native.settled };
    }

    const lines: string[] = [];
    for (const minutes of MINUTES) {
      const rows: Awaited<ReturnType<typeof row>>[] = [];
      for (const place of places.splice(0, PLACES)) rows.push(await row(place, minutes));
      const middle = (of: (one: (typeof rows)[number]) => number) => percentile(rows.map(of), 0.5);
      const own = middle((one) => one.own);
      const native = middle((one) => one.native);
      const whole = middle((one) => one.whole);
      const figures = [native.toFixed(3), own.toFixed(3), (own / native).toFixed(2)];
      const answers = [whole.toFixed(2), `${Math.round((100 * own) / whole)} %`, (whole / native).toFixed(0)];
      lines.push(`| ${[`${minutes} min`, middle((one) => one.settled), ...figures, ...answers].join(' | ')} |`);
    }
    await twin.stop();
    return [
      `Processor time in ms, medians over ${PLACES} places that nobody asked before, by car, "${size}". The twin is the same`,
      'search in C++ (bench/native), compiled by g++ -O3 for this machine; it settles the same nodes at the same costs.',
      '"Whole answer" is an isochrone with residents and polygon.',
      '',
      '| limit | settled nodes | native | engine | engine ÷ native | whole answer | of it the search | whole ÷ native search |',
      '|---|--:|--:|--:|--:|--:|--:|--:|',
      ...lines,
    ].join('\n');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The native program on one graph, asked over its standard streams. */
class NativeTwin {
  readonly #child: ReturnType<typeof spawn>;
  readonly #lines: AsyncIterator<string>;

  static async start(program: string, file: string, { nodes, firstArc, endArc, arcs, bucketShift }: SearchGraph) {
    const head = Uint32Array.of(nodes, arcs.length, bucketShift);
    await writeFile(file, [head, firstArc, endArc, arcs].map(bytesOf));
    return new NativeTwin(program, file);
  }

  private constructor(program: string, file: string) {
    this.#child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  async search({ nodes, costs }: Seeds, limitCost: number) {
    const seeds = nodes.map((node, i) => `${node} ${costs[i]}`).join(' ');
    this.#child.stdin!.write(`${limitCost} ${seeds}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('The native twin has ended.');
    const [nanoseconds, settled, sum] = (value as string).split(' ').map(Number);
    return { milliseconds: nanoseconds! / 1e6, settled: settled!, sum: sum! };
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin!.end();
    await exit;
  }
}

/** A copy, since columns may lie in shared memory, which files are not written from. */
const bytesOf = (words: Uint32Array | Int32Array): Uint8Array =>
  new Uint8Array(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
