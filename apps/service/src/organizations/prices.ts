import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Prices of credits in money, as the operator sets them in a file. */
export interface PriceList {
  /** ISO 4217, in lower case: one whose unit has hundredths. */
  readonly currency: string;
  /** Whether prices include tax, tax is added to them, or none is counted. */
  readonly tax: 'inclusive' | 'exclusive' | 'none';
  /** Fewest credits of an order. */
  readonly minimumCredits: number;
  /** Smallest first. Each costs no more per credit than the one before. */
  readonly packs: readonly Pack[];
}

export interface Pack {
  readonly credits: number;
  /** Hundredths of the currency. */
  readonly priceHundredths: number;
}

/** Names what is wrong with a price list. */
class PriceListError extends Error {}

/** Most of an order, in hundredths: the provider takes no more than eight digits. */
const PRICE_HUNDREDTHS_MAX = 99_999_999;

const file = z.strictObject({
  currency: z
    .string()
    .transform((code) => code.toLowerCase())
    .refine(hasHundredths, 'must be a currency with hundredths, such as "eur"'),
  tax: z.enum(['inclusive', 'exclusive', 'none'], 'must be "inclusive", "exclusive" or "none"'),
  minimumCredits: z.int('must be a whole number').min(1, 'must be at least 1'),
  packs: z
    .array(
      z.strictObject({
        credits: z
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(10_000_000, 'must be at most 10000000'),
        price: z
          .number('must be a number such as 49 or 49.90')
          .positive('must be above 0')
          .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'must have at most two decimals')
          .transform((price) => Math.round(price * 100))
          .refine((price) => price <= PRICE_HUNDREDTHS_MAX, 'must be below 1000000'),
      }),
    )
    .min(1, 'must have at least one pack'),
});

/** Reads a price list. Throws with a sentence that names the file and the place of its first fault. */
export function readPriceList(path: string): PriceList {
  const parsed = file.safeParse(readJson(path));
  const issue = parsed.error?.issues[0];
  if (issue !== undefined) throw new PriceListError(`${path}: ${issue.path.join('.') || 'it'} ${issue.message}`);
  const { packs, ...list } = parsed.data as z.infer<typeof file>;
  const sorted = packs
    .map(({ credits, price }): Pack => ({ credits, priceHundredths: price }))
    .toSorted((a, b) => a.credits - b.credits);
  sorted.forEach((pack, i) => {
    const before = sorted[i - 1];
    if (before === undefined) return;
    if (before.credits === pack.credits) throw new PriceListError(`${path}: packs has ${pack.credits} credits twice`);
    if (pack.priceHundredths * before.credits > before.priceHundredths * pack.credits) {
      throw new PriceListError(
        `${path}: packs of ${pack.credits} credits cost more per credit than those of ${before.credits}`,
      );
    }
  });
  return { ...list, packs: sorted };
}

/**
 * Returns the price of so many credits in hundredths, rounded up: at the rate of the largest pack that is not larger, or of the
 * smallest. Null where there are fewer than the minimum, or more than one order may cost.
 */
export function priceOf({ packs, minimumCredits }: PriceList, credits: number): number | null {
  if (credits < minimumCredits) return null;
  const pack = packs.findLast((one) => one.credits <= credits) ?? (packs[0] as Pack);
  const price = (BigInt(credits) * BigInt(pack.priceHundredths) + BigInt(pack.credits - 1)) / BigInt(pack.credits);
  return price > PRICE_HUNDREDTHS_MAX ? null : Number(price);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PriceListError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** Whether the smallest unit of a currency is its hundredth. */
function hasHundredths(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 2;
}
