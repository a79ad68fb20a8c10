import type { PlainRow } from '@hinterland/tables';

/** Different texts of a column that are remembered. */
const TEXTS_KEPT = 1 << 14;
const SLOTS = 2 * TEXTS_KEPT;

/** Texts of a column's cells, trimmed: the same text is the same string as long as it is remembered. */
export class CellTexts {
  readonly #slots = new Int32Array(SLOTS).fill(-1);
  #texts: string[] = [];
  /** Text t is the bytes #starts[t] .. #starts[t + 1]. */
  readonly #starts = new Int32Array(TEXTS_KEPT + 1);
  #bytes = new Uint8Array(1 << 12);
  #last = -1;

  at(row: PlainRow, column: number): string {
    const { bytes } = row;
    let start = row.starts[column]!;
    let end = row.ends[column]!;
    while (start < end && isBlank(bytes[start]!)) start++;
    while (start < end && isBlank(bytes[end - 1]!)) end--;
    if (start === end) return '';
    // Neighbors are often of the same town.
    if (this.#last >= 0 && this.#is(this.#last, bytes, start, end)) return this.#texts[this.#last]!;
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
      const text = this.#slots[slot]!;
      if (!this.#is(text, bytes, start, end)) continue;
      this.#last = text;
      return this.#texts[text]!;
    }
    return this.#add(slot, bytes, start, end);
  }

  #is(text: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#starts[text]!;
    const length = this.#starts[text + 1]! - own;
    if (length !== end - start) return false;
    for (let i = 0; i < length; i++) if (this.#bytes[own + i] !== bytes[start + i]) return false;
    return true;
  }

  #add(slot: number, bytes: Uint8Array, start: number, end: number): string {
    if (this.#texts.length === TEXTS_KEPT) {
      this.#slots.fill(-1);
      this.#texts = [];
      this.#last = -1;
      return this.#add(slot, bytes, start, end);
    }
    const text = textOf(bytes, start, end);
    const number = this.#texts.length;
    const at = this.#starts[number]!;
    const needed = at + end - start;
    if (needed > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(bytes.subarray(start, end), at);
    this.#starts[number + 1] = needed;
    this.#slots[slot] = number;
    this.#texts.push(text);
    this.#last = number;
    return text;
  }
}

/** Blanks of ASCII that `trim` takes off. */
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** There are other blanks beyond ASCII. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString()
    .trim();
}

const DIGITS_MOST = 15;
const POWERS = Float64Array.from({ length: DIGITS_MOST + 1 }, (_, i) => 10 ** i);

/**
 * The decimal number of a cell that is written with one to three digits and a point ("-12.345"), else NaN. The same as that of
 * `Number`: a whole number below 2^53 divided by a power of ten is rounded once.
 */
export function plainDegrees({ bytes, starts, ends }: PlainRow, column: number): number {
  let at = starts[column]!;
  const end = ends[column]!;
  const isNegative = bytes[at] === 0x2d;
  if (isNegative) at++;
  const first = at;
  let digits = 0;
  for (; at < end && isDigit(bytes[at]!); at++) digits = 10 * digits + bytes[at]! - 0x30;
  const whole = at - first;
  if (whole === 0 || whole > 3 || bytes[at] !== 0x2e || at >= end) return Number.NaN;
  const point = at++;
  for (; at < end && isDigit(bytes[at]!); at++) digits = 10 * digits + bytes[at]! - 0x30;
  const decimals = at - point - 1;
  if (at !== end || decimals === 0 || whole + decimals > DIGITS_MOST) return Number.NaN;
  const degrees = digits / POWERS[decimals]!;
  return isNegative ? -degrees : degrees;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
