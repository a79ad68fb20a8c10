import {
  readTable as readTableParts,
  TableError,
  type TableFault,
  type TableOptions,
  type TableRecord,
} from '@hinterland/tables';
import { ImportError } from '../errors/importError.ts';
import { bytesOf, type FileSource, labelOf } from '../files/source.ts';
import { cellText, isParquet, parquetColumns, readParquet } from './parquet.ts';
import { valueAt } from './valueAt.ts';

export type { PlainRow, TableOptions, TableRecord } from '@hinterland/tables';

/** Endings of CSV-like files inside zip archives. */
const CSV_ENDINGS = ['.csv', '.psv', '.tsv', '.txt'] as const;
const WORKBOOK_ENDINGS = ['.xlsx'] as const;

/**
 * Reads a table row by row: Parquet or a sheet of a workbook where the file's name ends in .parquet or .xlsx, else
 * separated values. `open` is
 * called once with the names of the columns and returns the function that takes the rows; `takePlain`, where it is given, takes
 * plain ones of separated values. Throws ImportError with file and line where the file is damaged, cut short, or not
 * separated as the recipe says.
 */
export async function readTable(
  source: FileSource,
  options: TableOptions,
  open: (columns: readonly string[]) => (record: TableRecord) => void,
  takePlain?: TableOptions['takePlain'],
): Promise<void> {
  if (isParquet(source)) return readParquetTable(source, open);
  const isWorkbook = /\.xlsx$/i.test(source.entry ?? source.path);
  const bytes = bytesOf(source, isWorkbook ? WORKBOOK_ENDINGS : CSV_ENDINGS);
  let take: ((record: TableRecord) => void) | undefined;
  try {
    for await (const part of readTableParts(bytes, {
      ...options,
      takePlain,
      format: isWorkbook ? 'workbook' : 'csv',
    })) {
      take ??= open(part.columns);
      for (const record of part.rows) take(record);
    }
  } catch (error) {
    throw error instanceof TableError ? inFile(source, error) : error;
  }
}

async function readParquetTable(source: FileSource, open: Parameters<typeof readTable>[2]): Promise<void> {
  await readParquet(source, (metadata) => {
    const paths = parquetColumns(metadata);
    const take = open(paths.map((path) => path.join('.')));
    return (values, row) => {
      const cells = paths.map((path) => cellText(valueAt(values, path)));
      take({ line: row, row, cells, endsFile: false });
    };
  });
}

/** The next step of somebody who writes a recipe and cannot change the file, where it is another than that of its author. */
const RECIPE_REMEDIES: Partial<Record<TableFault, string>> = {
  cut: 'Fetch it again and compare its size.',
  encoding: 'Give its encoding in the recipe, such as encoding: windows-1252.',
  'long row': 'The file is damaged there: fetch it again, or mend the row.',
  names: 'Mend the header, or give column names in the recipe as header: [...] with skipLines: 1.',
  quotes: 'The file is cut short or damaged there: fetch it again, or mend the row.',
  'unknown sheet': 'Name one of its sheets in the recipe.',
  width:
    'Mend the row, or say in the recipe how the file is separated (delimiter) and how many title lines it has (skipLines).',
  workbook: 'It may be cut short or be an older .xls file: fetch it again, or save it as .xlsx or .csv.',
};

/** Returns the fault of a table as one of the file that a recipe names. */
export function inFile(source: FileSource, error: TableError): ImportError {
  const { fault, sentence, remedy } = error;
  return new ImportError(`${labelOf(source)}: ${sentence} ${RECIPE_REMEDIES[fault] ?? remedy}`, { cause: error });
}
