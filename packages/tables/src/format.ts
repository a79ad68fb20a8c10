import { TableError, type TableFault } from './tableError.ts';

/** Bytes that are looked at to tell what a file is. */
export const HEAD_BYTES = 4096;

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, i) => head[at + i] === byte);
const ascii = (head: Uint8Array, from = 0, to = HEAD_BYTES): string =>
  String.fromCharCode(...head.subarray(from, to).map((byte) => (byte < 128 ? byte : 63)));

const ZIP = [0x50, 0x4b, 3, 4];
const SAVE_AS = 'Open it in its program, and save the sheet as .xlsx, or as CSV in UTF-8.';

interface OtherFormat {
  readonly fault: TableFault;
  readonly sentence: string;
  readonly remedy: string;
  isIt(head: Uint8Array): boolean;
}

/** Formats that are no tables here, by their first bytes, with the next step. */
const OTHERS: readonly OtherFormat[] = [
  {
    fault: 'xls',
    sentence: 'This is an older workbook (.xls), or one with a password.',
    remedy: 'Open it in its program, take the password off, and save the sheet as .xlsx, or as CSV in UTF-8.',
    isIt: (head) => startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]),
  },
  {
    fault: 'ods',
    sentence: 'This is a sheet of OpenDocument (.ods).',
    remedy: SAVE_AS,
    isIt: (head) =>
      startsWith(head, ZIP) && /application\/vnd\.oasis|content\.xml|META-INF\/manifest/.test(ascii(head)),
  },
  {
    fault: 'format',
    sentence: 'This is a sheet of Numbers.',
    remedy: SAVE_AS,
    isIt: (head) => startsWith(head, ZIP) && /Index\/|\.iwa/.test(ascii(head)),
  },
  {
    fault: 'format',
    sentence: 'This is a page or XML, though its name may say .xls.',
    remedy: SAVE_AS,
    isIt: (head) => /^(?:\?\?\?)?\s*<(?:!doctype|html|table|\?xml|[a-z]+:workbook)/i.test(ascii(head, 0, 200)),
  },
  {
    fault: 'format',
    sentence: 'This is JSON, not CSV.',
    remedy: 'Write its rows as CSV in UTF-8.',
    isIt: (head) => /^(?:\?\?\?)?\s*(?:\{\s*"|\[\s*[{[])/.test(ascii(head, 0, 200)),
  },
  ...[
    ['%PDF-', 'This is a PDF, not a table.'],
    ['PAR1', 'This is a Parquet file, not CSV.'],
    ['SQLite format 3', 'This is a database, not CSV.'],
    ['Rar!', 'This is an archive, not CSV.'],
    ['7z', 'This is an archive, not CSV.'],
    ['{\\rtf', 'This is a formatted text, not CSV.'],
    ['\u001f?', 'This is a compressed file, not CSV.'],
  ].map(
    ([start, sentence]): OtherFormat => ({
      fault: 'format',
      sentence: sentence!,
      remedy: 'Get the table itself, as .xlsx or as CSV in UTF-8.',
      isIt: (head) => ascii(head, 0, start!.length) === start,
    }),
  ),
];

/**
 * Returns what a file is by its first bytes: a workbook (.xlsx), or text. Throws TableError for other formats, with the
 * next step.
 */
export function formatOf(head: Uint8Array): 'csv' | 'workbook' {
  const other = OTHERS.find(({ isIt }) => isIt(head));
  if (other !== undefined) throw new TableError(other.fault, other.sentence, other.remedy);
  return startsWith(head, ZIP) ? 'workbook' : 'csv';
}
