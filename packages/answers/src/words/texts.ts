import { readFileSync } from 'node:fs';
import type { Texts } from './keys.ts';
import { translatorOf } from './service/translate.ts';
import { AS_SAID, type Translate } from './service/translation.ts';

const read = new Map<string, Texts>();

/** Returns the texts of a language, for programs that have files. A web app loads those of its reader alone. */
export const textsOf = (language: string): Texts => fileOf(`./texts/${language}.json`);

/** Returns what says sentences of the service in a language; English has them as they are. */
export const translateOf = (language: string): Translate =>
  language === 'en'
    ? AS_SAID
    : translatorOf(language, fileOf('./service/texts/en.json'), fileOf(`./service/texts/${language}.json`));

function fileOf(path: string): Texts {
  const known: Texts = read.get(path) ?? JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  read.set(path, known);
  return known;
}
