import { describe, expect, it } from 'vitest';
import { numbersOf } from './index.ts';

describe('numbers of a column', () => {
  it.each<[string, string[], (number | null)[]]>([
    ['English', ['1,234', '12', '-3.5', '1,234,567.25', ''], [1234, 12, -3.5, 1234567.25, null]],
    ['German and Italian', ['1.234', '12', '-3,5', '1.234.567,25', '-'], [1234, 12, -3.5, 1234567.25, null]],
    ['French', ['1 234,5', '12\u202f000', '7'], [1234.5, 12000, 7]],
    ['Swiss', ["1'234.50", '1’000'], [1234.5, 1000]],
    ['only thousands, which the column does not tell from decimals', ['1,234', '5,678'], [1234, 5678]],
    ['more than three decimals', ['0,1234', '1.000'], [0.1234, 1000]],
    ['exponents and words', ['1e3', 'n/a', '12 EUR', '+4'], [1000, null, null, 4]],
  ])('%s', (_, cells, numbers) => {
    expect(numbersOf(cells)).toEqual(numbers);
  });
});
