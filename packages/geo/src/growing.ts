type NumberArray = Uint8Array | Int32Array | Uint32Array | Float64Array;

/**
 * Returns a longer array of the same type: the entries of `array`, then zeros up to `length`. For arrays that must stay
 * in one piece; a column that is only appended to is a `Growing`.
 */
export function lengthened<A extends NumberArray>(array: A, length = 2 * array.length): A {
  const longer = new (array.constructor as new (length: number) => A)(length);
  longer.set(array);
  return longer;
}

/**
 * Values per piece once a column is long: 2^23. The system takes pieces of 32 MB back at once when they are let go; smaller ones
 * would stay with the process between those in use. What is not written takes no memory.
 */
const PIECE_BITS = 23;
const PIECE = 1 << PIECE_BITS;
const FIRST_CAPACITY = 1024;
/** A short column is a single piece that doubles up to here. */
const SHORT = 1 << 15;

/**
 * A column of unknown length without a JavaScript object per value. It grows by the piece, so that a long one is never
 * copied.
 */
export class Growing<A extends NumberArray> {
  length = 0;
  readonly #pieces: A[];
  #capacity = FIRST_CAPACITY;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#pieces = [make(FIRST_CAPACITY)];
  }

  push(value: number): void {
    const at = this.length;
    if (at === this.#capacity) this.#grow();
    this.#pieces[at >>> PIECE_BITS]![at & (PIECE - 1)] = value;
    this.length = at + 1;
  }

  pushAll(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.push(values[i]!);
  }

  get(index: number): number {
    return this.#pieces[index >>> PIECE_BITS]![index & (PIECE - 1)] as number;
  }

  set(index: number, value: number): void {
    this.#pieces[index >>> PIECE_BITS]![index & (PIECE - 1)] = value;
  }

  /** A copy of exact length; the growing column may be dropped afterwards. */
  toArray(): A {
    const all = this.#make(this.length);
    this.#pieces.forEach((piece, i) => {
      const start = i * PIECE;
      if (start < this.length) all.set(piece.subarray(0, this.length - start), start);
    });
    return all;
  }

  #grow(): void {
    if (this.#capacity < PIECE) {
      this.#capacity = this.#capacity < SHORT ? 2 * this.#capacity : PIECE;
      this.#pieces[0] = lengthened(this.#pieces[0]!, this.#capacity);
    } else {
      this.#pieces.push(this.#make(PIECE));
      this.#capacity += PIECE;
    }
  }
}

export const growingUint8 = (): Growing<Uint8Array> => new Growing((n) => new Uint8Array(n));
export const growingInt32 = (): Growing<Int32Array> => new Growing((n) => new Int32Array(n));
export const growingUint32 = (): Growing<Uint32Array> => new Growing((n) => new Uint32Array(n));
export const growingFloat64 = (): Growing<Float64Array> => new Growing((n) => new Float64Array(n));
