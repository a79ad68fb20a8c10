import type { TextColumn } from './territory.ts';

/** Offsets are 32-bit numbers with a sign. */
const MOST_BYTES = 0x7fffffff;
const tooLong = () => new RangeError('A text column holds at most 2,147,483,647 bytes of UTF-8.');

/**
 * Texts as Arrow's utf8 type lays them out: text r is the bytes offsets[r] .. offsets[r + 1]. Both arrays may be views
 * on shared memory; nothing is decoded before `at` asks for it.
 */
export class Utf8Column implements TextColumn {
  readonly length: number;
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  readonly #decoder: Buffer;

  /** `offsets` has one entry more than there are texts. */
  constructor(offsets: Int32Array, bytes: Uint8Array) {
    this.length = offsets.length - 1;
    this.offsets = offsets;
    this.bytes = bytes;
    this.#decoder = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  at(row: number): string {
    if (!(row >= 0 && row < this.length)) {
      throw new RangeError(`There is no text ${row} in a column of ${this.length} texts.`);
    }
    const [start, end] = [this.offsets[row]!, this.offsets[row + 1]!];
    return start === end ? '' : this.#decoder.toString('utf8', start, end);
  }

  /** The texts of some rows, in that order and as often as they are named. */
  rows(rows: Uint32Array): Utf8Column {
    const offsets = new Int32Array(rows.length + 1);
    let total = 0;
    for (let i = 0; i < rows.length; i++) {
      total += this.offsets[rows[i]! + 1]! - this.offsets[rows[i]!]!;
      if (total > MOST_BYTES) throw tooLong();
      offsets[i + 1] = total;
    }
    const bytes = new Uint8Array(total);
    for (let i = 0, at = 0; i < rows.length; i++) {
      const end = this.offsets[rows[i]! + 1]!;
      for (let from = this.offsets[rows[i]!]!; from < end; from++) bytes[at++] = this.bytes[from]!;
    }
    return new Utf8Column(offsets, bytes);
  }

  /** Lone surrogates become U+FFFD, as everywhere in UTF-8. Holds up to 2^31 - 1 bytes. */
  static from(texts: readonly string[] | TextColumn): Utf8Column {
    if (texts instanceof Utf8Column) return texts;
    const column = texts;
    const textAt = isTextColumn(column) ? (row: number) => column.at(row) : (row: number) => column[row]!;
    const offsets = new Int32Array(texts.length + 1);
    let total = 0;
    for (let row = 0; row < texts.length; row++) {
      total += Buffer.byteLength(textAt(row));
      if (total > MOST_BYTES) throw tooLong();
      offsets[row + 1] = total;
    }
    const bytes = Buffer.alloc(total);
    for (let row = 0; row < texts.length; row++) bytes.write(textAt(row), offsets[row]!);
    return new Utf8Column(offsets, bytes);
  }
}

function isTextColumn(texts: readonly string[] | TextColumn): texts is TextColumn {
  return !Array.isArray(texts);
}
