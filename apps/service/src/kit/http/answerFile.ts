import { FORMATS, type Origin } from '@hinterland/answers';
import type { Offload } from '../offload/offload.ts';
import type { Answer } from './answer.ts';
import type { Header } from './parameters.ts';

/** Formats of a result beside JSON that callers may ask for. */
const FILES = ['arrow', 'parquet', 'json'] as const;
export const FILE_TYPES = FILES.map((format) => FORMATS[format].mediaType);

export const ACCEPT: Header = {
  description: `application/json, or the result as a table: ${FORMATS.arrow.mediaType} has its figures in one row, or with "; list=NAME" a row for each item of that list; ${FORMATS.parquet.mediaType} (GeoParquet) a row for each band, area and place; ${FORMATS.json.mediaType} the figures of the first as JSON by their names, with "; lists=closurePlan,combinedPlan.opening" also the items of these lists with their places, and with "; about=none" without what is known of each figure`,
  schema: { type: 'string' },
};

/** A result that was answered, and what else its file needs. */
interface AnsweredResult {
  /** JSON text in UTF-8. */
  readonly result: Uint8Array;
  readonly origin: () => Origin;
  readonly json: () => Answer;
}

/**
 * Returns a result as the file that the header Accept asks for; `json` where it asks for none. A file that cannot be written
 * now is answered as JSON, too: a charged answer is never lost.
 */
export async function asAccepted(
  offload: Pick<Offload, 'perform'>,
  accept: string | undefined,
  { result, origin, json }: AnsweredResult,
): Promise<Answer> {
  const format = FILES.find((one) => accept?.toLowerCase().includes(FORMATS[one].mediaType));
  if (format === undefined) return json();
  const results = Buffer.from(result.buffer, result.byteOffset, result.byteLength).toString('utf8');
  const table = /;\s*list=(\w+)/.exec(accept!)?.[1];
  const lists = /;\s*lists=([\w.,]+)/.exec(accept!)?.[1]?.split(',');
  const isBare = /;\s*about=none\b/.test(accept!);
  const source = { results, input: '{}', area: null, format, table, lists, isBare, origin: origin() };
  try {
    const body = (await offload.perform({ kind: 'export', source, bytes: 2 * results.length })) as Uint8Array;
    return { headers: { 'Content-Type': FORMATS[format].mediaType, Vary: 'Accept' }, body };
  } catch {
    return json();
  }
}
