import { areaIn, FORMATS, type FormatId } from '@hinterland/answers';
import type { ReportTexts } from '../report/source.ts';

/** What a file is written from. */
export interface ExportSource extends ReportTexts {
  readonly format: FormatId;
  readonly table?: string | undefined;
}

/** Returns the file of an answer. */
export function exportBytes({ results, input, area, format, table }: ExportSource): Promise<Uint8Array> {
  const answered = {
    result: JSON.parse(results) as unknown,
    input: JSON.parse(input) as unknown,
    area: area === null ? null : areaIn(JSON.parse(area)),
  };
  return FORMATS[format].write(answered, table);
}
