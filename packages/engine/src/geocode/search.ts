import type { Territory } from '@hinterland/territory';
import { isBeside } from './beside.ts';
import { findCandidates } from './candidates.ts';
import { type Asked, type Cover, cover, isSaidInOneGo, type NameText, NO_COVER } from './cover.ts';
import { type Found, LEAST_CONFIDENCE, type Scored } from './findings.ts';
import { withLetteredNumbers } from './letteredNumbers.ts';
import { findNumber, type NumberMatch } from './numbers.ts';
import { order } from './order.ts';
import { Places, plus } from './places.ts';
import { withPostcodes } from './postcodes.ts';
import type { NumberReading, Query } from './query.ts';
import { type SearchIndex, searchIndexOf } from './searchIndex.ts';
import type { Typos } from './words.ts';

export interface SearchOptions {
  readonly near?: { readonly lng: number; readonly lat: number } | undefined;
  readonly limit: number;
}

/** Weight of a house number relative to a word of a name. */
const NUMBER_WEIGHT = 1.2;
const NUMBER_QUALITY: Readonly<Record<NumberMatch | 'none', number>> = {
  exact: 1,
  in_range: 0.97,
  other_suffix: 0.6,
  nearest: 0.4,
  none: 0.15,
};
/** The least confidence of a held number on a street that the query names word by word; places nearby may raise it. */
const LEAST_VERBATIM = 0.3;
/** Factor of a finding without the unit that is asked for. */
const OTHER_UNIT = 0.97;
/** Factor of a finding whose number does not stand beside its street in the query. */
const NOT_BESIDE = 0.97;
/** A number that is held as it was typed counts from this share of the confidence of what was read out of the line. */
const LEAST_HELD = 0.9;
/** Countries whose postcodes belong to some houses of one street: the Netherlands, the United Kingdom, Ireland, Singapore. */
const POSTCODE_AND_NUMBER: ReadonlySet<string> = new Set(['NL', 'GB', 'IE', 'SG']);
/** Above the rounding of sums. */
const ROUNDING = 1e-9;
/** The least share of its name that the query must have for a street to be a candidate. */
const LEAST_SHARE = 0.3;
/** Below this confidence, a second search allows misspelled words everywhere. */
const SURE = 0.9;
/** Findings are dropped if the best is more confident by more than this. */
const WIDEST = 0.45;
/** The most runs of one street name that are examined, and the most addresses of a run that are compared by postcode. */
const MOST_RUNS = 8_000;
const MOST_FINE = 3_000;

/** A reading of the house number with the weight that a finding can reach at most. */
interface WeighedReading extends NumberReading {
  readonly most: number;
}

/** The match of a query with the name of a finding. */
interface Said extends Cover {
  /** Whether the query has the street's name word by word, in one go. */
  readonly verbatim?: boolean;
}

/**
 * Returns the addresses, streets and places that a query may mean, best first. Each word of the query is looked up exactly,
 * as the beginning of a word, and misspelled. Names with some of the words are compared with the whole query: the share of
 * the query that street, number and place explain, and the share of the street's name that the query has. Ties: nearer to
 * `near` first, then more addresses.
 */
export function searchAddresses(territory: Territory, typed: Query, { near, limit }: SearchOptions): Found[] {
  if (typed.tokens.length === 0) return [];
  const index = searchIndexOf(territory);
  const { asTyped, ...line } = typed;
  const { mended, ...plain } = withPostcodes(line, index.postcodes);
  let query: Query = withLetteredNumbers(plain, index.letteredNumbers);
  let scored = score(territory, index, query, 'where unknown');
  const isSure = () => scored.some(({ confidence }) => confidence >= SURE);
  if (!isSure()) {
    const again = score(territory, index, query, 'everywhere');
    if (best(again) > best(scored)) scored = again;
  }
  if (mended !== undefined && !isSure()) {
    const other = withLetteredNumbers(mended, index.letteredNumbers);
    const again = score(territory, index, other, 'where unknown');
    if (best(again) > best(scored)) [scored, query] = [again, other];
  }
  const typedSo = asTyped === undefined ? null : withHeldNumbers(asTyped, index);
  if (typedSo !== null) {
    const again = score(territory, index, typedSo, 'where unknown');
    const held = again.filter(({ number, asked }) => number === 'exact' && !/^\d/.test(asked));
    if (best(held) >= LEAST_HELD * best(scored)) [scored, query] = [again, typedSo];
  }
  return order(territory, index, query, scored, near, limit);
}

/** The line with readings of its words as numbers that are held; null where there are none. */
function withHeldNumbers(asTyped: Query, { postcodes, letteredNumbers }: SearchIndex): Query | null {
  const query = withPostcodes(asTyped, postcodes);
  const lettered = withLetteredNumbers(query, letteredNumbers);
  return lettered === query ? null : lettered;
}

const best = (scored: readonly Scored[]): number =>
  scored.reduce((most, { confidence }) => Math.max(most, confidence), 0);

function score(territory: Territory, index: SearchIndex, query: Query, typos: Typos): Scored[] {
  const hits = query.tokens.map((token) => index.decoded.find(token, typos));
  const asked: Asked = { ...query, hits, countries: index.countries, all: 2 ** query.tokens.length - 1 };
  const candidates = findCandidates(index, query, hits);
  const places = new Places(territory, index, candidates, asked);
  const matcher = new Matcher(territory, index, asked, places);
  for (const name of candidates.street) matcher.street(name);
  for (const name of candidates.road) matcher.road(name);
  for (const kind of ['locality', 'region', 'postcode', 'area'] as const) {
    for (const name of candidates[kind]) matcher.place(kind, name);
  }
  return matcher.scored;
}

class Matcher {
  readonly scored: Scored[] = [];
  readonly #territory: Territory;
  readonly #index: SearchIndex;
  readonly #asked: Asked;
  readonly #places: Places;
  readonly #readings: readonly WeighedReading[];
  #best = 0;
  /** What `#isBeside` returned last. */
  #beside = { nameMask: -1, numberMask: -1, is: true };

  constructor(territory: Territory, index: SearchIndex, asked: Asked, places: Places) {
    this.#territory = territory;
    this.#index = index;
    this.#asked = asked;
    this.#places = places;
    const weight = this.#weightOf(asked.all);
    this.#readings = asked.readings.map((reading) => ({
      ...reading,
      most: weight - this.#weightOf(reading.tokens) + (reading.number === '' ? 0 : NUMBER_WEIGHT),
    }));
  }

  /** Compares every run of a street's name under every reading of the house number. */
  street(name: number): void {
    const { names } = this.#index;
    const text = this.#index.nameTexts.of(this.#territory.texts.text.at(names.text[name]!));
    const first = names.first[name]!;
    const end = first + Math.min(names.count[name]!, MOST_RUNS);
    const free = cover(text, this.#asked, this.#asked.all, 'street');
    for (const reading of this.#readings) {
      const said = this.#said(text, reading, free);
      if (said.share < LEAST_SHARE) continue;
      // What a finding reaches if all the other words are its places.
      const gain = said.gain + this.#weightOf(this.#left(said, reading));
      const most = confidenceOf(gain, reading.number === '' ? null : 'exact', said.share, reading, 1);
      const least = said.verbatim ? LEAST_VERBATIM : 0;
      for (let run = first; run < end; run++) {
        if (most + ROUNDING < (least || this.#least())) break;
        this.#run(name, run, reading, said);
      }
    }
  }

  road(name: number): void {
    const { names } = this.#index;
    const text = this.#index.nameTexts.of(this.#territory.texts.text.at(names.text[name]!));
    const free = cover(text, this.#asked, this.#asked.all, 'street');
    for (const reading of this.#readings) {
      const said = this.#said(text, reading, free);
      if (said.share < LEAST_SHARE) continue;
      const all = plus(said, this.#places.country(this.#left(said, reading)));
      const number = reading.number === '' ? null : ('none' as const);
      this.#add({ kind: 'road', address: -1, row: names.first[name]!, name, number, unit: null }, all, said, reading);
    }
  }

  place(kind: 'locality' | 'region' | 'postcode' | 'area', name: number): void {
    const { names } = this.#index;
    const { texts, areas } = this.#territory;
    const text = kind === 'area' ? areas.name.at(names.text[name]!) : texts.text.at(names.text[name]!);
    const field = kind === 'postcode' ? 'postcode' : 'place';
    const reading = this.#readings.at(-1)!;
    let words = this.#index.nameTexts.of(text);
    let said: Said = cover(words, this.#asked, this.#asked.all, field);
    if (kind === 'postcode' && words.words.length > 1 && said.share < 1) {
      words = { words: [words.words.join('')], weights: [1] };
      const joined = cover(words, this.#asked, this.#asked.all, field);
      if (joined.share > said.share) said = joined;
    }
    if (said.share < LEAST_SHARE) return;
    if (kind === 'postcode' && said.share > 0.999 && said.quality === 1) this.#housesOf(name, said);
    const address = kind === 'area' ? -1 : names.middle[name]!;
    const row = kind === 'area' ? names.text[name]! : -1;
    let all = plus(said, this.#places.country(this.#asked.all & ~said.mask));
    if (address >= 0) {
      all = plus(all, this.#places.coarse(address, this.#asked.all & ~all.mask));
      all = plus(all, this.#places.fine(address, this.#asked.all & ~all.mask));
    }
    this.#add({ kind, address, row, name, number: null, unit: null }, all, said, reading);
  }

  /** Houses by postcode and number alone, in countries where the two name one. */
  #housesOf(name: number, said: Said): void {
    if (!this.#index.countries.some((country) => POSTCODE_AND_NUMBER.has(country))) return;
    const { addresses } = this.#territory;
    const postcode = this.#index.names.text[name]!;
    for (const reading of this.#readings) {
      const isOther = reading.number !== '' && (reading.tokens & said.mask) === 0;
      if (!isOther || this.#left(said, reading) !== 0) continue;
      for (
        let row = addresses.postcode.indexOf(postcode);
        row >= 0;
        row = addresses.postcode.indexOf(postcode, row + 1)
      ) {
        const [hit] = findNumber(this.#territory, this.#index, row, row + 1, reading);
        if (hit?.match !== 'exact') continue;
        this.#add(
          { kind: 'address', address: row, row: -1, name, number: 'exact', unit: hit.unit },
          said,
          said,
          reading,
        );
      }
    }
  }

  #run(name: number, run: number, reading: WeighedReading, said: Said): void {
    const { streets } = this.#index;
    const first = streets.firstAddress[run]!;
    const end = streets.firstAddress[run + 1] ?? this.#territory.addresses.rows;
    const coarse = plus(said, this.#places.coarse(first, this.#left(said, reading)));
    const left = this.#left(coarse, reading);
    const isFine = left !== 0 && this.#places.hasFinePlaces;
    if (reading.number !== '') {
      const found = findNumber(this.#territory, this.#index, first, end, reading);
      for (const { address, match, unit } of found) {
        const all = isFine ? plus(coarse, this.#places.fine(address, left)) : coarse;
        this.#add({ kind: 'address', address, row: -1, name, number: match, unit }, all, said, reading);
      }
      const isHeld = found.some(({ match }) => match === 'exact' || match === 'in_range');
      if (isHeld) return;
    }
    const number = reading.number === '' ? null : ('none' as const);
    const unit = reading.unit === '' ? 1 : OTHER_UNIT;
    const most = confidenceOf(coarse.gain + (isFine ? this.#weightOf(left) : 0), number, said.share, reading, unit);
    if (most + ROUNDING < this.#least()) return;
    const { address, fine } = isFine ? this.#middle(first, end, left) : { address: -1, fine: NO_COVER };
    const middle = address < 0 ? streets.middle[run]! : address;
    this.#add(
      { kind: 'street', address: middle, row: -1, name, number, unit: null },
      plus(coarse, fine),
      said,
      reading,
    );
  }

  /** Returns the middle one of the addresses of a run that fit postcode and areas best. */
  #middle(first: number, end: number, left: number): { address: number; fine: Cover } {
    let fine = NO_COVER;
    let fitting: number[] = [];
    for (let address = first; address < Math.min(end, first + MOST_FINE); address++) {
      const found = this.#places.fine(address, left);
      if (found.gain > fine.gain) {
        fine = found;
        fitting = [];
      }
      if (found.gain === fine.gain && fine.gain > 0) fitting.push(address);
    }
    return { address: fitting[fitting.length >> 1] ?? -1, fine };
  }

  /** `free`: the match with all words, those of the house number too; it stands where it takes none of these. */
  #said(text: NameText, reading: NumberReading, free: Cover): Said {
    const allowed = this.#asked.all & ~reading.tokens;
    const said = (free.mask & reading.tokens) === 0 ? free : cover(text, this.#asked, allowed, 'street');
    const isWhole = said.quality === 1 && said.share > 0.999;
    return isWhole && isSaidInOneGo(text, this.#asked, allowed) ? { ...said, verbatim: true } : said;
  }

  #left(said: Cover, reading: NumberReading): number {
    return this.#asked.all & ~said.mask & ~reading.tokens;
  }

  #weightOf(mask: number): number {
    const { tokens } = this.#asked;
    let sum = 0;
    for (let token = 0; token < tokens.length; token++) {
      if ((mask & (1 << token)) !== 0) sum += tokens[token]!.weight;
    }
    return sum;
  }

  /** Whether the number stands beside the street in the query; runs of a street have the answer of the run before. */
  #isBeside(nameMask: number, numberMask: number): boolean {
    if (this.#beside.nameMask !== nameMask || this.#beside.numberMask !== numberMask) {
      this.#beside = { nameMask, numberMask, is: isBeside(this.#asked.tokens, nameMask, numberMask) };
    }
    return this.#beside.is;
  }

  /** Returns the confidence below which findings are dropped. */
  #least(): number {
    return Math.max(LEAST_CONFIDENCE, this.#best - WIDEST);
  }

  #add(
    what: Pick<Scored, 'kind' | 'address' | 'row' | 'name' | 'number' | 'unit'>,
    all: Cover,
    { share, mask: nameMask, verbatim = false }: Said,
    reading: WeighedReading,
  ): void {
    const unit = reading.unit !== '' && what.unit !== true ? OTHER_UNIT : 1;
    const most = confidenceOf(all.gain, what.number, share, reading, unit);
    const isExact = verbatim && what.number === 'exact';
    if (most < (isExact ? LEAST_VERBATIM : this.#least())) return;
    const beside = what.number === null || this.#isBeside(nameMask, reading.tokens);
    const factor = beside ? 1 : NOT_BESIDE;
    const confidence = factor * most;
    const likely = factor * reading.quality;
    this.#best = Math.max(this.#best, confidence);
    const { kind, address, row, name, number } = what;
    this.scored.push({
      kind,
      address,
      row,
      name,
      number,
      unit: what.unit,
      confidence,
      asked: reading.number,
      likely,
      beside,
      quality: all.quality * share,
      verbatim,
      nameMask,
      numberMask: reading.tokens,
      mask: all.mask | reading.tokens,
    });
  }
}

/** Returns how sure a finding is whose words weigh `gain`, 0..1. */
function confidenceOf(
  gain: number,
  number: Scored['number'],
  share: number,
  reading: WeighedReading,
  unit: number,
): number {
  const house = reading.number === '' ? 0 : NUMBER_WEIGHT * NUMBER_QUALITY[number ?? 'none'];
  return Math.min(1, ((gain + house) / reading.most) * (0.4 + 0.6 * share) * unit * reading.quality);
}
