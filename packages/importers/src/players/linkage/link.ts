import type { StorePoint } from '../../inputs/stores.ts';
import { type Agreement, compare, patternOf } from './compare.ts';
import { eachPair } from './pairs.ts';
import { LINKAGE_PARAMETERS } from './parameters.ts';
import { Rarity } from './rarity.ts';
import { type Traits, traitsOf } from './traits.ts';
import { learn, type Model, probabilityOf } from './weights.ts';

/** A store of one list. */
export interface ListedStore extends StorePoint {
  /** Position of its list. */
  readonly sourceIndex: number;
}

/** Two rows that may be one store. */
export interface LinkedPair {
  readonly a: number;
  readonly b: number;
  /** 0..1. */
  readonly probability: number;
}

export interface Linkage {
  /** Per row the first row of the store that it is. */
  readonly storeOf: readonly number[];
  /** Links that made stores, the surest first. */
  readonly links: readonly LinkedPair[];
  readonly model: Model;
}

/**
 * Finds the stores of several lists that are one, by Fellegi and Sunter's weights. First the stores that a list names twice; then each
 * has at most one partner in another list, the likeliest, then the nearest. Nothing is drawn: the same lists give the same stores.
 */
export function link(stores: readonly ListedStore[], countries: readonly string[]): Linkage {
  const traits = stores.map((store) => traitsOf(store, countries));
  const lists = stores.map(({ sourceIndex }) => sourceIndex);
  const { pairs, model } = likelyPairs(traits, lists);
  const storeOf = [...stores.keys()];
  const members = storeOf.map((row) => [row]);
  const links: LinkedPair[] = [];
  const isTwice = ({ a, b }: LinkedPair) => lists[a] === lists[b];
  for (const pair of [...pairs.filter(isTwice), ...pairs.filter((one) => !isTwice(one))]) {
    const [first, second] = [storeOf[pair.a]!, storeOf[pair.b]!];
    if (first === second) continue;
    const taken = new Set(members[first]!.map((row) => lists[row]));
    if (!isTwice(pair) && members[second]!.some((row) => taken.has(lists[row]!))) continue;
    const [kept, gone] = first < second ? [first, second] : [second, first];
    for (const row of members[gone]!) storeOf[row] = kept;
    members[kept]!.push(...members[gone]!);
    links.push(pair);
  }
  return { storeOf, links, model };
}

/** Pairs above the least probability, the likeliest first; and what was learned of all. */
function likelyPairs(traits: readonly Traits[], lists: readonly number[]): { pairs: LinkedPair[]; model: Model } {
  const patterns = new Map<number, number>();
  const kept: { a: number; b: number; agreement: Agreement }[] = [];
  eachPair(traits, (a, b) => {
    if (lists[a] === lists[b] && !isAtOneSpot(traits[a]!, traits[b]!)) return;
    const agreement = compare(traits[a]!, traits[b]!);
    if (agreement === null) return;
    if (lists[a] === lists[b]) {
      if (mayBeTwice(agreement)) kept.push({ a, b, agreement });
      return;
    }
    const pattern = patternOf(agreement);
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
    if (mayBeOne(agreement)) kept.push({ a, b, agreement });
  });
  const model = learn(patterns);
  const rarity = new Rarity(traits, model);
  const twice = Math.log(LINKAGE_PARAMETERS.twiceInList);
  const meters = (a: number, b: number) => Math.hypot(traits[a]!.lng - traits[b]!.lng, traits[a]!.lat - traits[b]!.lat);
  const pairs = kept
    .map(({ a, b, agreement }) => {
      const more = rarity.weight(agreement.called, traits[a]!, traits[b]!) + (lists[a] === lists[b] ? twice : 0);
      return { a, b, probability: probabilityOf(model, agreement, more) };
    })
    .filter(({ probability }) => probability >= LINKAGE_PARAMETERS.leastProbability)
    .sort((x, y) => y.probability - x.probability || meters(x.a, x.b) - meters(y.a, y.b) || x.a - y.a || x.b - y.b);
  return { pairs, model };
}

/** Pairs that agree neither in their names nor in a door, a telephone or a site are never one. */
const mayBeOne = ({ called, phone, site, address }: Agreement): boolean =>
  (called >= 0 && called <= 3) || phone === 0 || site === 0 || (address === 0 && called !== 5);

/** Whether two stores of one list may be near enough to be one: before anything that takes time is compared. */
const isAtOneSpot = (a: Traits, b: Traits): boolean =>
  a.group === b.group && Math.abs(a.lat - b.lat) < 0.0005 && a.name !== '' && b.name !== '';

/** Two of one list are two unless they have the same name at the same spot, and nothing says otherwise. */
const mayBeTwice = ({ called, phone, address, sector, distance }: Agreement): boolean =>
  (called === 0 || called === 2) && phone !== 1 && address <= 1 && sector <= 1 && distance <= 1;
