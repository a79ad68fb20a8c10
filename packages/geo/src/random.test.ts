import { describe, expect, it } from 'vitest';
import { toDegrees, toMicrodegrees } from './microdegrees.ts';
import { SeededRandom } from './random.ts';

describe('SeededRandom', () => {
  it.each([
    [0, [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]],
    [1, [0.6270739405881613, 0.002735721180215478, 0.5274470399599522]],
    [42, [0.6011037519201636, 0.44829055899754167, 0.8524657934904099]],
  ])('seed %i gives the published numbers of mulberry32', (seed, expected) => {
    const random = new SeededRandom(seed);
    expect(expected.map(() => random.next())).toEqual(expected);
  });

  it('int reaches every number and no other', () => {
    const random = new SeededRandom(5);
    const counts = new Map<number, number>();
    for (let i = 0; i < 6000; i++) {
      const n = random.int(6);
      counts.set(n, (counts.get(n) ?? 0) + 1);
    }
    expect(new Set(counts.keys())).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('shuffle keeps the items and leaves the list alone', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    const shuffled = new SeededRandom(7).shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
    expect(items[0]).toBe(0);
  });

  it('normal has mean 0, deviation 1 and 4.55% beyond two deviations', () => {
    const random = new SeededRandom(8);
    const values = Array.from({ length: 20_000 }, () => random.normal());
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.04);
    expect(values.filter((v) => Math.abs(v) > 2).length / values.length).toBeCloseTo(0.0455, 2);
  });

  it('pick says that it needs items', () => {
    expect(() => new SeededRandom(1).pick([])).toThrow(/at least one item/);
  });
});

describe('microdegrees', () => {
  it.each([
    [13.4, 13_400_000],
    [-33.8688197, -33_868_820],
    [0.0000004, 0],
    [-0.0000006, -1],
    [180, 180_000_000],
  ])('%d° is %i', (degrees, micro) => {
    expect(toMicrodegrees(degrees) + 0).toBe(micro);
  });

  it('goes back to the decimal number', () => {
    expect(toDegrees(13_400_001)).toBe(13.400001);
    expect(toDegrees(-151_209_296)).toBe(-151.209296);
  });
});
