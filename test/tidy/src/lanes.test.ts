import { describe, expect, it } from 'vitest';
import { files, read } from './tree.ts';

interface Lanes {
  readonly NEWCOMER: readonly string[];
  readonly SLICES: Readonly<Record<string, readonly string[]>>;
  sliceOf(number: number): string;
  isBelow(file: string, prefixes: readonly string[]): boolean;
}

const lanes: Lanes = await import(new URL('../../../tools/lanes.mjs', import.meta.url).href);
const { NEWCOMER, SLICES, isBelow, sliceOf } = lanes;

const tests = files(/\.test\.ts$/);

describe('lanes of the tests', () => {
  it('five slices in turn run every file of tests, each in one of them', () => {
    const slices = Array.from({ length: 5 }, (_, number) => SLICES[sliceOf(number)]!);
    expect(new Set(slices).size).toBe(Object.keys(SLICES).length);
    const counts = tests.map((file) => [file, slices.filter((slice) => isBelow(file, slice)).length] as const);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it('no prefix is left that no file of tests has', () => {
    const prefixes = [...Object.values(SLICES).flat(), ...NEWCOMER];
    expect(prefixes.filter((prefix) => !tests.some((file) => file.startsWith(prefix)))).toEqual([]);
  });

  it('.ci/slice names one, .ci/reference a commit', () => {
    expect(read('.ci/slice')).toMatch(/^[0-4]\n$/);
    expect(read('.ci/reference')).toMatch(/^[0-9a-f]{40}\n$/);
  });
});
