import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { type TextKey, wordsIn } from './words.ts';

type Catalogue = Readonly<Record<string, string>>;
const read = (path: string): Catalogue => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();
const APP = '../../../../../../apps/web/src/text';

describe.each(LANGUAGES)('words of pages in %s', (language) => {
  const texts = read(`./texts/${language}.json`);
  const english = read('./texts/en.json');

  it('are all there, with the same placeholders, each in a sorted list', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(texts))
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] as string)]);
  });

  it('are those of the web app where it says the same', () => {
    const app = { ...read(`${APP}/${language}.json`), ...read(`${APP}/studio/${language}.json`) } as Catalogue;
    const shared = Object.keys(texts).filter((key) => `studio.${key}` in app || key in app);
    expect(shared.length).toBeGreaterThan(30);
    for (const key of shared) expect([key, texts[key]]).toEqual([key, app[`studio.${key}`] ?? app[key]]);
  });
});

describe('words', () => {
  it('choose by number, and put values in their places', () => {
    const { say } = wordsIn('de');
    expect(say('sentence.mix', { count: 1 })).toBe('Geschäft aller Kategorien liegt hier.');
    expect(say('sentence.mix', { count: 2 })).toBe('Geschäfte aller Kategorien liegen hier.');
    expect(say('report.version', { no: 3 })).toBe('Version 3');
    // 0 is one thing in French.
    expect(wordsIn('fr').say('sentence.mix', { count: 0 })).toBe('magasin de toutes catégories se trouve ici.');
    expect(say('ask.unknown.action' as TextKey)).toBe('ask.unknown.action');
  });

  it('know the titles of tables, and leave other names as they are', () => {
    const { term } = wordsIn('it');
    expect(term('Closure plan')).toEqual({ text: 'Piano di chiusura', isEnglish: false });
    expect(term('Candidates, competitors')).toEqual({ text: 'Candidati, concorrenti', isEnglish: false });
    expect(term('within 7.5 min')).toEqual({ text: 'entro 7,5 min', isEnglish: false });
    expect(term('Residents aged 5 to 9')).toEqual({ text: 'Residents aged 5 to 9', isEnglish: true });
    expect(term('XMD')).toMatchObject({ text: 'XMD' });
    expect(wordsIn('en').term('Closure plan')).toEqual({ text: 'Closure plan', isEnglish: false });
  });
});
