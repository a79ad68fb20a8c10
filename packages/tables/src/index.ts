export { csvLines } from './csvLines.ts';
export { readTable, type TableOptions, type TablePart } from './readTable.ts';
export type { TableRecord } from './record.ts';
export { TableError, type TableFault } from './tableError.ts';
export { isEncoding, textOf } from './text.ts';
