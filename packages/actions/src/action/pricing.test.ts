import { describe, expect, it } from 'vitest';
import type { Tariff } from './action.ts';
import { quotedCredits, quoteLine, totalCredits } from './pricing.ts';

const tariff: Tariff = { code: 't.unit', model: 'per_unit', unit: 'unit', unitCredits: 0.1 };

describe('prices', () => {
  it('a line is quantity times price, to the thousandth', () => {
    expect(quoteLine(tariff, 3, 'three')).toEqual({
      tariff: 't.unit',
      label: 'three',
      unit: 'unit',
      quantity: 3,
      unitCredits: 0.1,
      credits: 0.3,
    });
  });

  it.each([
    [[], 0, 0],
    [[1], 0.1, 1],
    [[1, 2], 0.3, 1],
    [[10], 1, 1],
    [[10, 0.01], 1.001, 2],
    [[7, 7, 7, 7, 7, 7, 7, 7, 7, 7], 7, 7],
  ])('lines of %j units make %d credits, quoted as %i', (quantities, total, quoted) => {
    const quote = { lines: quantities.map((quantity) => quoteLine(tariff, quantity, '')) };
    expect(totalCredits(quote)).toBe(total);
    expect(quotedCredits(quote)).toBe(quoted);
  });
});
