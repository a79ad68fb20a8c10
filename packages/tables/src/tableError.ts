/** Which rule of a table a file breaks. */
export type TableFault =
  | 'binary'
  | 'cut'
  | 'empty'
  | 'encoding'
  | 'format'
  | 'long row'
  | 'names'
  | 'ods'
  | 'quotes'
  | 'title'
  | 'unknown encoding'
  | 'unknown sheet'
  | 'values'
  | 'width'
  | 'workbook'
  | 'xls';

/**
 * A file that is not the table it should be. The message is meant to be shown: a sentence that names the line, then the
 * next step. A caller who knows a better
 * next step puts it behind `sentence`.
 */
export class TableError extends Error {
  readonly fault: TableFault;
  /** The first half of the message: the fault and its place. */
  readonly sentence: string;
  /** The second half: the next step. */
  readonly remedy: string;
  /** Where the fault is in one line. */
  readonly line: number | null;

  constructor(
    fault: TableFault,
    sentence: string,
    remedy: string,
    { line = null, ...options }: { cause?: unknown; line?: number | null } = {},
  ) {
    super(`${sentence} ${remedy}`, options);
    this.name = 'TableError';
    this.fault = fault;
    this.sentence = sentence;
    this.remedy = remedy;
    this.line = line;
  }
}
