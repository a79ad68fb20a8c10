import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { threadProgram } from './threadProgram.ts';

/** Whether code of a module awaits outside of its functions. */
function awaits(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(awaits);
  if (typeof node !== 'object' || node === null) return false;
  const { type, await: ofLoop } = node as { readonly type?: string; readonly await?: unknown };
  if (type !== undefined && /Function/.test(type)) return false;
  return type === 'AwaitExpression' || ofLoop === true || Object.values(node).some(awaits);
}

const awaitsAtTop = (code: string): boolean => awaits(parseAst(code).body);

describe('thread programs', () => {
  it.each([
    ['const a = await b;', true],
    ['try { if (c) await b(); } catch {}', true],
    ['for await (const a of b) c(a); export {};', true],
    ['const a = async () => await b; class C { async d() { await b; } }', false],
    ['async function a() { for await (const b of c); }', false],
  ])('a top-level await in %s: %s', (code, expected) => {
    expect(awaitsAtTop(code)).toBe(expected);
  });

  it('await nothing at the top level: Node.js 20 and 22 abort when such a thread is terminated while it starts', () => {
    const folder = new URL('.', threadProgram('engine'));
    const bundles = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(bundles).toEqual(expect.arrayContaining(['database.js', 'engine.js', 'offload.js']));
    expect(bundles.filter((name) => awaitsAtTop(readFileSync(new URL(name, folder), 'utf8')))).toEqual([]);
  });

  it.each(['engine', 'offload'] as const)('%s reports a registry that cannot be loaded', async (program) => {
    const worker = new Worker(threadProgram(program), {
      workerData: { registry: 'file:///missing.js', cancelFlag: new SharedArrayBuffer(4), yields: false },
    });
    const error = await new Promise((resolve) => worker.once('error', resolve));
    expect(String(error)).toContain('missing.js');
  });
});
