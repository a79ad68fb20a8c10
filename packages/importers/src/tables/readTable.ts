import type { FileSource } from '../files/source.ts';
import { type CsvOptions, type RowReader, readCsv } from './csv.ts';
import { readXlsx, type XlsxOptions } from './xlsx.ts';

export interface TableOptions extends CsvOptions, XlsxOptions {}

/** Reads a table row by row: a sheet of a workbook where the file's name ends in .xlsx, else separated values. */
export async function readTable(source: FileSource, options: TableOptions, reader: RowReader): Promise<void> {
  const isWorkbook = /\.xlsx$/i.test(source.entry ?? source.path);
  await (isWorkbook ? readXlsx(source, options, reader) : readCsv(source, options, reader));
}
