import { readFileSync } from 'node:fs';
import { makeWords, type Words as WordsOf } from '@hinterland/answers';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import type english from './texts/en.json';

/** The words of answers and of pages in one language. */
export type Words = WordsOf<keyof typeof english>;

const made = new Map<string, Words>();

export function wordsIn(language: string): Words {
  const known =
    made.get(language) ?? makeWords(language, { ...textsOf(language), ...pageTexts(language) }, translateOf(language));
  made.set(language, known);
  return known;
}

const pageTexts = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8'));
