export { recordsOf } from './csv.ts';
export { csvLines, csvText } from './csvLines.ts';
export { ENCODINGS, guessEncoding, isEncoding } from './encoding.ts';
export { formatOf, HEAD_BYTES } from './format.ts';
export type { PlainRow } from './plainRows.ts';
export { readTable, type TableOptions, type TablePart } from './readTable.ts';
export type { TableRecord } from './record.ts';
export { TableError, type TableFault } from './tableError.ts';
export { textOf } from './text.ts';
