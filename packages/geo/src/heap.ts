import { lengthened } from './growing.ts';

/**
 * A binary min-heap of whole numbers (Int32) by key (Float64), in typed arrays that grow. Equal keys come out by the
 * smaller value first, so the order never depends on how they went in.
 */
export class MinHeap {
  #keys: Float64Array;
  #values: Int32Array;
  #size = 0;

  constructor(capacity = 1024) {
    this.#keys = new Float64Array(Math.max(1, capacity));
    this.#values = new Int32Array(Math.max(1, capacity));
  }

  get size(): number {
    return this.#size;
  }

  /** The smallest key; Infinity where the heap is empty. */
  get minKey(): number {
    return this.#size === 0 ? Infinity : this.#keys[0]!;
  }

  clear(): void {
    this.#size = 0;
  }

  push(key: number, value: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const values = this.#values;
    let i = this.#size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(key, value, keys[parent]!, values[parent]!)) break;
      keys[i] = keys[parent]!;
      values[i] = values[parent]!;
      i = parent;
    }
    keys[i] = key;
    values[i] = value;
  }

  /** Takes out the entry with the smallest key and returns its value; -1 where the heap is empty. */
  pop(): number {
    if (this.#size === 0) return -1;
    const keys = this.#keys;
    const values = this.#values;
    const top = values[0]!;
    const size = --this.#size;
    const key = keys[size]!;
    const value = values[size]!;
    let i = 0;
    for (let child = 1; child < size; child = 2 * i + 1) {
      const right = child + 1;
      if (right < size && isBefore(keys[right]!, values[right]!, keys[child]!, values[child]!)) child = right;
      if (!isBefore(keys[child]!, values[child]!, key, value)) break;
      keys[i] = keys[child]!;
      values[i] = values[child]!;
      i = child;
    }
    keys[i] = key;
    values[i] = value;
    return top;
  }

  #grow(): void {
    this.#keys = lengthened(this.#keys);
    this.#values = lengthened(this.#values);
  }
}

function isBefore(key: number, value: number, otherKey: number, otherValue: number): boolean {
  return key < otherKey || (key === otherKey && value < otherValue);
}
