import { readFile, writeFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';
import { expect, it } from 'vitest';
import { ROW_KERNEL_BASE64 } from '../catchment/rowKernelBytes.ts';
import { KERNEL_BASE64 } from '../sweep/kernelBytes.ts';

/** Sources in AssemblyScript, the files of their bytes, and these bytes. */
const KERNELS = [
  ['sweep/kernel.as', 'sweep/kernelBytes.ts', KERNEL_BASE64],
  ['catchment/rowKernel.as', 'catchment/rowKernelBytes.ts', ROW_KERNEL_BASE64],
] as const;

/** Compiles a source. Returns the module in base 64. */
async function compile(source: string): Promise<string> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main(
    [
      'kernel.ts',
      '--outFile=kernel.wasm',
      '--optimizeLevel=3',
      '--shrinkLevel=0',
      '--noAssert',
      '--runtime=stub',
      '--importMemory',
      '--enable=simd',
      '--use=abort=',
    ],
    {
      readFile: (name) => (name === 'kernel.ts' ? source : null),
      writeFile: (name, contents) => {
        if (name === 'kernel.wasm') binary = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === null) throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  return Buffer.from(binary).toString('base64');
}

it.each(KERNELS)('the kernels of %s are those of %s', async (source, compiled, bytes) => {
  const current = await compile(await readFile(new URL(`../${source}`, import.meta.url), 'utf8'));
  const file = new URL(`../${compiled}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/'[^']*'/, `'${current}'`));
  }
  expect(current, `${source} and ${compiled} differ; UPDATE_GOLDEN=1 compiles it anew`).toBe(bytes);
});
