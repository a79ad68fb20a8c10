import type { Readable } from 'node:stream';
import { type RecordBatch, RecordBatchReader, RecordBatchStreamWriter } from 'apache-arrow';
import { messagesOf, UnreadableError } from './messages.ts';

/**
 * Bytes of record batches as a stream in the IPC format, one chunk per batch, written when the one before was taken. The
 * library's own stream for this needs its part for Node.js, which bundles leave out.
 */
export async function* streamBytes(batches: AsyncIterable<RecordBatch>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const batch of batches) {
    const writer = new RecordBatchStreamWriter();
    writer.write(batch);
    const bytes = writer.toUint8Array(true);
    yield isFirst ? bytes : bytes.subarray(schemaLength(bytes));
    isFirst = false;
  }
  yield END;
}

/** The end of a stream: the mark of a message, and no length. */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** Length of the first message, the schema: mark, length, flatbuffer; it has no body. */
const schemaLength = (bytes: Uint8Array): number =>
  8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(4, true);

/**
 * Opens a stream of record batches. Throws where the bytes are none; reading it throws BrokenOffError where it has no end. A
 * socket stays open for the answers when all is read.
 */
export async function openStream(input: Readable): Promise<RecordBatchReader> {
  const chunks = (async function* () {
    yield* input.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  })();
  const reader = await RecordBatchReader.from(messagesOf(chunks));
  await reader.open({ autoDestroy: false });
  if (reader.schema === undefined) throw new UnreadableError('there is no schema');
  return reader;
}
