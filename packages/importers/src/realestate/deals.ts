import { NO_DAY } from '@hinterland/territory';
import type { ListingPoint } from '../inputs/listings.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';

/**
 * Rows of a table in which a deal over several homes has a row for each, with the price of all: rows of the same place (a
 * block, a deed), day and price. That price is none of one home, so these rows lose it.
 */
export class Deals {
  readonly #listings: { readonly listing: ListingPoint; readonly deal: string }[] = [];
  /** Different homes of each deal. */
  readonly #homes = new Map<string, Set<string>>();

  /** `place`: text of the column that rows of a deal have in common, "" where it is not known. */
  add(place: string, listing: ListingPoint): void {
    const { price, day, address, state } = listing;
    const isKnown = place !== '' && price > 0 && day !== NO_DAY && state === 'transaction';
    const deal = isKnown ? `${place}\n${day}\n${price}` : '';
    this.#listings.push({ listing, deal });
    if (deal === '') return;
    const homes = this.#homes.get(deal) ?? new Set();
    this.#homes.set(deal, homes.add(`${address.number} ${address.street} ${address.unit}`.toUpperCase()));
  }

  /** Hands over all listings in their order. */
  each(push: (listing: ListingPoint) => void, counter: SubjectCounter): void {
    for (const { listing, deal } of this.#listings) {
      const isPackage = deal !== '' && this.#homes.get(deal)!.size > 1;
      if (isPackage) counter.changed('sold together with others for one price: kept without it', listing.ref);
      push(isPackage ? { ...listing, price: Number.NaN } : listing);
    }
  }
}
