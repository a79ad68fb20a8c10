import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@hinterland/answers';
import { describe, expect, it } from 'vitest';
import { languageOf } from './languages.ts';

describe('the language of a reader', () => {
  it('is the one that the address names, where there is it', () => {
    const asked = (named: string | undefined) =>
      languageOf({ query: () => named, header: () => 'fr' } as Parameters<typeof languageOf>[0]);
    expect([asked('it'), asked('xx'), asked(undefined)]).toEqual(['it', 'fr', 'fr']);
  });
});

describe.each(LANGUAGES)('words of pages in %s', (language) => {
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`./texts/${name}.json`, import.meta.url), 'utf8'));
  const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();

  it('are all there, with the same placeholders, each in a sorted list', () => {
    const [texts, english] = [read(language), read('en')];
    expect(Object.keys(texts)).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(texts))
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] as string)]);
  });
});
