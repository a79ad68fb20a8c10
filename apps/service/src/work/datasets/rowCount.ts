const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];

/**
 * Counts rows of a file while it arrives, at most as many as it has: ends of lines that are neither between quotation marks nor behind
 * another. The import counts exactly. A file with zero bytes, such as UTF-16, counts as none.
 */
export class RowCount {
  #rows = 0;
  #isQuoted = false;
  #isEmpty = true;
  #isText = true;

  /** Returns the rows so far, with those that end in the next bytes of the file. */
  countIn(bytes: Uint8Array): number {
    this.#isText &&= !bytes.includes(0);
    if (!this.#isText) return 0;
    for (const byte of bytes) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (this.#isQuoted) continue;
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) this.#isEmpty = false;
      else if (!this.#isEmpty) {
        this.#rows++;
        this.#isEmpty = true;
      }
    }
    return this.#rows;
  }
}
