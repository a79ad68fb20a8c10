import { describe, expect, it } from 'vitest';
import { circlesOf, groupImports, readImports } from './imports.ts';

const graph = readImports();

/** Prints the whole graph: `PRINT_IMPORTS=1 npx vitest run test/tidy/src/imports.test.ts`. */
if (process.env.PRINT_IMPORTS) {
  for (const [path, targets] of graph) process.stdout.write(`${path}\n${targets.map((one) => `  ${one}\n`).join('')}`);
}

describe('imports', () => {
  it('are found, within workspaces and between them', () => {
    expect(graph.size).toBeGreaterThan(700);
    expect(graph.get('apps/service/src/work/jobs/work.ts')).toContain('apps/service/src/work/jobs/kind.ts'); // a type
    expect(graph.get('apps/service/src/start/service.ts')).toContain('apps/service/src/start/components.ts'); // loaded late
    expect(graph.get('apps/service/src/start/components.ts')).toContain('packages/actions/src/index.ts');
  });

  it('flow one way: no circle, types included', () => {
    expect(circlesOf(graph)).toEqual([]);
  });
});

describe('circles', () => {
  const of = (edges: Record<string, string[]>) => circlesOf(new Map(Object.entries(edges)));

  it('are found, whatever else hangs on them', () => {
    expect(of({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual([]);
    expect(of({ a: ['b'], b: ['c'], c: ['b', 'd'], d: ['e'], e: ['d'], f: ['a'] })).toEqual([
      ['d', 'e'],
      ['b', 'c'],
    ]);
    expect(of({ a: ['a'], b: [] })).toEqual([['a']]);
    expect(of({ a: ['b'], b: ['c'], c: ['d'], d: ['a'] })).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('are found between groups as well', () => {
    const files = new Map([
      ['a/1', ['b/1']],
      ['b/1', ['b/2']],
      ['b/2', ['a/2']],
      ['a/2', []],
    ]);
    expect(circlesOf(files)).toEqual([]);
    expect(circlesOf(groupImports(files, (path) => path.split('/')[0]!))).toEqual([['a', 'b']]);
  });
});
