import { growingUint8, growingUint32 } from '@hinterland/geo';

/** How reports name rows ("node 123"), one text after the other as bytes: there are millions, of which few are read. */
export class References {
  readonly #bytes = growingUint8();
  /** Offset of the end of each row's text. */
  readonly #ends = growingUint32();

  add(text: string): void {
    this.#bytes.pushAll(Buffer.from(text));
    this.#ends.push(this.#bytes.length);
  }

  at(row: number): string {
    const start = row === 0 ? 0 : this.#ends.get(row - 1);
    const length = this.#ends.get(row) - start;
    return Buffer.from(Array.from({ length }, (_, i) => this.#bytes.get(start + i))).toString();
  }
}
