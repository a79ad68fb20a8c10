import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WORKS } from './judge.ts';
import { PLANTS, planted } from './plants.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('slowdowns that are planted', () => {
  it.each(WORKS)('%s: the sources have the place', (work) => {
    const source = readFileSync(join(ROOT, PLANTS[work].file), 'utf8');
    const slow = planted(source, PLANTS[work]);
    expect(slow.length).toBeGreaterThan(source.length);
    expect(() => planted(slow.replaceAll(PLANTS[work].edits[1]![0], ''), PLANTS[work])).toThrow('has 0 times');
  });
});
