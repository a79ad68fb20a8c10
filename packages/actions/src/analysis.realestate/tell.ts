import { type Telling, wholeName, wholeOf } from '@hinterland/answers/words';
import { tellListings } from '../listings/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** The median price or rent of the first market, and its markets beside the areas around. */
export function tell(result: Output): Telling {
  const { parts, territory } = result;
  const whole = wholeOf(parts);
  const market = whole?.markets[0];
  const median = market?.all.price?.median ?? null;
  const verdict = verdictOf(result);
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence:
      whole === undefined || market === undefined || median === null
        ? null
        : {
            figure: { figure: median, unit: 'currency', currency: territory.currency },
            at: { pointer: `/parts/${parts.indexOf(whole)}/markets/0/all/price/median`, value: median },
            rest: {
              text: market.kind === 'rent' ? 'sentence.rents' : 'sentence.homes',
              with: { part: wholeName(parts), homes: { figure: market.all.count, unit: 'listings' } },
            },
          },
    sections: tellListings(result, territory.currency, ''),
  };
}
