import type { TableRecord } from './record.ts';
import { RecordParser } from './recordParser.ts';

/**
 * Yields the records of separated values, as many at a time as a slice of text holds; see `RecordParser`. Throws TableError behind
 * the last good record where a quote is never closed, or text follows a closed one.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  parser: RecordParser,
): AsyncGenerator<readonly TableRecord[]> {
  for await (const piece of text) yield* taken(parser, piece, false);
  yield* taken(parser, '', true);
}

function* taken(parser: RecordParser, piece: string, isLast: boolean): Generator<readonly TableRecord[]> {
  const records = parser.take(piece, isLast);
  if (records.length > 0) yield records;
  if (parser.fault !== null) throw parser.fault;
}

/** Returns the records of a text that is at hand as a whole, such as one that was pasted, up to its first fault. */
export function recordsOf(text: string): Pick<RecordParser, 'fault'> & { readonly records: readonly TableRecord[] } {
  const parser = new RecordParser();
  const records = parser.take(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), true);
  return { records, fault: parser.fault };
}
