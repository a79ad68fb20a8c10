import { geoJsonOf } from '@hinterland/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultBytes } from './resultBytes.ts';

const written = (value: object) => new TextDecoder('utf-8', { fatal: true }).decode(resultBytes(value));

describe('results as bytes', () => {
  it('are what JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.array(fc.jsonValue())),
        (value) => {
          expect(written(value)).toBe(JSON.stringify(value));
        },
      ),
      { numRuns: 120 },
    );
  });

  it('hold numbers of every size as JSON.stringify writes them', () => {
    const decimals = fc
      .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 9 }))
      .map(([digits, places]) => digits / 10 ** places);
    fc.assert(
      fc.property(fc.array(fc.oneof(decimals, fc.double(), fc.integer())), (numbers) => {
        expect(written(numbers)).toBe(JSON.stringify(numbers));
      }),
      { numRuns: 1000 },
    );
    const edges = [0, -0, 1e-6, -1e-6, 1e-7, 0.1 + 0.2, 999_999_999.999999, 1e9, 1e21, 2 ** 53, Number.NaN, Infinity];
    const around = [9, 10, 99, 100, 999, 1000, 999_999, 1e6, 100_000_000, 7.000001, 120.05, -180, -0.000_001];
    for (const number of [...edges, ...around]) expect(written([number])).toBe(JSON.stringify([number]));
  });

  it('hold polygons in microdegrees as JSON.stringify writes them in degrees', () => {
    const micro = fc.oneof(fc.integer({ min: -180_000_000, max: 180_000_000 }), fc.integer({ min: -20, max: 20 }));
    const rings = fc.array(fc.array(micro, { minLength: 2, maxLength: 20 }).map((ring) => ring.slice(ring.length % 2)));
    fc.assert(
      fc.property(fc.array(rings), (polygons) => {
        let [numbers, count] = [0, 0];
        const ringEnds: number[] = [];
        const polygonEnds: number[] = [];
        for (const polygon of polygons) {
          for (const ring of polygon) {
            numbers += ring.length;
            ringEnds.push(numbers);
          }
          count += polygon.length;
          polygonEnds.push(count);
        }
        const geometry = geoJsonOf({ points: Int32Array.from(polygons.flat(2)), ringEnds, polygonEnds });
        const coordinates = polygons.map((polygon) =>
          polygon.map((ring) => ring.flatMap((_, i) => (i % 2 === 0 ? [[ring[i]! / 1e6, ring[i + 1]! / 1e6]] : []))),
        );
        expect(written({ geometry })).toBe(JSON.stringify({ geometry: { type: 'MultiPolygon', coordinates } }));
      }),
    );
  });

  it('leave out what has no value, and let others say how they are written', () => {
    const given = {
      none: undefined,
      list: [undefined, () => 1, Symbol('a'), null, true],
      act: () => 1,
      sign: Symbol('b'),
      date: new Date(0),
      map: new Map([[1, 2]]),
      own: { toJSON: () => 'own' },
      boxed: Object(3) as unknown,
      bare: Object.assign(Object.create(null) as object, { a: 1 }),
      numbers: new Float64Array([1.5]),
      'näme "q" \\ \u2028 \ud800': '\u0000é😀',
    };
    expect(written(given)).toBe(JSON.stringify(given));
    expect(() => written({ big: 1n })).toThrow(TypeError);
  });

  it('have memory of their own', () => {
    const first = resultBytes({ a: 1 });
    resultBytes({ b: 'x'.repeat(200_000) });
    expect(new TextDecoder().decode(first)).toBe('{"a":1}');
    expect(first.buffer.byteLength).toBe(first.byteLength);
  });
});
