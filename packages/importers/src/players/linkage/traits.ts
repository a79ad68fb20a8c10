import { houseNumberKey, isStreetType, nameWords, type SectorCode } from '@hinterland/catalogue';
import type { StorePoint } from '../../inputs/stores.ts';
import { brandKey, letterPairs } from '../brandNames.ts';
import { LINKAGE_PARAMETERS } from './parameters.ts';

/** What of a store is compared, in the form in which spellings of the same are equal; "" and empty where it is not known. */
export interface Traits {
  readonly name: string;
  /** Letter pairs of the name, in order. */
  readonly pairs: Uint32Array;
  readonly wikidata: string;
  readonly brand: string;
  /** The last digits of its telephone numbers. */
  readonly phones: readonly string[];
  readonly host: string;
  readonly page: string;
  /** Doors of all parts of its address that have one, with the words of their streets. */
  readonly doors: readonly AddressPart[];
  /** The telling words of its street. */
  readonly street: readonly string[];
  readonly sector: SectorCode;
  readonly group: string;
  readonly lng: number;
  readonly lat: number;
}

/** A part of an address: "12-16 Elm Street" has the doors 12, 14 and 16. */
interface AddressPart {
  readonly doors: readonly string[];
  /** The telling words of a street. */
  readonly street: readonly string[];
}

export function traitsOf(store: StorePoint, countries: readonly string[]): Traits {
  const name = withoutLegalForm(brandKey(store.name || store.brand));
  return {
    name,
    pairs: letterPairs(name),
    wikidata: store.wikidata,
    brand: brandKey(store.brand),
    phones: phonesOf(store.phone ?? ''),
    ...siteOf(store.site ?? ''),
    ...addressOf(store.address, countries),
    sector: store.sector,
    group: store.sector.slice(0, store.sector.indexOf('.')),
    lng: store.lng,
    lat: store.lat,
  };
}

/** Legal forms that one list writes and another leaves out, at the end of a name. */
const LEGAL =
  /(?<=\S)(?: (?:limited|ltd|private|pvt|company|corporation|incorporated|gesellschaft|societe|sociedad))+$/;
const withoutLegalForm = (name: string): string => name.replace(LEGAL, '');

function phonesOf(text: string): string[] {
  return text
    .split(/[;,/]|\bor\b/)
    .map((one) => one.replace(/\D/g, ''))
    .filter((digits) => digits.length >= 6)
    .map((digits) => digits.slice(-LINKAGE_PARAMETERS.phoneDigits));
}

/** Hosts that many stores share say nothing of one. */
const SHARED_HOSTS =
  /(^|\.)(facebook|instagram|google|goo|twitter|x|yelp|tripadvisor|linktr|wixsite|blogspot)\.[a-z.]+$/;

function siteOf(text: string): { host: string; page: string } {
  const [first = ''] = text.trim().split(/[\s;]+/);
  const found = /^(?:https?:\/\/)?(?:www\d?\.)?([^/?#:]+\.[^/?#:]+)(?::\d+)?([^?#]*)/i.exec(first);
  if (found === null) return { host: '', page: '' };
  const host = found[1]!.toLowerCase();
  const path = found[2]!.replace(/\/(?:index\.\w+)?$/, '').toLowerCase();
  if (SHARED_HOSTS.test(host)) return { host: '', page: path.length > 1 ? host + path : '' };
  return { host, page: path.length > 1 ? host + path : '' };
}

/** The doors of an address; its street is that of the first, else of the first part that has words. */
function addressOf(text: string, countries: readonly string[]): Pick<Traits, 'doors' | 'street'> {
  // "21, Vidhan Sabha Marg" is one part: a bare number belongs to the street behind it.
  const parts = text.replace(/(?<=^|,)\s*(?:no\.?\s*)?(\d{1,5}\p{L}?(?:[-–/]\d{1,5}\p{L}?)?\s*),/giu, '$1 ').split(',');
  const read = parts.map((part) => partOf(part.trim(), countries)).filter(({ street }) => street.length > 0);
  const doors = read.filter((part) => part.doors.length > 0).slice(0, 4);
  return { doors, street: (doors[0] ?? read[0])?.street ?? [] };
}

function partOf(part: string, countries: readonly string[]): AddressPart {
  const tokens = part.split(/\s+/).filter((token) => token !== '');
  const isNumber = (token: string | undefined) =>
    token !== undefined && /^\d{1,5}\p{L}?(?:[-–/]\d{1,5}\p{L}?)?$/u.test(token);
  const at = isNumber(tokens[0]) ? 0 : tokens.findLastIndex((token, i) => i > 0 && isNumber(token));
  const street = streetOf(tokens.filter((_, i) => i !== at).join(' '), countries);
  // "1 Avenue" is a street, and no door of one.
  if (at < 0 || street.length === 0) return { doors: [], street: streetOf(part, countries) };
  return { doors: doorsOf(houseNumberKey(tokens[at]!)), street };
}

function streetOf(text: string, countries: readonly string[]): string[] {
  const words = nameWords(text.replace(/['’ʼ`]/g, ''), countries);
  return [...new Set(words.filter((word) => !isStreetType(word, countries)))];
}

/** "12-16" are the doors 12, 14 and 16, and the text itself. */
function doorsOf(key: string): string[] {
  const range = /^(\d+)\p{L}?[-–](\d+)\p{L}?$/u.exec(key);
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  if (range === null || !(to > from && to - from <= 40)) return [key];
  return [key, ...Array.from({ length: Math.floor((to - from) / 2) + 1 }, (_, i) => String(from + 2 * i)), String(to)];
}
