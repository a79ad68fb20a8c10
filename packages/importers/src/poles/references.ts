import { growingUint8, growingUint32 } from '@hinterland/geo';
import { rowRef } from '../tables/mappedRow.ts';

/** Set where an entry is the number of a text and not of a row. */
const IS_TEXT = 0x80000000;

/**
 * How reports name rows. There are millions, of which few are read: those of a table are numbers, and texts ("node 123") stand
 * one after the other as bytes.
 */
export class References {
  readonly #entries = growingUint32();
  readonly #bytes = growingUint8();
  /** Offset of the end of each text. */
  readonly #ends = growingUint32();

  add(ref: string | number): void {
    if (typeof ref === 'number' && ref < IS_TEXT) {
      this.#entries.push(ref);
      return;
    }
    this.#entries.push(IS_TEXT + this.#ends.length);
    this.#bytes.pushAll(Buffer.from(referenceText(ref)));
    this.#ends.push(this.#bytes.length);
  }

  at(row: number): string {
    const entry = this.#entries.get(row);
    if (entry < IS_TEXT) return referenceText(entry);
    const text = entry - IS_TEXT;
    const start = text === 0 ? 0 : this.#ends.get(text - 1);
    const length = this.#ends.get(text) - start;
    return Buffer.from(Array.from({ length }, (_, i) => this.#bytes.get(start + i))).toString();
  }
}

/** The reference of an address as reports have it. */
export const referenceText = (ref: string | number): string => (typeof ref === 'number' ? rowRef(ref, '') : ref);
