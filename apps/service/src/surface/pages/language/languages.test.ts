import { describe, expect, it } from 'vitest';
import { acceptedLanguage, languageOf } from './languages.ts';

describe('the language of a reader', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, fr;q=0.5, en;q=0.4', 'fr'],
    ['en;q=0.5, IT-it', 'it'],
    ['es;q=0, fr;q=0.1', 'fr'],
    ['*', 'en'],
    ['de;q=2, it;q=0.2', 'it'],
    [';;;,,q=1', 'en'],
    [`${'pt,'.repeat(5000)}de`, 'en'],
  ])('who accepts %j is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

  it('is the one that the address names, where there is it', () => {
    const asked = (named: string | undefined) =>
      languageOf({ query: () => named, header: () => 'fr' } as Parameters<typeof languageOf>[0]);
    expect([asked('it'), asked('xx'), asked(undefined)]).toEqual(['it', 'fr', 'fr']);
  });
});
