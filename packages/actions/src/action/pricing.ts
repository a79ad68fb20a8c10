import { type Sentence, spoken } from '@hinterland/answers/said';
import type { Quote, QuoteLine, Tariff } from './action.ts';

/** One priced part at the tariff's price. `quantity` may be fractional (thousands of addresses); the price is linear. */
export function quoteLine(tariff: Tariff, quantity: number, label: string | Sentence): QuoteLine {
  return {
    tariff: tariff.code,
    ...spoken({ label }),
    unit: tariff.unit,
    quantity,
    unitCredits: tariff.unitCredits,
    credits: thousandths(quantity * tariff.unitCredits),
  };
}

/** Sum of the lines, in credits, exact to the thousandth. */
export function totalCredits(quote: Quote): number {
  return quote.lines.reduce((sum, line) => sum + Math.round(line.credits * 1000), 0) / 1000;
}

/** Returns quotedCredits: the total, rounded up to the whole credit. */
export const quotedCredits = (quote: Quote): number => Math.ceil(totalCredits(quote));

/** Credits are kept in thousandths: 0.1 + 0.2 is 0.3 here. */
const thousandths = (credits: number): number => Math.round(credits * 1000) / 1000;
