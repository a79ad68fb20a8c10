import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { RecordBatchReader, RecordBatchStreamWriter, tableFromArrays } from 'apache-arrow';
import { figuresOf } from '../measuredProcess.ts';
import type { Spot } from './spots.ts';

/** Rows of a batch, and how many are on their way at once: the next batch is sent when the one before the last was answered. */
const BATCH = 4096;
const ON_THEIR_WAY = 2 * BATCH;
/** Not counted: compiling, and columns that are read with the first rows. */
const WARM_UP_ROWS = 500;

export interface Streamed {
  readonly rows: number;
  readonly okShare: number;
  readonly seconds: number;
  /** Of the worker, all threads. */
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

export interface Stream {
  readonly root: string;
  readonly folder: string;
  readonly action: string;
  readonly input: object;
  readonly threads: number;
  /** 0 is the usual one, 19 the lowest. */
  readonly niceness: number;
  readonly places: Iterator<Spot, never>;
  readonly rows: number;
  /** The stream ends early after this. */
  readonly seconds: number;
}

/** One process of `hinterland work` that answers a stream of places, and what it took after some rows to warm up. */
export async function viaWorker(stream: Stream): Promise<Streamed> {
  const inputFile = join(stream.folder, '..', 'rows.json');
  await writeFile(inputFile, JSON.stringify(stream.input));
  const args = ['work', '--territory', stream.folder, '--action', stream.action, '--input', inputFile];
  const child = spawn(
    process.execPath,
    [
      join(stream.root, 'apps/cli/bin/hinterland.js'),
      ...args,
      '--columns',
      'residents_*',
      '--threads',
      `${stream.threads}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  setPriority(child.pid!, stream.niceness);
  const closed = once(child, 'close');
  const writer = new RecordBatchStreamWriter();
  void (async () => {
    for await (const bytes of writer) child.stdin.write(bytes);
    child.stdin.end();
  })();
  let sent = 0;
  const send = (count: number) => {
    const chosen = Array.from({ length: count }, () => stream.places.next().value);
    const columns = {
      lat: Float64Array.from(chosen, ({ lat }) => lat),
      lng: Float64Array.from(chosen, ({ lng }) => lng),
    };
    for (const batch of tableFromArrays(columns).batches) writer.write(batch);
    sent += count;
  };
  let [answered, ok] = [0, 0];
  let begun: { at: number; cpuSeconds: number; rows: number } | null = null;
  let last = { at: 0, cpuSeconds: Number.NaN, peakMegabytes: Number.NaN };
  send(WARM_UP_ROWS);
  let whole = false;
  for await (const batch of await RecordBatchReader.from(child.stdout as AsyncIterable<Uint8Array>)) {
    answered += batch.numRows;
    const status = batch.getChild('status')!;
    for (let row = 0; row < batch.numRows; row++) if (status.get(row) === 'ok') ok++;
    if (answered < WARM_UP_ROWS) continue;
    if (begun === null || answered === sent || answered % BATCH < batch.numRows) {
      const figures = (await figuresOf(child.pid!))!;
      last = { at: performance.now(), ...figures };
      begun ??= { at: last.at, cpuSeconds: figures.cpuSeconds, rows: answered };
    }
    const late = performance.now() - begun.at > stream.seconds * 1000;
    while (!late && sent - answered < ON_THEIR_WAY && sent < WARM_UP_ROWS + stream.rows)
      send(Math.min(BATCH, WARM_UP_ROWS + stream.rows - sent));
    if (answered === sent && !whole) {
      whole = true;
      writer.finish();
    }
  }
  const [code] = await closed;
  if (code !== 0 || answered !== sent)
    throw new Error(`The worker ended with ${code} after ${answered} of ${sent} rows.`);
  return {
    rows: answered - begun!.rows,
    okShare: ok / answered,
    seconds: (last.at - begun!.at) / 1000,
    processorSeconds: last.cpuSeconds - begun!.cpuSeconds,
    peakMegabytes: last.peakMegabytes,
  };
}
