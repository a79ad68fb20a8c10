import Papa from 'papaparse';
import { readTable, type Table } from '../../fields/placeTable/table.ts';

/** Bytes of a text file that are looked at before it is sent. */
const LOOKED_AT_BYTES = 4_000_000;
/** A workbook is read as a whole. */
export const WORKBOOK_BYTES_MAX = 20_000_000;

/** A file that was chosen, as it will be sent. */
export interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  /** Encoding to be named; null where the file is UTF-8 or says it itself. */
  readonly encoding: string | null;
  /** Its first rows, or all. */
  readonly table: Table;
  readonly isWhole: boolean;
}

/** Reads a file that a person chose: separated values as they are, the first sheet of a workbook as separated values. */
export async function readFile(file: File): Promise<ChosenFile> {
  const name = file.name.replace(/\.\w+$/, '');
  const isWorkbook = /\.xlsx$/i.test(file.name);
  const content = isWorkbook ? new Blob([await sheetText(file)]) : file;
  const head = await content.slice(0, LOOKED_AT_BYTES).arrayBuffer();
  const { text, encoding } = decoded(new Uint8Array(head));
  const isWhole = content.size <= LOOKED_AT_BYTES;
  const table = readTable(isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1));
  return { name, content, encoding, table, isWhole };
}

/** The first sheet of a workbook as lines of CSV, without blank rows, each as wide as the widest. */
async function sheetText(file: File): Promise<string> {
  const { workbookText } = await import('../../fields/placeTable/workbook.ts');
  const { data: rows } = Papa.parse<string[]>(await workbookText(await file.arrayBuffer()));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
  return Papa.unparse(filled.map((cells) => Array.from({ length: width }, (_, i) => cells[i] ?? '')));
}

/** Bytes as text: by their byte order mark, UTF-8, else the encoding of Western spreadsheets. */
function decoded(bytes: Uint8Array): { readonly text: string; readonly encoding: string | null } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: null };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: null };
  try {
    // The last character may be cut.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
