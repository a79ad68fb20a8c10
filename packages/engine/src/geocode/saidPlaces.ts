import type { Territory } from '@hinterland/territory';
import type { Token } from './query.ts';
import type { SearchIndex } from './searchIndex.ts';

export const PLACE_FIELDS = ['locality', 'region', 'postcode'] as const;
export type PlaceField = (typeof PLACE_FIELDS)[number];

/** Which places of addresses a query says. */
export class SaidPlaces {
  readonly #territory: Territory;
  readonly #index: SearchIndex;
  readonly #tokens: readonly Token[];
  readonly #words: ReadonlySet<string>;
  /** By row of `texts`. */
  readonly #isSaid = new Map<number, boolean>();

  constructor(territory: Territory, index: SearchIndex, tokens: readonly Token[]) {
    this.#territory = territory;
    this.#index = index;
    this.#tokens = tokens;
    this.#words = new Set(tokens.map(({ word }) => word));
  }

  /**
   * Whether one address lies in other places than another, by what the query says: in more fields it says the other's
   * place and not the one's.
   */
  areElsewhere(one: number, other: number, fields: readonly PlaceField[]): boolean {
    if (other < 0) return false;
    let against = 0;
    for (const field of fields) {
      const [own, others] = [one, other].map((address) => this.#placeOf(address, field));
      if (own === undefined || others === undefined || own === others) continue;
      if (this.#says(others)) against++;
      else if (this.#says(own)) against--;
    }
    return against > 0;
  }

  /** Whether the query says the postcode of one address, and not the other's: "16801-4922" says 16801, too. */
  isPostcodeOf(one: number, other: number): boolean {
    if (one < 0 || other < 0) return false;
    const [own, others] = [one, other].map((address) => this.#territory.addresses.postcode[address]!);
    return own !== 0 && others !== 0 && own !== others && this.#says(own!) && !this.#says(others!);
  }

  /** Whether words of the query, as bits, name the state of an address and nothing else, neither its town. */
  areOfState(words: number, address: number): boolean {
    if (words === 0) return true;
    if (address < 0) return false;
    const { addresses, texts } = this.#territory;
    const [region, locality] = [addresses.region[address]!, addresses.locality[address]!];
    const { name, abbreviation } = this.#index.subdivisionOf.get(region) ?? {};
    const ofState = [this.#index.nameTexts.of(texts.text.at(region)), name, abbreviation].flatMap(
      (text) => text?.words ?? [],
    );
    const isOfState = this.#tokens.every(({ word }, token) => (words & (1 << token)) === 0 || ofState.includes(word));
    return isOfState && (locality === 0 || !this.#says(locality));
  }

  /** Returns the row of `texts`, of several that name one state the first. */
  #placeOf(address: number, field: PlaceField): number | undefined {
    const row = this.#territory.addresses[field][address]!;
    const state = field === 'region' ? this.#index.subdivisionOf.get(row) : undefined;
    return row === 0 ? undefined : (state?.named[0] ?? state?.abbreviated[0] ?? row);
  }

  #says(row: number): boolean {
    let isSaid = this.#isSaid.get(row);
    if (isSaid === undefined) {
      const { nameTexts, subdivisionOf } = this.#index;
      const { name, abbreviation } = subdivisionOf.get(row) ?? {};
      isSaid = [nameTexts.of(this.#territory.texts.text.at(row)), name, abbreviation].some(
        (text) => text !== undefined && text.words.length > 0 && text.words.every((word) => this.#words.has(word)),
      );
      this.#isSaid.set(row, isSaid);
    }
    return isSaid;
  }
}
