import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounded } from './significantDigits.ts';

const values = fc.double({ min: -1e15, max: 1e15, noNaN: true });

describe('rounded figures', () => {
  it('have nine significant digits and at most six decimals', () => {
    expect(rounded(168_601_895.119199)).toBe(168_601_895);
    expect(rounded(58_236.101279)).toBe(58_236.1013);
    expect(rounded(2_008_233_977.154379)).toBe(2_008_233_980);
    expect(rounded(-12.3456789)).toBe(-12.345679);
    expect(rounded(0.000_000_4)).toBe(0);
    expect(rounded(999.999_999_6)).toBe(1000);
    expect(rounded(4_503_599_627_370_497)).toBe(4_503_599_630_000_000);
    fc.assert(
      fc.property(values, (value) => {
        const [digits, exponent] = Math.abs(rounded(value)).toExponential().split('e') as [string, string];
        const significant = digits.replace('.', '').length;
        expect(significant).toBeLessThanOrEqual(9);
        expect(significant - 1 - Number(exponent)).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('lie within half of the last digit of the value', () => {
    fc.assert(
      fc.property(values, (value) => {
        const digit = Math.max(1e-6, 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 8));
        expect(Math.abs(rounded(value) - value)).toBeLessThanOrEqual(digit * 0.5001);
      }),
    );
  });

  it('leave coordinates of whole microdegrees and whole numbers of nine digits as they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -180_000_000, max: 180_000_000 }),
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        (place, count) => {
          expect(rounded(place / 1e6)).toBe(place / 1e6);
          expect(rounded(count)).toBe(count);
        },
      ),
    );
  });

  it('do not change when they are rounded again', () => {
    fc.assert(fc.property(values, (value) => void expect(rounded(rounded(value))).toBe(rounded(value))));
  });

  it('are the same in whatever order the terms are added, also for sums that lie on a half', () => {
    const terms = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 2, maxLength: 300 });
    fc.assert(
      fc.property(terms, (sevenths) => {
        // The sum of all is k + 0.0000005 thousands: a half of the last digit.
        const all = sevenths.map((value) => value / 7);
        const whole = Math.ceil(sevenths.reduce((sum, value) => sum + value, 0) / 7);
        const rest = whole - all.reduce((sum, value) => sum + value, 0);
        const halves = [...all, rest, 0.000_000_5 * 10 ** Math.max(0, String(whole).length - 3)];
        const forwards = halves.reduce((sum, value) => sum + value, 0);
        const backwards = halves.toReversed().reduce((sum, value) => sum + value, 0);
        expect(rounded(forwards)).toBe(rounded(backwards));
      }),
    );
  });

  it('of a difference end where the digits of its larger term end', () => {
    const [whole, part] = [168_601_895.119199, 168_601_894.7];
    expect(rounded(whole - part)).toBe(0.419199);
    expect(rounded(whole - part, whole)).toBe(0);
    expect(rounded(123.4564, 1_000_000)).toBe(123.46);
  });

  it('stay what they are where there is no number', () => {
    expect([Number.NaN, Infinity, -Infinity].map((value) => rounded(value))).toEqual([Number.NaN, Infinity, -Infinity]);
  });
});

it('the examples of docs/methods/figures.md come out as written', () => {
  const page = readFileSync(new URL('../../../docs/methods/figures.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| ([\d.]+) \| ([\d.]+) \|/gm)].map(([, ...numbers]) => numbers.map(Number));
  expect(rows.length).toBe(6);
  expect(rows.map(([computed]) => rounded(computed!))).toEqual(rows.map(([, shown]) => shown));
  expect(rounded(168_601_895.119199 - 168_601_894.7, 168_601_895.119199)).toBe(0);
});
