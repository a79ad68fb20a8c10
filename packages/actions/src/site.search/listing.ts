import type { FoundSite, Reach, SiteSearch } from '@hinterland/engine/siteSearch';
import { rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { headingOfPlace } from './headingOfPlace.ts';
import type { SearchedMarket } from './market.ts';
import { placeFigures } from './placeFigures.ts';
import type { SearchQuestion } from './question.ts';
import { Reasons } from './reasons.ts';
import type { Input, Output } from './schema.ts';

interface Searched {
  readonly question: SearchQuestion;
  readonly market: SearchedMarket | null;
  readonly reach: Reach;
}

/** The list of a search in the making: it only grows, so whoever looks on sees the places that are certain. */
export class Listing {
  readonly found: FoundSite[] = [];
  readonly places: Output['places'][number][] = [];
  readonly #context: ActionContext;
  readonly #input: Input;
  readonly #searched: Searched;
  readonly #reasons: Reasons;
  #isOpen = true;

  constructor(context: ActionContext, input: Input, searched: Searched) {
    this.#context = context;
    this.#input = input;
    this.#searched = searched;
    this.#reasons = new Reasons(searched.reach, searched.question, searched.market);
  }

  /** Takes the best place that is not too near to those before it, one after the other. */
  take(search: SiteSearch, tooNear: (a: number, b: number) => boolean): this {
    const { found } = this;
    while (found.length < this.#input.listCount) {
      const [next] = search.best(1, (candidate) =>
        found.every((site) => site.candidate !== candidate && !tooNear(site.candidate, candidate)),
      );
      if (next === undefined) break;
      this.#add(next);
    }
    this.#isOpen = false;
    return this;
  }

  /** Tells which share of the search for the next place is done. */
  searched(share: number): void {
    if (this.#isOpen) this.#tell(share);
  }

  #add({ candidate, gain }: FoundSite): void {
    const { question, market, reach } = this.#searched;
    const place = question.candidates.list[candidate]!;
    this.found.push({ candidate, gain });
    const best = this.found[0]!.gain;
    this.places.push({
      rank: this.found.length,
      ...headingOfPlace(this.#context.territory, place),
      ...placeFigures(this.#context, this.#input, question, market, reach, place, gain),
      ...this.#reasons.of(place),
      score: best > 0 ? rounded((100 * gain) / best) : 0,
    });
    this.#tell(0);
  }

  /** The search for the first place takes most of the time, since it bounds all others. */
  #tell(share: number): void {
    const listed = this.found.length;
    const { listCount } = this.#input;
    const done = listed === 0 ? 0.3 + 0.4 * share : Math.min(0.8, 0.7 + (0.1 * (listed + share)) / listCount);
    this.#context.progress(done, 'searching places', listed === 0 ? undefined : this.#soFar());
  }

  /** Members of the result that are known. */
  #soFar(): Pick<Output, 'places' | 'gainUnit' | 'currency'> {
    const { market } = this.#searched;
    return { places: this.places, ...unitOf(this.#context, market) };
  }
}

/** The unit of gains, and its currency. */
export function unitOf(
  { territory }: Pick<ActionContext, 'territory'>,
  market: SearchedMarket | null,
): Pick<Output, 'gainUnit' | 'currency'> {
  const gainUnit = market?.unit ?? 'people';
  const currency = gainUnit === 'currency_per_year' ? (territory.descriptors.sociodemo?.currency ?? null) : null;
  return { gainUnit, currency };
}
