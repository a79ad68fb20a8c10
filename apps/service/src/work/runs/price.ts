import { type Quote, quotedCredits, totalCredits } from '@hinterland/actions';
import { said } from '@hinterland/answers/said';
import type { QuoteBody, SkippedSection } from '@hinterland/contract';
import type { Priced, Question } from '../../engine/engine.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { ChargedRun } from './chargedRun.ts';

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

/** The question stays with the territory and data versions that it finds now, from the price to the result. */
export function askInTerritory(run: ChargedRun): Question {
  const { settings, call, action, request } = run;
  try {
    const lease = settings.engine.lease(request.input, request.territory);
    return { action, input: request.input, channel: call.channel, lease };
  } catch (error) {
    throw quoteComesFirst(run, error);
  }
}

/** Throws quote_required and quote_changed, each with the price. */
export async function agreeOnPrice(run: ChargedRun, question: Question): Promise<{ price: Price; priced: Priced }> {
  const { settings, call, request, spender } = run;
  const { organizationId } = spender;
  let priced: Priced;
  try {
    priced = await settings.engine.quote(question, { signal: call.signal, organizationId, paid: true });
  } catch (error) {
    throw quoteComesFirst(run, error);
  }
  const price = priceOf(priced.quote);
  if (request.quotedCredits === null) throw quoteRequired(price);
  if (request.quotedCredits !== price.quotedCredits) {
    throw new ProblemError(
      'quote_changed',
      said('costs_now', { credits: price.quotedCredits, quoted: request.quotedCredits }),
      { quotedCredits: price.quotedCredits, quote: price.quote },
    );
  }
  return { price, priced };
}

/** A missing quote is reported before what is wrong with the territory, as if the territory had not been looked at. */
function quoteComesFirst({ request }: ChargedRun, error: unknown): unknown {
  const aboutTerritory = error instanceof ProblemError && error.status === 422;
  return aboutTerritory && request.quotedCredits === null ? quoteRequired(null) : error;
}

function quoteRequired(price: Price | null): ProblemError {
  if (price === null) {
    return new ProblemError('quote_required', said('quote_first'));
  }
  return new ProblemError('quote_required', said('costs', { credits: price.quotedCredits }), {
    quotedCredits: price.quotedCredits,
    quote: price.quote,
  });
}
