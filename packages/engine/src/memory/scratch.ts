/** A record of typed arrays and numbers. */
export type Columns<T> = { readonly [K in keyof T]: Column | number };
type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

type ArrayName = 'Uint8Array' | 'Uint32Array' | 'Int32Array' | 'Float64Array';
const ARRAYS: Readonly<
  Record<ArrayName, new (memory: SharedArrayBuffer, startByte: number, length: number) => Column>
> = { Uint8Array, Uint32Array, Int32Array, Float64Array };

/** States of a slot. */
const FREE = 0;
const MAKING = 1;
const READY = 2;

/** Time that threads wait for a record in the making, whose thread may have been stopped; then each makes its own. */
const LONGEST_MAKING_MILLISECONDS = 120_000;

const SLOTS = 1 << 16;
const SLOT_BYTES = 128;
/** Slots after its own in which a name may be placed. */
const MOST_PROBES = 64;
const NAME_BYTES = SLOT_BYTES - 16;
/** Lock, bytes in use; then the slots: state, start and length of the description, length of the name, name. */
const HEAD_BYTES = 64;
const ALIGNMENT_BYTES = 64;

/** Position of a column in the memory, or a number as it is. */
type Description = Record<string, number | [array: ArrayName, startByte: number, length: number]>;

/**
 * Named records of columns in memory that the threads of a process share. The first thread that asks for a name makes the
 * record; the others wait and get views of the same columns. Memory that was never written takes no room, so it may be
 * large. A record that does not fit, or comes after 65,536 names, is made by each thread for itself.
 *
 * Invariants: slots are found and taken under the lock. The lock is free while a record is made, so that one may be made
 * from another. A slot is READY only after all its columns and its description are written.
 */
export class Scratch {
  readonly #memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  /** Bytes in use may pass 2^31. */
  readonly #used: Float64Array;
  readonly #slots: number;
  readonly #firstBytes: number;

  /** `memory`: zeros at first, at least 64 bytes and 128 per slot. All threads must give the same number of slots. */
  constructor(memory: SharedArrayBuffer, slots = SLOTS) {
    this.#memory = memory;
    this.#slots = slots;
    this.#firstBytes = HEAD_BYTES + slots * SLOT_BYTES;
    this.#head = new Int32Array(memory, 0, this.#firstBytes / 4);
    this.#used = new Float64Array(memory, 8, 1);
  }

  get<T extends Columns<T>>(name: string, make: () => T): T {
    return this.#get(name, make, true);
  }

  /** Whether a record of this name is made or in the making. */
  has(name: string): boolean {
    const slot = this.#slotOf(name);
    return slot !== -1 && Atomics.load(this.#head, slot) !== FREE;
  }

  /** Bytes that records have, those of `zeros` as a whole. */
  get usedBytes(): number {
    return this.#locked(() => this.#used[0]!);
  }

  /** Columns of zeros, to be filled in by all threads. `make` gives their lengths; its values are not copied. */
  zeros<T extends Columns<T>>(name: string, make: () => T): T {
    return this.#get(name, make, false);
  }

  #get<T extends Columns<T>>(name: string, make: () => T, isCopied: boolean): T {
    const slot = this.#slotOf(name);
    if (slot === -1) return make();
    for (;;) {
      const before = Atomics.compareExchange(this.#head, slot, FREE, MAKING);
      if (before === READY) return this.#view<T>(slot);
      if (before === FREE) return this.#make(slot, make, isCopied);
      if (Atomics.wait(this.#head, slot, MAKING, LONGEST_MAKING_MILLISECONDS) === 'timed-out') return make();
    }
  }

  #make<T extends Columns<T>>(slot: number, make: () => T, isCopied: boolean): T {
    let state = FREE;
    try {
      const made = make();
      if (!this.#write(slot, made, isCopied)) return made;
      state = READY;
      return this.#view<T>(slot);
    } finally {
      Atomics.store(this.#head, slot, state);
      Atomics.notify(this.#head, slot);
    }
  }

  /** Whether there was room. */
  #write<T extends Columns<T>>(slot: number, made: T, isCopied: boolean): boolean {
    const columns = Object.entries(made) as [string, Column | number][];
    const description: Description = {};
    const texts = new TextEncoder();
    const bytes = columns.reduce(
      (sum, [, column]) => sum + (typeof column === 'number' ? 0 : column.byteLength + ALIGNMENT_BYTES),
      // Enough for the description: names are short, and so are numbers.
      ALIGNMENT_BYTES * (columns.length + 2),
    );
    let start = this.#take(bytes);
    if (start === -1) return false;
    const descriptionStart = start;
    start += ALIGNMENT_BYTES * (columns.length + 1);
    for (const [field, column] of columns) {
      if (typeof column === 'number') {
        description[field] = column;
        continue;
      }
      const array = column.constructor.name as ArrayName;
      description[field] = [array, start, column.length];
      if (isCopied) new ARRAYS[array](this.#memory, start, column.length).set(column);
      start = aligned(start + column.byteLength);
    }
    const text = texts.encode(JSON.stringify(description));
    if (text.length > ALIGNMENT_BYTES * (columns.length + 1)) return false;
    new Uint8Array(this.#memory).set(text, descriptionStart);
    this.#head[slot + 1] = descriptionStart / ALIGNMENT_BYTES;
    this.#head[slot + 2] = text.length;
    return true;
  }

  #view<T>(slot: number): T {
    const start = this.#head[slot + 1]! * ALIGNMENT_BYTES;
    const text = textOf(this.#memory, start, this.#head[slot + 2]!);
    const columns = Object.entries(JSON.parse(text) as Description).map(([field, column]) => [
      field,
      typeof column === 'number' ? column : new ARRAYS[column[0]](this.#memory, column[1], column[2]),
    ]);
    return Object.fromEntries(columns) as T;
  }

  /** Start of so many bytes of one's own, -1 where there is no room. */
  #take(bytes: number): number {
    return this.#locked(() => {
      const start = aligned(Math.max(this.#firstBytes, this.#used[0]!));
      if (start + bytes > this.#memory.byteLength) return -1;
      this.#used[0] = start + bytes;
      return start;
    });
  }

  /** Number of the Int32 that holds the state of a name's slot, -1 where there is none left. */
  #slotOf(name: string): number {
    const bytes = new TextEncoder().encode(name);
    if (bytes.length > NAME_BYTES) return -1;
    return this.#locked(() => {
      // A hash table with open addressing; names stay, so one that finds no slot near its own never will.
      const first = hashOf(bytes) % this.#slots;
      for (let i = 0; i < MOST_PROBES; i++) {
        const start = HEAD_BYTES + ((first + i) % this.#slots) * SLOT_BYTES;
        const at = start / 4;
        const length = this.#head[at + 3]!;
        if (length === 0) {
          new Uint8Array(this.#memory, start + 16, bytes.length).set(bytes);
          this.#head[at + 3] = bytes.length;
          return at;
        }
        if (textOf(this.#memory, start + 16, length) === name) return at;
      }
      return -1;
    });
  }

  #locked<R>(work: () => R): R {
    while (Atomics.compareExchange(this.#head, 0, 0, 1) !== 0) Atomics.wait(this.#head, 0, 1, 1000);
    try {
      return work();
    } finally {
      Atomics.store(this.#head, 0, 0);
      Atomics.notify(this.#head, 0, 1);
    }
  }
}

/** FNV-1a, 32 bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

/** Decoders take no shared memory everywhere. */
function textOf(memory: SharedArrayBuffer, start: number, bytes: number): string {
  return new TextDecoder().decode(new Uint8Array(new Uint8Array(memory, start, bytes)));
}
