import { nameKey } from '@hinterland/catalogue';
import { haversineMeters, toDegrees } from '@hinterland/geo';
import type { SearchNameKind, Territory } from '@hinterland/territory';
import { findCandidates } from './candidates.ts';
import { type Asked, type Cover, cover, NO_COVER } from './cover.ts';
import { findNumber, type NumberMatch } from './numbers.ts';
import { Places, plus } from './places.ts';
import type { NumberReading, Query } from './query.ts';
import { type SearchIndex, searchIndexOf } from './searchIndex.ts';
import type { Typos } from './words.ts';

/** A finding of a search. Rows refer to the territory's tables. */
export interface Found {
  readonly kind: 'address' | SearchNameKind;
  /** Row of `addresses`: the address, or the middle one of a street, locality, region or postcode; -1 for none. */
  readonly address: number;
  /** Row of `edges` for a road, of `areas` for an area; else -1. */
  readonly row: number;
  readonly lng: number;
  readonly lat: number;
  /** Quality of the match, 0..1. */
  readonly confidence: number;
  /** Kind of the match of the house number; null if none was requested, 'none' if the street has no similar one. */
  readonly number: NumberMatch | 'none' | null;
  /** Whether the requested unit is stored; null if none was requested. */
  readonly unit: boolean | null;
  /** Whether words were misspelled or incomplete. */
  readonly inexact: boolean;
  /** Words of the query that match nothing. */
  readonly unmatched: readonly string[];
}

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
/** Findings below this confidence are dropped. */
const LEAST_CONFIDENCE = 0.45;
/** The least share of its name that the query must have for a street to be a candidate. */
const LEAST_SHARE = 0.3;
/** Below this confidence, a second search allows misspelled words everywhere. */
const SURE = 0.9;
/** Findings are dropped if the best is more confident by more than this. */
const WIDEST = 0.45;
/** The most runs of one street name that are examined, and the most addresses of a run that are compared by postcode. */
const MOST_RUNS = 8_000;
const MOST_FINE = 3_000;

interface Scored {
  readonly kind: Found['kind'];
  readonly address: number;
  readonly row: number;
  readonly name: number;
  readonly confidence: number;
  readonly number: Found['number'];
  readonly unit: boolean | null;
  readonly quality: number;
  readonly mask: number;
}

/**
 * Returns the addresses, streets and places that a query may mean, best first. Each word of the query is looked up exactly,
 * as the beginning of a word, and misspelled. Names with some of the words are compared with the whole query: the share of
 * the query that street, number and place explain, and the share of the street's name that the query has. Ties: nearer to
 * `near` first, then more addresses.
 */
export function searchAddresses(territory: Territory, query: Query, { near, limit }: SearchOptions): Found[] {
  if (query.tokens.length === 0) return [];
  const index = searchIndexOf(territory);
  let scored = score(territory, index, query, 'where unknown');
  if (!scored.some(({ confidence }) => confidence >= SURE)) {
    const again = score(territory, index, query, 'everywhere');
    if (best(again) > best(scored)) scored = again;
  }
  return present(territory, index, query, scored, near, limit);
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
  /** Weight of all words of the query. */
  readonly #weight: number;
  #best = 0;

  constructor(territory: Territory, index: SearchIndex, asked: Asked, places: Places) {
    this.#territory = territory;
    this.#index = index;
    this.#asked = asked;
    this.#places = places;
    this.#weight = this.#weightOf(asked.all);
  }

  /** Compares every run of a street's name under every reading of the house number. */
  street(name: number): void {
    const { names } = this.#index;
    const text = this.#index.nameTexts.of(this.#territory.texts.text.at(names.text[name]!));
    const runs = Math.min(names.count[name]!, MOST_RUNS);
    for (const reading of this.#asked.readings) {
      const said = cover(text, this.#asked, this.#asked.all & ~reading.tokens, 'street');
      if (said.share < LEAST_SHARE) continue;
      for (let run = names.first[name]!; run < names.first[name]! + runs; run++) this.#run(name, run, reading, said);
    }
  }

  road(name: number): void {
    const { names } = this.#index;
    const text = this.#index.nameTexts.of(this.#territory.texts.text.at(names.text[name]!));
    for (const reading of this.#asked.readings) {
      const said = cover(text, this.#asked, this.#asked.all & ~reading.tokens, 'street');
      if (said.share < LEAST_SHARE) continue;
      const all = plus(said, this.#places.country(this.#left(said, reading)));
      const number = reading.number === '' ? null : ('none' as const);
      this.#add(
        { kind: 'road', address: -1, row: names.first[name]!, name, number, unit: null },
        all,
        said.share,
        reading,
      );
    }
  }

  place(kind: 'locality' | 'region' | 'postcode' | 'area', name: number): void {
    const { names } = this.#index;
    const { texts, areas } = this.#territory;
    const text = kind === 'area' ? areas.name.at(names.text[name]!) : texts.text.at(names.text[name]!);
    const field = kind === 'postcode' ? 'postcode' : 'place';
    const reading = this.#asked.readings.at(-1)!;
    let words = this.#index.nameTexts.of(text);
    let said = cover(words, this.#asked, this.#asked.all, field);
    if (kind === 'postcode' && words.words.length > 1 && said.share < 1) {
      words = { words: [words.words.join('')], weights: [1] };
      const joined = cover(words, this.#asked, this.#asked.all, field);
      if (joined.share > said.share) said = joined;
    }
    if (said.share < LEAST_SHARE) return;
    const address = kind === 'area' ? -1 : names.middle[name]!;
    const row = kind === 'area' ? names.text[name]! : -1;
    let all = plus(said, this.#places.country(this.#asked.all & ~said.mask));
    if (address >= 0) {
      all = plus(all, this.#places.coarse(address, this.#asked.all & ~all.mask));
      all = plus(all, this.#places.fine(address, this.#asked.all & ~all.mask));
    }
    this.#add({ kind, address, row, name, number: null, unit: null }, all, said.share, reading);
  }

  #run(name: number, run: number, reading: NumberReading, said: Cover): void {
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
        this.#add({ kind: 'address', address, row: -1, name, number: match, unit }, all, said.share, reading);
      }
      const isHeld = found.some(({ match }) => match === 'exact' || match === 'in_range');
      if (isHeld) return;
    }
    const { address, fine } = isFine ? this.#middle(first, end, left) : { address: -1, fine: NO_COVER };
    const middle = address < 0 ? streets.middle[run]! : address;
    const number = reading.number === '' ? null : ('none' as const);
    this.#add(
      { kind: 'street', address: middle, row: -1, name, number, unit: null },
      plus(coarse, fine),
      said.share,
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

  #left(said: Cover, reading: NumberReading): number {
    return this.#asked.all & ~said.mask & ~reading.tokens;
  }

  #weightOf(mask: number): number {
    return this.#asked.tokens.reduce((sum, { weight }, token) => sum + ((mask & (1 << token)) === 0 ? 0 : weight), 0);
  }

  #add(
    what: Pick<Scored, 'kind' | 'address' | 'row' | 'name' | 'number' | 'unit'>,
    all: Cover,
    share: number,
    reading: NumberReading,
  ): void {
    const hasNumber = reading.number !== '';
    const number = hasNumber ? NUMBER_WEIGHT * NUMBER_QUALITY[what.number ?? 'none'] : 0;
    const whole = this.#weight - this.#weightOf(reading.tokens) + (hasNumber ? NUMBER_WEIGHT : 0);
    const unit = what.unit === false ? 0.97 : 1;
    const confidence = Math.min(1, ((all.gain + number) / whole) * (0.4 + 0.6 * share) * unit);
    if (confidence < Math.max(LEAST_CONFIDENCE, this.#best - WIDEST)) return;
    this.#best = Math.max(this.#best, confidence);
    this.scored.push({ ...what, confidence, quality: all.quality * share, mask: all.mask | reading.tokens });
  }
}

/** Orders findings and removes duplicates. */
function present(
  territory: Territory,
  index: SearchIndex,
  { tokens }: Query,
  scored: readonly Scored[],
  near: SearchOptions['near'],
  limit: number,
): Found[] {
  const placed = scored
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, MOST_RANKED)
    .map((one) => {
      const place = placeOf(territory, one);
      return { one, ...place, rank: one.confidence + bonus(territory, index, one) + nearness(place, near) };
    })
    .sort((a, b) => b.rank - a.rank || a.one.address - b.one.address || a.one.row - b.one.row);
  const found: (Found & { readonly key: string })[] = [];
  for (const { one, lng, lat } of placed) {
    const key = sameKey(territory, index, one);
    const isTold = found.some(
      (other) => other.key === key && haversineMeters(other.lng, other.lat, lng, lat) < SAME_METERS[one.kind],
    );
    if (isTold) continue;
    found.push({
      kind: one.kind,
      address: one.address,
      row: one.row,
      lng,
      lat,
      confidence: one.confidence,
      number: one.number,
      unit: one.unit,
      inexact: one.quality < 1,
      unmatched: tokens.filter((_, token) => (one.mask & (1 << token)) === 0).map(({ typed }) => typed),
      key,
    });
    if (found.length === limit) break;
  }
  return found.map(({ key: _, ...rest }) => rest);
}

const MOST_RANKED = 2_000;
/** Findings of the same name within this many meters are duplicates. */
const SAME_METERS: Readonly<Record<Found['kind'], number>> = {
  address: 30,
  street: 5_000,
  road: 5_000,
  locality: 20_000,
  region: 500_000,
  postcode: 50_000,
  area: 20_000,
};

function sameKey(territory: Territory, index: SearchIndex, { kind, address, name }: Scored): string {
  const { texts, areas, addresses } = territory;
  const row = index.names.text[name]!;
  const text = nameKey(kind === 'area' ? areas.name.at(row) : texts.text.at(row), index.countries);
  if (kind === 'address') return `${text}\n${addresses.number.at(address)}\n${addresses.unit.at(address)}`;
  return `${kind === 'road' ? 'street' : kind === 'area' ? areaKind(territory, row) : kind}\n${text}`;
}

/** Treats a locality and the area of its name as one, as well as a postcode and its area. */
function areaKind({ areas }: Territory, row: number): string {
  if (areas.level[row]! >= 0) return areas.level[row]! <= 4 ? 'region' : 'locality';
  return 'postcode';
}

/** Returns up to 0.03 for size, and very little for completeness, which decides ties. */
function bonus({ addresses, areas }: Territory, { names }: SearchIndex, { kind, address, name, row }: Scored): number {
  if (kind === 'area') return areas.level[row]! < 0 ? 0.011 : 0.02 + 0.001 * (10 - areas.level[row]!);
  const size = 0.004 * Math.min(7, Math.log10(1 + names.addresses[name]!));
  if (address < 0) return 0;
  const filled = (['locality', 'postcode', 'region'] as const).filter((column) => addresses[column][address] !== 0);
  return size + 0.001 * filled.length;
}

/** Returns up to 0.08 near the place, half of that within a town, less within a region. */
function nearness({ lng, lat }: { lng: number; lat: number }, near: SearchOptions['near']): number {
  if (near === undefined) return 0;
  const km = haversineMeters(near.lng, near.lat, lng, lat) / 1000;
  return 0.03 * Math.exp(-km / 2) + 0.03 * Math.exp(-km / 20) + 0.02 * Math.exp(-km / 200);
}

function placeOf({ addresses, poles, edges, nodes, areas }: Territory, { kind, address, row }: Scored) {
  if (kind === 'area')
    return { lng: (areas.west[row]! + areas.east[row]!) / 2, lat: (areas.south[row]! + areas.north[row]!) / 2 };
  if (kind === 'road') {
    const middle = (column: Int32Array) => toDegrees((column[edges.fromNode[row]!]! + column[edges.toNode[row]!]!) / 2);
    return { lng: middle(nodes.lngMicrodegrees), lat: middle(nodes.latMicrodegrees) };
  }
  const pole = addresses.pole[address]!;
  return { lng: toDegrees(poles.lngMicrodegrees[pole]!), lat: toDegrees(poles.latMicrodegrees[pole]!) };
}
