import { readFileSync } from 'node:fs';
import type { Texts } from './keys.ts';

const read = new Map<string, Texts>();

/** Returns the texts of a language, for programs that have files. A web app loads those of its reader alone. */
export function textsOf(language: string): Texts {
  const known: Texts =
    read.get(language) ?? JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8'));
  read.set(language, known);
  return known;
}
