import { areaIn, FORMATS, type FormatId, type Origin, tablesOf } from '@hinterland/answers';
import { ProblemError } from '../../../kit/problem.ts';
import { quoted } from '../../../kit/quotedText.ts';
import type { ReportTexts } from '../report/source.ts';

/** What a file is written from. */
export interface ExportSource extends ReportTexts {
  readonly format: FormatId;
  readonly table?: string | undefined;
  readonly origin?: Origin;
}

/** Returns the file of an answer. */
export async function exportBytes({ results, input, area, format, table, origin }: ExportSource): Promise<Uint8Array> {
  const answered = {
    result: JSON.parse(results) as unknown,
    input: JSON.parse(input) as unknown,
    area: area === null ? null : areaIn(JSON.parse(area)),
    origin,
  };
  const tables = table === undefined ? [] : tablesOf(answered.result);
  if (table !== undefined && !tables.some(({ id }) => id === table)) {
    const known = tables.map(({ id }) => id).join(', ');
    throw new ProblemError(
      'not_found',
      `The answer has no table ${quoted(table)}. It has ${known === '' ? 'none' : known}.`,
    );
  }
  return FORMATS[format].write(answered, table);
}
