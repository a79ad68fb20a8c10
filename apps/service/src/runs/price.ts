import { type Quote, quotedCredits, totalCredits } from '@hinterland/actions';
import type { QuoteBody, SkippedSection } from '@hinterland/contract';

/** A quote as answers carry it. */
export interface Price {
  /** The total, rounded up to the whole credit. */
  readonly quotedCredits: number;
  readonly quote: QuoteBody;
  /** Further integers of the quote response, such as polesInvolved. */
  readonly extra: Readonly<Record<string, number>>;
  /** Sections that were asked for and are left out. */
  readonly skipped?: readonly SkippedSection[];
}

export function priceOf(quote: Quote): Price {
  return {
    quotedCredits: quotedCredits(quote),
    quote: { totalCredits: totalCredits(quote), lines: quote.lines.map((line) => ({ ...line })) },
    extra: quote.extra ?? {},
    ...(quote.skipped === undefined ? {} : { skipped: quote.skipped }),
  };
}
