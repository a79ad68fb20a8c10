import { type WasmMemory, WasmModule } from '../memory/wasm.ts';
import { KERNEL_BASE64 } from './kernelBytes.ts';
import type { SweepKernel } from './scalarKernel.ts';
import type { SweepLayout } from './sweepMemory.ts';

const module = new WasmModule(KERNEL_BASE64);

/** False where the platform has no WebAssembly or no SIMD in it. */
export const isWasmSupported = (): boolean => module.isSupported();

/** The kernels of kernel.as, compiled, on a memory that is laid out as `layout` says. */
export function wasmKernel(memory: WasmMemory, layout: SweepLayout, positions: number): SweepKernel {
  const exports = module.exportsOn(memory);
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
