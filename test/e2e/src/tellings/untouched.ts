import { readFileSync } from 'node:fs';
import type { Translate } from '@hinterland/answers';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'àƀćđéƒğĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁĆĐÉƑĞĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** A text as a language would have it whose words are longer by a third, with an accent on every letter; values stay. */
const pseudo = (text: string): string =>
  text.replace(/\{\{\w+\}\}|[a-zA-Z]+/g, (part) =>
    part.startsWith('{') ? part : `${accented(part)}${'~'.repeat(Math.ceil(part.length / 3))}`,
  );

const accented = (word: string): string => word.replace(/./g, (letter) => ACCENTED.charAt(LETTERS.indexOf(letter)));

/** Texts of a language that is made of JSON alone. */
export const pseudoTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key.startsWith('grammar.') ? text : pseudo(text)]),
  );

/** Sentences of the service by their keys, in English. */
export const sentences: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../../packages/answers/src/words/service/texts/en.json', import.meta.url), 'utf8'),
);

/** Members that hold names of people, places, brands, sources and versions, and what the data call their figures. */
const NAMES =
  /^(name|brand|id|code|sectorCode|currency|names|licence|attribution|column|profile|set|parametersVersion|vintage|stores|order|best|title|label|address|area)$/;

/** What the result of an action says itself: names, and sentences of data. Those of the service are said in every language. */
export function ownWords(value: unknown, translate: Translate, member = ''): string[] {
  if (typeof value === 'string')
    return NAMES.test(member) || (/ .* /.test(value) && translate(value) === null) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => ownWords(one, translate, Array.isArray(value) ? member : name));
}

/** Words of three letters or more that a line has in English, without those of the result. The sign of minutes is no word. */
export function untouchedIn(line: string, own: readonly string[]): string[] {
  // Charts cut long names.
  let rest = line.replaceAll(/\bmin\b|^.*…$/g, ' ');
  for (const said of own) {
    rest = rest.replaceAll(said, ' ').replaceAll(said.charAt(0).toUpperCase() + said.slice(1), ' ');
    rest = rest.replaceAll(said.charAt(0).toLowerCase() + said.slice(1), ' ');
  }
  return [...rest.matchAll(/[A-Za-z][a-z]{2,}/g)].map(([word]) => word);
}
