import type { SeededRandom } from '@hinterland/geo';

/** An address to be typed. */
export interface Wanted {
  readonly number: string;
  readonly street: string;
  readonly locality: string;
  readonly postcode: string;
}

/** Ways in which people type an address. */
export const FORMS: Readonly<Record<string, (wanted: Wanted, random: SeededRandom) => string>> = {
  'number and street': ({ number, street }) => `${number} ${street}`.toLowerCase(),
  abbreviated: ({ number, street }) => `${number} ${abbreviated(street)}`,
  'with postcode': ({ number, street, postcode }) => `${number} ${street} ${postcode}`.trim(),
  'street first': ({ number, street, locality }) => `${street} ${number}, ${locality}`,
  'one typo': ({ number, street, locality }, random) => `${number} ${withTypo(street, random)} ${locality}`.trim(),
};

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bStreet\b/, 'St'],
  [/\bAvenue\b/, 'Ave'],
  [/\bRoad\b/, 'Rd'],
  [/\bPlace\b/, 'Pl'],
  [/\bBoulevard\b/, 'Blvd'],
  [/\bEast\b/, 'E'],
  [/\bWest\b/, 'W'],
  [/\bSaint\b/, 'St'],
];

const abbreviated = (street: string): string =>
  SHORT.reduce((text, [long, short]) => text.replace(long, short), street);

/** One letter left out, replaced, put in, or swapped with its neighbour, behind the first letter of the longest word. */
export function withTypo(street: string, random: SeededRandom): string {
  const words = street.split(' ');
  const longest = words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0);
  const word = words[longest]!;
  if (word.length < 3) return street;
  const at = 1 + random.int(word.length - 1);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random.int(26)]!;
  const typos = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => (at + 1 < word.length ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) : word.slice(0, -1)),
  ];
  words[longest] = typos[random.int(typos.length)]!();
  return words.join(' ');
}
