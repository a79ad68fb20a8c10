import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './faultySheet.ts';

const TEXTS = join(import.meta.dirname, '../../../../apps/web/src/text');

/** The labels of the web app in a language, as a person reads them: a text by its key, with its values in it. */
export function labelsIn(language: Language) {
  const parts = readdirSync(TEXTS, { withFileTypes: true }).map((one) =>
    join(TEXTS, one.isDirectory() ? one.name : '', `${language}.json`),
  );
  const texts = new Map(
    [...new Set(parts)].flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
    ),
  );
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`The web app has no text ${key}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}
