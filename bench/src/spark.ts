import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { loadTerritory } from '@hinterland/territory';
import { onDemo } from './demoService.ts';
import { INPUT, placesOf } from './worker.ts';

const ROWS = 20_000;
const ROUNDS = 3;
const THREADS = 2;

interface Way {
  /** Rows per second. */
  readonly rate: number;
  /** Processor seconds per row. */
  readonly processor: number;
  readonly megabytes: number;
}

interface Round {
  readonly alone: Way;
  readonly spark: Way;
}

/** Rows per second of Spark with one worker, beside `hinterland work` alone, in turn. PYTHON names an interpreter that has pyspark and the package. */
export function spark(root: string): Promise<string> {
  return onDemo(root, async ({ home }) => {
    const folder = join(home, 'territories', 'demo');
    const places = placesOf(await loadTerritory(folder));
    const command = [process.execPath, join(root, 'apps/cli/bin/hinterland.js')];
    const question = { folder, places, input: INPUT, command, rows: ROWS, rounds: ROUNDS, threads: THREADS };
    const text = execFileSync(process.env.PYTHON ?? 'python3', [join(root, 'bench/spark.py')], {
      input: JSON.stringify(question),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const rounds = JSON.parse(text) as Round[];
    return [
      `${ROWS.toLocaleString('en-US')} isochrones of three bands by car at poles of the demo, without polygons; \`local[${THREADS}]\` with 8 partitions beside a pipe`,
      `into a worker of ${THREADS} threads, in turn. Both without their start. Processor time is that of Spark, its Python processes and the worker;`,
      'where all cores are busy its ratio is that of the throughput, whatever else runs. Memory is the peak of the worker.',
      '',
      '| round | `hinterland work`, rows/s, ms per row | Spark, rows/s, ms per row | ratio of rows/s | of processor time | MB alone | MB under Spark |',
      '|--:|--:|--:|--:|--:|--:|--:|',
      ...rounds.map(({ alone, spark }, i) => {
        const told = ({ rate, processor }: Way) => `${rate.toFixed(0)}, ${(1000 * processor).toFixed(2)}`;
        const ratios = [spark.rate / alone.rate, alone.processor / spark.processor].map((ratio) => ratio.toFixed(2));
        return `| ${i + 1} | ${told(alone)} | ${told(spark)} | ${ratios.join(' | ')} | ${alone.megabytes.toFixed(0)} | ${spark.megabytes.toFixed(0)} |`;
      }),
    ].join('\n');
  });
}
