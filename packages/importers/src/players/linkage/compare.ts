import { haversineMeters } from '@hinterland/geo';
import { likeness } from '../brandNames.ts';
import { FIELDS, type Field, LEVELS, LINKAGE_PARAMETERS } from './parameters.ts';
import type { Traits } from './traits.ts';

/** Per field the level of agreement, -1 where one of the two says nothing. */
export type Agreement = Readonly<Record<Field, number>>;

/** Compares two stores; null where they are too far apart. */
export function compare(a: Traits, b: Traits): Agreement | null {
  const { blockMeters, distances } = LINKAGE_PARAMETERS;
  const meters = haversineMeters(a.lng, a.lat, b.lng, b.lat);
  if (meters > blockMeters) return null;
  const beyond = distances.findIndex((end) => meters <= end);
  return {
    called: calledLevel(a, b),
    phone: a.phones.length === 0 || b.phones.length === 0 ? -1 : a.phones.some((one) => b.phones.includes(one)) ? 0 : 1,
    site: siteLevel(a, b),
    address: addressLevel(a, b),
    sector: a.sector === b.sector ? 0 : a.group === b.group ? 1 : 2,
    distance: beyond < 0 ? distances.length : beyond,
  };
}

function calledLevel(a: Traits, b: Traits): number {
  const isSameName = a.name !== '' && a.name === b.name;
  if (a.wikidata !== '' && b.wikidata !== '') {
    if (a.wikidata !== b.wikidata) return 5;
    return isSameName ? 0 : 1;
  }
  if (isSameName) return 0;
  if (a.name === '' || b.name === '') return -1;
  const alike = Math.max(likeness(a.pairs, b.pairs), holds(a.name, b.name) ? LINKAGE_PARAMETERS.likeName : 0);
  if (alike >= LINKAGE_PARAMETERS.likeName) return 2;
  return alike >= LINKAGE_PARAMETERS.partOfName || isBrandOf(a, b) || isBrandOf(b, a) ? 3 : 4;
}

/** Whether all words of one name are words of the other; a word of three letters or less says too little. */
function holds(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length <= 3) return false;
  const words = new Set(long.split(' '));
  return short.split(' ').every((word) => words.has(word)) || long.replaceAll(' ', '') === short.replaceAll(' ', '');
}

const isBrandOf = (a: Traits, b: Traits): boolean => a.brand !== '' && (a.brand === b.name || a.brand === b.brand);

function siteLevel(a: Traits, b: Traits): number {
  if (a.page !== '' && a.page === b.page) return 0;
  if (a.host === '' || b.host === '') return -1;
  return a.host === b.host ? 1 : 2;
}

function addressLevel(a: Traits, b: Traits): number {
  if (a.street.length === 0 || b.street.length === 0) return -1;
  const isSameDoor = a.doors.some((one) =>
    b.doors.some(
      (other) => one.doors.some((door) => other.doors.includes(door)) && isSameStreet(one.street, other.street),
    ),
  );
  if (isSameDoor) return 0;
  const haveDoors = a.doors.length > 0 && b.doors.length > 0;
  if (isSameStreet(a.street, b.street)) return haveDoors ? 2 : 1;
  return haveDoors ? 3 : -1;
}

/** Whether all words of one are words of the other. */
function isSameStreet(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((word) => long.some((other) => word === other || isMisspelled(word, other)));
}

/** A pattern of agreement as one number, for counting. */
export function patternOf(agreement: Agreement): number {
  return FIELDS.reduce((code, field) => code * (LEVELS[field].length + 1) + agreement[field] + 1, 0);
}

/** The agreement that a pattern stands for. */
export function agreementOf(pattern: number): Agreement {
  let rest = pattern;
  const levels = FIELDS.toReversed().map((field) => {
    const radix = LEVELS[field].length + 1;
    const level = (rest % radix) - 1;
    rest = Math.floor(rest / radix);
    return [field, level] as const;
  });
  return Object.fromEntries(levels) as unknown as Agreement;
}

/** Words shorter than this are another word where a letter is. */
const LEAST_MISSPELLED = 6;

/** Whether one letter of a long word is another, too many or too few in the other. */
function isMisspelled(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LEAST_MISSPELLED || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(long.length === short.length ? at + 1 : at) === long.slice(at + 1);
}
