import {
  csvText,
  type EncodingGuess,
  formatOf,
  guessEncoding,
  HEAD_BYTES,
  readTable,
  TableError,
  type TableRecord,
  textOf,
} from '@hinterland/tables';

/** The content of a file that somebody chose: text in some encoding, or a workbook, which is the CSV of its sheet. */
export type FileContent =
  | ({ readonly kind: 'text'; readonly bytes: Uint8Array } & EncodingGuess)
  | { readonly kind: 'workbook'; readonly text: string };

/**
 * Reads what a file is. `head` has its first bytes, `whole` all of them; `languages` are those of the reader. Throws TableError for
 * other formats.
 */
export async function contentOf(
  head: Uint8Array,
  whole: () => Promise<Uint8Array>,
  languages: readonly string[] = [],
): Promise<FileContent> {
  if (formatOf(head.subarray(0, HEAD_BYTES)) === 'workbook')
    return { kind: 'workbook', text: await sheetText(await whole()) };
  return { kind: 'text', bytes: head, ...(await guessEncoding(head, languages)) };
}

/** The sheet of a workbook that a person sees, as lines of CSV. */
async function sheetText(content: Uint8Array): Promise<string> {
  const rows: string[][] = [];
  for await (const part of readTable(partsOf(content), {
    format: 'workbook',
    setAside: ({ cells }) => rows.push([...cells]),
  })) {
    if (rows.length === 0) rows.push([...part.columns]);
    for (const { cells } of part.rows) rows.push([...cells]);
  }
  return csvText(rows);
}

/** Returns a text file as text. Throws TableError where it is not written in this encoding. */
export async function decoded(bytes: Uint8Array, encoding: string): Promise<string> {
  let text = '';
  for await (const piece of textOf(partsOf(bytes), { encoding })) text += piece;
  return text;
}

/** A table as the service imports it, up to its first fault. */
export interface ImportedTable {
  readonly columns: readonly string[];
  readonly rows: readonly TableRecord[];
  /** Rows of another width than the header. */
  readonly setAside: readonly TableRecord[];
  readonly fault: TableError | null;
}

/** Reads a file as the service does, with the same reader and options. */
export async function importedTable(bytes: Uint8Array, encoding: string | null): Promise<ImportedTable> {
  let columns: readonly string[] = [];
  const rows: TableRecord[] = [];
  const setAside: TableRecord[] = [];
  try {
    const options = { encoding, checksHeader: true, setAside: (row: TableRecord) => setAside.push(row) };
    for await (const part of readTable(partsOf(bytes), options)) {
      columns = part.columns;
      rows.push(...part.rows);
    }
    return { columns, rows, setAside, fault: null };
  } catch (error) {
    if (error instanceof TableError) return { columns, rows, setAside, fault: error };
    throw error;
  }
}

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
