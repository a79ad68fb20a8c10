import type { OtherReading, TableError } from '@hinterland/tables';
import { contentOf, importedTable } from '../../fields/placeTable/source.ts';
import type { Row, Table } from '../../fields/placeTable/table.ts';

/** Bytes of a text file that are looked at before it is sent. */
const LOOKED_AT_BYTES = 4_000_000;
/** A workbook is read as a whole. */
export const WORKBOOK_BYTES_MAX = 20_000_000;

/** A file that was chosen, as it will be sent. */
export interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  /** The encoding in which the file was read; null for a workbook. */
  readonly encoding: string | null;
  /** Encodings in which it reads nearly as well, as long as none was chosen. */
  readonly near: readonly OtherReading[];
  /** The encoding of the content, to be named to the service. */
  readonly sentAs: string;
  /** Its first rows, or all. */
  readonly table: Table;
  readonly isWhole: boolean;
  /** Rows that the service leaves out, since they have more or fewer cells than the header. */
  readonly uneven: readonly Row[];
  /** Why the service would refuse the file. */
  readonly fault: TableError | null;
}

/**
 * Reads a file that a person chose, as the service will: separated values as they are, in `chosen` or in the encoding that they
 * seem to be in, with the languages of the reader as prior; the sheet of a workbook that is seen as separated values. Throws
 * TableError for other formats.
 */
export async function readFile(
  file: File,
  chosen: string | null = null,
  languages: readonly string[] = [],
): Promise<ChosenFile> {
  const name = file.name.replace(/\.\w+$/, '');
  const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const isWhole = file.size <= LOOKED_AT_BYTES;
  const whole = () => {
    if (file.size > WORKBOOK_BYTES_MAX) throw new RangeError('too large');
    return bytesOf(file);
  };
  const given = await contentOf(await bytesOf(file.slice(0, LOOKED_AT_BYTES)), whole, languages);
  const isText = given.kind === 'text';
  const encoding = isText ? (chosen ?? given.encoding) : 'utf-8';
  const bytes = isText ? given.bytes : new TextEncoder().encode(given.text);
  const isAll = !isText || isWhole;
  const { columns, rows, setAside, fault } = await importedTable(isAll ? bytes : wholeLines(bytes, encoding), encoding);
  const table = { columns, rows: rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) })) };
  return {
    name,
    content: isText ? file : new Blob([given.text]),
    encoding: isText ? encoding : null,
    near: isText && chosen === null ? given.near : [],
    sentAs: encoding,
    table,
    isWhole: isAll,
    uneven: setAside,
    // A row that the look at the file cuts is no fault of it.
    fault: isAll || (fault?.fault !== 'quotes' && fault?.fault !== 'cut') ? fault : null,
  };
}

/** The bytes of the start of a file up to its last end of a line. */
function wholeLines(bytes: Uint8Array, encoding: string): Uint8Array {
  const end = bytes.lastIndexOf(10) + (encoding === 'utf-16le' ? 2 : 1);
  return end > 2 ? bytes.subarray(0, end) : bytes;
}
