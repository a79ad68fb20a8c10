/** Which rule of a table a file breaks. */
export type TableFault =
  | 'archive'
  | 'binary'
  | 'cut'
  | 'empty'
  | 'encoding'
  | 'long row'
  | 'names'
  | 'quotes'
  | 'title'
  | 'unknown encoding'
  | 'unknown sheet'
  | 'values'
  | 'width'
  | 'workbook';

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

  constructor(fault: TableFault, sentence: string, remedy: string, options?: { cause?: unknown }) {
    super(`${sentence} ${remedy}`, options);
    this.name = 'TableError';
    this.fault = fault;
    this.sentence = sentence;
    this.remedy = remedy;
  }
}
