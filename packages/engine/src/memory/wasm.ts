/** The part of WebAssembly that is used here; the language's own library does not declare it. */
interface WasmPlatform {
  readonly Memory: new (size: { initial: number; maximum?: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Record<string, unknown> };
  validate(bytes: Uint8Array): boolean;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages; views on the buffer are void afterwards. */
  grow(pages: number): number;
}

export const WASM_PAGE_BYTES = 65536;

function platform(): WasmPlatform | undefined {
  return (globalThis as { WebAssembly?: WasmPlatform }).WebAssembly;
}

/** A module of kernels that lies in the source as text. */
export class WasmModule {
  readonly #base64: string;
  #bytes: Uint8Array | undefined;
  #isSupported: boolean | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** False where the platform has no WebAssembly or no SIMD in it. */
  isSupported(): boolean {
    this.#isSupported ??= platform()?.validate(this.#binary()) ?? false;
    return this.#isSupported;
  }

  /** Returns the functions of the module, on this memory. */
  exportsOn(memory: WasmMemory): Record<string, unknown> {
    const { Instance, Module } = platform()!;
    return new Instance(new Module(this.#binary()), { env: { memory } }).exports;
  }

  #binary(): Uint8Array {
    this.#bytes ??= Uint8Array.from(atob(this.#base64), (character) => character.charCodeAt(0));
    return this.#bytes;
  }
}

/** Returns memory of at least so many bytes, which grows if its maximum is not named. */
export function wasmMemory(byteCount: number, maximumBytes?: number): WasmMemory {
  const pages = (bytes: number) => Math.max(1, Math.ceil(bytes / WASM_PAGE_BYTES));
  const initial = pages(byteCount);
  return new (platform()!.Memory)(maximumBytes === undefined ? { initial } : { initial, maximum: pages(maximumBytes) });
}
