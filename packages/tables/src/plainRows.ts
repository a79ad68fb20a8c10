/** A row whose cells are bytes of UTF-8. Valid until the next row is taken. */
export interface PlainRow {
  readonly bytes: Uint8Array;
  /** Cell c is bytes[starts[c]] .. bytes[ends[c]], without quotation marks. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** As in `TableRecord`. */
  readonly row: number;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const TILDE = 0x7e;

/**
 * Finds plain rows in bytes of separated values: they have one cell per column, no quotation mark but around whole cells, no
 * end of line within a cell, and something to read. Rows of any other kind are left to `RecordParser`, which has the rules.
 */
export class PlainRows implements PlainRow {
  bytes: Uint8Array = new Uint8Array(0);
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  row = 0;
  /** Bytes from here on are not looked at yet. */
  at = 0;
  readonly #separator: number;

  /** `separator`: one sign of ASCII. */
  constructor(columns: number, separator: string) {
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
    this.#separator = separator.charCodeAt(0);
  }

  /** Whether a separator is one that this class reads. */
  static reads(separator: string): boolean {
    const code = separator.charCodeAt(0);
    const isMark = code === NEWLINE || code === RETURN || code === QUOTE;
    return separator.length === 1 && (code === TAB || code >= 0x20) && code <= TILDE && !isMark;
  }

  /** Goes to the row that begins at `at`, which ends before `end`. Where it is not plain, returns false and stays. */
  next(end: number): boolean {
    const { bytes, starts, ends } = this;
    const separator = this.#separator;
    const columns = starts.length;
    let at = this.at;
    let column = 0;
    let isInked = false;
    while (column < columns) {
      let byte = bytes[at];
      if (byte === QUOTE) {
        starts[column] = ++at;
        for (; at < end; at++) {
          byte = bytes[at]!;
          if (byte === QUOTE || byte === NEWLINE || byte === RETURN || byte === 0) break;
          if (byte > 0x20 && byte <= TILDE) isInked = true;
        }
        if (at >= end || byte !== QUOTE) return false;
        ends[column++] = at++;
        byte = bytes[at];
      } else {
        starts[column] = at;
        for (; at < end; at++) {
          byte = bytes[at]!;
          if (byte === separator || byte <= QUOTE) {
            if (byte === separator || byte === NEWLINE || byte === RETURN) break;
            if (byte === QUOTE || byte === 0) return false;
          }
          if (byte > 0x20 && byte <= TILDE) isInked = true;
        }
        ends[column++] = at;
      }
      if (at >= end) return false;
      if (byte === separator) {
        at++;
        continue;
      }
      if (byte === RETURN) byte = bytes[++at];
      if (byte !== NEWLINE || column !== columns || !isInked) return false;
      this.at = at + 1;
      return true;
    }
    return false;
  }
}
