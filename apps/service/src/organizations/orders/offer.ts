import { z } from 'zod';
import { invalid } from '../../kit/json.ts';
import { type PriceList, priceOf } from '../prices.ts';
import { describePrice, price } from './order.ts';

const pack = z.object({ credits: z.int(), price });

export const offer = z
  .object({
    paysOnline: z
      .boolean()
      .describe('Whether an order leads to a page for the payment; else the operator sends an invoice'),
    list: z
      .object({
        tax: z
          .enum(['inclusive', 'exclusive', 'none'])
          .describe('Whether prices include tax, tax is added, or none is counted'),
        minimumCredits: z.int(),
        packs: z.array(pack).describe('Smallest first'),
        asked: pack.nullable().describe('Price of the credits that were asked for; null where so many are not sold'),
      })
      .nullable()
      .describe('Null where the operator sets no prices'),
  })
  .describe('Prices of credits, for members with billing rights')
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offer>;

/** The packs on sale, and the price of so many credits. */
export function listed(prices: PriceList, credits: number | null): NonNullable<Offer['list']> {
  const { tax, minimumCredits, packs, currency } = prices;
  const hundredths = credits === null ? null : priceOf(prices, credits);
  return {
    tax,
    minimumCredits,
    packs: packs.map((one) => ({ credits: one.credits, price: describePrice(one.priceHundredths, currency) })),
    asked: credits === null || hundredths === null ? null : { credits, price: describePrice(hundredths, currency) },
  };
}

/** Returns a price in hundredths. Throws validation_error for a number of credits that is not sold. */
export function requirePrice(prices: PriceList, credits: number): number {
  const hundredths = priceOf(prices, credits);
  if (hundredths !== null) return hundredths;
  throw invalid(
    '#/credits',
    credits < prices.minimumCredits
      ? `An order has at least ${prices.minimumCredits} credits.`
      : 'One order cannot have so many credits. Place several.',
  );
}
