import { enrichColumns, enrichRows } from '@hinterland/actions';
import { type PartHead, type PartRows, partBatch, partSchema } from '@hinterland/answers/wide';
import type { Territory } from '@hinterland/territory';
import type { RecordBatch, RecordBatchReader } from 'apache-arrow';
import { CommandError } from '../terminal.ts';
import type { Threads } from './threads.ts';

/** Rows that a thread gets at once, and that a batch of answers has at most. */
const CHUNK_ROWS = 64;
const CHUNKS_AHEAD = 2;

/**
 * Answers a part of a dataset for a service, by the functions that its own threads have: the same rows, to the last bit. The stream
 * has columns lat and lng; a row that cannot be answered has its reason.
 */
export async function* answersOfPart(
  { territory, threads }: { readonly territory: Territory; readonly threads: Threads },
  options: unknown,
  reader: RecordBatchReader,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch> {
  const ask = async <T>(id: string, input: object): Promise<T> =>
    ((await threads.do({ kind: 'rowWork', id, input }, signal)) as { readonly result: T }).result;
  const planned = await ask<Pick<PartHead, 'columns' | 'metadata'>>(enrichColumns.id, { options });
  const { columns } = planned;
  const schema = partSchema({ ...planned, territory: territory.manifest.id, dataVersion: territory.dataVersion });
  const waiting: Promise<RecordBatch>[] = [];
  for await (const batch of reader as AsyncIterable<RecordBatch>) {
    const [lat, lng] = [batch.getChild('lat'), batch.getChild('lng')];
    if (lat === null || lng === null) throw new CommandError('The rows of a part have columns lat and lng.', 2);
    for (let from = 0; from < batch.numRows; from += CHUNK_ROWS) {
      const points = Array.from({ length: Math.min(CHUNK_ROWS, batch.numRows - from) }, (_, i) => ({
        lat: lat.get(from + i),
        lng: lng.get(from + i),
      }));
      const answered = ask<PartRows>(enrichRows.id, { options, points, columns });
      const written = answered.then((rows) => partBatch(schema, rows));
      written.catch(() => {});
      waiting.push(written);
      while (waiting.length >= threads.count * CHUNKS_AHEAD) yield await waiting.shift()!;
    }
  }
  if (waiting.length === 0) yield partBatch(schema, { rows: [], values: columns.map(() => []), more: [] });
  while (waiting.length > 0) yield await waiting.shift()!;
}
