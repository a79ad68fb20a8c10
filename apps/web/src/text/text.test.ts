import { readFileSync } from 'node:fs';
import { actions } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';

const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();

describe.each([
  '',
  'actions/',
  'analyses/',
  'assistant/',
  'audit/',
  'buying/',
  'came/',
  'datasets/',
  'entry/',
  'places/',
  'studio/',
  'table/',
])('texts of %s', (part) => {
  const english = catalogue(`${part}en`);

  it.each(['it', 'de', 'fr', 'es'])('%s has every text, with the same placeholders', (language) => {
    const translated = catalogue(part + language);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(translated)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] as string)]);
      expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });
});

it('names every action as its registry does', () => {
  const titles = actions.map(({ id, title }) => [`action.${id}`, title]);
  expect(catalogue('actions/en')).toEqual(Object.fromEntries(titles));
});
