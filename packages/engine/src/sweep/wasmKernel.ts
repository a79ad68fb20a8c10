import { KERNEL_BASE64 } from './kernelBytes.ts';
import type { SweepKernel } from './scalarKernel.ts';
import type { SweepLayout } from './sweepMemory.ts';

/** The part of WebAssembly that is used here; the language's own library does not declare it. */
interface WasmPlatform {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Record<string, unknown> };
  validate(bytes: Uint8Array): boolean;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

function platform(): WasmPlatform | undefined {
  return (globalThis as { WebAssembly?: WasmPlatform }).WebAssembly;
}

const PAGE_BYTES = 65536;

let bytes: Uint8Array | undefined;

function kernelBytes(): Uint8Array {
  bytes ??= Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0));
  return bytes;
}

/** False where the platform has no WebAssembly or no SIMD in it. */
export function isWasmSupported(): boolean {
  return platform()?.validate(kernelBytes()) ?? false;
}

export function wasmMemory(byteCount: number): WasmMemory {
  const pages = Math.max(1, Math.ceil(byteCount / PAGE_BYTES));
  return new (platform()!.Memory)({ initial: pages, maximum: pages });
}

/** The kernels of kernel.as, compiled, on a memory that is laid out as `layout` says. */
export function wasmKernel(memory: WasmMemory, layout: SweepLayout, positions: number): SweepKernel {
  const { Instance, Module } = platform()!;
  const { exports } = new Instance(new Module(kernelBytes()), { env: { memory } });
  const sweep = exports.sweep as (...pointers: number[]) => number;
  const classify = exports.classify as (...pointers: number[]) => number;
  const l = layout;
  return {
    sweep: (limitCost, visitedBefore) =>
      sweep(
        positions,
        l.lanes,
        l.rowOf,
        l.firstArc,
        l.arcEnds,
        l.arcCosts,
        l.firstBorder,
        l.borders,
        l.firstGroupBorder,
        l.groupBorders,
        l.seeds,
        l.seedLanes,
        limitCost,
        l.visited,
        visitedBefore,
      ),
    classify: (start, end, limitCost) =>
      classify(start, end, l.lanes, l.rowOf, l.nearEnds, l.farEnds, l.legs, limitCost, l.found),
  };
}
