import { WASM_PAGE_BYTES, type WasmMemory, WasmModule, wasmMemory } from '../memory/wasm.ts';
import type { StopTimes } from '../transit/rangeRaptor.ts';
import { ROW_KERNEL_BASE64 } from './rowKernelBytes.ts';
import type { Rows } from './rows.ts';

const module = new WasmModule(ROW_KERNEL_BASE64);

/** False where the platform has no WebAssembly or no SIMD in it. */
export const areWasmRowsSupported = (): boolean => module.isSupported();

interface Kernel {
  readonly memory: WasmMemory;
  readonly offer: (times: number, bytes: number, row: number, walk: number) => number;
  readonly least: (times: number, bytes: number) => number;
  readonly ranked: (
    times: number,
    bytes: number,
    departures: number,
    rank: number,
    low: number,
    high: number,
  ) => number;
  /** The rows that lie in the memory. */
  holder: WasmRows | null;
}

/** One per thread, with the memory of the largest question so far. */
let kernel: Kernel | undefined;

function kernelOfThread(): Kernel {
  if (kernel === undefined) {
    const memory = wasmMemory(0);
    kernel = { memory, holder: null, ...module.exportsOn(memory) } as Kernel;
  }
  return kernel;
}

/**
 * Rows by the kernels of rowKernel.as. Rows of one question at a time lie in the memory of the thread, copied there when
 * a place is started; the times of the place lie before them.
 */
export class WasmRows implements Rows {
  readonly #departures: number;
  readonly #times: Int32Array;
  readonly #kernel = kernelOfThread();
  /** Bytes of a row, with as many times as fill its last vector. */
  readonly #bytes: number;
  #current = new Int32Array(0);

  constructor({ departures, times }: Pick<StopTimes, 'departures' | 'times'>) {
    this.#departures = departures;
    this.#times = times;
    this.#bytes = 16 * Math.ceil(departures / 4);
  }

  start(time: number): void {
    if (this.#kernel.holder !== this) this.#load();
    this.#current.fill(time);
  }

  offer(row: number, walk: number): number {
    return this.#kernel.offer(0, this.#bytes, (row + 1) * this.#bytes, walk);
  }

  least(): number {
    return this.#kernel.least(0, this.#bytes);
  }

  ranked(rank: number, low: number, high: number): number {
    return this.#kernel.ranked(0, this.#bytes, this.#departures, rank, low, high);
  }

  #load(): void {
    const { memory } = this.#kernel;
    const rows = this.#times.length / this.#departures;
    const missing = (rows + 1) * this.#bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
    const width = this.#bytes / 4;
    const held = new Int32Array(memory.buffer, 0, (rows + 1) * width);
    if (width === this.#departures) held.set(this.#times, width);
    else {
      for (let row = 0; row < rows; row++) {
        const from = row * this.#departures;
        const to = (row + 1) * width;
        held.set(this.#times.subarray(from, from + this.#departures), to);
        held.fill(this.#times[from + this.#departures - 1]!, to + this.#departures, to + width);
      }
    }
    this.#current = held.subarray(0, width);
    this.#kernel.holder = this;
  }
}
