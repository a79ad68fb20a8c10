import { describe, expect, it } from 'vitest';
import { growingFloat64, growingUint8, lengthened } from './growing.ts';

describe('a growing column', () => {
  it.each([0, 1, 1024, 1025, 32_768, 32_769, 100_000])('holds %i values', (count) => {
    const column = growingFloat64();
    for (let i = 0; i < count; i++) column.push(i / 3);
    if (count > 0) column.set(count - 1, -1);
    const expected = Float64Array.from({ length: count }, (_, i) => (i === count - 1 ? -1 : i / 3));
    expect(column.length).toBe(count);
    expect(column.toArray()).toEqual(expected);
    for (let i = 0; i < count; i += 997) expect(column.get(i)).toBe(expected[i]);
  });

  it('goes on in another piece after 2^23 values', () => {
    const column = growingUint8();
    const count = 2 ** 23 + 3;
    for (let i = 0; i < count; i++) column.push(i % 251);
    const all = column.toArray();
    expect(all).toHaveLength(count);
    expect(all.findIndex((value, i) => value !== i % 251)).toBe(-1);
    expect([column.get(2 ** 23 - 1), column.get(2 ** 23)]).toEqual([(2 ** 23 - 1) % 251, 2 ** 23 % 251]);
  });

  it('wraps values as its type of array does', () => {
    const column = growingUint8();
    column.pushAll([255, 256, -1]);
    expect(column.toArray()).toEqual(Uint8Array.of(255, 256, -1));
  });
});

describe('lengthened', () => {
  it('doubles an array and keeps its type and entries', () => {
    expect(lengthened(Int32Array.of(1, -2, 3))).toEqual(Int32Array.of(1, -2, 3, 0, 0, 0));
  });

  it('takes any greater length', () => {
    expect(lengthened(Float64Array.of(0.5), 2)).toEqual(Float64Array.of(0.5, 0));
  });
});
