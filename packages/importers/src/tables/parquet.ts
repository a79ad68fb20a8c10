import {
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ImportError, messageOf } from '../errors/importError.ts';
import { type FileSource, labelOf, requireFile, wholeFile } from '../files/source.ts';

/** Values by the names of the columns: texts, numbers, big integers, days, lists, values within values; null for none. */
export type ParquetRow = Readonly<Record<string, unknown>>;

/** Rows that are decoded at once. */
const SLICE_ROWS = 50_000;

/** Whether a file is Parquet, by the end of its name. */
export const isParquet = ({ path, entry }: FileSource): boolean =>
  /\.(?:geo)?parquet(?:\.gz)?$/i.test(entry ?? path.replace(/\.zip$/i, ''));

/**
 * Hands over the rows of a Parquet file with their numbers, from 1; some of them are in memory at a time. `open` gets the
 * metadata first. Throws ImportError where the file is damaged, cut short or no Parquet.
 */
export async function readParquet(
  source: FileSource,
  open: (metadata: FileMetaData) => (row: ParquetRow, number: number) => void,
): Promise<void> {
  const file = await randomAccess(source);
  const metadata = await readable(source, () => parquetMetadataAsync(file));
  const take = open(metadata);
  let start = 0;
  for (const { num_rows: groupRows } of metadata.row_groups) {
    const end = start + Number(groupRows);
    for (let rowStart = start; rowStart < end; rowStart += SLICE_ROWS) {
      const rowEnd = Math.min(end, rowStart + SLICE_ROWS);
      const rows = await readable(source, () => parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd }));
      rows.forEach((row, i) => {
        take(row, rowStart + i + 1);
      });
    }
    start = end;
  }
}

/** Returns the paths of a file's columns; those within others are ["names", "primary"]. Lists are one column. */
export const parquetColumns = (metadata: FileMetaData): readonly (readonly string[])[] =>
  parquetSchema(metadata).children.flatMap(columnsOf);

function columnsOf({ path, element, children }: SchemaTree): string[][] {
  const isGroup = children.length > 0 && element.repetition_type !== 'REPEATED';
  const isPlain = element.converted_type === undefined && element.logical_type === undefined;
  return isGroup && isPlain ? children.flatMap(columnsOf) : [path];
}

/** Returns a value as the cell of a table: numbers with all their digits, days as yyyy-mm-dd, lists and the like as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof value === 'object' ? JSON.stringify(value, plainNumber) : String(value);
}

const plainNumber = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

async function randomAccess(source: FileSource) {
  await requireFile(source.path);
  if (/\.(?:zip|gz)$/i.test(source.path)) {
    return Uint8Array.from(await wholeFile(source, ['.parquet', '.geoparquet'])).buffer;
  }
  return asyncBufferFromFile(source.path);
}

async function readable<T>(source: FileSource, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ImportError(
      `${labelOf(source)} cannot be read as Parquet (${messageOf(error)}). It may be cut short: fetch it again and compare its size.`,
      { cause: error },
    );
  }
}
