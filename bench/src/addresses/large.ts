import { parseQuery, searchAddresses } from '@hinterland/engine';
import { addressTown } from '@hinterland/engine/town';
import { addressSearchTables, namedSearchTables, type Territory } from '@hinterland/territory';
import { accuracy } from './accuracy.ts';
import { generatedAddresses } from './generated.ts';

const SEED = 7;

/** Size, memory and time of the index at so many generated addresses, and the table rows of its searches. */
export function large(count: number, queries: number): { readonly sentences: string; readonly rows: string[] } {
  const town = addressTown(generatedAddresses(count, SEED), { manifest: { countries: ['AU'] } });
  const started = performance.now();
  const search = addressSearchTables(town);
  const builtSeconds = (performance.now() - started) / 1000;
  const territory: Territory = { ...town, search };
  const bytes = Object.entries(namedSearchTables(search)).map(([name, table]) => [name, bytesOf(table)] as const);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const opened = performance.now();
  searchAddresses(territory, parseQuery('12 main street', ['AU']), { limit: 10 });
  const firstMilliseconds = performance.now() - opened;
  globalThis.gc?.();
  const heapMegabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const rows = accuracy(territory, `${figure(count)} generated`, queries);
  const total = bytes.reduce((sum, [, size]) => sum + size, 0);
  const { names, streets, words, postings } = search;
  return {
    rows,
    sentences: [
      `${figure(count)} generated addresses in ${figure(streets.rows)} streets: ${figure(names.rows)} names of`,
      `${figure(words.rows)} different words, ${figure(postings.rows)} postings. Built in ${builtSeconds.toFixed(1)} s; ${(total / 1e6).toFixed(1)} MB on disk and in`,
      `shared memory (${bytes.map(([name, size]) => `${name} ${(size / 1e6).toFixed(1)}`).join(', ')}). What a thread adds at`,
      `its first search: ${firstMilliseconds.toFixed(0)} ms and ${heapMegabytes.toFixed(0)} MB.`,
    ].join('\n'),
  };
}

function bytesOf(table: object): number {
  let sum = 0;
  for (const column of Object.values(table)) {
    if (ArrayBuffer.isView(column)) sum += column.byteLength;
    else if (typeof column === 'object') {
      const { offsets, bytes } = column as { offsets: Int32Array; bytes: Uint8Array };
      sum += offsets.byteLength + bytes.byteLength;
    }
  }
  return sum;
}

const figure = (value: number): string => value.toLocaleString('en-US');
