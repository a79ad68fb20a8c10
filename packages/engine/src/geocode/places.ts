import { AREA_COLUMNS, type Territory } from '@hinterland/territory';
import type { Candidates } from './candidates.ts';
import { type Asked, type Cover, cover, type NameText, type NameTexts, NO_COVER } from './cover.ts';
import type { SearchIndex, Subdivision } from './searchIndex.ts';

interface Place {
  readonly name: NameText;
  readonly field: 'place' | 'postcode';
  readonly cover: Cover;
}

/** A name of which the query has a smaller share does not match. */
const LEAST_SHARE = 0.5;

/** Localities, regions, postcodes and areas that a query may name. */
export class Places {
  readonly #asked: Asked;
  readonly #territory: Territory;
  /** By row of `texts`. */
  readonly #texts = {
    locality: new Map<number, Place>(),
    region: new Map<number, Place>(),
    postcode: new Map<number, Place>(),
  };
  /** By row of `areas`. */
  readonly #areas = new Map<number, Place>();
  readonly #nameTexts: NameTexts;
  readonly #country: Cover;
  /** What `fine` returned last: neighbors have the same postcode and areas, most often. */
  #last: { left: number; postcode: number; areas: Int32Array; cover: Cover } | null = null;

  constructor(territory: Territory, index: SearchIndex, candidates: Candidates, asked: Asked) {
    this.#asked = asked;
    this.#territory = territory;
    this.#nameTexts = index.nameTexts;
    const { names } = index;
    for (const kind of ['locality', 'region', 'postcode'] as const) {
      for (const row of candidates[kind]) {
        const text = names.text[row]!;
        const place = this.#place(territory.texts.text.at(text), kind === 'postcode' ? 'postcode' : 'place');
        if (place !== null) this.#texts[kind].set(text, place);
      }
    }
    for (const row of candidates.area) {
      const area = names.text[row]!;
      const place = this.#place(territory.areas.name.at(area), 'place');
      if (place !== null) this.#areas.set(area, place);
    }
    for (const subdivision of index.subdivisions) this.#subdivision(subdivision);
    this.#country = countryCover(asked, index.countryNames);
  }

  /** Has the abbreviation of a subdivision stand for its name, in queries and in addresses. */
  #subdivision({ name, abbreviation, named, abbreviated, areas }: Subdivision): void {
    const short = saidCover(abbreviation, this.#asked);
    const long = saidCover(name, this.#asked);
    if (short !== NO_COVER) {
      const place = { name: abbreviation, field: 'place', cover: short } as const;
      for (const text of [...named, ...abbreviated]) this.#texts.region.set(text, place);
      for (const area of areas) this.#areas.set(area, place);
    } else if (long !== NO_COVER) {
      for (const text of abbreviated) this.#texts.region.set(text, { name, field: 'place', cover: long });
    }
  }

  /** Returns whether words of the query may name an area or a postcode, which are known by address only. */
  get hasFinePlaces(): boolean {
    return this.#areas.size > 0 || this.#texts.postcode.size > 0;
  }

  /** Matches locality, region and country of an address with the words that are left. */
  coarse(address: number, left: number): Cover {
    const { addresses } = this.#territory;
    let sum = fitting(this.#country, left);
    for (const kind of ['locality', 'region'] as const) {
      const place = this.#texts[kind].get(addresses[kind][address]!);
      if (place !== undefined) sum = plus(sum, this.#gain(place, left & ~sum.mask));
    }
    return sum;
  }

  /** Matches postcode and areas of an address with the words that are left. */
  fine(address: number, left: number): Cover {
    const { addresses, poleAreas } = this.#territory;
    const postcode = addresses.postcode[address]!;
    if (this.#areas.size === 0) {
      const place = this.#texts.postcode.get(postcode);
      return place === undefined ? NO_COVER : this.#gain(place, left);
    }
    const pole = addresses.pole[address]!;
    const last = this.#last;
    if (last?.left === left && last.postcode === postcode) {
      if (AREA_COLUMNS.every((column, i) => last.areas[i] === poleAreas[column][pole]!)) return last.cover;
    }
    const areas = Int32Array.from(AREA_COLUMNS, (column) => poleAreas[column][pole]!);
    const cover = this.#fine(postcode, areas, left);
    this.#last = { left, postcode, areas, cover };
    return cover;
  }

  #fine(postcode: number, areas: Int32Array, left: number): Cover {
    const code = this.#texts.postcode.get(postcode);
    let sum = code === undefined ? NO_COVER : this.#gain(code, left);
    for (const area of areas) {
      const place = this.#areas.get(area);
      if (place !== undefined && (left & ~sum.mask) !== 0) sum = plus(sum, this.#gain(place, left & ~sum.mask));
    }
    return sum;
  }

  /** Returns the words that name the country. */
  country(left: number): Cover {
    return fitting(this.#country, left);
  }

  #place(text: string, field: Place['field']): Place | null {
    const name = this.#nameTexts.of(text);
    // "1012 AB" may be typed as one word; the beginning of a postcode is not a postcode.
    const joined = { words: [name.words.join('')], weights: [1] };
    const apart = cover(name, this.#asked, this.#asked.all, field);
    if (apart.share >= LEAST_SHARE) return { name, field, cover: apart };
    if (name.words.length < 2) return null;
    const together = cover(joined, this.#asked, this.#asked.all, field);
    return together.share >= LEAST_SHARE ? { name: joined, field, cover: together } : null;
  }

  #gain(place: Place, left: number): Cover {
    if ((place.cover.mask & ~left) === 0) return place.cover;
    const again = cover(place.name, this.#asked, left, place.field);
    return again.share >= LEAST_SHARE ? again : NO_COVER;
  }
}

function countryCover(asked: Asked, names: readonly NameText[]): Cover {
  let best = NO_COVER;
  for (const name of names) {
    const found = exactCover(name, asked);
    if (found.gain > best.gain) best = found;
  }
  return best;
}

/** A country counts only where it ends the query, word by word: "de" and "in" are words of streets, too. */
function exactCover({ words }: NameText, asked: Asked): Cover {
  const first = asked.tokens.length - words.length;
  return words.length === 0 || first < 1 ? NO_COVER : coverFrom(first, words, asked);
}

/** The words of a name where the query has them one after the other. */
function saidCover({ words }: NameText, asked: Asked): Cover {
  for (let first = asked.tokens.length - words.length; first >= 0; first--) {
    const found = coverFrom(first, words, asked);
    if (found !== NO_COVER) return found;
  }
  return NO_COVER;
}

function coverFrom(first: number, words: readonly string[], asked: Asked): Cover {
  let mask = 0;
  let gain = 0;
  for (let i = 0; i < words.length; i++) {
    const { word, weight, only = 'place' } = asked.tokens[first + i]!;
    if (word !== words[i] || only !== 'place') return NO_COVER;
    mask |= 1 << (first + i);
    gain += weight;
  }
  return { mask, gain, share: 1, quality: 1 };
}

const fitting = (found: Cover, left: number): Cover => ((found.mask & ~left) === 0 ? found : NO_COVER);

export const plus = (a: Cover, b: Cover): Cover => ({
  mask: a.mask | b.mask,
  gain: a.gain + b.gain,
  share: 1,
  quality: Math.min(a.mask === 0 ? 1 : a.quality, b.mask === 0 ? 1 : b.quality),
});
