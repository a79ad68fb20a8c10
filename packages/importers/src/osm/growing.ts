type NumberArray = Uint8Array | Int32Array | Uint32Array | Float64Array;

/** A typed array that grows by doubling: columns of unknown length without a JavaScript object per value. */
export class Growing<A extends NumberArray> {
  length = 0;
  #values: A;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A, capacity = 1024) {
    this.#make = make;
    this.#values = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(this.length + 1);
    this.#values[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    const end = this.length + values.length;
    if (end > this.#values.length) this.#grow(end);
    this.#values.set(values, this.length);
    this.length = end;
  }

  get(index: number): number {
    return this.#values[index] as number;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** A copy of exact length; the growing column may be dropped afterwards. */
  toArray(): A {
    return this.#values.slice(0, this.length) as A;
  }

  #grow(least: number): void {
    const wider = this.#make(Math.max(least, this.#values.length * 2));
    wider.set(this.#values);
    this.#values = wider;
  }
}

export const growingUint8 = (): Growing<Uint8Array> => new Growing((n) => new Uint8Array(n));
export const growingInt32 = (): Growing<Int32Array> => new Growing((n) => new Int32Array(n));
export const growingUint32 = (): Growing<Uint32Array> => new Growing((n) => new Uint32Array(n));
export const growingFloat64 = (): Growing<Float64Array> => new Growing((n) => new Float64Array(n));
